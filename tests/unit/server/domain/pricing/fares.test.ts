import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fareFor, type FareForSale } from '../../../../../server/domain/pricing/fares'

const fare = (amount_minor: number, change: Partial<FareForSale> = {}): FareForSale => ({
  origin_station_id: null,
  destination_station_id: null,
  passenger_category: 'adult',
  vehicle_type_id: null,
  amount_minor,
  currency: 'EUR',
  valid_from: null,
  valid_to: null,
  ...change,
})
const ride = {
  originId: 'a',
  destinationId: 'b',
  category: 'adult',
  vehicleTypeId: 'coach',
  serviceDate: '2026-11-22',
} as const
const pair = { origin_station_id: 'a', destination_station_id: 'b' }
const amount = (fares: FareForSale[], change: Partial<Parameters<typeof fareFor>[1]> = {}) =>
  fareFor(fares, { ...ride, ...change })?.amount_minor

describe('the fare of a ride', () => {
  test('is that of the pair of stops, else that of the route', () => {
    const fares = [fare(700), fare(900, pair)]
    expect(amount(fares)).toBe(900)
    expect(amount(fares, { destinationId: 'c' })).toBe(700)
    expect(amount(fares, { originId: 'b', destinationId: 'a' })).toBe(700)
  })

  test('is that of the category, else that of adults', () => {
    const fares = [fare(900, pair), fare(450, { passenger_category: 'child' })]
    expect(amount(fares, { category: 'child' })).toBe(450)
    expect(amount(fares, { category: 'senior' })).toBe(900)
  })

  test('is zero for infants without a fare of their own', () => {
    expect(amount([fare(900)], { category: 'infant' })).toBeUndefined()
    expect(amount([fare(900), fare(100, { passenger_category: 'infant' })], { category: 'infant' })).toBe(100)
  })

  test('is that of the vehicle type, else that of any type', () => {
    const fares = [fare(900), fare(1500, { vehicle_type_id: 'sedan' })]
    expect(amount(fares)).toBe(900)
    expect(amount(fares, { vehicleTypeId: 'sedan' })).toBe(1500)
  })

  test.each([
    ['2026-05-31', undefined],
    ['2026-06-01', 900],
    ['2026-09-30', 900],
    ['2026-10-01', undefined],
  ])('applies from its first to its last day: %s', (serviceDate, expected) => {
    expect(amount([fare(900, { valid_from: '2026-06-01', valid_to: '2026-09-30' })], { serviceDate })).toBe(expected)
  })

  test('is missing when none applies', () => {
    expect(amount([])).toBeUndefined()
  })

  test('does not depend on the order of the fares', () => {
    const fares = [
      fare(1),
      fare(2, pair),
      fare(3, { passenger_category: 'child' }),
      fare(4, { ...pair, passenger_category: 'child' }),
      fare(5, { vehicle_type_id: 'coach' }),
    ]
    fc.assert(
      fc.property(fc.shuffledSubarray(fares, { minLength: fares.length }), (shuffled) => {
        expect(amount(shuffled, { category: 'child' })).toBe(4)
        expect(amount(shuffled)).toBe(2)
      }),
    )
  })
})
