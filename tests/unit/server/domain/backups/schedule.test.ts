import { describe, expect, it } from 'vitest'
import { retainedOf, lastDue } from '../../../../../server/domain/backups/schedule'

const due = (now: string, hour: number, zone = 'Europe/Madrid') => lastDue(new Date(now), zone, hour).toISOString()

describe('the latest moment at which a backup was due', () => {
  it('is the hour of today in the zone, or of yesterday before that hour', () => {
    expect(due('2030-05-20T01:00:00Z', 3)).toBe('2030-05-20T01:00:00.000Z')
    expect(due('2030-05-20T00:59:59Z', 3)).toBe('2030-05-19T01:00:00.000Z')
    expect(due('2030-05-20T23:30:00Z', 0)).toBe('2030-05-20T22:00:00.000Z')
  })

  it('exists once on days that change the clock, also at an hour that is skipped or repeated', () => {
    expect(due('2030-03-31T12:00:00Z', 2)).toBe('2030-03-31T01:00:00.000Z')
    expect(due('2030-10-27T00:30:00Z', 2)).toBe('2030-10-27T00:00:00.000Z')
    expect(due('2030-10-27T01:30:00Z', 2)).toBe('2030-10-27T00:00:00.000Z')
  })
})

describe('the retained backups', () => {
  const daily = (count: number) =>
    Array.from({ length: count }, (_, day) => new Date(Date.UTC(2030, 4, 20 - day, 3)).toISOString())
  const stay = (made: readonly string[], newest: number) => {
    const stored = retainedOf(made, newest, 'UTC')
    return made.filter((_, place) => stored[place]).map((at) => at.slice(0, 10))
  }

  it('are the newest, and the last one of each of four weeks and twelve months', () => {
    const stored = stay(daily(800), 3)
    expect(stored.slice(0, 7)).toEqual([
      '2030-05-20',
      '2030-05-19',
      '2030-05-18',
      '2030-05-12',
      '2030-05-05',
      '2030-04-30',
      '2030-03-31',
    ])
    expect(stored).toHaveLength(5 + 11)
    expect(stored.at(-1)).toBe('2029-06-30')
  })

  it('always include the newest, at any age', () => {
    expect(stay(['2020-01-01T03:00:00Z'], 0)).toEqual(['2020-01-01'])
    expect(stay([], 7)).toEqual([])
  })
})
