import type { Archive } from './archive'
import { readRows } from './csv'
import { transfersFile, type Row } from './files'
import type { Issues } from './issues'
import type { FeedStop } from './network'

/** GTFS transfers.transfer_type: minimum transfer time required. */
const TAKES_TIME = 2

/**
 * Reads transfers.txt. Returns the minimum transfer time in seconds by station, or by stop without a station.
 * A station has one time, so the longest of several applies.
 * Transfers between stations and those of single routes and trips are not read.
 */
export async function readTransfers(
  archive: Archive,
  issues: Issues,
  stops: readonly FeedStop[],
): Promise<Map<string, number>> {
  const places = new Map(stops.map(({ id, parent }) => [id, parent ?? id]))
  const times = new Map<string, number>()
  for await (const { row } of readRows(archive, transfersFile, issues)) {
    const place = places.get(row.from_stop_id)
    const seconds = row.min_transfer_time
    if (row.transfer_type !== TAKES_TIME || seconds === null || isOfSome(row)) continue
    if (place === undefined || place !== places.get(row.to_stop_id)) continue
    times.set(place, Math.max(times.get(place) ?? 0, seconds))
  }
  return times
}

const isOfSome = (row: Row<typeof transfersFile>): boolean =>
  [row.from_route_id, row.to_route_id, row.from_trip_id, row.to_trip_id].some((id) => id !== '')
