import { sql } from 'kysely'
import type { Reservation } from '../../../../contract/entities/reservation'
import { HOLD_DEFAULT_MIN } from '../../../../contract/core/limits'
import type { Reader } from '../../../db/transaction'
import { departureOf, salesEndOf } from '../../../domain/reservations/sale'
import { holdUntil } from '../../../domain/reservations/hold'
import type { Context } from '../../../http/context'
import { invalid } from '../../../http/refusal'
import type { SoldLeg } from './journeys'

/** The columns that follow from the way of a reservation. */
export function travelColumns(legs: readonly SoldLeg[]) {
  const [first, last] = [legs[0], legs.at(-1)]
  if (!first || !last) throw invalid([{ path: 'legs', message: 'Choose a journey.' }])
  return {
    travel_at: first.board.planned_depart,
    journey_id: first.journey.id,
    origin_station_id: first.board.station_id,
    destination_station_id: last.alight.station_id,
  }
}

/**
 * Until when a hold on these legs lasts: the time of the partner's contract or the usual one, and never past the end
 * of sales. Who sells after that holds until the departure at most.
 */
export async function holdEnd(
  reader: Reader,
  legs: readonly SoldLeg[],
  { partner_id }: Pick<Reservation, 'partner_id'>,
  context: Context,
): Promise<string> {
  const [first] = legs
  if (!first) throw invalid([{ path: 'legs', message: 'Choose a journey.' }])
  const now = context.now()
  const salesEnd = salesEndOf(first.journey, first.board)
  const end = Date.parse(salesEnd) > now.getTime() ? salesEnd : departureOf(first.board)
  return holdUntil(now, end, partner_id === null ? HOLD_DEFAULT_MIN : await holdMinutesOf(reader, partner_id))
}

async function holdMinutesOf(reader: Reader, partnerId: string): Promise<number> {
  const { rows } = await sql<{ minutes: number | null }>`
    select (contract->>'hold_minutes')::int as minutes from partners where id = ${partnerId}`.execute(reader)
  return rows[0]?.minutes ?? HOLD_DEFAULT_MIN
}
