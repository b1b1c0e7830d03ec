import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { feeOf, tierAt } from '../../../../../server/domain/pricing/cancellation'
import { partnerTerms } from '../../../../../server/domain/pricing/partner-terms'
import { quoteHire, quoteSeats, type Quote } from '../../../../../server/domain/pricing/quote'
import { tableOf } from '../../../../support/markdown-table'
import { SALE, TRAVEL, aBook, aFare, aLeg, aRule, anAddon, percent, seats } from '../../../../support/pricing'
import { ROWS } from '../../../../support/after-sale/rows'
import { vectors, type Vector } from '../../../../support/pricing-vectors'

function quoteOf(vector: Vector, rules = vector.rules): Quote {
  const book = aBook({
    rules: rules.map(({ code, ...rule }) => aRule(code, rule)),
    addons: vector.addons.map(({ amount_minor }, index) =>
      anAddon(`ADD-${index}`, { amount_minor, currency: vector.currency, tax_rate_bp: vector.taxBp }),
    ),
    policy: { incrementMinor: vector.increment, fareTaxBp: vector.taxBp },
  })
  const addons = vector.addons.map(({ quantity }, index) => ({ addon_id: `id-ADD-${index}`, quantity }))
  const { hire, currency } = vector
  if (!hire) {
    const fares = vector.fares.map(({ amount_minor, ...fare }) => aFare(amount_minor, { ...fare, currency }))
    const party = new Map(vector.party.map(({ category, count }) => [category, count] as const))
    return quoteSeats(seats([aLeg(fares)], { party, addons }), book)
  }
  const tariff = {
    from_zone: null,
    to_zone: null,
    currency,
    base_minor: hire.base_minor,
    included_km: 0,
    per_km_minor: hire.per_km_minor,
    per_hour_minor: 0,
    min_hours: 0,
    min_charge_minor: 0,
    valid_from: null,
    valid_to: null,
  }
  const extent = { distanceKm: hire.km, startsAt: '2030-05-20T20:00:00Z', endsAt: '2030-05-20T21:00:00Z' }
  const request = { sale: SALE, addons, override: null, traced: false }
  return quoteHire({ ...request, hire: { travel: TRAVEL, tariff, extent, passengers: 1 } }, book)
}

describe('docs/domain/pricing.md', () => {
  it.each(vectors.map((vector) => [vector.name, vector] as const))('%s', (_, vector) => {
    const quote = quoteOf(vector)
    const contract = {
      commission_mode: vector.commissionBp > 0 ? ('percent' as const) : ('none' as const),
      commission_bp: vector.commissionBp,
      commission_on_addons: false,
    }
    const terms = partnerTerms(contract, { ...quote, contractRate: 0 })
    const { fare, total, tax, commission, net } = vector
    expect({
      fare: quote.fare,
      total: quote.total,
      tax: quote.tax,
      commission: terms.commission,
      net: terms.net,
    }).toEqual({ fare, total, tax, commission, net })
  })

  it('V12 has the same winner in any order of the rules', () => {
    const vector = vectors.find(({ name }) => name === 'V12')
    if (!vector) throw new Error('The table has no V12.')
    fc.assert(
      fc.property(fc.shuffledSubarray(vector.rules, { minLength: 2 }), (rules) => {
        expect(quoteOf(vector, rules).lines.at(-1)).toMatchObject({ code: 'RULE-1', amount_minor: 300 })
      }),
      { numRuns: 1000 },
    )
  })

  it.each(tableOf('domain/pricing.md', 'At night'))('V11 at $Departure: $At night', (row) => {
    const night = percent('NIGHT', 2000, { depart_time_from: '22:00', depart_time_to: '06:00' })
    const leg = aLeg([aFare(1000)], { departClock: row['Departure'] ?? '' })
    expect(quoteSeats(seats([leg]), aBook({ rules: [night] })).total).toBe(row['At night'] === 'yes' ? 1200 : 1000)
  })

  it.each(tableOf('domain/pricing.md', 'Tiers'))('a cancellation $Hours before departure h before', (row) => {
    const tiers = (row['Tiers'] ?? '').split(', ').map((text) => {
      const [, hours, share] = /^(\d+) h: (\d+) %$/.exec(text) ?? []
      return { hours_before: Number(hours), percent_bp: Number(share) * 100, amount_minor: null }
    })
    const tier = tierAt(tiers, Number(row['Hours before departure']) * 3_600_000)
    expect(tier ? feeOf(tier, Number(row['Of'])) : 0).toBe(Number(row['Fee']))
  })

  it.each(tableOf('domain/pricing.md', 'Totals'))('change $#', (row) => {
    const [, worked] = Object.entries(ROWS).find(([name]) => name.startsWith(`${row['#']}:`)) ?? []
    const totals = (row['Totals'] ?? '').split(', ').map(Number)
    expect(worked?.totals).toEqual(totals)
  })
})
