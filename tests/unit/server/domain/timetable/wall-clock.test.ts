import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { wallClock } from '../../../../../server/domain/timetable/wall-clock'

describe('the clocks of a time zone', () => {
  it.each([
    ['2026-03-29T00:59:59Z', 'Europe/Athens', '2026-03-29 02:59'],
    ['2026-03-29T01:00:00Z', 'Europe/Athens', '2026-03-29 04:00'],
    ['2026-12-31T22:00:00.123456Z', 'Europe/Athens', '2027-01-01 00:00'],
    ['2026-01-01T02:30:00Z', 'America/St_Johns', '2025-12-31 23:00'],
    ['2026-06-01T12:00:00Z', 'Asia/Kathmandu', '2026-06-01 17:45'],
  ])('show %s in %s as %s', (instant, zone, actual) => {
    expect(wallClock(instant, zone)).toBe(actual)
  })

  it('agree with those of Temporal on each hour of a year', () => {
    const begin = Date.parse('2026-01-01T00:00:00Z')
    for (const zone of ['Europe/Berlin', 'Australia/Lord_Howe'])
      for (let hour = 0; hour < 366 * 24; hour += 7) {
        const at = new Date(begin + hour * 3_600_000).toISOString()
        const local = Temporal.Instant.from(at).toZonedDateTimeISO(zone).toPlainDateTime()
        expect(wallClock(at, zone)).toBe(local.toString().slice(0, 16).replace('T', ' '))
      }
  })
})
