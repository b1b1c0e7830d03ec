import { breathing } from '../breathe'
import type { Archive } from './archive'
import { NO_TIME, StopTimes, type Call } from './calls'
import { readRows } from './csv'
import { shown } from './fields'
import { stopTimesFile, stopsFile, tripsFile } from './files'
import { Fault, type Issues } from './issues'
import { unknown, type FeedStops } from './network'
import { timeTrip } from './trip-times'
import type { FeedTrip } from './trips'

export interface RunningTrip {
  trip: FeedTrip
  calls: Call[]
}

export interface FeedTimes {
  /** Valid trips that run on a requested date. */
  running: RunningTrip[]
  /** Number of runs (trips times dates) left out because of faults in the trip. */
  leftOut: number
  /** GTFS route types that call at each stop of the feed, on any date. */
  routeTypes: Set<number>[]
}

/**
 * Reads stop_times.txt. Every row is checked; only rows of trips on a requested date are stored.
 * Memory therefore depends on the requested timetable, not on the size of the feed.
 */
export async function readStopTimes(
  archive: Archive,
  issues: Issues,
  stops: FeedStops,
  trips: ReadonlyMap<string, FeedTrip>,
  onRows: () => void,
): Promise<FeedTimes> {
  const all = [...trips.values()]
  const indexOf = new Map(all.map((trip, index) => [trip.id, index]))
  const retained = new StopTimes()
  const spoilt = new Set<number>()
  const routeTypes = stops.all.map(() => new Set<number>())
  const spoil = (tripId: unknown) => {
    const index = typeof tripId === 'string' ? indexOf.get(tripId) : undefined
    if (index !== undefined) spoilt.add(index)
  }

  const hasTrips = issues.areWhole(tripsFile.name)
  const stopOf = stopsBy(stops, issues)
  let rows = 0
  for await (const { line, row } of readRows(archive, stopTimesFile, issues, (bad) => spoil(bad['trip_id']))) {
    rows += 1
    if (rows % REPORT_EVERY_ROWS === 0) onRows()
    const place = { file: stopTimesFile.name, line }
    const index = indexOf.get(row.trip_id)
    const trip = index === undefined ? undefined : all[index]
    const stop = stopOf(row.stop_id)
    if (stop === undefined) issues.error({ ...place, field: 'stop_id' }, stopFault(row.stop_id, stops))
    if ((index === undefined || !trip) && hasTrips)
      issues.error({ ...place, field: 'trip_id' }, unknown('trip', row.trip_id, 'trips.txt'))
    if (stop === undefined) spoil(row.trip_id)
    if (stop === undefined || index === undefined || !trip) continue
    routeTypes[stop]?.add(trip.route.type)
    if (trip.dates.length === 0) continue
    retained.add(index, {
      line,
      stop,
      sequence: row.stop_sequence,
      arrival: row.arrival_time ?? NO_TIME,
      departure: row.departure_time ?? NO_TIME,
      pickup: row.pickup_type,
      dropOff: row.drop_off_type,
      isApproximate: row.timepoint === APPROXIMATE_TIME,
    })
  }
  return { ...(await assemble(all, retained, spoilt, issues)), routeTypes }
}

/** Returns the index of a stop. When stops.txt is broken, unknown stops get their own indexes. */
function stopsBy({ boardable, all }: FeedStops, issues: Issues): (id: string) => number | undefined {
  if (issues.areWhole(stopsFile.name)) return (id) => boardable.get(id)
  const strangers = new Map<string, number>()
  return (id) => {
    const known = boardable.get(id) ?? strangers.get(id) ?? all.length + strangers.size
    if (!boardable.has(id)) strangers.set(id, known)
    return known
  }
}

async function assemble(
  all: FeedTrip[],
  retained: StopTimes,
  spoilt: Set<number>,
  issues: Issues,
): Promise<Pick<FeedTimes, 'running' | 'leftOut'>> {
  const running: RunningTrip[] = []
  const timed = new Set<number>()
  for await (const { trip: index, rows } of breathing(retained.byTrip())) {
    const trip = all[index]
    if (!trip || spoilt.has(index)) continue
    timed.add(index)
    const result = timeTrip(rows)
    if ('calls' in result) running.push({ trip, calls: result.calls })
    else if ('error' in result)
      issues.error({ file: stopTimesFile.name, line: result.error.line, field: result.error.field }, result.error.fault)
    else issues.warn({ file: tripsFile.name, line: trip.line }, result.unusable)
  }
  for (const [index, trip] of all.entries())
    if (trip.dates.length > 0 && !timed.has(index) && !spoilt.has(index) && issues.areWhole(stopTimesFile.name))
      issues.warn({ file: tripsFile.name, line: trip.line }, WITHOUT_STOPS)
  const good = new Set(running.map(({ trip }) => trip.id))
  const leftOut = all.reduce((sum, trip) => sum + (good.has(trip.id) ? 0 : trip.dates.length), 0)
  return { running, leftOut }
}

const stopFault = (id: string, stops: FeedStops) =>
  stops.other.has(id)
    ? new Fault(
        'stop_not_boardable',
        `${shown(id)} is a station, an entrance or a node; vehicles stop at stops and platforms.`,
        'Name the stop or platform (location_type 0).',
      )
    : unknown('stop', id, 'stops.txt')

/** GTFS stop_times.timepoint. */
const APPROXIMATE_TIME = 0
const REPORT_EVERY_ROWS = 20_000
const WITHOUT_STOPS = new Fault(
  'trip_without_stops',
  'The trip has no rows in stop_times.txt. It is left out.',
  'Add its stops, or remove the trip.',
)
