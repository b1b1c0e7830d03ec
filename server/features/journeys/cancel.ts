import type { Journey } from '../../../contract/entities/journey'
import type { PartyOutcome, PartyPlan } from '../../../contract/operations/journeys'
import type { Store } from '../../crud/store'
import type { Tx } from '../../db/transaction'
import type { Context } from '../../http/context'
import { refuseOverride } from '../../http/overrides'
import { Refusal, invalid } from '../../http/refusal'
import type { Parties, PartyStep } from './parties'
import { takeStep } from './steps'

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
 * Cancels a journey with everybody on it, in the caller's transaction: each party is moved or cancelled as the plan
 * says. `isTrial` tells of every party that does not fit; otherwise the first of them ends it all.
 * @throws Refusal still_referenced or invalid_state when a party is left.
 */
export async function cancelWithParties(
  tx: Tx,
  { store, parties }: { store: Store<Journey>; parties: Parties },
  id: string,
  version: number | null,
  wish: Cancellation,
  context: Context,
  isTrial: boolean,
): Promise<Cancelled> {
  refuseOverride('cancel_journey', context, 'Your role may not cancel a departure. Ask a manager.')
  const outcomes: PartyOutcome[] = []
  for (const party of await parties.on(tx, id)) {
    const step = stepFor(id, party.id, wish)
    if (step) outcomes.push(await parties.settle(tx, party, step, wish.reason, context))
  }
  const failed = outcomes.filter(({ outcome }) => outcome === 'failed')
  if (failed.length > 0 && !isTrial)
    throw new Refusal('still_referenced', failed[0]?.detail ?? 'Some parties do not fit elsewhere.', {
      blockers: [
        {
          resource: 'reservations',
          count: failed.length,
          examples: failed.map(({ reservation_id, reference }) => ({ id: reservation_id, label: reference })),
        },
      ],
    })
  const journey =
    failed.length > 0
      ? await store.getIn(tx, id)
      : await store.actIn(tx, id, version, context, takeStep('cancelJourney', context, wish.reason))
  return { journey, parties: outcomes }
}

function stepFor(journeyId: string, partyId: string, wish: Cancellation): PartyStep | undefined {
  const index = wish.parties.findIndex((plan) => plan.reservation_id === partyId)
  const plan = wish.parties[index]
  if (plan?.action === 'cancel') return { action: 'cancel' }
  if (plan) {
    if (plan.to_journey_id === undefined)
      throw invalid([{ path: `parties.${index}.to_journey_id`, message: 'Choose the journey to move to.' }])
    return { action: 'move', fromJourneyId: journeyId, toJourneyIds: [plan.to_journey_id] }
  }
  if (wish.others === 'refuse') return undefined
  if (wish.others === 'cancel') return { action: 'cancel' }
  return { action: wish.others, fromJourneyId: journeyId, toJourneyIds: wish.to_journey_ids }
}
