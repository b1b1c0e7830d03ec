import { mostAtOnce } from '../../../domain/timetable/most-at-once'
import { formatServiceTime } from '../../../domain/timetable/service-time'
import { breathing } from '../breathe'
import { fingerprintOf } from './codes'
import { isApproximate, type PlannedTrip } from './routes'

/** A trip, or one repetition of it, as it runs on each of its dates. */
export interface Run {
  /** Names it within the feed, whatever the date. */
  externalId: string
  trip: PlannedTrip
  /** Seconds between the times of the trip and those of this run. */
  shift: number
  /** Seconds into the service day. */
  departure: number
  arrival: number
  /** Same on each date: the instants follow from the date. */
  fingerprint: string
}

/** All runs in the order of their departures, so that codes are handed out the same way every time. */
export async function planRuns(
  trips: readonly PlannedTrip[],
  stopIds: readonly string[],
  timezone: string,
): Promise<Run[]> {
  const runs: Run[] = []
  for await (const trip of breathing(trips)) runs.push(...runsOf(trip, stopIds, timezone))
  return runs.sort((a, b) => a.departure - b.departure || (a.externalId < b.externalId ? -1 : 1))
}

/** Names the journey of a run on a date within the feed. */
export const externalIdOf = ({ externalId }: Pick<Run, 'externalId'>, date: string): string => `${externalId}@${date}`

/** The run and the date of a journey's name within the feed. */
export function runOf(externalId: string): { id: string; date: string } {
  const at = externalId.lastIndexOf('@')
  return { id: externalId.slice(0, at), date: externalId.slice(at + 1) }
}

/** How many journeys the trips make over all dates, without making them. */
export function countJourneys(trips: readonly PlannedTrip[]): number {
  return trips.reduce((sum, { trip }) => {
    const departures = trip.headways.reduce(
      (count, { start, end, everyS }) => count + Math.ceil((end - start) / everyS),
      0,
    )
    return sum + trip.dates.length * (trip.headways.length === 0 ? 1 : departures)
  }, 0)
}

/** How many runs a date has and how many of them are under way at one instant at most. */
export function dateSummary(date: string, runs: readonly Run[]): { date: string; count: number; most_at_once: number } {
  const spans = runs.map(({ departure, arrival }) => ({ from: departure, to: arrival }))
  return { date, count: runs.length, most_at_once: mostAtOnce(spans) }
}

/** The runs of each date, in the order of their departures. */
export function runsByDate(runs: readonly Run[], dates: readonly string[]): Map<string, Run[]> {
  const byDate = new Map<string, Run[]>(dates.map((date) => [date, []]))
  for (const run of runs) for (const date of run.trip.trip.dates) byDate.get(date)?.push(run)
  return byDate
}

function runsOf(planned: PlannedTrip, stopIds: readonly string[], timezone: string): Run[] {
  const { trip, calls } = planned
  const first = calls[0]?.departure ?? 0
  const last = calls.at(-1)?.arrival ?? first
  const times = calls.map(({ stop, arrival, departure, pickup, dropOff }) => [
    stopIds[stop],
    arrival,
    departure,
    pickup,
    dropOff,
  ])
  // Named only where there are any, so that journeys of earlier imports stay what they are.
  const approximate = calls.flatMap((_, index) => (isApproximate(planned, index) ? [index] : []))
  const told = approximate.length === 0 ? [] : [approximate]
  const run = (externalId: string, shift: number): Run => ({
    externalId,
    trip: planned,
    shift,
    departure: first + shift,
    arrival: last + shift,
    fingerprint: fingerprintOf([trip.route.id, timezone, shift, times, ...told]),
  })
  if (trip.headways.length === 0) return [run(trip.id, 0)]
  const departures = trip.headways.flatMap(({ start, end, everyS }) =>
    Array.from({ length: Math.ceil((end - start) / everyS) }, (_, i) => start + i * everyS),
  )
  return [...new Set(departures)].map((departure) =>
    run(`${trip.id}#${formatServiceTime(departure)}`, departure - first),
  )
}
