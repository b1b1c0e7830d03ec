import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aboveSeats, belowSold, limitAfter, seatsForSale } from '../../../../../server/domain/journeys/capacity'

describe('the seats for sale', () => {
  const before = { capacity: 50, limit: null }
  const limited = { capacity: 20, limit: 20 }

  test.each([
    ['a new journey: all', null, null, 30, null],
    ['a new journey: the requested number', null, 20, 30, 20],
    ['the number of all seats: all, with any vehicle', null, 30, 30, null],
    ['no value: unchanged', limited, undefined, 50, 20],
    ['the previous number: unchanged', before, 50, 20, null],
    ['a number: that number', before, 12, 50, 12],
    ['cleared: all', limited, null, 50, null],
  ])('are limited by the override alone; %s', (_, was, asked, seats, expected) => {
    expect(limitAfter(was, asked, seats)).toBe(expected)
  })

  test.each([
    ['all seats', { seats: 50, limit: null, overbooking: 0, peakLoad: 12 }, 50],
    ['the limit', { seats: 50, limit: 20, overbooking: 0, peakLoad: 12 }, 20],
    ['the seats when the limit is higher', { seats: 8, limit: 20, overbooking: 0, peakLoad: 5 }, 8],
    ['the sold seats when the vehicle has fewer', { seats: 8, limit: null, overbooking: 0, peakLoad: 12 }, 12],
    ['the sold seats minus the overbooking allowance', { seats: 8, limit: null, overbooking: 3, peakLoad: 12 }, 9],
  ])('are %s', (_, sale, expected) => {
    expect(seatsForSale(sale)).toBe(expected)
  })

  const count = fc.integer({ min: 0, max: 120 })
  test('leave nothing to sell beyond the seats of the vehicle and the overbooking allowance', () => {
    fc.assert(
      fc.property(count, fc.option(count), count, count, (seats, limit, overbooking, peakLoad) => {
        const left = seatsForSale({ seats, limit, overbooking, peakLoad }) + overbooking - peakLoad
        expect(left).toBeGreaterThanOrEqual(0)
        expect(left).toBeLessThanOrEqual(Math.max(0, Math.min(limit ?? seats, seats) + overbooking - peakLoad))
      }),
    )
  })

  test('cannot exceed the seats of the vehicle', () => {
    expect(aboveSeats(50, 50)).toEqual([])
    expect(aboveSeats(51, 50)).toMatchObject([{ path: 'capacity' }])
  })

  test('cannot be set below the sold seats minus the overbooking allowance', () => {
    expect(belowSold({ seats: 50, limit: 10, overbooking: 2, peakLoad: 12 })).toEqual([])
    const issues = belowSold({ seats: 50, limit: 9, overbooking: 2, peakLoad: 12 })
    expect(issues.map(({ path }) => path)).toEqual(['capacity'])
    expect(String(issues[0]?.message)).toContain('1 more')
  })
})
