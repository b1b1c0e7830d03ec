import { sentence } from '../../../../contract/core/sentence'
import type { Journey } from '../../../../contract/entities/journey'
import type { RouteStop } from '../../../../contract/entities/route'
import type { Tx } from '../../../db/transaction'
import { plannedCalls } from '../../../domain/journeys/calls'
import { journeyCode } from '../../../domain/timetable/journey-code'
import { instantOf } from '../../../domain/timetable/service-time'
import { unknownReference, wrongStateAt } from '../../../http/refusal'
import { knownCodes, lockRoute, stopsOf, type PlacedStop } from '../repository/plan'

/** Maximum number of journeys of one route that depart in the same minute. */
const MAX_AT_ONCE = 99

type PlannedDeparture = Pick<Journey, 'route_id' | 'service_date' | 'departure_time'>
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
 * Returns the columns that follow from the route, the day and the departure time.
 * Locks the route, so that its stops cannot change and two journeys of one minute get different codes.
 * @throws Refusal when the route is not active or has fewer than two stops
 */
export async function planJourney(tx: Tx, { route_id, service_date, departure_time }: PlannedDeparture): Promise<Plan> {
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

/** Locks a route and returns the stops for new journeys. @throws Refusal as planJourney */
export async function lockPattern(tx: Tx, routeId: string): Promise<LockedPattern> {
  const route = await lockRoute(tx, routeId)
  if (!route) throw unknownReference('route_id', 'route')
  if (route.status !== 'active')
    throw wrongStateAt(
      'route_id',
      route.status === 'draft'
        ? sentence`${route.code} is a draft: activate the route first.`
        : sentence`${route.code} is retired: choose another route.`,
    )
  const stops = await stopsOf(tx, route.id, route.pattern_version)
  const [origin, destination] = [stops[0], stops.at(-1)]
  if (!origin || !destination || stops.length < 2)
    throw wrongStateAt('route_id', sentence`${route.code} has fewer than two stops: add them first.`)
  return { route, stops, origin, destination }
}

/** Returns the departure from the first stop and the arrival at the last. @throws Refusal when both are the same minute */
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
    throw wrongStateAt(
      'route_id',
      sentence`${routeCode} arrives in the minute of its departure: correct the times of its stops first.`,
    )
  return { departsAt, arrivesAt }
}

async function freeCode(tx: Tx, routeCode: string, serviceDate: string, departureTime: string): Promise<string> {
  const codes = Array.from({ length: MAX_AT_ONCE }, (_, index) =>
    journeyCode(routeCode, serviceDate, departureTime, index + 1),
  )
  const taken = await knownCodes(tx, codes)
  const free = codes.find((code) => !taken.has(code))
  if (free === undefined)
    throw wrongStateAt(
      'departure_time',
      sentence`${routeCode} already has ${MAX_AT_ONCE} journeys in this minute: choose another time.`,
    )
  return free
}
