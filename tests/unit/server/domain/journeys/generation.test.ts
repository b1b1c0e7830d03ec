import { describe, expect, test } from 'vitest'
import { isClockChange } from '../../../../../server/domain/journeys/generation'
import { instantOf } from '../../../../../server/domain/timetable/service-time'

const marked = (zone: string, day: string, departure: string, arrival = departure) =>
  isClockChange(
    day,
    [departure, arrival].map((time) => instantOf(day, time, zone)),
    zone,
  )

describe('the mark of a change of the clock', () => {
  test.each([
    ['Europe/Madrid', '2026-03-28', '25:30:00', false, 'before the change of the night'],
    ['Europe/Madrid', '2026-03-28', '26:30:00', true, 'the clock shows 03:30'],
    ['Europe/Madrid', '2026-03-29', '00:30:00', true, 'the clock shows 23:30 of the evening before'],
    ['Europe/Madrid', '2026-03-29', '08:00:00', false, 'the clock shows 08:00 as on every day'],
    ['Europe/Madrid', '2026-10-24', '25:30:00', false, 'before the change of the night'],
    ['Europe/Madrid', '2026-10-24', '26:30:00', true, 'the clock shows 02:30 twice'],
    ['Europe/Madrid', '2026-10-24', '27:30:00', true, 'the clock shows 02:30 again'],
    ['Europe/Madrid', '2026-10-25', '02:30:00', true, 'the clock shows 02:30 twice'],
    ['Europe/Madrid', '2026-10-25', '03:30:00', false, 'after the change'],
    ['Pacific/Honolulu', '2026-03-29', '02:30:00', false, 'the clock never changes there'],
  ])('%s %s %s: %s, %s', (zone, day, time, isMarked) => {
    expect(marked(zone, day, time)).toBe(isMarked)
  })

  test('is set on a journey that arrives after the change of the night', () => {
    expect(marked('Europe/Madrid', '2026-03-28', '23:00:00', '30:00:00')).toBe(true)
    expect(marked('Europe/Madrid', '2026-03-27', '23:00:00', '30:00:00')).toBe(false)
  })
})
