import type { JourneyCall } from '../../../contract/entities/journey'
import type { RouteStop } from '../../../contract/entities/route'
import { utcText } from '../timetable/service-time'

const MINUTE_MS = 60_000

export type PlannedCall = Pick<
  JourneyCall,
  'seq' | 'station_id' | 'planned_arrive' | 'planned_depart' | 'pickup_type' | 'drop_off_type'
>

/**
 * The calls of a journey that leaves its first stop at `departsAt` (an instant), with UTC instants. The offsets of the
 * stops are minutes of elapsed time, so a change of the clock on the way moves nothing.
 */
export function plannedCalls(stops: readonly RouteStop[], departsAt: string): PlannedCall[] {
  const start = Date.parse(departsAt)
  const first = stops[0]?.depart_offset_min ?? 0
  const at = (offsetMin: number) => utcText(start + (offsetMin - first) * MINUTE_MS)
  return stops.map((stop, index) => ({
    seq: index + 1,
    station_id: stop.station_id,
    planned_arrive: at(stop.arrive_offset_min),
    planned_depart: at(stop.depart_offset_min),
    pickup_type: stop.pickup_type,
    drop_off_type: stop.drop_off_type,
  }))
}

/**
 * Until when a journey keeps its vehicle or people: to its arrival, as late as it is, and the turnaround after it
 * (minutes). Running early frees nothing, for the plan may still be kept.
 */
export function busyUntil(arrivesAt: string, delayMin: number, turnaroundMin: number): string {
  return utcText(Date.parse(arrivesAt) + (Math.max(delayMin, 0) + turnaroundMin) * MINUTE_MS)
}
