import type { AssignmentOutcome, PlanAssignment } from '../../../contract/operations/dispatch-plan'
import { PLAN_UNDO_H } from '../../../contract/core/limits/dispatch'
import { sentence } from '../../../contract/core/sentence'
import { attempt, type Tx } from '../../db/transaction'
import type { Context } from '../../kernel/context'
import { Refusal, wrongStateAt } from '../../http/refusal'
import type { Ports } from './ports'
import {
  assignedTo,
  isKnown,
  lockApplied,
  markUndone,
  writeAssignment,
  type AppliedAssignment,
} from './repository/plans'

const HOUR_MS = 3_600_000

/** Assigns journeys of a plan with the checks of a manual assignment. A refusal does not affect the other journeys. */
export async function apply(
  tx: Tx,
  ports: Ports,
  planId: string,
  assignments: readonly PlanAssignment[],
  context: Context,
): Promise<AssignmentOutcome[]> {
  const outcomes: AssignmentOutcome[] = []
  // Every caller that assigns several journeys locks them in this order, which prevents deadlocks.
  for (const request of assignments.toSorted((a, b) => (a.journey_id < b.journey_id ? -1 : 1)))
    outcomes.push(await outcomeOf(tx, request.journey_id, () => assign(tx, ports, planId, request, context)))
  return outcomes
}

async function assign(
  tx: Tx,
  ports: Ports,
  planId: string,
  { journey_id, version, ...request }: PlanAssignment,
  context: Context,
): Promise<void> {
  const before = await assignedTo(tx, journey_id)
  if (!before) throw new Refusal('not_found', sentence`There is no such journey.`)
  const after = await ports.assign(tx, journey_id, version, request, context)
  await writeAssignment(tx, planId, {
    journey_id,
    applied_at: context.now().toISOString(),
    ...before,
    version: after.version,
  })
}

/**
 * Undoes a share of a plan, the last journey first. A journey that was changed since then stays unchanged.
 * @throws Refusal not_found, or invalid_state when it is too late
 */
export async function undo(
  tx: Tx,
  ports: Ports,
  planId: string,
  context: Context,
): Promise<{ outcomes: AssignmentOutcome[]; left: number }> {
  const { share, count } = await lockApplied(tx, planId)
  if (share.length === 0 && !(await isKnown(tx, planId)))
    throw new Refusal('not_found', sentence`There is no such plan: it was never applied, or too long ago.`)
  const tooLate = context.now().getTime() - PLAN_UNDO_H * HOUR_MS
  if (share.some(({ applied_at }) => Date.parse(applied_at) < tooLate))
    throw wrongStateAt('', sentence`It was applied more than ${PLAN_UNDO_H} hours ago: change the journeys themselves.`)
  const outcomes: AssignmentOutcome[] = []
  for (const one of share) outcomes.push(await outcomeOf(tx, one.journey_id, () => restore(tx, ports, one, context)))
  await markUndone(
    tx,
    planId,
    share.map(({ journey_id }) => journey_id),
    context.now().toISOString(),
  )
  return { outcomes, left: count - share.length }
}

async function restore(tx: Tx, ports: Ports, one: AppliedAssignment, context: Context): Promise<void> {
  const request = { vehicle_id: one.vehicle_id_before, driver_id: one.driver_id_before }
  await ports.assign(tx, one.journey_id, one.version, request, context)
}

/** Runs the work on one journey and returns its outcome; a refusal becomes a failed outcome. */
async function outcomeOf(tx: Tx, journey_id: string, work: () => Promise<void>): Promise<AssignmentOutcome> {
  try {
    await attempt(tx, work)
    return { journey_id, outcome: 'done', detail: null }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { journey_id, outcome: 'failed', detail: String(error.detail ?? error.message) }
  }
}
