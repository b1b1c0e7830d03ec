import { mostAtOnce } from '../../../domain/timetable/most-at-once'
import { formatServiceTime } from '../../../domain/timetable/service-time'
import { breathing } from '../breathe'
import { fingerprintOf } from './codes'
import { isApproximate, type PlannedTrip } from './routes'

/** A trip, or one of its repetitions, on each of its dates. */
export interface Run {
  /** Unique within the feed and the same on every date. */
  externalId: string
  trip: PlannedTrip
  /** Seconds added to the times of the trip. */
  shift: number
  /** Seconds after the start of the service day. */
  departure: number
  arrival: number
  /** Independent of the date, because the instants follow from it. */
  fingerprint: string
}

/** Returns all runs sorted by departure, so that codes are assigned reproducibly. */
export async function planRuns(
  trips: readonly PlannedTrip[],
  stopIds: readonly string[],
  timezone: string,
): Promise<Run[]> {
  const runs: Run[] = []
  for await (const trip of breathing(trips)) runs.push(...runsOf(trip, stopIds, timezone))
  return runs.sort((a, b) => a.departure - b.departure || (a.externalId < b.externalId ? -1 : 1))
}

/** Returns the id, within the feed, of the journey of a run on a date. */
export const externalIdOf = ({ externalId }: Pick<Run, 'externalId'>, date: string): string => `${externalId}@${date}`

/** Returns the run and the date of a journey's id within the feed. */
export function runOf(externalId: string): { id: string; date: string } {
  const at = externalId.lastIndexOf('@')
  return { id: externalId.slice(0, at), date: externalId.slice(at + 1) }
}

/** Counts the journeys of the trips over all dates without planning them. */
export function countJourneys(trips: readonly PlannedTrip[]): number {
  return trips.reduce((sum, { trip }) => {
    const departures = trip.headways.reduce(
      (count, { start, end, everyS }) => count + Math.ceil((end - start) / everyS),
      0,
    )
    return sum + trip.dates.length * (trip.headways.length === 0 ? 1 : departures)
  }, 0)
}

/** Returns the number of runs on a date and the maximum under way at one instant. */
export function dateSummary(date: string, runs: readonly Run[]): { date: string; count: number; most_at_once: number } {
  const spans = runs.map(({ departure, arrival }) => ({ from: departure, to: arrival }))
  return { date, count: runs.length, most_at_once: mostAtOnce(spans) }
}

/** Returns the runs of each date, sorted by departure. */
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
  // Added only when present, so that fingerprints of earlier imports stay the same.
  const approximate = calls.flatMap((_, index) => (isApproximate(planned, index) ? [index] : []))
  const flags = approximate.length === 0 ? [] : [approximate]
  const run = (externalId: string, shift: number): Run => ({
    externalId,
    trip: planned,
    shift,
    departure: first + shift,
    arrival: last + shift,
    fingerprint: fingerprintOf([trip.route.id, timezone, shift, times, ...flags]),
  })
  if (trip.headways.length === 0) return [run(trip.id, 0)]
  const departures = trip.headways.flatMap(({ start, end, everyS }) =>
    Array.from({ length: Math.ceil((end - start) / everyS) }, (_, i) => start + i * everyS),
  )
  return [...new Set(departures)].map((departure) =>
    run(`${trip.id}#${formatServiceTime(departure)}`, departure - first),
  )
}
