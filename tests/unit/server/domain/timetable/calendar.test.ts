import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { datesBetween, daysBetween, runsOn } from '../../../../../server/domain/timetable/calendar'

const weekdaysOnly = { weekdays: [true, true, true, true, true, false, false], from: '2025-03-03', to: '2025-03-31' }

describe('service calendars', () => {
  const calendar = { weekly: weekdaysOnly, added: new Set(['2025-03-08']), removed: new Set(['2025-03-05']) }

  test.each([
    ['a weekday inside', '2025-03-04', true],
    ['the first day', '2025-03-03', true],
    ['the last day', '2025-03-31', true],
    ['a weekend day', '2025-03-09', false],
    ['a weekend day added', '2025-03-08', true],
    ['a weekday removed', '2025-03-05', false],
    ['before the first day', '2025-02-28', false],
    ['after the last day', '2025-04-01', false],
  ])('%s', (_, date, runs) => {
    expect(runsOn(calendar, date)).toBe(runs)
  })

  test('a service may consist of added dates alone', () => {
    const exceptionsOnly = { weekly: undefined, added: new Set(['2025-12-24']), removed: new Set<string>() }
    expect(runsOn(exceptionsOnly, '2025-12-24')).toBe(true)
    expect(runsOn(exceptionsOnly, '2025-12-25')).toBe(false)
  })
})

describe('dates', () => {
  test('include both ends, over the end of a leap February', () => {
    expect(datesBetween('2024-02-28', '2024-03-01')).toEqual(['2024-02-28', '2024-02-29', '2024-03-01'])
  })

  test('are none when the end is before the start', () => {
    expect(datesBetween('2025-03-02', '2025-03-01')).toEqual([])
    expect(daysBetween('2025-03-02', '2025-03-01')).toBeLessThan(1)
  })

  test('are as many as the count', () => {
    const day = fc.integer({ min: 0, max: 4000 }).map((n) => new Date(n * 86_400_000).toISOString().slice(0, 10))
    fc.assert(
      fc.property(day, day, (from, to) => {
        expect(Math.max(0, daysBetween(from, to))).toBe(datesBetween(from, to).length)
      }),
      { numRuns: 30 },
    )
  })
})
