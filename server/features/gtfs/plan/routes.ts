import type { I18nText } from '../../../../contract/core/scalars'
import { patternOf, type PatternStop } from '../../../domain/timetable/pattern'
import type { Feed } from '../read/feed'
import type { FeedRoute } from '../read/network'
import type { RunningTrip } from '../read/stop-times'
import { fingerprintOf } from './codes'
import { nameOf } from './languages'

/** Maximum offset from the start of a route, in minutes. */
const MAX_OFFSET_MIN = 10_080

/** Fields of a route that the feed sets. Staff own all others. */
export interface RouteValues {
  name: I18nText
  color: string | null
}

/** A distinct sequence of stops of a route, with the times of its most frequent trip. */
export interface PatternPlan {
  /** External ids of the stops. */
  stops: string[]
  /** In the order of `stops`; `station` is an external id. */
  offsets: PatternStop[]
  /** GTFS values 0 to 3, in the order of `stops`. */
  pickups: number[]
  dropOffs: number[]
  /** True for stops without exact times, in the order of `stops`. */
  approximate: boolean[]
  /** Number of runs on the requested dates. */
  runs: number
}

export interface RoutePlan {
  externalId: string
  requestedCodes: string[]
  values: RouteValues
  fingerprint: string
  /** Most used first; empty when the route has no runs on the requested dates. */
  patterns: PatternPlan[]
}

export interface PlannedTrip extends RunningTrip {
  pattern: PatternPlan
}

/** Returns whether the times of a call are not exact. */
export const isApproximate = ({ trip, calls }: RunningTrip, index: number): boolean =>
  trip.isApproximate || calls[index]?.isApproximate === true

/** Returns one route for each route of the feed, with the patterns of its running trips. */
export function planRoutes(feed: Feed): { routes: RoutePlan[]; trips: PlannedTrip[] } {
  const patterns = new Map<string, Map<string, { plan: PatternPlan; mostDates: number }>>()
  const trips: PlannedTrip[] = []
  for (const running of feed.running) {
    const { trip, calls } = running
    const ofRoute = patterns.get(trip.route.id) ?? new Map<string, { plan: PatternPlan; mostDates: number }>()
    patterns.set(trip.route.id, ofRoute)
    const key = calls.map((call) => call.stop).join(' ')
    const known = ofRoute.get(key) ?? { plan: newPattern(running, feed), mostDates: trip.dates.length }
    ofRoute.set(key, known)
    if (trip.dates.length > known.mostDates) {
      Object.assign(known.plan, timesOf(running, feed))
      known.mostDates = trip.dates.length
    }
    known.plan.runs += trip.dates.length
    trips.push({ ...running, pattern: known.plan })
  }
  const routes = feed.routes.map((route) => {
    const values = valuesOf(route, feed)
    const plans = [...(patterns.get(route.id)?.values() ?? [])].map(({ plan }) => plan)
    return {
      externalId: route.id,
      requestedCodes: [route.shortName, route.id].filter((request) => request !== ''),
      values,
      fingerprint: fingerprintOf(values),
      patterns: plans.sort((a, b) => b.runs - a.runs),
    }
  })
  return { routes, trips }
}

function valuesOf(route: FeedRoute, feed: Feed): RouteValues {
  const field = route.longName === '' ? 'route_short_name' : 'route_long_name'
  const text = route.longName === '' ? route.shortName : route.longName
  return {
    name: nameOf(text, feed.head.language, feed.translations.of('routes', field, route.id, text)),
    color: route.color,
  }
}

const newPattern = (running: RunningTrip, feed: Feed): PatternPlan => {
  const times = timesOf(running, feed)
  return { stops: times.offsets.map((stop) => stop.station), ...times, runs: 0 }
}

function timesOf(
  running: RunningTrip,
  feed: Feed,
): Pick<PatternPlan, 'offsets' | 'pickups' | 'dropOffs' | 'approximate'> {
  const { calls } = running
  const timed = calls.map(({ stop, arrival, departure }) => ({
    station: feed.stops[stop]?.id ?? '',
    arrival,
    departure,
  }))
  const within = (minutes: number) => Math.min(minutes, MAX_OFFSET_MIN)
  return {
    offsets: patternOf(timed).map(({ station, arriveOffsetMin, departOffsetMin }) => ({
      station,
      arriveOffsetMin: within(arriveOffsetMin),
      departOffsetMin: within(departOffsetMin),
    })),
    pickups: calls.map((call) => call.pickup),
    dropOffs: calls.map((call) => call.dropOff),
    approximate: calls.map((_, index) => isApproximate(running, index)),
  }
}
