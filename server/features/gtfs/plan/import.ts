import type { ImportReport } from '../../../../contract/operations/timetable-report'
import { datesBetween } from '../../../domain/timetable/calendar'
import { breathing } from '../breathe'
import type { Feed } from '../read/feed'
import { FEED_FILE, Fault, refuse, type Issues } from '../read/issues'
import { warnOfDuplicates } from './duplicates'
import { planFares, type FarePlan } from './fares'
import { planRoutes, type PlannedTrip, type RoutePlan } from './routes'
import { countJourneys, dateSummary, planRuns, runsByDate, type Run } from './runs'
import { feedKey } from './feed-key'
import { planStations, type StationPlan } from './stations'

/** Maximum number of journeys of one import: guards against feeds with a departure every second. */
const MAX_JOURNEYS = 1_000_000
/** Dates summed up between two pauses. */
const DATES_PER_BREATH = 5

/** Planned contents of an import, before comparison with the database. */
export interface ImportPlan {
  feed: Feed
  /** Publisher and agencies of the feed. */
  key: string
  stations: StationPlan[]
  routes: RoutePlan[]
  fares: FarePlan[]
  /** Sorted by departure. */
  runs: Run[]
  byDate: ImportReport['journeys_by_date']
}

/** Returns the plan of an import. @throws FeedRefused when it has too many journeys */
export async function planImport(feed: Feed, issues: Issues, dates: { from: string; to: string }): Promise<ImportPlan> {
  const { routes, trips } = planRoutes(feed)
  refuseTooMany(trips, issues)
  const stopIds = feed.stops.map((stop) => stop.id)
  const runs = await planRuns(trips, stopIds, feed.head.timezone)
  warnOfDuplicates(runs, issues)
  const byDate: ImportPlan['byDate'] = []
  for await (const [date, ofDate] of breathing(runsByDate(runs, datesBetween(dates.from, dates.to)), DATES_PER_BREATH))
    byDate.push(dateSummary(date, ofDate))
  return {
    feed,
    key: feedKey(feed.head),
    stations: planStations(feed),
    routes,
    fares: await planFares(feed, routes, issues),
    runs,
    byDate,
  }
}

function refuseTooMany(trips: readonly PlannedTrip[], issues: Issues): void {
  const count = countJourneys(trips)
  if (count > MAX_JOURNEYS) refuse(issues, { file: FEED_FILE }, tooManyJourneys(count))
}

const tooManyJourneys = (count: number) =>
  new Fault(
    'too_many_journeys',
    `The feed makes ${count} journeys on these dates; the limit of one import is ${MAX_JOURNEYS}.`,
    'Choose fewer dates.',
  )
