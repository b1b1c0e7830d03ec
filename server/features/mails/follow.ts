import { partsOf } from '../../../contract/core/events'
import type { MailKind } from '../../../contract/core/vocabulary'
import type { AuditEntry } from '../../db/audit-entry'
import type { Follower } from '../feature'
import { enqueueAll, type NewJob } from '../../db/jobs'
import type { Tx } from '../../db/transaction'
import { jobMailOf, mailOf, moveOf, type JobMailKind } from '../../domain/notifications/mail-of'

/** Kind of the job that writes mail to passengers. */
export const WRITE_MAIL = 'mail.write'
/** Kind of the job that writes mail to the company that operates a job. */
export const WRITE_JOB_MAIL = 'mail.write_job'

const TABLES = ['journeys', 'reservations'] as const

/** Payload of a `mail.write` job. */
export interface MailCause {
  kind: MailKind
  /** Id of the reservation or the journey. */
  entity_id: string
  reason: string | null
  /** Journeys that a moved reservation has left, and those that it has joined. */
  left_journey_ids: string[]
  joined_journey_ids: string[]
}

/** Payload of a `mail.write_job` job. */
export interface JobMailCause {
  kind: JobMailKind
  partner_id: string
  source: (typeof TABLES)[number]
  /** Id of the journey, or of the reservation of a hire. */
  entity_id: string
}

/** Enqueues mail to passengers and to the companies that operate jobs. */
export const writeToPassengers: Follower = async (tx, events) => {
  const jobs: Pick<NewJob, 'kind' | 'payload'>[] = []
  for (const { actor, entry, audience } of events) {
    if (!audience.passengers) continue
    // Partners write to their passengers themselves, and a key must not make the operator write to any address.
    if (!entry.isUntold && actor?.kind !== 'partner') jobs.push(...passengerMails(entry))
    jobs.push(...(await jobMails(tx, entry)))
  }
  await enqueueAll(tx, jobs)
}

function passengerMails(entry: AuditEntry) {
  const kind = mailOf(entry)
  if (kind === null || entry.entity === null) return []
  return [{ kind: WRITE_MAIL, payload: { ...causeOf(kind, entry.entity.id, entry) } }]
}

/** Returns the payload of a mail job for a change. */
export const causeOf = (
  kind: MailKind,
  entity_id: string,
  { reason = null, changes = [] }: Pick<AuditEntry, 'reason' | 'changes'>,
): MailCause => ({ kind, entity_id, reason, ...moveOf(changes) })

/** Returns the mail jobs for companies that gain or lose a job, or operate a job that changes. */
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
