import type { PartyOutcome } from '../../../contract/operations/journeys'
import type { Reservation } from '../../../contract/entities/reservation'
import type { Store } from '../../crud/store'
import type { Step } from '../../crud/store-options'
import { attempt, type Tx } from '../../db/transaction'
import type { Context } from '../../kernel/context'
import { directionLost, type PartyStep } from '../../domain/reservations/party'
import { Refusal } from '../../http/refusal'
import { activeOn } from './repository/records'
import { moveForOperator } from './steps/amend'
import { cancelReservation, undoCancellation } from './steps/cancel'
import { cancelDirectionByOperator, restoreDirection } from './steps/operator-cancel'

/** Use cases for the parties on a journey, which other features call inside their own transaction. */
export interface Parties {
  /** Returns the active parties on a journey in the order of their booking. */
  on: (tx: Tx, journeyId: string) => Promise<Reservation[]>
  /**
   * Moves a party to the first journey that it fits on, or cancels it at no fee, for the operator's own reasons. A sold party
   * with a return loses only the direction of the journey, unless both are requested.
   */
  settle: (tx: Tx, party: Reservation, step: PartyStep, reason: string, context: Context) => Promise<PartyOutcome>
  /** Reverts a move or cancellation, except of expired holds. @throws Refusal where the seats were sold again */
  restore: (tx: Tx, outcome: RestorableParty, reason: string, context: Context) => Promise<void>
}

export interface RestorableParty {
  reservation_id: string
  outcome: PartyOutcome['outcome']
  from_journey_id: string | null
  to_journey_id: string | null
}

/** Return the context of a change to all parties on a journey, with the overrides that it has whatever the role. */
export interface PartyGrants {
  cancelling: (context: Context) => Context
  undoing: (context: Context) => Context
}

/** Ignores the refusal of an expired hold, so that the other parties are restored. */
async function unlessExpired(restored: Promise<unknown>): Promise<void> {
  try {
    await restored
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'hold_expired')) throw error
  }
}

export function partiesOf(store: Store<Reservation>, grants: PartyGrants): Parties {
  const act = async (tx: Tx, id: string, context: Context, step: Step<Reservation>) =>
    await store.actIn(tx, id, null, context, step)

  async function tryMove(
    tx: Tx,
    party: Reservation,
    from: string,
    to: readonly string[],
    reason: string,
    context: Context,
  ) {
    let refusal = 'No other journey was named.'
    for (const toJourneyId of to)
      try {
        const request = { from_journey_id: from, to_journey_id: toJourneyId, reason }
        const reservation = await attempt(tx, () => act(tx, party.id, context, moveForOperator(request, context)))
        return { toJourneyId, reservation }
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        refusal = String(error.detail ?? refusal)
      }
    return { refusal }
  }

  return {
    on: async (tx, journeyId) => {
      const ids = await activeOn(tx, journeyId)
      const parties: Reservation[] = []
      for (const id of ids) parties.push(await store.getIn(tx, id))
      return parties
    },

    settle: async (tx, party, step, reason, context) => {
      const settled = {
        reservation_id: party.id,
        reference: party.reference,
        lead_name: party.lead_name,
        seats: party.seats,
      }
      let detail: string | null = null
      if (step.action === 'move' || step.action === 'move_or_cancel') {
        const moved = await tryMove(tx, party, step.fromJourneyId, step.toJourneyIds, reason, context)
        if (moved.reservation)
          return {
            ...settled,
            outcome: 'moved',
            to_journey_id: moved.toJourneyId,
            detail,
            reservation: moved.reservation,
          }
        detail = moved.refusal
        if (step.action === 'move')
          return { ...settled, outcome: 'failed', to_journey_id: null, detail, reservation: null }
      }
      const direction = step.action === 'cancel_all' ? null : directionLost(party, step.fromJourneyId)
      const cancel = direction
        ? cancelDirectionByOperator({ direction, reason }, context)
        : cancelReservation({ reason, waive_fee: true }, grants.cancelling(context))
      const reservation = await act(tx, party.id, context, cancel)
      const outcome = direction ? 'direction_cancelled' : 'cancelled'
      return { ...settled, outcome, to_journey_id: null, detail, reservation }
    },

    restore: async (tx, { reservation_id, outcome, from_journey_id, to_journey_id }, reason, context) => {
      const restoreParty = (step: Step<Reservation>) =>
        unlessExpired(attempt(tx, () => act(tx, reservation_id, context, step)))
      if (outcome === 'cancelled') await restoreParty(undoCancellation(reason, grants.undoing(context)))
      else if (outcome === 'direction_cancelled') await restoreParty(restoreDirection(reason, context))
      else if (outcome === 'moved' && from_journey_id !== null && to_journey_id !== null) {
        if ((await store.getIn(tx, reservation_id))['status'] === 'expired') return
        const request = { from_journey_id: to_journey_id, to_journey_id: from_journey_id, reason }
        await restoreParty(moveForOperator(request, context))
      }
    },
  }
}
