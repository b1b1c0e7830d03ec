import { describe, expect, it } from 'vitest'
import {
  addDays,
  daysBetween,
  formatDate,
  formatRelative,
  foreignZone,
  formatTime,
  fromZonedInput,
  lastMonth,
  ownTimeZone,
  today,
  toZonedInput,
} from '../../../../src/providers/format/dates'
import {
  formatLead,
  formatMinutes,
  parseServiceTime,
  serviceTimeParts,
} from '../../../../src/providers/format/durations'
import { clockFault } from '../../../../src/providers/format/readTime'
import { weekdayNames } from '../../../../src/providers/format/names'

describe('instants in a zone', () => {
  it('are shown by the clock of the place', () => {
    const context = { locale: 'en-GB', zone: 'Europe/Madrid' }
    expect(formatTime('2026-07-01T22:05:00Z', context)).toBe('00:05')
    expect(foreignZone('2026-01-01T12:00:00Z', { locale: 'en-GB', zone: 'Asia/Kathmandu' })).toBe('GMT+5:45')
    expect(foreignZone('2026-01-01T12:00:00Z', { locale: 'en-GB', zone: ownTimeZone() })).toBe('')
    expect(toZonedInput('2026-07-01T22:05:00Z', 'Europe/Madrid')).toBe('2026-07-02T00:05')
    expect(toZonedInput('2026-07-01T22:05:00Z', 'Pacific/Honolulu')).toBe('2026-07-01T12:05')
  })

  it.each([
    ['2026-07-01T14:05', 'Europe/Madrid', '2026-07-01T12:05:00Z'],
    ['2026-01-01T00:00', 'Asia/Kolkata', '2025-12-31T18:30:00Z'],
    ['2026-06-01T12:00', 'Pacific/Honolulu', '2026-06-01T22:00:00Z'],
    ['2026-06-01T12:00', 'UTC', '2026-06-01T12:00:00Z'],
  ])('%s in %s is %s', (wall, zone, instant) => {
    expect(fromZonedInput(wall, zone)).toBe(instant)
    expect(toZonedInput(instant, zone)).toBe(wall)
  })

  it('are the first of two equal times when clocks go back, and later when they skip one', () => {
    expect(fromZonedInput('2026-10-25T02:30', 'Europe/Madrid')).toBe('2026-10-25T00:30:00Z')
    expect(fromZonedInput('2026-03-29T02:30', 'Europe/Madrid')).toBe('2026-03-29T01:30:00Z')
  })

  it('have a fault when clocks skip or repeat the time', () => {
    const faults = [
      '2026-03-29T02:30',
      '2026-10-25T02:30',
      '2026-10-25T03:00',
      '2026-03-29T03:00',
      '2026-06-01T02:30',
      '',
    ]
    expect(faults.map((wall) => clockFault(wall, 'Europe/Madrid'))).toEqual([
      'skipped',
      'twice',
      null,
      null,
      null,
      null,
    ])
    expect(clockFault('2026-03-29T02:30', 'UTC')).toBeNull()
    expect(clockFault('2026-04-05T01:45', 'Australia/Lord_Howe')).toBe('twice')
  })

  it('are null for an invalid time', () => {
    expect(fromZonedInput('tomorrow', 'UTC')).toBeNull()
  })
})

describe('days', () => {
  it('are shown in the language of the user and not shifted by zones', () => {
    expect(formatDate('2026-03-29', 'en-GB')).toBe('29 Mar 2026')
    expect(formatDate('2026-03-29', 'de')).toBe('29. März 2026')
    expect(formatDate('2026-03-29', 'ar-AE')).toContain('2026')
    expect(formatDate('soon', 'en-GB')).toBe('soon')
  })

  it('are counted across months and clock changes', () => {
    expect(addDays('2026-03-28', 2)).toBe('2026-03-30')
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
    expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2)
    expect(daysBetween('2026-03-30', '2026-03-28')).toBe(-2)
    expect(today(Date.parse('2026-07-01T23:30:00Z'), 'Europe/Madrid')).toBe('2026-07-02')
    expect(lastMonth('2028-03-31')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
    expect(lastMonth('2026-01-01')).toEqual({ from: '2025-12-01', to: '2025-12-31' })
  })

  it('have the names of the week from Monday', () => {
    expect(weekdayNames('en-GB', 'short').map(({ name }) => name)).toEqual([
      'Mon',
      'Tue',
      'Wed',
      'Thu',
      'Fri',
      'Sat',
      'Sun',
    ])
  })

  it('have a relative form', () => {
    const now = Date.parse('2026-07-01T12:00:00Z')
    expect(formatRelative('2026-07-01T11:55:00Z', now, 'en-GB')).toBe('5 minutes ago')
    expect(formatRelative('2026-07-03T13:00:00Z', now, 'en-GB')).toBe('in 2 days')
  })
})

describe('service-day times', () => {
  it('exceed 24 hours with a count of days', () => {
    expect(serviceTimeParts('25:10:00')).toEqual({ time: '01:10', days: 1 })
    expect(serviceTimeParts('08:05:00')).toEqual({ time: '08:05', days: 0 })
    expect(serviceTimeParts('110:29:00')).toEqual({ time: '14:29', days: 4 })
  })

  it.each([
    ['8:05', '08:05:00'],
    ['0805', '08:05:00'],
    ['25:10', '25:10:00'],
    ['08:05:30', '08:05:30'],
    [' 9:00 ', '09:00:00'],
  ])('are read from %s', (typed, time) => {
    expect(parseServiceTime(typed)).toBe(time)
  })

  it.each(['', '8', '8:60', '8.05', 'noon'])('are not read from "%s"', (typed) => {
    expect(parseServiceTime(typed)).toBeNull()
  })
})

describe('durations', () => {
  it('are written short', () => {
    expect(formatMinutes(45, 'en-GB')).toBe('45 min')
    expect(formatMinutes(65, 'en-GB')).toBe('1 h 05 min')
    expect(formatMinutes(120, 'en-GB')).toBe('2 h')
    expect(formatMinutes(20_160, 'en-GB')).toBe('14 days')
    expect(formatMinutes(20_161, 'en-GB')).toBe('336 h 01 min')
    expect(formatLead(4_321, 'en-GB')).toBe('3 days')
    expect(formatLead(2_825, 'en-GB')).toBe('47 h 05 min')
    expect(formatMinutes(-5, 'en-GB')).toBe('−5 min')
    expect(formatMinutes(65, 'de')).toMatch(/^1 Std.* 05 Min/)
  })
})
