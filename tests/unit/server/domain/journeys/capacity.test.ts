import { describe, expect, test } from 'vitest'
import { aboveSeats, belowSold, capacityAfter } from '../../../../../server/domain/journeys/capacity'

describe('the seats for sale', () => {
  const fresh = { capacity: null, peakLoad: 0 }
  const sold = { capacity: 50, peakLoad: 12 }

  test.each([
    ['a new journey: all', fresh, { asked: null, seats: 30, isOtherVehicle: true }, 30],
    ['a new journey: as asked', fresh, { asked: 20, seats: 30, isOtherVehicle: true }, 20],
    ['nothing said: as before', sold, { asked: undefined, seats: 50, isOtherVehicle: false }, 50],
    ['a smaller vehicle: its seats', sold, { asked: undefined, seats: 30, isOtherVehicle: true }, 30],
    ['a smaller vehicle, the old number echoed: its seats', sold, { asked: 50, seats: 30, isOtherVehicle: true }, 30],
    ['a larger vehicle: as before', sold, { asked: undefined, seats: 70, isOtherVehicle: true }, 50],
    ['too small a type: what is sold', sold, { asked: undefined, seats: 8, isOtherVehicle: true }, 12],
    ['cleared: all', sold, { asked: null, seats: 30, isOtherVehicle: false }, 30],
  ])('%s', (_, before, wish, expected) => {
    expect(capacityAfter(before, wish)).toBe(expected)
  })

  test('cannot pass the seats there are', () => {
    expect(aboveSeats(50, 50)).toEqual([])
    expect(aboveSeats(51, 50)).toMatchObject([{ path: 'capacity' }])
  })

  test('cannot fall below what is sold, the overbooking allowance included', () => {
    expect(belowSold(10, 2, 12)).toEqual([])
    expect(belowSold(9, 2, 12)).toEqual([{ path: 'capacity', message: expect.stringContaining('1 more') as string }])
  })
})
