import type { Season } from '../entities/season'

export type SeasonDays = Pick<
  Season,
  'id' | 'code' | 'name' | 'date_ranges' | 'excluded_dates' | 'weekdays' | 'priority'
>

const DAY_MS = 86_400_000
const WEEK = 7
/** 1 January 1970 was a Thursday. */
const EPOCH_OFFSET = 3

const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS

/** Returns the ISO 8601 weekday of a day, `YYYY-MM-DD`: 1 = Monday to 7 = Sunday. */
export const weekdayOf = (day: string): number => weekdayOfNumber(dayNumber(day))

const weekdayOfNumber = (number: number): number => ((((number + EPOCH_OFFSET) % WEEK) + WEEK) % WEEK) + 1

/** Returns whether a season applies on a service day, `YYYY-MM-DD`. */
function holdsOn(season: SeasonDays, day: string): boolean {
  return (
    season.date_ranges.some(({ from, to }) => from <= day && day <= to) &&
    !season.excluded_dates.includes(day) &&
    (season.weekdays.length === 0 || season.weekdays.includes(weekdayOf(day)))
  )
}

/** Returns the number of days on which a season applies, without iterating over all of them. */
export function lengthInDays(season: SeasonDays): number {
  const wanted = (weekday: number) => season.weekdays.length === 0 || season.weekdays.includes(weekday)
  const perWeek = season.weekdays.length === 0 ? WEEK : season.weekdays.length
  const within = season.date_ranges.reduce((sum, { from, to }) => {
    const [first, last] = [dayNumber(from), dayNumber(to)]
    const weeks = Math.floor((last - first + 1) / WEEK)
    let days = weeks * perWeek
    for (let day = first + weeks * WEEK; day <= last; day += 1) if (wanted(weekdayOfNumber(day))) days += 1
    return sum + days
  }, 0)
  const without = season.excluded_dates.filter((day) => holdsOn({ ...season, excluded_dates: [] }, day))
  return within - without.length
}

/** Returns the seasons that apply on a day in order of precedence: highest priority, fewest days, code. */
export function seasonsOn<S extends SeasonDays>(seasons: readonly S[], day: string): S[] {
  return seasons.filter((season) => holdsOn(season, day)).toSorted(precedence)
}

function precedence(a: SeasonDays, b: SeasonDays): number {
  if (a.priority !== b.priority) return b.priority - a.priority
  return lengthInDays(a) - lengthInDays(b) || (a.code < b.code ? -1 : 1)
}

/** Returns a cached lookup of the season of a day: a price table looks up the same days repeatedly. */
export function seasonFinder<S extends SeasonDays>(seasons: readonly S[]): (day: string) => S | null {
  const known = new Map<string, S | null>()
  return (day) => {
    const found = known.get(day)
    if (found !== undefined) return found
    const season = seasonsOn(seasons, day)[0] ?? null
    known.set(day, season)
    return season
  }
}
