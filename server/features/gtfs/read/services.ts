import { datesBetween, runsOn, type WeeklyCalendar } from '../../../domain/timetable/calendar'
import type { Archive } from './archive'
import { readRows } from './csv'
import { shown } from './fields'
import { calendarDatesFile, calendarFile, type Row } from './files'
import { Fault, type Issues } from './issues'
import { duplicate } from './network'

/** GTFS calendar_dates.exception_type. */
const ADDED = 1

export interface FeedServices {
  /** Requested dates on which each service runs, sorted; often none. */
  dates: Map<string, string[]>
  /** First and last date in the calendars; null without dates. */
  startDate: string | null
  endDate: string | null
}

interface Service {
  weekly: WeeklyCalendar | undefined
  added: Set<string>
  removed: Set<string>
}

/** Reads calendar.txt and calendar_dates.txt for the dates from `from` to `to`, inclusive. */
export async function readServices(archive: Archive, issues: Issues, from: string, to: string): Promise<FeedServices> {
  const services = new Map<string, Service>()
  const of = (id: string): Service => {
    const known = services.get(id) ?? { weekly: undefined, added: new Set<string>(), removed: new Set<string>() }
    services.set(id, known)
    return known
  }
  let startDate: string | null = null
  let endDate: string | null = null
  const include = (first: string, last: string) => {
    if (startDate === null || first < startDate) startDate = first
    if (endDate === null || last > endDate) endDate = last
  }

  for await (const { line, row } of readRows(archive, calendarFile, issues)) {
    const place = { file: calendarFile.name, line }
    if (services.has(row.service_id)) issues.error({ ...place, field: 'service_id' }, duplicate(row.service_id))
    else if (row.end_date < row.start_date) issues.error({ ...place, field: 'end_date' }, DATES_REVERSED)
    else {
      of(row.service_id).weekly = toWeekly(row)
      include(row.start_date, row.end_date)
    }
  }
  for await (const { line, row } of readRows(archive, calendarDatesFile, issues)) {
    const service = of(row.service_id)
    if (row.exception_type === ADDED) include(row.date, row.date)
    if (row.date < from || row.date > to) continue
    const [dates, others] =
      row.exception_type === ADDED ? [service.added, service.removed] : [service.removed, service.added]
    if (others.has(row.date)) issues.warn({ file: calendarDatesFile.name, line }, contradicts(row.service_id, row.date))
    dates.add(row.date)
  }
  const asked = datesBetween(from, to)
  const dates = new Map([...services].map(([id, service]) => [id, asked.filter((date) => runsOn(service, date))]))
  return { dates, startDate, endDate }
}

const toWeekly = (row: Row<typeof calendarFile>): WeeklyCalendar => ({
  weekdays: [row.monday, row.tuesday, row.wednesday, row.thursday, row.friday, row.saturday, row.sunday].map(Boolean),
  from: row.start_date,
  to: row.end_date,
})

const contradicts = (service: string, date: string) =>
  new Fault(
    'date_contradicts',
    `Service ${shown(service)} is both added and removed on ${date}. It does not run then.`,
    'Leave one of the two rows.',
    { service, date },
  )
const DATES_REVERSED = new Fault(
  'dates_reversed',
  'The service ends before it starts.',
  'Exchange start_date and end_date.',
)
