import type { Archive } from './archive'
import { readRows } from './csv'
import { transfersFile, type Row } from './files'
import type { Issues } from './issues'
import type { FeedStop } from './network'

/** GTFS transfer_type of a change that takes a time. */
const TAKES_TIME = 2

/**
 * transfers.txt: what a change takes at least, seconds, by stop without a parent. Of several at one station (from one of its
 * platforms to another) the longest: one time is kept for all of them. Changes between stations are walks, and those of
 * single routes and trips are agreements between them; neither is read.
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
