import { partsOf } from '../../../contract/core/events'
import type { MailKind } from '../../../contract/core/vocabulary'
import type { AuditEntry } from '../../db/audit-entry'
import type { Follower } from '../feature'
import { enqueueAll, type NewJob } from '../../db/jobs'
import type { Tx } from '../../db/transaction'
import { jobMailOf, mailOf, moveOf, type JobMailKind } from '../../domain/notifications/mail-of'

/** The job that is left for a change that passengers hear of. */
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

/** Leaves the mail that passengers get, and that of the company that runs the job, to be written. */
export const writeToPassengers: Follower = async (tx, events) => {
  const jobs: Pick<NewJob, 'kind' | 'payload'>[] = []
  for (const { entry, audience } of events) {
    if (!audience.passengers) continue
    if (!entry.isUntold) jobs.push(...passengerMails(entry))
    jobs.push(...(await jobMails(tx, entry)))
  }
  await enqueueAll(tx, jobs)
}

/** The mail that passengers get for a change. */
function passengerMails(entry: AuditEntry) {
  const kind = mailOf(entry)
  if (kind === null || entry.entity === null) return []
  return [{ kind: WRITE_MAIL, payload: { ...causeOf(kind, entry.entity.id, entry) } }]
}

/** Why a mail is written of a change. */
export const causeOf = (
  kind: MailKind,
  entity_id: string,
  { reason = null, changes = [] }: Pick<AuditEntry, 'reason' | 'changes'>,
): MailCause => ({ kind, entity_id, reason, ...moveOf(changes) })

/** The mails that other companies get when a job comes to them, changes or goes away. */
async function jobMails(tx: Tx, { entity, action, changes = [] }: AuditEntry) {
  const source = TABLES.find((table) => table === entity?.type)
  if (!entity || !source || partsOf(action).verb === 'deleted') return []
  const mailTo = (kind: JobMailCause['kind'], partner_id: unknown) => {
    if (typeof partner_id !== 'string') return []
    const cause: JobMailCause = { kind, partner_id, source, entity_id: entity.id }
    return [{ kind: WRITE_JOB_MAIL, payload: { ...cause } }]
  }
  const operator = changes.find(({ field }) => field === 'operated_by_partner_id')
  if (operator) return [...mailTo('job_withdrawn', operator.old), ...mailTo('job_farmed_out', operator.new)]
  const kind = jobMailOf(changes)
  if (kind === null) return []
  const row = await tx
    .selectFrom(source)
    .select('operated_by_partner_id')
    .where('id', '=', entity.id)
    .executeTakeFirst()
  return mailTo(kind, row?.operated_by_partner_id)
}
