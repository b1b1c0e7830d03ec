import type { ReservationLeg } from '../../../../contract/entities/reservation-parts'
import { expireHolds } from '../../../kernel/expire-holds'
import { setAsideFor, type SetAside } from '../../../kernel/set-aside'
import type { Tx } from '../../../db/transaction'
import { spaceOf } from '../../../domain/availability/space'
import type { Context } from '../../../kernel/context'
import { unknownReference } from '../../../http/refusal'
import { lockJourneys, type BookedLeg } from '../repository/journeys'

/**
 * Locks the seats of the journeys of a reservation, and reads everything that selling them requires.
 * @param ending context in which expired holds on them are expired first; without it they stay
 * @throws Refusal validation where a journey does not exist
 */
export async function lockLegs(
  tx: Tx,
  legs: readonly ReservationLeg[],
  sale: { partnerId: string | null; now: Date },
  ending?: Context,
): Promise<BookedLeg[]> {
  const ids = [...new Set(legs.map((leg) => leg.journey_id.toLowerCase()))]
  let journeys = await lockJourneys(tx, legs, ending ? sale.now : null)
  if (ending && journeys.length === 0) {
    // No row is locked here. The lock order is reservations, then journeys.
    await expireHolds(tx, ending, ids)
    journeys = await lockJourneys(tx, legs, null)
  }
  if (journeys.some((journey) => journey.is_stale)) journeys = await lockJourneys(tx, legs, null)
  const isShared = journeys.some((journey) => journey.has_allotment)
  const setAside = isShared ? await setAsideFor(tx, ids, sale) : new Map<string, SetAside>()
  const booked = new Map(
    journeys.map((journey) => [
      journey.id,
      {
        ...journey,
        calls: new Map(journey.calls.map((call) => [call.seq, call])),
        space: spaceOf(journey),
        setAside: setAside.get(journey.id) ?? new Map<number, number>(),
      },
    ]),
  )
  return legs.map((leg, index) => {
    const journey = booked.get(leg.journey_id.toLowerCase())
    if (!journey) throw unknownReference(`legs.${index}.journey_id`, 'journey')
    return { leg, journey, board: journey.calls.get(leg.board_seq), alight: journey.calls.get(leg.alight_seq) }
  })
}
