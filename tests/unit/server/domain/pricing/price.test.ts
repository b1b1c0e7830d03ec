import { describe, expect, test } from 'vitest'
import { canonicalPrice } from '../../../../../server/domain/pricing/price'
import { seatPrice, type LegToPrice } from '../../../../../server/domain/pricing/seat-price'

const fare = {
  origin_station_id: null,
  destination_station_id: null,
  vehicle_type_id: null,
  currency: 'EUR',
  valid_from: null,
  valid_to: null,
}
const leg: LegToPrice = {
  routeCode: 'LCA-NIC',
  fares: [
    { ...fare, passenger_category: 'adult', amount_minor: 900 },
    { ...fare, passenger_category: 'child', amount_minor: 450 },
  ],
  origin: { id: 'a', name: { en: 'Larnaca Airport', ae: 'مطار لارنكا', de: 'Flughafen Larnaka' } },
  destination: { id: 'b', name: { en: 'Nicosia', de: 'Nikosia' } },
  vehicleTypeId: 'coach',
  serviceDate: '2026-11-22',
}
const party = [{ category: 'child' }, { category: 'adult' }, { category: 'infant' }, { category: 'adult' }] as const

describe('the price of seats', () => {
  test('has a line for each category with a fare, and their sum', () => {
    const { lines, total, currencies } = seatPrice([leg], party)
    expect(lines).toMatchObject([
      {
        seq: 1,
        kind: 'base_fare',
        code: 'LCA-NIC',
        passenger_category: 'adult',
        quantity: 2,
        unit_minor: 900,
        amount_minor: 1800,
      },
      {
        seq: 2,
        kind: 'base_fare',
        code: 'LCA-NIC',
        passenger_category: 'child',
        quantity: 1,
        unit_minor: 450,
        amount_minor: 450,
      },
    ])
    expect([total, currencies]).toEqual([2250, ['EUR']])
  })

  test('is explained in the languages that both stops are named in', () => {
    expect(seatPrice([leg], party).lines[0]?.label).toEqual({
      en: 'Larnaca Airport → Nicosia',
      de: 'Flughafen Larnaka → Nikosia',
    })
  })

  test('adds up over the legs', () => {
    expect(seatPrice([leg, leg], party)).toMatchObject({ total: 4500, lines: { length: 4 } })
  })

  test('is nothing, with no line, where no fare holds', () => {
    expect(seatPrice([{ ...leg, fares: [] }], party)).toEqual({ lines: [], total: 0, currencies: [] })
  })

  test('names every currency that it meets', () => {
    const abroad = { ...leg, fares: leg.fares.map((each) => ({ ...each, currency: 'CHF' })) }
    expect(seatPrice([leg, abroad], party).currencies).toEqual(['CHF', 'EUR'])
  })
})

describe('the canonical price', () => {
  test('does not depend on the order of keys, but on everything else', () => {
    const { lines } = seatPrice([leg], party)
    const turned = lines.map((line) => Object.fromEntries(Object.entries(line).reverse()) as typeof line)
    expect(canonicalPrice('EUR', turned)).toBe(canonicalPrice('EUR', lines))
    expect(canonicalPrice('USD', lines)).not.toBe(canonicalPrice('EUR', lines))
    expect(canonicalPrice('EUR', lines.toReversed())).not.toBe(canonicalPrice('EUR', lines))
  })
})
