import { seasonFinder, type SeasonDays } from '../../../contract/operations/season-days'
import { addDays, daysBetween } from '../../providers/format/dates'

/** A run of days within a year: the first day's number from 0, and how many. */
export interface Band<S> {
  season: S
  start: number
  days: number
}

export const daysOfYear = (year: number): string[] => {
  const first = `${year}-01-01`
  return Array.from({ length: daysBetween(first, `${year + 1}-01-01`) }, (_, index) => addDays(first, index))
}

/** Where in a year a season has its spans, weekdays and excluded days left aside. */
export function bandsOf<S extends SeasonDays>(season: S, year: number): Band<S>[] {
  const [first, last] = [`${year}-01-01`, `${year}-12-31`]
  return season.date_ranges
    .filter(({ from, to }) => from <= last && first <= to)
    .map(({ from, to }) => {
      const [begin, end] = [from < first ? first : from, to > last ? last : to]
      return { season, start: daysBetween(first, begin), days: daysBetween(begin, end) + 1 }
    })
}

/** Which season counts on each stretch of the year; days without one are left out. */
export function winningBands<S extends SeasonDays>(seasons: readonly S[], year: number): Band<S>[] {
  const seasonOf = seasonFinder(seasons)
  const bands: Band<S>[] = []
  daysOfYear(year).forEach((day, index) => {
    const season = seasonOf(day)
    if (!season) return
    const last = bands.at(-1)
    if (last && last.season.id === season.id && last.start + last.days === index) last.days += 1
    else bands.push({ season, start: index, days: 1 })
  })
  return bands
}
