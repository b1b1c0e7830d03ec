import type { MailKind } from '../../contract/core/vocabulary'
import type { AuditEntry } from '../db/audit-entry'
import { enqueue } from '../db/jobs'
import type { Tx } from '../db/transaction'
import { jobMailOf, mailOf, moveOf, type JobMailKind } from '../domain/notices/mail-of'

/** The job that is left for a change that passengers hear of; its handler is the mail feature's. */
export const WRITE_MAIL = 'mail.write'
/** The same for one that the company hears of which runs the job. */
export const WRITE_JOB_MAIL = 'mail.write_job'

const TABLES = ['journeys', 'reservations'] as const

/** Why a mail is written: what a job of the kind `mail.write` is given. */
export interface MailCause {
  kind: MailKind
  /** The reservation or the journey that it is about. */
  entity_id: string
  reason: string | null
  /** The journeys that a party that was moved has left, and those that it is on instead. */
  left_journey_ids: string[]
  joined_journey_ids: string[]
}

/** Why the company that runs a job is written to: what a job of the kind `mail.write_job` is given. */
export interface JobMailCause {
  kind: JobMailKind
  partner_id: string
  source: (typeof TABLES)[number]
  /** The journey, or the reservation of the hire. */
  entity_id: string
}

/** Leaves the mail that passengers get for a change, to be written once the change has committed. */
export async function leaveMail(tx: Tx, entry: AuditEntry): Promise<void> {
  const kind = mailOf(entry)
  if (kind === null || entry.entity === null) return
  const cause: MailCause = {
    kind,
    entity_id: entry.entity.id,
    reason: entry.reason ?? null,
    ...moveOf(entry.changes ?? []),
  }
  await enqueue(tx, { kind: WRITE_MAIL, payload: { ...cause } })
}

/** Leaves the mail that another company gets when a job comes to it, changes or goes away, for after the commit. */
export async function leaveJobMail(tx: Tx, { entity, action, changes = [] }: AuditEntry): Promise<void> {
  const source = TABLES.find((table) => table === entity?.type)
  if (!entity || !source || action.endsWith('.deleted')) return
  const tell = async (kind: JobMailCause['kind'], partner_id: unknown) => {
    if (typeof partner_id !== 'string') return
    const cause: JobMailCause = { kind, partner_id, source, entity_id: entity.id }
    await enqueue(tx, { kind: WRITE_JOB_MAIL, payload: { ...cause } })
  }
  const operator = changes.find(({ field }) => field === 'operated_by_partner_id')
  if (operator) {
    await tell('job_withdrawn', operator.old)
    await tell('job_farmed_out', operator.new)
    return
  }
  const kind = jobMailOf(changes)
  if (kind === null) return
  const row = await tx
    .selectFrom(source)
    .select('operated_by_partner_id')
    .where('id', '=', entity.id)
    .executeTakeFirst()
  await tell(kind, row?.operated_by_partner_id)
}
