import { sql } from 'kysely'
import type { Journey } from '../../../../contract/entities/journey'
import type { RouteStop } from '../../../../contract/entities/route'
import type { Tx } from '../../../db/transaction'
import { plannedCalls } from '../../../domain/journeys/calls'
import { journeyCode } from '../../../domain/timetable/journey-code'
import { instantOf } from '../../../domain/timetable/service-time'
import { invalid, wrongState } from '../../../http/refusal'

/** Journeys of one route that leave at the same minute. */
const MAX_AT_ONCE = 99

type Wish = Pick<Journey, 'route_id' | 'service_date' | 'departure_time'>
type Plan = Pick<
  Journey,
  | 'code'
  | 'pattern_version'
  | 'departs_at'
  | 'arrives_at'
  | 'timezone'
  | 'origin_station_id'
  | 'destination_station_id'
  | 'call_count'
>

/**
 * What follows from the route, the day and the time of departure. Locks the route, so that its stops stay and
 * two journeys of one minute get different codes.
 * @throws Refusal when the route is not active or leads nowhere.
 */
export async function planJourney(tx: Tx, { route_id, service_date, departure_time }: Wish): Promise<Plan> {
  const { route, stops, origin, destination } = await lockPattern(tx, route_id)
  const { departsAt, arrivesAt } = timesOf(route.code, stops, service_date, departure_time, origin.timezone)
  return {
    code: await freeCode(tx, route.code, service_date, departure_time),
    pattern_version: route.pattern_version,
    departs_at: departsAt,
    arrives_at: arrivesAt,
    timezone: origin.timezone,
    origin_station_id: origin.station_id,
    destination_station_id: destination.station_id,
    call_count: stops.length,
  }
}

export interface LockedPattern {
  route: { id: string; code: string; pattern_version: number }
  stops: PlacedStop[]
  origin: PlacedStop
  destination: PlacedStop
}

/** The stops that new journeys of a route take; they stay until the transaction ends. @throws Refusal as planJourney */
export async function lockPattern(tx: Tx, routeId: string): Promise<LockedPattern> {
  const route = await tx
    .selectFrom('routes')
    .select(['id', 'code', 'status', 'pattern_version'])
    .where('id', '=', routeId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!route)
    throw invalid(
      [{ path: 'route_id', message: 'This route does not exist. Choose one from the list.' }],
      'unknown_reference',
    )
  if (route.status !== 'active')
    throw wrongState([
      {
        path: 'route_id',
        message:
          route.status === 'draft'
            ? `${route.code} is a draft: activate the route first.`
            : `${route.code} is retired: choose another route.`,
      },
    ])
  const stops = await stopsOf(tx, route.id, route.pattern_version)
  const [origin, destination] = [stops[0], stops.at(-1)]
  if (!origin || !destination || stops.length < 2)
    throw wrongState([{ path: 'route_id', message: `${route.code} has fewer than two stops: add them first.` }])
  return { route, stops, origin, destination }
}

/** When a journey leaves its first stop and reaches its last. @throws Refusal when that is the same minute */
export function timesOf(
  routeCode: string,
  stops: readonly RouteStop[],
  serviceDate: string,
  departureTime: string,
  timezone: string,
): { departsAt: string; arrivesAt: string } {
  const departsAt = instantOf(serviceDate, departureTime, timezone)
  const arrivesAt = plannedCalls(stops, departsAt).at(-1)?.planned_arrive ?? departsAt
  if (Date.parse(arrivesAt) <= Date.parse(departsAt))
    throw wrongState([
      {
        path: 'route_id',
        message: `${routeCode} arrives at the minute it leaves: correct the times of its stops first.`,
      },
    ])
  return { departsAt, arrivesAt }
}

/** Writes the calls and the empty legs of a journey that has just been stored. */
export async function writeCalls(tx: Tx, id: string): Promise<void> {
  const journey = await tx
    .selectFrom('journeys')
    .select(['route_id', 'pattern_version', 'departs_at', 'capacity', 'overbooking_allowance'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const stops = await stopsOf(tx, journey.route_id, journey.pattern_version)
  const calls = plannedCalls(stops, journey.departs_at)
  await tx
    .insertInto('journey_calls')
    .values(calls.map((call, index) => ({ ...call, journey_id: id, ...placeOf(stops[index]) })))
    .execute()
  const { capacity, overbooking_allowance } = journey
  const legs = calls.slice(0, -1).map(({ seq }) => ({ journey_id: id, leg_seq: seq, capacity, overbooking_allowance }))
  await tx.insertInto('journey_legs').values(legs).execute()
}

export interface PlacedStop extends RouteStop {
  timezone: string
  platform_code: string | null
  /** Nobody gave its times: they were worked out when its timetable was imported. */
  is_approximate: boolean
}

/** What a call has from its stop beside its times. */
export const placeOf = (stop: PlacedStop | undefined) => ({
  platform: stop?.platform_code ?? null,
  is_approximate: stop?.is_approximate ?? false,
})

async function stopsOf(tx: Tx, routeId: string, patternVersion: number): Promise<PlacedStop[]> {
  const { rows } = await sql<PlacedStop>`
    select r.station_id, r.arrive_offset_min, r.depart_offset_min, r.pickup_type, r.drop_off_type,
      r.is_approximate, s.timezone, s.platform_code
    from route_stops r join stations s on s.id = r.station_id
    where r.route_id = ${routeId} and r.pattern_version = ${patternVersion} order by r.seq`.execute(tx)
  return rows
}

async function freeCode(tx: Tx, routeCode: string, serviceDate: string, departureTime: string): Promise<string> {
  const codes = Array.from({ length: MAX_AT_ONCE }, (_, index) =>
    journeyCode(routeCode, serviceDate, departureTime, index + 1),
  )
  const { rows } = await sql<{ code: string }>`select code from journeys where code = any(${codes}::text[])`.execute(tx)
  const taken = new Set(rows.map((row) => row.code))
  const free = codes.find((code) => !taken.has(code))
  if (free === undefined)
    throw wrongState([
      {
        path: 'departure_time',
        message: `${routeCode} has ${MAX_AT_ONCE} journeys at this minute already: choose another time.`,
      },
    ])
  return free
}
