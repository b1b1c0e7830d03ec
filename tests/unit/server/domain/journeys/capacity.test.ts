import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aboveSeats, belowSold, limitAfter, seatsForSale } from '../../../../../server/domain/journeys/capacity'

describe('the seats for sale', () => {
  const before = { capacity: 50, limit: null }
  const limited = { capacity: 20, limit: 20 }

  test.each([
    ['a new journey: all', null, null, 30, null],
    ['a new journey: as asked', null, 20, 30, 20],
    ['all of them named: all, whatever comes to run it', null, 30, 30, null],
    ['nothing said: as before', limited, undefined, 50, 20],
    ['the old number echoed: nothing said', before, 50, 20, null],
    ['a number: so many', before, 12, 50, 12],
    ['cleared: all', limited, null, 50, null],
  ])('are limited by choice alone; %s', (_, was, asked, seats, expected) => {
    expect(limitAfter(was, asked, seats)).toBe(expected)
  })

  test.each([
    ['all there are', { seats: 50, limit: null, overbooking: 0, peakLoad: 12 }, 50],
    ['the limit', { seats: 50, limit: 20, overbooking: 0, peakLoad: 12 }, 20],
    ['the seats where the limit lies above', { seats: 8, limit: 20, overbooking: 0, peakLoad: 5 }, 8],
    ['what is sold where there are fewer', { seats: 8, limit: null, overbooking: 0, peakLoad: 12 }, 12],
    ['no more with what may be overbooked', { seats: 8, limit: null, overbooking: 3, peakLoad: 12 }, 9],
  ])('are %s', (_, sale, expected) => {
    expect(seatsForSale(sale)).toBe(expected)
  })

  const count = fc.integer({ min: 0, max: 120 })
  test('leave nothing to sell beyond the seats there are and what may be overbooked', () => {
    fc.assert(
      fc.property(count, fc.option(count), count, count, (seats, limit, overbooking, peakLoad) => {
        const left = seatsForSale({ seats, limit, overbooking, peakLoad }) + overbooking - peakLoad
        expect(left).toBeGreaterThanOrEqual(0)
        expect(left).toBeLessThanOrEqual(Math.max(0, Math.min(limit ?? seats, seats) + overbooking - peakLoad))
      }),
    )
  })

  test('cannot pass the seats there are', () => {
    expect(aboveSeats(50, 50)).toEqual([])
    expect(aboveSeats(51, 50)).toMatchObject([{ path: 'capacity' }])
  })

  test('cannot be chosen below what is sold, the overbooking allowance included', () => {
    expect(belowSold({ seats: 50, limit: 10, overbooking: 2, peakLoad: 12 })).toEqual([])
    expect(belowSold({ seats: 50, limit: 9, overbooking: 2, peakLoad: 12 })).toEqual([
      { path: 'capacity', message: expect.stringContaining('1 more') as string },
    ])
  })
})
