import type { Archive } from './archive'
import { readRows } from './csv'
import { CALENDAR_FILES, frequenciesFile, routesFile, tripsFile } from './files'
import { Fault, type Issues } from './issues'
import { duplicate, unknown, type FeedRoute } from './network'

/** GTFS frequencies.exact_times: departures form an exact timetable. */
const EXACT = 1

/** Departures at a fixed interval, replacing a trip's own departure. */
export interface Headway {
  /** Seconds after the start of the service day; `end` is exclusive. */
  start: number
  end: number
  everyS: number
}

export interface FeedTrip {
  id: string
  line: number
  route: FeedRoute
  /** Requested service dates on which it runs. */
  dates: readonly string[]
  headways: Headway[]
  /** True when its departures come from a frequency without exact times. */
  isApproximate: boolean
}

/** Reads trips.txt with the repetitions of frequencies.txt. Trips that do not run on the requested dates have no dates. */
export async function readTrips(
  archive: Archive,
  issues: Issues,
  routes: ReadonlyMap<string, FeedRoute>,
  services: ReadonlyMap<string, readonly string[]>,
): Promise<Map<string, FeedTrip>> {
  const trips = new Map<string, FeedTrip>()
  const standIn = standIns(issues)
  for await (const { line, row } of readRows(archive, tripsFile, issues)) {
    const place = { file: tripsFile.name, line }
    const route = routes.get(row.route_id) ?? standIn.route(row.route_id)
    const dates = services.get(row.service_id) ?? standIn.dates
    if (trips.has(row.trip_id)) issues.error({ ...place, field: 'trip_id' }, duplicate(row.trip_id))
    else if (!route) issues.error({ ...place, field: 'route_id' }, unknown('route', row.route_id, 'routes.txt'))
    else if (!dates) issues.error({ ...place, field: 'service_id' }, unknown('service', row.service_id, 'calendar.txt'))
    else trips.set(row.trip_id, { id: row.trip_id, line, route, dates, headways: NO_HEADWAYS, isApproximate: false })
  }
  await readHeadways(archive, issues, trips)
  return trips
}

/** Placeholders for routes and dates of broken files. */
function standIns(issues: Issues) {
  const hasRoutes = issues.areWhole(routesFile.name)
  const hasCalendar = issues.areWhole(...CALENDAR_FILES.map(({ name }) => name))
  return {
    route: (id: string): FeedRoute | undefined =>
      hasRoutes ? undefined : { id, agency: '', shortName: id, longName: '', type: 0, color: null },
    dates: hasCalendar ? undefined : SOME_DATE,
  }
}

async function readHeadways(archive: Archive, issues: Issues, trips: Map<string, FeedTrip>): Promise<void> {
  for await (const { line, row } of readRows(archive, frequenciesFile, issues)) {
    const place = { file: frequenciesFile.name, line }
    const trip = trips.get(row.trip_id)
    if (!trip) {
      if (issues.areWhole(tripsFile.name))
        issues.error({ ...place, field: 'trip_id' }, unknown('trip', row.trip_id, 'trips.txt'))
    } else if (row.end_time <= row.start_time) issues.error({ ...place, field: 'end_time' }, PERIOD_REVERSED)
    else {
      if (row.exact_times !== EXACT) trip.isApproximate = true
      if (row.exact_times !== EXACT && trip.dates.length > 0)
        issues.warn({ ...place, field: 'exact_times' }, APPROXIMATE)
      trip.headways = [...trip.headways, { start: row.start_time, end: row.end_time, everyS: row.headway_secs }]
    }
  }
}

/** Placeholder date, so that the times of trips without known dates are still checked. */
const SOME_DATE: readonly string[] = ['']
const NO_HEADWAYS: Headway[] = []
const PERIOD_REVERSED = new Fault(
  'period_reversed',
  'The period ends before it starts.',
  'Exchange start_time and end_time; a time after midnight is written past 24:00:00.',
)
const APPROXIMATE = new Fault(
  'frequency_approximate',
  'The departures are given as a frequency, not as a timetable. They are imported as if they left exactly then.',
  'Check these departures, or set exact_times to 1.',
)
