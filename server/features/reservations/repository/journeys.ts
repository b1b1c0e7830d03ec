import { sql } from 'kysely'
import type { Journey, JourneyCall, JourneyLeg } from '../../../../contract/entities/journey'
import type { BookingRule } from '../../../../contract/entities/route'
import type { ReservationLeg } from '../../../../contract/entities/reservation-parts'
import type { I18nText } from '../../../../contract/scalars'
import { lockSeats } from '../../../db/seats'
import { setAsideFor, type SetAside } from '../../../db/set-aside'
import type { Tx } from '../../../db/transaction'
import { invalid } from '../../../http/refusal'

export type BookedCall = JourneyCall & { station_name: string; name: I18nText }

/** A journey as the sale of its seats needs it. */
export interface BookedJourney extends Pick<
  Journey,
  | 'id'
  | 'code'
  | 'kind'
  | 'route_id'
  | 'service_date'
  | 'sales_status'
  | 'service_status'
  | 'vehicle_type_id'
  | 'departs_at'
> {
  route_code: string
  booking_rule: BookingRule | null
  calls: ReadonlyMap<number, BookedCall>
  /** Its seat counters, locked until the transaction ends. */
  seats: JourneyLeg[]
  /** Seats set aside for partners other than the one that books, by `leg_seq`. */
  setAside: SetAside
}

/** A leg of a reservation with its journey, and the calls where it starts and ends if there are such calls. */
export interface BookedLeg {
  leg: ReservationLeg
  journey: BookedJourney
  board: BookedCall | undefined
  alight: BookedCall | undefined
}

/**
 * Locks the seats of the journeys that a reservation travels on, and reads all that selling them needs.
 * @throws Refusal validation when a journey does not exist.
 */
export async function lockLegs(
  tx: Tx,
  legs: readonly ReservationLeg[],
  sale: { partnerId: string | null; now: Date },
): Promise<BookedLeg[]> {
  const ids = [...new Set(legs.map((leg) => leg.journey_id.toLowerCase()))]
  const seats = await lockSeats(tx, ids)
  const journeys = await journeysOf(tx, ids)
  const calls = await callsOf(tx, ids)
  const setAside = await setAsideFor(tx, ids, sale)
  return legs.map((leg, index) => {
    const id = leg.journey_id.toLowerCase()
    const journey = journeys.find((candidate) => candidate.id === id)
    if (!journey)
      throw invalid(
        [{ path: `legs.${index}.journey_id`, message: 'This journey does not exist. Choose one from the list.' }],
        'unknown_reference',
      )
    const own = calls.filter((call) => call.journey_id === id)
    const booked: BookedJourney = {
      ...journey,
      calls: new Map(own.map((call) => [call.seq, call])),
      seats: seats.get(id) ?? [],
      setAside: setAside.get(id) ?? new Map(),
    }
    return { leg, journey: booked, board: booked.calls.get(leg.board_seq), alight: booked.calls.get(leg.alight_seq) }
  })
}

type JourneyRow = Omit<BookedJourney, 'calls' | 'seats' | 'setAside'>

async function journeysOf(tx: Tx, ids: string[]): Promise<JourneyRow[]> {
  const { rows } = await sql<JourneyRow>`
    select j.id, j.code, j.kind, j.route_id, j.service_date, j.sales_status, j.service_status, j.departs_at,
      coalesce(v.vehicle_type_id, j.vehicle_type_id) as vehicle_type_id, r.code as route_code, r.booking_rule
    from journeys j join routes r on r.id = j.route_id left join vehicles v on v.id = j.vehicle_id
    where j.id = any(${ids}::uuid[])`.execute(tx)
  return rows
}

async function callsOf(tx: Tx, ids: string[]): Promise<(BookedCall & { journey_id: string })[]> {
  const { rows } = await sql<BookedCall & { journey_id: string }>`
    select c.*, s.name, s.name->>'en' as station_name
    from journey_calls c join stations s on s.id = c.station_id where c.journey_id = any(${ids}::uuid[])`.execute(tx)
  return rows
}
