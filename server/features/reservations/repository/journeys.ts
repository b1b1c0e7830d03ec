import { sql } from 'kysely'
import type { Journey, JourneyCall, LoadedLeg } from '../../../../contract/entities/journey'
import type { BookingRule, Route } from '../../../../contract/entities/route'
import type { ReservationLeg } from '../../../../contract/entities/reservation-parts'
import type { Station } from '../../../../contract/entities/station'
import { lockSeats } from '../../../kernel/seats'
import { setAsideFor, type SetAside } from '../../../kernel/set-aside'
import type { Tx } from '../../../db/transaction'
import { NO_SPACE, spaceOf, type Space } from '../../../domain/availability/space'
import { invalid } from '../../../http/refusal'

export type BookedCall = JourneyCall & Pick<Station, 'name' | 'timezone' | 'zone_code'> & { station_name: string }

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
  service_kind: Route['service_kind']
  booking_rule: BookingRule | null
  calls: ReadonlyMap<number, BookedCall>
  /** Its seat counters, locked until the transaction ends. */
  seats: LoadedLeg[]
  /** What it has beside seats, as it was when the counters were locked. */
  space: Space
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

/** A leg of which both calls are known to exist. */
export type SoldLeg = BookedLeg & { board: BookedCall; alight: BookedCall }

/**
 * Locks the seats of the journeys that a reservation travels on, and reads all that selling them needs.
 * @param whenHeld what is done before the seats are locked where some of them are on hold
 * @throws Refusal validation when a journey does not exist.
 */
export async function lockLegs(
  tx: Tx,
  legs: readonly ReservationLeg[],
  sale: { partnerId: string | null; now: Date },
  whenHeld?: (journeyIds: readonly string[]) => Promise<void>,
): Promise<BookedLeg[]> {
  const ids = [...new Set(legs.map((leg) => leg.journey_id.toLowerCase()))]
  let calls = await callsOf(tx, ids)
  if (calls.some((call) => call.has_holds)) await whenHeld?.(ids)
  const seats = await lockSeats(tx, ids)
  // Somebody had the journey in hand until it could be locked.
  if (calls.some((call) => call.version !== seats.get(call.journey_id)?.version)) calls = await callsOf(tx, ids)
  const isShared = calls.some((call) => call.has_allotment)
  const setAside = isShared ? await setAsideFor(tx, ids, sale) : new Map<string, SetAside>()
  return legs.map((leg, index) => {
    const id = leg.journey_id.toLowerCase()
    const own = calls.filter((call) => call.journey_id === id)
    const [journey] = own
    if (!journey)
      throw invalid(
        [{ path: `legs.${index}.journey_id`, message: 'This journey does not exist. Choose one from the list.' }],
        'unknown_reference',
      )
    const locked = seats.get(id)
    const booked: BookedJourney = {
      ...journey,
      id,
      calls: new Map(own.map((call) => [call.seq, call])),
      seats: locked?.legs ?? [],
      space: locked ? spaceOf(locked.places) : NO_SPACE,
      setAside: setAside.get(id) ?? new Map(),
    }
    return { leg, journey: booked, board: booked.calls.get(leg.board_seq), alight: booked.calls.get(leg.alight_seq) }
  })
}

/** A call with what its journey has for each of its calls: one question instead of two. */
type CallRow = BookedCall &
  Omit<BookedJourney, 'id' | 'calls' | 'seats' | 'space' | 'setAside'> & {
    journey_id: string
    version: number
    has_allotment: boolean
    has_holds: boolean
  }

async function callsOf(tx: Tx, ids: string[]): Promise<CallRow[]> {
  const { rows } = await sql<CallRow>`
    select c.*, s.name, s.name->>'en' as station_name, s.timezone, s.zone_code,
      j.version, j.code, j.kind, j.route_id, j.service_date, j.sales_status, j.service_status, j.departs_at,
      coalesce(v.vehicle_type_id, j.vehicle_type_id) as vehicle_type_id,
      r.code as route_code, r.service_kind, r.booking_rule,
      exists (select 1 from allotments a where a.journey_id = j.id or a.route_id = j.route_id) as has_allotment,
      exists (select 1 from journey_legs l where l.journey_id = j.id and l.held > 0) as has_holds
    from journey_calls c join stations s on s.id = c.station_id join journeys j on j.id = c.journey_id
    join routes r on r.id = j.route_id left join vehicles v on v.id = j.vehicle_id
    where c.journey_id = any(${ids}::uuid[])`.execute(tx)
  return rows
}

export const codeOf = async (tx: Tx, journeyId: string): Promise<string | undefined> =>
  (await tx.selectFrom('journeys').select('code').where('id', '=', journeyId).executeTakeFirst())?.code
