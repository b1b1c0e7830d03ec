import type { MailKind } from '../../contract/core/vocabulary'
import type { AuditEntry, Change } from '../db/audit-entry'
import { WRITE_JOB_MAIL, enqueue } from '../db/jobs'
import type { Tx } from '../db/transaction'

const TABLES = ['journeys', 'reservations'] as const
/** Fields of a job of which whoever runs it hears: when and where, and with what. */
const TOLD: readonly string[] = ['hire', 'delay_min', 'vehicle_type_id']

/** Why the company that runs a job is written to: what a job of the kind `mail.write_job` is given. */
export interface JobMailCause {
  kind: Extract<MailKind, `job_${string}`>
  partner_id: string
  source: (typeof TABLES)[number]
  /** The journey, or the reservation of the hire. */
  entity_id: string
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
  const kind = kindOf(changes)
  if (kind === null) return
  const row = await tx
    .selectFrom(source)
    .select('operated_by_partner_id')
    .where('id', '=', entity.id)
    .executeTakeFirst()
  await tell(kind, row?.operated_by_partner_id)
}

/** What a change comes to for a company that runs the job already. */
function kindOf(changes: readonly Change[]): JobMailCause['kind'] | null {
  const status = changes.find(({ field }) => field === 'status' || field === 'service_status')
  if (status?.new === 'cancelled') return 'job_withdrawn'
  if (status?.old === 'cancelled') return 'job_farmed_out'
  return changes.some(({ field, old }) => TOLD.includes(field) && old !== null) ? 'job_changed' : null
}
