import type { PartyOutcome } from '../../../contract/journey-operations'
import type { AffectedJob, JobOutcome, JobPlan } from '../../../contract/resolver-operations'
import type { Tx } from '../../db/transaction'
import type { Context } from '../../http/context'
import { invalid } from '../../http/refusal'
import type { Ports } from './ports'
import type { JobBefore } from './repository/resolutions'

interface Settled {
  outcome: JobOutcome
  before: JobBefore
}

interface Wish {
  awayId: string
  reason: string
  overrideReason: string | undefined
  isTrial: boolean
}

/** Does what the plan says with one job. @throws Refusal when that cannot be */
export async function settleJob(
  tx: Tx,
  ports: Ports,
  job: AffectedJob,
  plan: JobPlan,
  wish: Wish,
  context: Context,
): Promise<Settled> {
  const resourceId = plan.action === 'swap' ? plan.resource_id : null
  if (resourceId === undefined) throw invalid([{ path: 'jobs', message: `Choose who takes ${job.label} instead.` }])
  const done =
    job.source === 'journey'
      ? await settleJourney(tx, ports, job, plan, resourceId, wish, context)
      : await settleHire(tx, ports, job, plan, resourceId, wish, context)
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
      resource_id: wish.awayId,
      was_cancelled: plan.action === 'move' || plan.action === 'cancel',
      version: done.version,
    },
  }
}

interface Done {
  version: number
  parties: PartyOutcome[]
}

async function settleJourney(
  tx: Tx,
  ports: Ports,
  job: AffectedJob,
  plan: JobPlan,
  resourceId: string | null,
  { reason, overrideReason, isTrial }: Wish,
  context: Context,
): Promise<Done> {
  if (plan.action === 'swap' || plan.action === 'unassign') {
    const journey = await ports.assignJourney(tx, job.id, job.role, resourceId, reason, context, overrideReason)
    return { version: journey.version, parties: [] }
  }
  const { to_journey_ids } = plan
  const cancelled = await ports.cancelJourney(
    tx,
    job.id,
    { reason, others: plan.action, to_journey_ids },
    context,
    isTrial,
  )
  return { version: cancelled.journey.version, parties: cancelled.parties }
}

async function settleHire(
  tx: Tx,
  ports: Ports,
  job: AffectedJob,
  plan: JobPlan,
  resourceId: string | null,
  { reason, overrideReason }: Wish,
  context: Context,
): Promise<Done> {
  if (plan.action === 'move')
    throw invalid([{ path: 'jobs', message: `${job.label} is a hire: it has no other departure to move to.` }])
  if (plan.action === 'cancel') {
    const party = await ports.cancelHire(tx, job.id, reason, context)
    return { version: party.reservation?.version ?? 0, parties: [party] }
  }
  const hire = await ports.assignHire(tx, job.id, job.role, resourceId, context, overrideReason)
  return { version: hire.version, parties: [] }
}
