import { describe, expect, test } from 'vitest'
import { hirePrice, tariffFor, type TariffForHire } from '../../../../../server/domain/pricing/hire-price'

const tariff: TariffForHire = {
  from_zone: null,
  to_zone: null,
  currency: 'EUR',
  base_minor: 1000,
  included_km: 0,
  per_km_minor: 250,
  per_hour_minor: 0,
  min_hours: 0,
  min_charge_minor: 0,
  valid_from: null,
  valid_to: null,
}
const extent = { distanceKm: 47.3, startsAt: '2026-11-22T10:00:00Z', endsAt: '2026-11-22T11:30:00Z' }
const total = (change: Partial<TariffForHire>, run: Partial<typeof extent> = {}) =>
  hirePrice({ ...tariff, ...change }, { ...extent, ...run }).total

describe('the price of a hire', () => {
  test('is base and distance, to the exact minor unit', () => {
    const { lines, total: sum } = hirePrice(tariff, extent)
    expect(sum).toBe(12_825)
    expect(lines.map((line) => [line.code, line.amount_minor])).toEqual([
      ['hire_base', 1000],
      ['hire_distance', 11_825],
    ])
  })

  test('excludes the included kilometres', () => {
    expect(total({ included_km: 40 })).toBe(1000 + 1825)
    expect(total({ included_km: 50 })).toBe(1000)
  })

  test('charges time, at least the minimum hours', () => {
    expect(total({ per_km_minor: 0, per_hour_minor: 3000 })).toBe(1000 + 4500)
    expect(total({ per_km_minor: 0, per_hour_minor: 3000, min_hours: 3 })).toBe(1000 + 9000)
  })

  test('is raised to the minimum charge, in a separate line', () => {
    const { lines, total: sum } = hirePrice({ ...tariff, min_charge_minor: 15_000 }, extent)
    expect(sum).toBe(15_000)
    expect(lines.at(-1)).toMatchObject({ kind: 'limit', code: 'hire_minimum', amount_minor: 2175 })
  })

  test('rounds half away from zero', () => {
    expect(total({ base_minor: 0, per_km_minor: 5 }, { distanceKm: 0.1 })).toBe(1)
  })

  test('treats an unknown distance as zero', () => {
    expect(hirePrice(tariff, { ...extent, distanceKm: null }).total).toBe(1000)
  })
})

describe('the tariff of a hire', () => {
  const any = tariff
  const fromAirport = { ...tariff, from_zone: 'LCA' }
  const toCity = { ...tariff, to_zone: 'NIC' }
  const both = { ...tariff, from_zone: 'LCA', to_zone: 'NIC' }
  const run = { fromZone: 'LCA', toZone: 'NIC', date: '2026-11-22' }

  test('is the one that matches the most of its zones', () => {
    expect(tariffFor([any, toCity, fromAirport, both], run)).toBe(both)
    expect(tariffFor([any, toCity, fromAirport], run)).toBe(fromAirport)
    expect(tariffFor([any, toCity, both], { ...run, fromZone: null })).toBe(toCity)
    expect(tariffFor([fromAirport, both], { ...run, fromZone: 'PFO' })).toBeUndefined()
  })

  test('applies on its days', () => {
    const summer = { ...tariff, valid_from: '2026-06-01', valid_to: '2026-09-30' }
    expect(tariffFor([summer], run)).toBeUndefined()
    expect(tariffFor([summer], { ...run, date: '2026-09-30' })).toBe(summer)
  })
})
