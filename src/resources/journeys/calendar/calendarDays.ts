import { addDays } from '../../../providers/format/dates'

export const RANGES = ['month', 'week'] as const
export type Range = (typeof RANGES)[number]

const DAYS_OF_WEEK = 7

/** Returns the Monday of the week of a day. */
function weekStart(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return addDays(day, -((weekday + DAYS_OF_WEEK - 1) % DAYS_OF_WEEK))
}

const monthStart = (day: string): string => `${day.slice(0, 7)}-01`

function nextMonth(day: string): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, '0')}-01`
}

/** Returns the displayed days: the week of a day, or all weeks of its month. */
export function daysInSight(day: string, range: Range): string[] {
  const first = weekStart(range === 'week' ? day : monthStart(day))
  const lastOfMonth = addDays(nextMonth(day), -1)
  const end = range === 'week' ? addDays(first, DAYS_OF_WEEK) : addDays(weekStart(lastOfMonth), DAYS_OF_WEEK)
  const days: string[] = []
  for (let one = first; one < end; one = addDays(one, 1)) days.push(one)
  return days
}

/** Returns a day in the previous or next month or week. */
export function turned(day: string, range: Range, direction: -1 | 1): string {
  if (range === 'week') return addDays(day, direction * DAYS_OF_WEEK)
  return direction === 1 ? nextMonth(day) : monthStart(addDays(monthStart(day), -1))
}
