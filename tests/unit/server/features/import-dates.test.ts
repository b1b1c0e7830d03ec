import { describe, expect, it } from 'vitest'
import { PlainDate } from '../../../../contract/core/scalars'
import { ENTITIES } from '../../../../contract/entities'
import { dateNote, dateOrderOf, isDateField, looksLikeDates } from '../../../../server/features/tasks/import/date-order'
import { valueOf } from '../../../../server/features/tasks/import/values'

describe('the order of the dates of a column', () => {
  it.each([
    ['a day above 12 in second place', ['12/01/2027', '12/31/2027'], 'month_first'],
    ['a day above 12 in first place', ['12/01/2027', '31/12/2027'], 'day_first'],
    ['no day above 12', ['12/01/2027', '01/02/2027'], 'ambiguous'],
    ['values that contradict each other', ['12/31/2027', '31/12/2027'], 'ambiguous'],
    ['a value that is no date in either order', ['13/13/2027', '12/31/2027'], 'month_first'],
    ['several dates in one cell', ['01/02/2027; 02/15/2027'], 'month_first'],
    ['a year behind a long number', ['112/31/2027', '12/31/20277'], null],
    ['dates with points, which name the day first', ['12.01.2027', '2027-12-31', ''], null],
  ])('is decided by %s', (_, cells, order) => {
    expect(dateOrderOf(cells)).toBe(order)
  })

  it('is noted with the first line and the number of dates', () => {
    const rows = ['2027-01-02', '12/01/2027', '', '12/31/2027'].map((cell, place) => ({
      line: place + 2,
      cells: ['A', cell],
    }))
    const table = { header: ['Plate', 'Inspection'], rows }
    expect(dateNote(table, 1)).toEqual({ code: 'dates_month_first', line: 3, count: 2, column: 'Inspection' })
    expect(dateNote(table, 0)).toBeNull()
  })

  it('is detected in columns without a field that contain only dates', () => {
    const table = (...cells: string[]) => ({
      header: ['x'],
      rows: cells.map((cell, line) => ({ line, cells: [cell] })),
    })
    expect(looksLikeDates(table('12/01/2027', '', '1/2/2027 8:30'), 0)).toBe(true)
    expect(looksLikeDates(table('12/01/2027', 'since 1/2/2027'), 0)).toBe(false)
  })

  it('is detected only for fields that hold dates', () => {
    const { vehicles, seasons } = ENTITIES
    expect(isDateField(vehicles, 'inspection_expires_on')).toBe(true)
    expect(isDateField(seasons, 'excluded_dates')).toBe(true)
    for (const target of ['registration_plate', 'id', 'year']) expect(isDateField(vehicles, target)).toBe(false)
  })
})

describe('a date in a cell', () => {
  const reading = { field: 'inspection_expires_on', currency: 'EUR', country: null, idOf: async () => null }

  it.each([
    ['12/01/2027', '2027-01-12', '2027-12-01'],
    ['12/31/2027', '2027-31-12', '2027-12-31'],
    ['12.01.2027', '2027-01-12', '2027-01-12'],
    ['2027-12-01', '2027-12-01', '2027-12-01'],
  ])('%s is %s, or %s where its column names the month first', async (cell, dayFirst, monthFirst) => {
    expect(await valueOf(cell, PlainDate, reading)).toBe(dayFirst)
    expect(await valueOf(cell, PlainDate, { ...reading, isMonthFirst: true })).toBe(monthFirst)
  })
})
