import { sentence } from '../../../../contract/core/sentence'
import type { Reservation } from '../../../../contract/entities/reservation'
import { isReturn, mainLegsOf } from '../../../../contract/entities/reservation-parts'
import type { Reader } from '../../../db/transaction'
import { departureOf, salesEndOf } from '../../../domain/reservations/sale'
import { holdUntil } from '../../../domain/reservations/hold'
import type { Context } from '../../../kernel/context'
import { invalidAt } from '../../../http/refusal'
import { holdMinutesOf } from '../repository/sales'
import type { SoldLeg } from '../repository/journeys'

/** Returns the columns that depend on the legs. The destination is that of the outbound direction. */
export function travelColumns(legs: readonly SoldLeg[], before: Pick<Reservation, 'way_back'> | null = null) {
  const directed = legs.map((sold) => ({ ...sold, direction: sold.leg.direction }))
  const [first, last] = [legs[0], mainLegsOf(directed).at(-1)]
  if (!first || !last) throw invalidAt('legs', sentence`Choose a journey.`)
  return {
    travel_at: first.board.planned_depart,
    journey_id: first.journey.id,
    origin_station_id: first.board.station_id,
    destination_station_id: last.alight.station_id,
    way_back: isReturn(legs.map(({ leg }) => leg)) ? (before?.way_back ?? 'ahead') : null,
  }
}

/**
 * Returns the end of a hold on these legs: after the duration of the partner's contract or the default one, at most at the
 * end of sales. A sale made after the end of sales can be held until the departure.
 */
export async function holdEnd(
  reader: Reader,
  legs: readonly SoldLeg[],
  { partner_id }: Pick<Reservation, 'partner_id'>,
  context: Context,
): Promise<string> {
  const [first] = legs
  if (!first) throw invalidAt('legs', sentence`Choose a journey.`)
  const now = context.now()
  const salesEnd = salesEndOf(first.journey, first.board)
  const end = Date.parse(salesEnd) > now.getTime() ? salesEnd : departureOf(first.board)
  return holdUntil(now, end, await holdMinutesOf(reader, partner_id))
}
