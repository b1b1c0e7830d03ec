import { describe, expect, it } from 'vitest'
import { msWithin, partWithin } from '../../../../../server/domain/pricing/hours'

const zone = 'Asia/Nicosia'
const span = (from: string, to: string) => ({ from: Date.parse(from), to: Date.parse(to), zone })
const MINUTE_MS = 60_000

describe('the night of a hire', () => {
  // Nicosia is three hours ahead in summer.
  it.each([
    ['a start at 21:59', '2030-05-20T18:59:00Z', '2030-05-20T20:59:00Z', 119],
    ['a whole night and more', '2030-05-20T15:00:00Z', '2030-05-21T09:00:00Z', 480],
    ['an end at 06:01', '2030-05-20T02:00:00Z', '2030-05-20T03:01:00Z', 60],
    ['a day', '2030-05-20T06:00:00Z', '2030-05-20T15:00:00Z', 0],
    ['three nights', '2030-05-20T06:00:00Z', '2030-05-23T06:00:00Z', 3 * 480],
  ])('of %s is counted by the minute', (_, from, to, minutes) => {
    expect(msWithin(span(from, to), ['22:00', '06:00'])).toBe(minutes * MINUTE_MS)
  })

  it('is of hours within one day, too', () => {
    const hire = span('2030-05-20T06:30:00Z', '2030-05-20T08:00:00Z')
    expect(msWithin(hire, ['08:00', '10:00'])).toBe(30 * MINUTE_MS)
  })

  it('takes a share of an amount, and all of it where no hours are asked for or no hire takes time', () => {
    const night = { depart_time_from: '22:00', depart_time_to: '06:00' }
    const during = span('2030-05-20T18:30:00Z', '2030-05-20T20:00:00Z')
    expect(partWithin(night, { during }, 9000)).toBe(6000)
    expect(partWithin(night, {}, 9000)).toBe(9000)
    expect(partWithin({ ...night, depart_time_from: null }, { during }, 9000)).toBe(9000)
  })
})
