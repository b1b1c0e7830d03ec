import { describe, expect, it } from 'vitest'
import {
  isOpposite,
  isSameBuyer,
  isWithin,
  outboundIssue,
  partySizeOf,
  returnLimit,
  type Direction,
  type Endpoint,
} from '../../../../../server/domain/reservations/returns'

const station = (id: string, city: string | null = null): Endpoint => ({ station: id, city, address: null })
const address = (text: string): Endpoint => ({ station: null, city: null, address: text })
const from = (start: Endpoint, end: Endpoint): Direction => ({ from: start, to: end })

describe('a return', () => {
  const airport = station('airport', 'larnaca')
  const pier = station('pier', 'paphos')

  it.each<[string, Direction, boolean]>([
    ['the stations exchanged', from(pier, airport), true],
    ['another station of either city', from(station('market', 'paphos'), station('port', 'larnaca')), true],
    ['the same direction', from(airport, pier), false],
    ['another city', from(pier, station('old town', 'nicosia')), false],
    ['a station without a city', from(pier, station('stop')), false],
    ['an address', from(pier, address('old pier')), false],
  ])('has the opposite direction: %s', (_, back, isOne) => {
    expect(isOpposite(from(airport, pier), back)).toBe(isOne)
  })

  it('has a direction by the stations alone within one city', () => {
    const [hotel, beach] = [station('hotel', 'paphos'), station('beach', 'paphos')]
    expect(isOpposite(from(hotel, pier), from(pier, hotel))).toBe(true)
    expect(isOpposite(from(hotel, pier), from(hotel, pier))).toBe(false)
    expect(isOpposite(from(hotel, pier), from(pier, beach))).toBe(false)
  })

  it('goes back to the address of a hire', () => {
    const [hotel, harbour] = [address('12 ledra street'), address('old pier')]
    expect(isOpposite(from(hotel, harbour), from(harbour, hotel))).toBe(true)
    expect(isOpposite(from(hotel, harbour), from(harbour, harbour))).toBe(false)
  })
})

describe('the buyers of two sales', () => {
  const sale = (customer_id: string | null, partner_id: string | null = null) => ({ customer_id, partner_id })

  it.each([
    [sale('ana'), sale('ana'), true],
    [sale('ana'), sale('ben'), false],
    [sale('ana'), sale(null), false],
    [sale(null), sale(null), true],
    [sale(null, 'sunvia'), sale(null, 'sunvia'), true],
    [sale('ana', 'sunvia'), sale(null, 'sunvia'), true],
    [sale('ana', 'sunvia'), sale('ana'), true],
    [sale(null, 'sunvia'), sale(null), false],
    [sale(null, 'sunvia'), sale(null, 'other'), false],
  ])('are the same customer: %o and %o', (a, b, isOne) => {
    expect([isSameBuyer(a, b), isSameBuyer(b, a)]).toEqual([isOne, isOne])
  })
})

describe('the party of a return', () => {
  const size = (...categories: ('adult' | 'infant')[]) =>
    partySizeOf(
      categories.map((category) => ({ category })),
      null,
    )

  it('is no larger in passengers or in seats', () => {
    expect(isWithin(size('adult', 'infant'), size('adult', 'adult'))).toBe(true)
    expect(isWithin(size('adult', 'adult'), size('adult', 'infant'))).toBe(false)
    expect(isWithin(size('adult', 'infant'), size('adult'))).toBe(false)
  })

  it('is empty after the outbound reservation was cancelled', () => {
    const passengers = [{ category: 'adult' as const }]
    expect(returnLimit({ status: 'confirmed', hire: null, passengers })).toEqual({ passengers: 1, seated: 1 })
    expect(returnLimit({ status: 'cancelled', hire: null, passengers })).toEqual({ passengers: 0, seated: 0 })
  })
})

describe('an outbound reservation', () => {
  const outbound = { reference: 'ABC234', return_of_id: null, way_back: null, has_return: false } as const

  it.each(['confirmed', 'checked_in', 'boarded', 'completed', 'no_show'] as const)(
    'may have a return: %s',
    (status) => {
      expect(outboundIssue({ ...outbound, status })).toBeNull()
    },
  )

  it.each(['on_hold', 'pending', 'cancelled', 'expired', 'rejected'] as const)('has none: %s', (status) => {
    expect(String(outboundIssue({ ...outbound, status })?.fact)).toContain('ABC234 is')
  })

  it.each([{ return_of_id: 'other' }, { way_back: 'ahead' as const }, { has_return: true }])('has none: %o', (more) => {
    expect(outboundIssue({ ...outbound, status: 'confirmed', ...more })).not.toBeNull()
  })
})
