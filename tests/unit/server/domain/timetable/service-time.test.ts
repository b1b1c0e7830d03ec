import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  formatServiceTime,
  instantOf,
  parseServiceTime,
  serviceDayAt,
  serviceDayStart,
  serviceTimeOf,
} from '../../../../../server/domain/timetable/service-time'

const ZONES = ['Asia/Nicosia', 'Europe/Madrid', 'Pacific/Honolulu', 'America/New_York', 'Australia/Lord_Howe', 'UTC']
const zone = fc.constantFrom(...ZONES)
const seconds = fc.integer({ min: 0, max: 110 * 3600 + 29 * 60 })
const date = fc
  .date({ min: new Date('2015-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
  .map((day) => day.toISOString().slice(0, 10))

describe('service times', () => {
  test.each([
    ['7:15:00', 26_100],
    ['07:15:00', 26_100],
    ['00:00:00', 0],
    ['25:10:00', 90_600],
    ['110:29:00', 397_740],
  ])('%s is %i seconds into the service day', (text, expected) => {
    expect(parseServiceTime(text)).toBe(expected)
  })

  test.each(['', '7:15', '7:60:00', '7:15:60', '-7:15:00', '7.15.00', '1000:00:00', ' 7:15:00', '07:15:00Z'])(
    '"%s" is no service time',
    (text) => {
      expect(parseServiceTime(text)).toBeUndefined()
    },
  )

  test('are the same seconds after writing and reading, with at least two digits of hours', () => {
    fc.assert(
      fc.property(seconds, (value) => {
        const text = formatServiceTime(value)
        expect(text).toMatch(/^\d{2,3}:[0-5]\d:[0-5]\d$/)
        expect(parseServiceTime(text)).toBe(value)
      }),
    )
  })

  test.each([-1, 0.5, Number.NaN])('%d seconds are refused', (value) => {
    expect(() => formatServiceTime(value)).toThrow(RangeError)
  })
})

describe('instants of service times', () => {
  test.each([
    ['an ordinary day', '2025-06-02', '08:30:00', 'Asia/Nicosia', '2025-06-02T05:30:00Z'],
    ['past midnight', '2015-06-22', '25:10:00', 'Pacific/Honolulu', '2015-06-23T11:10:00Z'],
    ['the morning after the clock went forward', '2025-03-30', '08:00:00', 'Asia/Nicosia', '2025-03-30T05:00:00Z'],
    ['before the clock goes forward', '2025-03-30', '02:30:00', 'Asia/Nicosia', '2025-03-29T23:30:00Z'],
    ['the start of a day that goes forward', '2025-03-30', '00:00:00', 'Asia/Nicosia', '2025-03-29T21:00:00Z'],
    ['the day before, run past the change', '2025-03-29', '28:00:00', 'Asia/Nicosia', '2025-03-30T02:00:00Z'],
    ['the morning after the clock went back', '2025-10-26', '08:00:00', 'Asia/Nicosia', '2025-10-26T06:00:00Z'],
    ['the start of a day that goes back', '2025-10-26', '00:00:00', 'Asia/Nicosia', '2025-10-25T22:00:00Z'],
    ['a change of half an hour', '2025-04-06', '08:00:00', 'Australia/Lord_Howe', '2025-04-05T21:30:00Z'],
  ])('%s', (_, serviceDate, time, zoneName, instant) => {
    expect(instantOf(serviceDate, time, zoneName)).toBe(instant)
    expect(serviceTimeOf(instant, serviceDate, zoneName)).toBe(time)
  })

  test('are converted back to the same time, for any day and zone', () => {
    fc.assert(
      fc.property(date, seconds, zone, (serviceDate, value, zoneName) => {
        const time = formatServiceTime(value)
        expect(serviceTimeOf(instantOf(serviceDate, time, zoneName), serviceDate, zoneName)).toBe(time)
      }),
    )
  })

  test('are noon on the wall clock for noon of the service day, with any change of the clock', () => {
    fc.assert(
      fc.property(date, zone, (serviceDate, zoneName) => {
        const noon = new Date(instantOf(serviceDate, '12:00:00', zoneName))
        const wall = new Intl.DateTimeFormat('en-GB', {
          timeZone: zoneName,
          dateStyle: 'short',
          timeStyle: 'medium',
        }).format(noon)
        const [year, month, day] = serviceDate.split('-')
        expect(wall).toBe(`${day}/${month}/${year}, 12:00:00`)
      }),
    )
  })

  test('before the service day have no time in it', () => {
    expect(() => serviceTimeOf('2025-03-29T20:59:59Z', '2025-03-30', 'Asia/Nicosia')).toThrow(RangeError)
  })

  test.each([
    ['2025-02-30', '08:00:00', 'UTC'],
    ['2025-02-20', '8h', 'UTC'],
    ['2025-02-20', '08:00:00', 'Mars/Olympus'],
  ])('%s %s %s is refused', (serviceDate, time, zoneName) => {
    expect(() => instantOf(serviceDate, time, zoneName)).toThrow(RangeError)
  })
})

describe('the service day of an instant', () => {
  test.each([
    ['2025-06-02T05:30:00Z', '2025-06-02', '08:30:00'],
    ['2025-03-29T23:30:00Z', '2025-03-30', '02:30:00'],
    ['2025-10-25T21:30:00Z', '2025-10-25', '24:30:00'],
  ])('%s in Asia/Nicosia is %s %s', (instant, serviceDate, time) => {
    expect(serviceDayAt(instant, 'Asia/Nicosia')).toEqual({ serviceDate, time })
  })

  test('and its time convert back to the instant', () => {
    fc.assert(
      fc.property(date, seconds, zone, (from, value, zoneName) => {
        const instant = instantOf(from, formatServiceTime(value), zoneName)
        const { serviceDate, time } = serviceDayAt(instant, zoneName)
        expect(instantOf(serviceDate, time, zoneName)).toBe(instant)
        expect(serviceDayStart(serviceDate, zoneName)).toBeLessThanOrEqual(Date.parse(instant))
      }),
    )
  })
})
