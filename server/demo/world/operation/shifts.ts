import { utcText } from '../../../domain/timetable/service-time'
import { idOf } from '../chance'
import { DAY_MS, MINUTE_MS } from '../clock'
import { groupBy } from '../../../domain/group-by'
import type { RowOf } from '../rows'
import type { LiveRun } from './journeys'

/** Time of a shift before the first departure and after the last arrival. */
const AROUND_MS = 20 * MINUTE_MS

/** Returns one shift for each driver and service day, around the journeys of the driver. */
export function shifts(runs: readonly LiveRun[]): RowOf<'shifts'>[] {
  const driven = runs.filter((run) => run.driver !== null && run.status !== 'cancelled')
  const byDriver = groupBy(driven, (run) => `${run.driver?.id ?? ''} ${run.day}`)
  return [...byDriver].map(([key, duty]) => {
    const from = Math.min(...duty.map((run) => run.departs)) - AROUND_MS
    const to = Math.max(...duty.map((run) => run.arrives)) + AROUND_MS
    return {
      id: idOf('shift', key),
      staff_id: key.split(' ')[0] ?? '',
      starts_at: utcText(from),
      ends_at: utcText(to),
      note: null,
      created_at: utcText(from - 10 * DAY_MS),
      updated_at: utcText(from - 10 * DAY_MS),
    }
  })
}
