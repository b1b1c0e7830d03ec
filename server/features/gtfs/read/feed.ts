import { openArchive, type ArchiveLimits, type ArchiveSource } from './archive'
import { readFares, type FeedFare } from './fares'
import { tripsFile } from './files'
import { inspectFeed } from './inspect'
import { FEED_FILE, Fault, FeedRefused, type Issues } from './issues'
import { readHead, readRoutes, readStops, type FeedHead, type FeedRoute, type FeedStop } from './network'
import { readServices } from './services'
import { readStopTimes, type FeedTimes } from './stop-times'
import { readTransfers } from './transfers'
import { readTranslations, type Translations } from './translations'
import { readTrips } from './trips'

/** Data that an import needs of a feed, for the requested service dates. */
export interface Feed extends FeedTimes {
  head: FeedHead
  /** Stations with platforms first. */
  stops: FeedStop[]
  routes: FeedRoute[]
  fares: FeedFare[]
  translations: Translations
  /** Minimum transfer time in seconds, by id of the stop or of the station that it is a platform of. */
  transferTimes: ReadonlyMap<string, number>
}

export interface ReadOptions {
  /** First service date, inclusive; `to` is the last, inclusive. */
  from: string
  to: string
  limits?: ArchiveLimits
  /** Called repeatedly with the share of the feed that is read, 0 to 1. */
  onRead?: (share: number) => void
}

/**
 * Reads a GTFS feed. Erroneous rows are collected in `issues` and left out with the rows that depend on them.
 * @throws FeedRefused when it is not a feed: no zip, too large, a required file or column missing, more than one time zone.
 *   Where possible it is thrown after reading everything, so that `issues` are complete.
 */
export async function readFeed(source: ArchiveSource, issues: Issues, options: ReadOptions): Promise<Feed> {
  const { from, to, limits, onRead = () => undefined } = options
  const archive = await openArchive(source, issues, limits)
  try {
    await inspectFeed(archive, issues)
    const head = await readHead(archive, issues)
    const stops = await readStops(archive, issues, head.timezone)
    const routes = await readRoutes(archive, issues, head.agencies)
    const services = await readServices(archive, issues, from, to)
    const trips = await readTrips(archive, issues, routes, services.dates)
    const times = await readStopTimes(archive, issues, stops, trips, () => onRead(archive.readShare()))
    const fares = await readFares(archive, issues, routes, head.agencies)
    const translations = await readTranslations(archive, issues)
    const transferTimes = await readTransfers(archive, issues, stops.all)
    if (issues.isHopeless) throw new FeedRefused(issues)
    const startDate = head.startDate ?? services.startDate
    const endDate = head.endDate ?? services.endDate
    // Where trips are missing because of errors, other dates do not help.
    const isIdle = [...trips.values()].every(({ dates }) => dates.length === 0) && issues.badRows(tripsFile.name) === 0
    if (isIdle) issues.warn({ file: FEED_FILE }, noJourneys(startDate, endDate))
    return {
      ...times,
      head: { ...head, startDate, endDate },
      stops: stops.all,
      routes: [...routes.values()],
      fares,
      translations,
      transferTimes,
    }
  } finally {
    archive.close()
  }
}

const noJourneys = (startDate: string | null, endDate: string | null) =>
  new Fault(
    'no_journeys',
    'No trip of the feed runs on these dates.',
    startDate && endDate ? `The feed covers ${startDate} to ${endDate}: choose dates in there.` : 'Choose other dates.',
  )
