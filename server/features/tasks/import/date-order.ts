import { z } from 'zod'
import type { AnyEntity } from '../../../../contract/core/entity'
import type { ImportNote } from '../../../../contract/operations/imports'
import type { Table } from './table'
import { bare } from './values'

/** Order of day and month in the slash-separated dates of a column. */
type DateOrder = 'day_first' | 'month_first' | 'ambiguous'

const SLASH_DATE = /(?<!\d)(\d{1,2})\/(\d{1,2})\/\d{4}(?!\d)/g
const MONTHS = 12

/** Returns the order that the values of a column decide, or null without a slash-separated date. */
export function dateOrderOf(cells: Iterable<string>): DateOrder | null {
  let isFound = false
  let isDayFirst = false
  let isMonthFirst = false
  for (const cell of cells)
    for (const [, first, second] of cell.matchAll(SLASH_DATE)) {
      isFound = true
      const [before, after] = [Number(first) > MONTHS, Number(second) > MONTHS]
      isDayFirst ||= before && !after
      isMonthFirst ||= after && !before
    }
  if (!isFound) return null
  if (isDayFirst === isMonthFirst) return 'ambiguous'
  return isDayFirst ? 'day_first' : 'month_first'
}

/** Whether the cells of a column that is imported as this target are read as dates. */
export function isDateField({ writable }: AnyEntity, target: string): boolean {
  const schema = writable[target] as z.ZodType | undefined
  if (!schema) return false
  const type = bare(schema)
  return (type instanceof z.ZodArray ? bare(type.element as z.ZodType) : type) instanceof z.ZodISODate
}

/** Whether every non-empty cell of a column begins with a slash-separated date. */
export const looksLikeDates = ({ rows }: Table, place: number): boolean =>
  rows.every(({ cells }) => {
    const text = cells[place]?.trim() ?? ''
    return text === '' || text.search(SLASH_DATE) === 0
  })

/** Returns a note on the order of dates in a column, or null without a slash-separated date. */
export function dateNote({ header, rows }: Table, place: number): ImportNote | null {
  const dates = rows.filter(({ cells }) => (cells[place] ?? '').search(SLASH_DATE) !== -1)
  const [first] = dates
  const order = dateOrderOf(dates.map(({ cells }) => cells[place] ?? ''))
  if (!first || order === null) return null
  return { code: `dates_${order}`, line: first.line, count: dates.length, column: header[place] ?? '' }
}
