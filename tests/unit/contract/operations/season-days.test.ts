import { describe, expect, it } from 'vitest'
import { lengthInDays, seasonFinder, seasonsOn, weekdayOf } from '../../../../contract/operations/season-days'
import { aSeason } from '../../../support/pricing'

const year = aSeason('YEAR', '2030-01-01', '2030-12-31')
const summer = aSeason('SUMMER', '2030-06-01', '2030-08-31')

describe('the season of a day', () => {
  it.each([
    ['2030-05-31', 'YEAR'],
    ['2030-06-01', 'SUMMER'],
    ['2030-08-31', 'SUMMER'],
    ['2030-09-01', 'YEAR'],
    ['2031-01-01', undefined],
  ])('%s is in the shorter of two: %s', (day, code) => {
    expect(seasonFinder([year, summer])(day)?.code).toBe(code)
    expect(seasonFinder([summer, year])(day)?.code).toBe(code)
  })

  it('is the one of the higher priority, then the shorter one, then the first by code', () => {
    const high = aSeason('HIGH', '2030-01-01', '2030-12-31', { priority: 1 })
    const twin = aSeason('A-SUMMER', '2030-06-01', '2030-08-31')
    expect(seasonsOn([year, summer, twin, high], '2030-07-01').map(({ code }) => code)).toEqual([
      'HIGH',
      'A-SUMMER',
      'SUMMER',
      'YEAR',
    ])
  })

  it('leaves out excluded days and other days of the week', () => {
    const weekend = aSeason('WEEKEND', '2030-06-01', '2030-06-30', {
      weekdays: [6, 7],
      excluded_dates: ['2030-06-08', '2030-06-10'],
    })
    const find = seasonFinder([weekend])
    expect(['2030-06-01', '2030-06-03', '2030-06-08', '2030-06-09'].map((day) => find(day)?.code)).toEqual([
      'WEEKEND',
      undefined,
      undefined,
      'WEEKEND',
    ])
    // Ten days of five weekends, minus an excluded one. The other excluded day is a Monday.
    expect(lengthInDays(weekend)).toBe(9)
  })

  it('has as many days as the calendar', () => {
    expect([year, summer].map(lengthInDays)).toEqual([365, 92])
    expect(['1969-12-31', '1970-01-01', '2030-05-20', '2028-02-29'].map(weekdayOf)).toEqual([3, 4, 1, 2])
  })
})
