import { describe, expect, it } from 'vitest'
import { divideTime, msWithin, partWithin } from '../../../../../server/domain/pricing/hours'

const zone = 'Asia/Nicosia'
const span = (from: string, to: string) => ({ from: Date.parse(from), to: Date.parse(to), zone })
const MINUTE_MS = 60_000

describe('the night of a hire', () => {
  // Nicosia is at UTC+3 in summer.
  it.each([
    ['a start at 21:59', '2030-05-20T18:59:00Z', '2030-05-20T20:59:00Z', 119],
    ['a whole night and more', '2030-05-20T15:00:00Z', '2030-05-21T09:00:00Z', 480],
    ['an end at 06:01', '2030-05-20T02:00:00Z', '2030-05-20T03:01:00Z', 60],
    ['a day', '2030-05-20T06:00:00Z', '2030-05-20T15:00:00Z', 0],
    ['three nights', '2030-05-20T06:00:00Z', '2030-05-23T06:00:00Z', 3 * 480],
  ])('of %s is counted by the minute', (_, from, to, minutes) => {
    expect(msWithin(span(from, to), ['22:00', '06:00'])).toBe(minutes * MINUTE_MS)
  })

  it('may be hours within one day', () => {
    const hire = span('2030-05-20T06:30:00Z', '2030-05-20T08:00:00Z')
    expect(msWithin(hire, ['08:00', '10:00'])).toBe(30 * MINUTE_MS)
  })

  // The clock skips the hour from 03:00 on the last Sunday of March.
  it.each([
    ['counts every minute once when it starts after a skipped hour and ends in it', ['04:00', '03:30'], 30],
    ['has no minute when the clock skips it', ['03:10', '03:40'], 0],
  ] as const)('%s', (_, hours, minutes) => {
    const hire = span('2030-03-31T01:00:00Z', '2030-03-31T01:30:00Z')
    expect(msWithin(hire, hours)).toBe(minutes * MINUTE_MS)
  })

  it('returns a share of an amount, and all of it without hours or for a hire without duration', () => {
    const night = { depart_time_from: '22:00', depart_time_to: '06:00' }
    const during = span('2030-05-20T18:30:00Z', '2030-05-20T20:00:00Z')
    expect(partWithin(night, { during }, 9000)).toBe(6000)
    expect(partWithin(night, {}, 9000)).toBe(9000)
    expect(partWithin({ ...night, depart_time_from: null }, { during }, 9000)).toBe(9000)
  })
})

describe('the time of a hire', () => {
  const rule = (depart_time_from: string | null, depart_time_to: string | null) => ({
    depart_time_from,
    depart_time_to,
  })
  const [night, late, always] = [rule('22:00', '06:00'), rule('21:00', '23:00'), rule(null, null)]

  it('is divided among the rules that apply in it, the first rule first', () => {
    const during = span('2030-05-20T15:00:00Z', '2030-05-21T09:00:00Z')
    expect(divideTime([night, late, always], { during })).toEqual([
      { rules: [night, late, always], ms: 60 * MINUTE_MS },
      { rules: [night, always], ms: 420 * MINUTE_MS },
      { rules: [late, always], ms: 60 * MINUTE_MS },
      { rules: [always], ms: 540 * MINUTE_MS },
    ])
    expect(divideTime([], { during })).toEqual([{ rules: [], ms: 1080 * MINUTE_MS }])
  })

  it('is one part with every rule when the hire has no duration', () => {
    expect(divideTime([night, always], {})).toMatchObject([{ rules: [night, always] }])
  })
})
