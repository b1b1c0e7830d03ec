import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { mail, type Mail } from '../../../../contract/entities/mail'
import { hasRight } from '../../../../contract/core/permissions'
import type { StoreOptions } from '../../../crud/store-options'
import { beginning } from '../../../crud/search'
import { aboutVisible } from '../../../crud/visible'
import type { Db } from '../../../db/database'
import { storableText } from '../../../db/storable'
import { signalAfterCommit } from '../../../db/after-commit'
import { inTransaction, type Reader, type Tx } from '../../../db/transaction'

export const mailsStore: StoreOptions<Mail> = {
  entity: mail,
  table: 'mails',
  label: (row) => String(row['subject']),
  search: beginning(`mail_words(t.subject, t.recipient, t.entity_label)`),
  // Mail about an account or a partner is visible only to roles that may see that record.
  visibleTo: (role) => aboutVisible(role),
  hiddenFrom: (role) => (hasRight(role, 'read_mail_texts') ? {} : { content: [] }),
}

export type NewMail = Pick<
  Mail,
  | 'kind'
  | 'status'
  | 'language'
  | 'recipient'
  | 'subject'
  | 'content'
  | 'attachments'
  | 'entity_type'
  | 'entity_id'
  | 'entity_label'
> &
  Partial<Pick<Mail, 'error'>>

/** Inserts a mail, once per job and record. @param jobId job that writes it. @returns its id; null when it exists already */
export async function insertMail(tx: Tx, request: NewMail, jobId: string | null): Promise<string | null> {
  const row = await tx
    .insertInto('mails')
    .values({
      ...request,
      id: uuidv7(),
      content: JSON.stringify(request.content),
      attachments: JSON.stringify(request.attachments),
      job_id: jobId,
    })
    .onConflict((conflict) => conflict.columns(['job_id', 'entity_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row) signalAfterCommit(tx, changeOf(row.id, 1, 'created'))
  return row?.id ?? null
}

/** Returns whether a recipient had at least `max` mails about bookings of a partner within 24 hours. */
export async function hadPartnerMails(
  reader: Reader,
  { partnerId, recipient, max }: { partnerId: string; recipient: string; max: number },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from mails m join reservations r on r.id = m.entity_id
    where lower(m.recipient) = lower(${recipient}) and m.created_at > now() - interval '24 hours'
      and m.entity_type = 'reservations' and m.status in ('queued', 'sent') and r.partner_id = ${partnerId}
    limit ${max}`.execute(reader)
  return rows.length === max
}

const changeOf = (id: string, version: number, change: 'created' | 'updated') =>
  ({ kind: 'change', resource: 'mails', id, version, change, by: null }) as const

export const readMail = (reader: Reader, id: string) =>
  reader.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst()

type Outcome = Partial<Pick<Mail, 'status' | 'error' | 'attempts' | 'sent_at'>>

/** Records the delivery result of a mail. */
export function noteMail(db: Db, id: string, outcome: Outcome): Promise<void> {
  return inTransaction(db, (tx) => noteMailIn(tx, id, outcome))
}

/** As `noteMail`, inside the caller's transaction. */
export async function noteMailIn(tx: Tx, id: string, outcome: Outcome): Promise<void> {
  const row = await tx
    .updateTable('mails')
    .set({
      ...outcome,
      ...(outcome.error && { error: storableText(outcome.error) }),
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirst()
  if (row) signalAfterCommit(tx, changeOf(id, row.version, 'updated'))
}

/** Deletes the content of older mails in batches, to keep locks short. Recipient, date and subject record stay. */
export const forgetContents = (db: Db, before: Date) =>
  sql`
    with old as materialized (
      select id from mails
      where content <> '[]' and status <> 'queued' and created_at < ${before.toISOString()}
      order by created_at limit 1000 for update skip locked)
    update mails set content = '[]', version = version + 1 from old where mails.id = old.id`.execute(db)
