import type { JourneyCall } from '../../../contract/entities/journey'
import type { RouteStop } from '../../../contract/entities/route'
import { utcText } from '../timetable/service-time'

const MINUTE_MS = 60_000

export type PlannedCall = Pick<
  JourneyCall,
  'seq' | 'station_id' | 'planned_arrive' | 'planned_depart' | 'pickup_type' | 'drop_off_type'
>

/**
 * Returns the calls, with UTC instants, of a journey that leaves its first stop at `departsAt` (an instant). The offsets
 * of the stops are minutes of elapsed time, so a clock change during the journey has no effect.
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
 * Returns until when a journey occupies its vehicle or people: the delayed arrival plus the turnaround (minutes). An early
 * journey frees nothing, because it may still return to its plan.
 */
export function busyUntil(arrivesAt: string, delayMin: number, turnaroundMin: number): string {
  return utcText(Date.parse(arrivesAt) + (Math.max(delayMin, 0) + turnaroundMin) * MINUTE_MS)
}
