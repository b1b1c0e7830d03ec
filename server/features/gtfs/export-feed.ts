import { setImmediate } from 'node:timers/promises'
import type { Readable } from 'node:stream'
import { sentence } from '../../../contract/core/sentence'
import type { Db } from '../../db/database'
import { Refusal } from '../../http/refusal'
import { exportFares } from './export/fares'
import { feedFiles } from './export/files'
import { TripCollector } from './export/trips'
import { zipTables } from './export/zip'
import {
  mainTimezone,
  readCompany,
  readFares,
  readJourneys,
  readRoutesById,
  readStationsWithParents,
  type ExportedStation,
} from './repository/timetable'

export interface ExportOptions {
  /** First service date, inclusive; `to` is the last, inclusive. */
  from: string
  to: string
  /** URL of the operator, required by GTFS. */
  url: string
  now: Date
}

export interface ExportedFeed {
  zip: Readable
  /** Number of fares that GTFS cannot express; the feed lists them in a separate file. */
  faresLeftOut: number
}

const EXAMPLES = 5

/**
 * Returns the journeys of the service dates as a streamed GTFS zip, without drafts, cancelled journeys and empty runs.
 * Times are in the zone of most of the journeys, or of the company without journeys. A station in another zone carries its
 * own for display.
 * @throws Refusal invalid_state when a station has no position, which GTFS requires
 */
export async function exportFeed(db: Db, { from, to, url, now }: ExportOptions): Promise<ExportedFeed> {
  const company = await readCompany(db)
  const timezone = (await mainTimezone(db, from, to)) ?? company.timezone
  const collector = new TripCollector(timezone)
  for await (const journey of readJourneys(db, from, to)) collector.add(journey)
  const trips = collector.trips()
  const stations = await readStationsWithParents(db, [
    ...new Set(trips.flatMap((trip) => trip.stopTimes.map((call) => call.stationId))),
  ])
  refuseWithoutPosition(stations)
  const routeIds = [...new Set(trips.map((trip) => trip.routeId))]
  const routes = await readRoutesById(db, routeIds)
  const fares = exportFares(await readFares(db, routeIds, from, to), { from, to }, trips, stations)
  // Building the files is synchronous: yields to other requests between the fares and this.
  await setImmediate()
  const files = feedFiles({ company, url, timezone, version: now.toISOString(), stations, routes, trips, fares })
  return { zip: zipTables(files, now), faresLeftOut: fares.leftOut.length }
}

function refuseWithoutPosition(stations: ReadonlyMap<string, ExportedStation>): void {
  const lost = [...stations.values()].filter(
    (station) =>
      station.latitude === null && (stations.get(station.parent_station_id ?? '')?.latitude ?? null) === null,
  )
  if (lost.length === 0) return
  const names = lost
    .slice(0, EXAMPLES)
    .map((station) => station.code)
    .join(', ')
  const others = lost.length - EXAMPLES
  throw new Refusal(
    'invalid_state',
    sentence`GTFS needs the position of every station. Set latitude and longitude of ${others > 0 ? sentence`${names} and ${others} more` : names}, then export again.`,
    {
      blockers: [
        {
          resource: 'stations',
          count: lost.length,
          examples: lost.slice(0, EXAMPLES).map(({ id, code }) => ({ id, label: code })),
        },
      ],
    },
  )
}
