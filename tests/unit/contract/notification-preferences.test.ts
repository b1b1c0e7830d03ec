import { describe, expect, it } from 'vitest'
import { DEFAULT_NOTIFICATION_PREFERENCES, isQuiet } from '../../../contract/entities/notification-preferences'

const quietAt = (from: string, until: string, time: string) =>
  isQuiet({ ...DEFAULT_NOTIFICATION_PREFERENCES, quiet_hours: { from, until } }, time)

describe('quiet hours', () => {
  it.each([
    ['09:00', '17:00', ['09:00', '12:30', '16:59'], ['08:59', '17:00', '00:00']],
    ['22:00', '06:00', ['22:00', '23:59', '00:00', '05:59'], ['06:00', '12:00', '21:59']],
  ])('from %s until %s include the times between, also over midnight', (from, until, within, outside) => {
    for (const time of within) expect(quietAt(from, until, time), time).toBe(true)
    for (const time of outside) expect(quietAt(from, until, time), time).toBe(false)
  })

  it('are none when none were chosen', () => {
    expect(isQuiet(DEFAULT_NOTIFICATION_PREFERENCES, '03:00')).toBe(false)
  })
})
