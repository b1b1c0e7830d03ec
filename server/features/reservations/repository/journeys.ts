import { sql } from 'kysely'
import type { Journey, JourneyCall, JourneyLeg } from '../../../../contract/entities/journey'
import type { BookingRule } from '../../../../contract/entities/route'
import type { ReservationLeg } from '../../../../contract/entities/reservation-parts'
import type { I18nText } from '../../../../contract/scalars'
import { lockSeats } from '../../../db/seats'
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
  setAside: ReadonlyMap<number, number>
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
      setAside: new Map(
        setAside.filter((row) => row.journey_id === id).map(({ leg_seq, seats: blocked }) => [leg_seq, blocked]),
      ),
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

interface SetAsideRow {
  journey_id: string
  leg_seq: number
  seats: number
}

/**
 * What allotments of other partners keep back on each leg: their seats less those that the partner has taken there.
 * An allotment for the journey itself stands in for the one of its route's weekday.
 */
async function setAsideFor(
  tx: Tx,
  ids: string[],
  { partnerId, now }: { partnerId: string | null; now: Date },
): Promise<SetAsideRow[]> {
  const { rows } = await sql<SetAsideRow>`
    with chosen as (
      select distinct on (j.id, a.partner_id) j.id as journey_id, a.partner_id, a.seats
      from journeys j join allotments a
        on a.journey_id = j.id or (a.route_id = j.route_id and a.weekday = extract(isodow from j.service_date))
      where j.id = any(${ids}::uuid[]) and a.partner_id is distinct from ${partnerId}::uuid
        and j.departs_at - a.release_hours_before * interval '1 hour' > ${now.toISOString()}::timestamptz
      order by j.id, a.partner_id, a.journey_id nulls last
    )
    select l.journey_id, l.leg_seq, sum(greatest(0, c.seats - coalesce(taken.seats, 0)))::int as seats
    from chosen c join journey_legs l on l.journey_id = c.journey_id
    left join lateral (
      select sum(r.seats) as seats from reservation_legs rl join reservations r on r.id = rl.reservation_id
      where rl.journey_id = l.journey_id and rl.board_seq <= l.leg_seq and rl.alight_seq > l.leg_seq
        and r.partner_id = c.partner_id and r.environment = 'live'
        and r.status in ('on_hold', 'confirmed', 'checked_in', 'boarded', 'completed', 'no_show')
    ) taken on true
    group by l.journey_id, l.leg_seq`.execute(tx)
  return rows
}
