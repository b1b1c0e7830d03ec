import { describe, expect, test } from 'vitest'
import { hasExpired, holdUntil } from '../../../../../server/domain/reservations/hold'

const now = new Date('2026-11-22T06:00:00Z')

describe('a hold', () => {
  test('lasts a quarter of an hour', () => {
    expect(holdUntil(now, '2026-11-22T08:30:00Z')).toBe('2026-11-22T06:15:00Z')
  })

  test('never lasts beyond the departure', () => {
    expect(holdUntil(now, '2026-11-22T06:10:00Z')).toBe('2026-11-22T06:10:00Z')
  })

  test('is expired at its last instant', () => {
    expect(hasExpired('2026-11-22T06:00:01Z', now)).toBe(false)
    expect(hasExpired('2026-11-22T06:00:00Z', now)).toBe(true)
  })
})
