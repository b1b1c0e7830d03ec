import { journeyCode } from '../../../domain/timetable/journey-code'
import { Chance, idOf } from '../chance'
import { MINUTE_MS, weekdayOf, type Clock } from '../clock'
import { LINES, type Line } from '../network/lines'

/** Days of the timetable before and after today. */
const DAYS_BEFORE = 7
const DAYS_AFTER = 21

const SATURDAY = 6
const SUNDAY = 7

const everyHour = (from: number, to: number, minute: string, step = 1): string[] =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) =>
    `${from + index * step}`.padStart(2, '0'),
  ).map((hour) => `${hour}:${minute}`)

/** Departure times by route and day type; past 24:00 for departures after midnight. */
const DEPARTURES: Readonly<Record<string, (weekday: number) => readonly string[]>> = {
  'MLG-GRX': () => everyHour(7, 21, '00', 2),
  'GRX-MLG': () => everyHour(7, 21, '45', 2),
  'MLG-EST': (weekday) => everyHour(weekday === SUNDAY ? 7 : 6, 21, '30'),
  'EST-MLG': (weekday) => everyHour(weekday === SUNDAY ? 7 : 6, 21, '15'),
  'AGP-MAR': () => '07:30 09:00 10:30 12:00 13:30 15:00 16:30 18:00 19:30 21:00 22:30 24:15'.split(' '),
  'MAR-AGP': () => '05:15 06:45 09:15 10:45 12:15 13:45 15:15 16:45 18:15 19:45 21:15 23:45'.split(' '),
  'AGP-HTL': (weekday) =>
    (weekday >= SATURDAY
      ? '07:00 08:00 09:00 10:00 11:00 12:00 13:00 14:30 16:00 17:30 19:00 20:30 22:00'
      : '07:00 08:30 10:00 11:30 13:00 14:30 16:00 17:30 19:00 20:30 22:00'
    ).split(' '),
  'ALH-DAY': (weekday) => ([2, 4, SATURDAY].includes(weekday) ? ['08:45'] : []),
}

/** Empty journeys that position a coach for the morning. */
const EMPTY_RUNS: Readonly<Record<string, readonly string[]>> = { 'EST-MLG': ['22:45'] }

/** A journey of the timetable. Times are milliseconds since 1970. */
export interface Run {
  id: string
  code: string
  line: Line
  day: string
  /** Days from today. */
  offset: number
  /** `HH:MM` of the service day. */
  time: string
  isEmpty: boolean
  departs: number
  arrives: number
  /** Final delay in minutes, 0 for most. */
  lateMin: number
}

/** Share of late journeys. */
const LATE_SHARE = 0.11

/** Returns every journey of the days around today, in the order of departure. */
export function timetable(clock: Clock): Run[] {
  const days = Array.from({ length: DAYS_BEFORE + DAYS_AFTER + 1 }, (_, index) => index - DAYS_BEFORE)
  return days
    .flatMap((offset) => LINES.flatMap((line) => runsOf(line, offset, clock)))
    .sort((a, b) => a.departs - b.departs || (a.code < b.code ? -1 : 1))
}

function runsOf(line: Line, offset: number, clock: Clock): Run[] {
  const day = clock.day(offset)
  const sold = DEPARTURES[line.code]?.(weekdayOf(day)) ?? []
  const empty = weekdayOf(day) === SUNDAY ? [] : (EMPTY_RUNS[line.code] ?? [])
  return [...sold, ...empty].map((time) => {
    const code = journeyCode(line.code, day, `${time}:00`)
    const departs = clock.at(day, time)
    return {
      id: idOf('journey', code),
      code,
      line,
      day,
      offset,
      time,
      isEmpty: empty.includes(time),
      departs,
      arrives: departs + (line.stops.at(-1)?.arrive ?? 0) * MINUTE_MS,
      lateMin: lateness(code),
    }
  })
}

function lateness(code: string): number {
  const chance = new Chance(`delay ${code}`)
  return chance.is(LATE_SHARE) ? chance.pick([3, 4, 5, 5, 6, 7, 8, 10, 12, 15, 20]) : 0
}
