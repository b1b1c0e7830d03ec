import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { daysBetween, spansBetween } from '../../../../../server/domain/figures/days'

const DAY_MS = 86_400_000
const dayAt = (number: number) => new Date(number * DAY_MS).toISOString().slice(0, 10)

describe('the spans of a range of days', () => {
  it('cover every day once, each span stored in the database', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 30_000 }), fc.integer({ min: 0, max: 120 }), (first, more) => {
        const [from, to] = [dayAt(first), dayAt(first + more)]
        const spans = spansBetween(from, to).map(({ days, day }) => ({ days, at: Date.parse(day) / DAY_MS }))
        expect(spans.every(({ days, at }) => at % days === 0)).toBe(true)
        const days = spans.flatMap(({ days: length, at }) => Array.from({ length }, (_, index) => dayAt(at + index)))
        expect(days).toEqual(daysBetween(from, to))
      }),
    )
  })

  it('are few: at most sixteen for 90 days', () => {
    const counts = Array.from({ length: 16 }, (_, first) => spansBetween(dayAt(first), dayAt(first + 89)).length)
    expect(Math.max(...counts)).toBeLessThanOrEqual(16)
  })
})
