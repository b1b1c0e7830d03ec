import { sentence } from '../../../contract/core/sentence'
import type { PartyOutcome } from '../../../contract/operations/journeys'
import type { AffectedJob, JobOutcome, JobPlan } from '../../../contract/operations/reassignment'
import type { Tx } from '../../db/transaction'
import type { Context } from '../../kernel/context'
import { invalidAt } from '../../http/refusal'
import type { Assignment, Overrides, Ports } from './ports'
import type { JobBefore } from './repository/resolutions'

interface Settled {
  outcome: JobOutcome
  before: JobBefore
}

interface Settlement {
  awayId: string
  reason: string
  overrides: Overrides
  dryRun: boolean
}

/** Applies the plan to one job. @throws Refusal when it cannot be applied */
export async function settleJob(
  tx: Tx,
  ports: Ports,
  job: AffectedJob,
  plan: JobPlan,
  request: Settlement,
  context: Context,
): Promise<Settled> {
  const done = await (job.source === 'journey' ? settleJourney : settleHire)(tx, ports, job, plan, request, context)
  const failed = done.parties.find((party) => party.outcome === 'failed')
  return {
    outcome: {
      job_id: job.id,
      source: job.source,
      label: job.label,
      role: job.role,
      action: plan.action,
      outcome: failed ? 'failed' : 'done',
      detail: failed?.detail ?? null,
      parties: done.parties.map(({ reservation: _, ...party }) => party),
    },
    before: {
      job_id: job.id,
      source: job.source,
      role: job.role,
      resource_id: request.awayId,
      was_cancelled: plan.action === 'move' || plan.action === 'cancel',
      ...(done.ours && { ours: done.ours }),
      version: done.version,
    },
  }
}

interface Done {
  version: number
  parties: PartyOutcome[]
  /** Own vehicle and staff of the job before another company became its operator. */
  ours?: Assignment | undefined
}

/** Returns the new assignment of a job that continues. @throws Refusal when the plan names none */
function assignmentOf({ role, label }: AffectedJob, plan: JobPlan, awayId: string): Assignment {
  if (plan.action === 'unassign') return { [role]: null }
  const taker = plan.action === 'swap' ? plan.resource_id : plan.partner_id
  if (taker === undefined)
    throw invalidAt(plan.action === 'swap' ? 'resource_id' : 'partner_id', sentence`Choose who takes over ${label}.`)
  if (plan.action === 'swap' && taker === awayId)
    throw invalidAt(
      'resource_id',
      role === 'vehicle_id'
        ? sentence`Choose another vehicle for ${label}: this one is taken out of service.`
        : sentence`Choose another person for ${label}: this one is absent.`,
    )
  return { [plan.action === 'swap' ? role : 'operated_by_partner_id']: taker }
}

async function settleJourney(
  tx: Tx,
  ports: Ports,
  job: AffectedJob,
  plan: JobPlan,
  { awayId, reason, overrides, dryRun }: Settlement,
  context: Context,
): Promise<Done> {
  const { action, to_journey_ids } = plan
  if (action === 'move' || action === 'cancel') {
    const request = { reason, others: action, to_journey_ids }
    const cancelled = await ports.cancelJourney(tx, job.id, request, context, dryRun)
    return { version: cancelled.journey.version, parties: cancelled.parties }
  }
  const { vehicle_id, driver_id, co_driver_id } = await ports.readJourney(tx, job.id)
  const ours = action === 'farm_out' ? { vehicle_id, driver_id, co_driver_id } : undefined
  const journey = await ports.assignJourney(tx, job.id, assignmentOf(job, plan, awayId), reason, context, overrides)
  return { version: journey.version, parties: [], ours }
}

async function settleHire(
  tx: Tx,
  ports: Ports,
  job: AffectedJob,
  plan: JobPlan,
  { awayId, reason, overrides }: Settlement,
  context: Context,
): Promise<Done> {
  if (plan.action === 'move')
    throw invalidAt('action', sentence`${job.label} is a hire: it has no other departure to move to.`)
  if (plan.action === 'cancel') {
    const party = await ports.cancelHire(tx, job.id, reason, context)
    return { version: party.reservation?.version ?? 0, parties: [party] }
  }
  const { vehicle_id, driver_id } = await ports.readHire(tx, job.id)
  const ours = plan.action === 'farm_out' ? { vehicle_id, driver_id } : undefined
  const hire = await ports.assignHire(tx, job.id, assignmentOf(job, plan, awayId), context, overrides)
  return { version: hire.version, parties: [], ours }
}
