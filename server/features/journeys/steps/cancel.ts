import { sentence } from '../../../../contract/core/sentence'
import type { Journey } from '../../../../contract/entities/journey'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { PartyOutcome, PartyPlan } from '../../../../contract/operations/journeys'
import type { Store } from '../../../crud/store'
import type { Tx } from '../../../db/transaction'
import type { PartyStep } from '../../../domain/reservations/party'
import type { Context } from '../../../kernel/context'
import type { Expected } from '../../../http/etag'
import { Refusal, invalidAt, unknownReference } from '../../../http/refusal'
import { refuseUnknownIds } from '../../../http/unknown-ids'
import { recordExists } from '../../../kernel/record-exists'
import { refuseCancelling } from './change'
import { takeStep } from './take-step'

/** Operations on the reservations of a journey. */
export interface Parties {
  on: (tx: Tx, journeyId: string) => Promise<Reservation[]>
  settle: (tx: Tx, party: Reservation, step: PartyStep, reason: string, context: Context) => Promise<PartyOutcome>
}

export interface Cancellation {
  reason: string
  parties: PartyPlan[]
  others: 'move' | 'move_or_cancel' | 'cancel' | 'refuse'
  to_journey_ids: string[]
}

export interface Cancelled {
  journey: Journey
  parties: PartyOutcome[]
}

/**
 * Cancels a journey in the caller's transaction and moves or cancels each of its reservations as planned.
 * `dryRun` reports every reservation that does not fit; otherwise the first one aborts the cancellation.
 * @throws Refusal still_referenced or invalid_state when a reservation is left, validation when `parties` has a reservation
 * that is not on the journey, or a target does not exist
 */
export async function cancelWithParties(
  tx: Tx,
  { store, parties }: { store: Store<Journey>; parties: Parties },
  id: string,
  version: Expected,
  request: Cancellation,
  context: Context,
  dryRun: boolean,
): Promise<Cancelled> {
  refuseCancelling(context)
  const aboard = await parties.on(tx, id)
  refuseUnknownParties(request, aboard)
  await refuseUnknownTargets(tx, request)
  const outcomes: PartyOutcome[] = []
  for (const party of aboard) {
    const step = stepFor(id, party.id, request)
    if (step) outcomes.push(await parties.settle(tx, party, step, request.reason, context))
  }
  const failed = outcomes.filter(({ outcome }) => outcome === 'failed')
  if (failed.length > 0 && !dryRun)
    throw new Refusal(
      'still_referenced',
      failed[0]?.detail ?? sentence`Some parties do not fit on another journey. Choose what happens to them.`,
      {
        blockers: [
          {
            resource: 'reservations',
            count: failed.length,
            examples: failed.map(({ reservation_id, reference }) => ({ id: reservation_id, label: reference })),
          },
        ],
      },
    )
  const journey =
    failed.length > 0
      ? await store.getIn(tx, id)
      : await store.actIn(tx, id, version, context, takeStep('cancelJourney', context, request.reason))
  return { journey, parties: outcomes }
}

/** Refuses actions for reservations that are not on the journey. @throws Refusal validation */
function refuseUnknownParties({ parties }: Cancellation, aboard: readonly Reservation[]): void {
  refuseUnknownIds(
    parties.map(({ reservation_id }) => reservation_id),
    aboard.map(({ id }) => id),
    (index) => `parties.${index}.reservation_id`,
    sentence`This reservation is not on this departure, or no longer. Remove it from the list.`,
  )
}

/** Refuses journeys to move to that do not exist, also those that no reservation would be moved to. */
async function refuseUnknownTargets(tx: Tx, { parties, to_journey_ids }: Cancellation): Promise<void> {
  const targets = [
    ...parties.map(({ to_journey_id: id }, index) => ({ id, path: `parties.${index}.to_journey_id` })),
    ...to_journey_ids.map((id, index) => ({ id, path: `to_journey_ids.${index}` })),
  ]
  for (const { id, path } of targets)
    if (id !== undefined && !(await recordExists(tx, 'journeys', id))) throw unknownReference(path, 'journey')
}

function stepFor(journeyId: string, partyId: string, request: Cancellation): PartyStep | undefined {
  const index = request.parties.findIndex((plan) => plan.reservation_id === partyId)
  const plan = request.parties[index]
  if (plan?.action === 'cancel_all') return { action: 'cancel_all' }
  if (plan?.action === 'cancel') return { action: 'cancel', fromJourneyId: journeyId }
  if (plan) {
    if (plan.to_journey_id === undefined)
      throw invalidAt(`parties.${index}.to_journey_id`, sentence`Choose the journey to move to.`)
    return { action: 'move', fromJourneyId: journeyId, toJourneyIds: [plan.to_journey_id] }
  }
  if (request.others === 'refuse') return undefined
  if (request.others === 'cancel') return { action: 'cancel', fromJourneyId: journeyId }
  return { action: request.others, fromJourneyId: journeyId, toJourneyIds: request.to_journey_ids }
}
