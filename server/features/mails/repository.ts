import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { mail, type Mail } from '../../../contract/entities/mail'
import type { HirePlace } from '../../../contract/entities/reservation-parts'
import { hasRight } from '../../../contract/core/permissions'
import type { I18nText } from '../../../contract/core/scalars'
import type { StoreOptions } from '../../crud/store-options'
import { beginning } from '../../crud/search'
import { aboutVisible } from '../../crud/visible'
import type { Db } from '../../db/database'
import { storableText } from '../../db/storable'
import { signalAfterCommit } from '../../db/after-commit'
import { inTransaction, type Reader, type Tx } from '../../db/transaction'
import type { CompanyFacts, JourneyFacts } from './compose'

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
>

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
    update mails set content = '[]', version = version + 1 where id in (
      select id from mails
      where content <> '[]' and status <> 'queued' and created_at < ${before.toISOString()}
      order by created_at limit 1000 for update skip locked)`.execute(db)

export const companyOf = (reader: Reader): Promise<CompanyFacts> =>
  reader.selectFrom('company').select(['name', 'timezone', 'contact_email', 'contact_phone']).executeTakeFirstOrThrow()

export function journeysOf(reader: Reader, ids: readonly string[]): Promise<JourneyFacts[]> {
  if (ids.length === 0) return Promise.resolve([])
  return reader
    .selectFrom('journeys')
    .select(['id', 'code', 'departs_at', 'timezone', 'delay_min', 'service_status'])
    .where('id', 'in', [...ids])
    .execute()
}

/** Returns the booked reservations of a journey that have an email address. */
export async function waitingFor(reader: Reader, journeyId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from reservations r
    where r.environment = 'live' and r.status in ('confirmed', 'checked_in') and r.lead_email is not null
      and r.id in (select reservation_id from reservation_legs where journey_id = ${journeyId})
    order by r.id`.execute(reader)
  return rows.map((row) => row.id)
}

/** Returns the name of a hire's endpoint: its address, or the name of its station. */
export async function placeName(reader: Reader, { address, station_id: id }: HirePlace): Promise<I18nText> {
  if (address !== null || id === null) return { en: address ?? '' }
  const station = await reader.selectFrom('stations').select('name').where('id', '=', id).executeTakeFirst()
  return station?.name ?? { en: '' }
}
