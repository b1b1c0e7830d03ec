import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  NOTHING_BOUGHT,
  addSale,
  buy,
  cancelByOperator,
  findAddonUnits,
  findPassengers,
  giveUp,
  replaceLeg,
  type Wanted,
} from '../../../../../server/domain/pricing/after-sale/changes'
import { explainChange } from '../../../../../server/domain/pricing/after-sale/explain'
import { priceOfPurchase } from '../../../../../server/domain/pricing/after-sale/price'
import { paidFor, type Purchase, type SaleTerms } from '../../../../../server/domain/pricing/after-sale/purchase'
import { sumOfValue } from '../../../../../server/domain/pricing/after-sale/value'
import type { AddonForSale } from '../../../../../server/domain/pricing/addon-lines'
import { returnDiscount } from '../../../../../server/domain/pricing/return-discount'
import type { PricePolicy } from '../../../../../server/domain/pricing/quote'
import type { Rule } from '../../../../../server/domain/pricing/rule-dimensions'
import { SALE, TRAVEL, aBook, aFare, aLeg, aRule, anAddon, percent } from '../../../../support/pricing'

/* The operator cancels a leg: docs/domain/pricing.md, "Changes after the sale", 8. */

const [OUT, BACK, ON] = [1, 2, 3]
const FREE = { now: SALE.at, isFree: true }
const RETURN_TRIP = percent('RETURN', -1000, { stage: 'total_adjust', trip_type: 'return' })

interface Conditions {
  fares?: Readonly<Record<number, number>>
  rules?: Rule[]
  addons?: AddonForSale[]
  policy?: Partial<PricePolicy>
  more?: Partial<SaleTerms>
}

const DIRECTIONS = { [OUT]: 'outbound', [BACK]: 'return', [ON]: 'outbound' } as const

const termsOf = ({
  fares = { [OUT]: 1000, [BACK]: 1000 },
  rules = [RETURN_TRIP],
  addons = [],
  policy = {},
  more = {},
}: Conditions): SaleTerms => ({
  list: '',
  book: aBook({ rules, addons, policy }),
  tiers: [],
  sale: { ...SALE, tripType: 'return' },
  partner: null,
  byHand: null,
  rides: new Map(
    Object.entries(fares).map(([leg, fare]) => [
      Number(leg),
      { ...aLeg([aFare(fare)]), direction: DIRECTIONS[Number(leg)] ?? 'outbound' },
    ]),
  ),
  run: null,
  ...more,
})

const seats = (leg: number, count: number): Wanted[] =>
  Array.from({ length: count }, () => ({ leg, item: { kind: 'seat', category: 'adult' } }))
const units = (leg: number, addonId: string, count = 1): Wanted[] =>
  Array.from({ length: count }, () => ({ leg, item: { kind: 'addon', addonId } }))

function sell(purchase: Purchase, conditions: Conditions, wanted: Wanted[], legs: number[] = []): Purchase {
  const sale = addSale(purchase, termsOf(conditions))
  const newLegs = legs.map((id) => ({ id, direction: DIRECTIONS[id] ?? 'outbound', departsAt: TRAVEL.departsAt }))
  return buy(sale.purchase, sale.index, { legs: newLegs, wanted })
}

/** Sells adults in both directions at 1000 each, by default conditions unless others are given. */
const sellReturn = (conditions: Conditions = {}, adults = 2, more: Wanted[] = []) =>
  sell(NOTHING_BOUGHT, conditions, [...seats(OUT, adults), ...seats(BACK, adults), ...more], [OUT, BACK])

const leave = (purchase: Purchase, count = 1) =>
  giveUp(purchase, findPassengers(purchase, new Map([['adult', count]])), FREE)
const totalOf = (purchase: Purchase) => priceOfPurchase(purchase).total
const byHandOf = ({ sales }: Purchase) => sales.map(({ byHand }) => byHand)
const linesOf = (purchase: Purchase) =>
  priceOfPurchase(purchase).lines.map(({ code, amount_minor }) => [code, amount_minor])

describe('the rest of a reservation after the operator cancels a leg', () => {
  it('keeps its share of the paid price, in proportion to its price without the leg', () => {
    const left = cancelByOperator(sellReturn(), BACK)
    expect(left.units.map(({ leg }) => leg)).toEqual([OUT, OUT])
    expect(byHandOf(left)).toEqual([{ total: 1800, setFor: { sum: 2000, heads: 2 }, isAsBought: true }])
    expect(left.ceiling).toBe(1800)
    expect(linesOf(left)).toEqual([
      ['LCA-NIC', 2000],
      ['as_bought', -200],
    ])
    expect(totalOf(leave(left))).toBe(900)
    expect(totalOf(sell(leave(left), {}, seats(OUT, 1)))).toBe(900 + 1000)
  })

  it('has a price for each sale, also when one replacement belongs to several', () => {
    const joined = sell(sellReturn(), { fares: { [OUT]: 1500, [BACK]: 1500 } }, [...seats(OUT, 1), ...seats(BACK, 1)])
    const today = addSale(joined, termsOf({ fares: { [OUT]: 2000 } }))
    const moved = replaceLeg(today.purchase, { leg: OUT, terms: today.index, departsAt: TRAVEL.departsAt }, FREE)
    expect(new Set(moved.units.filter(({ leg }) => leg === OUT).map(({ terms }) => terms))).toEqual(
      new Set([today.index]),
    )
    const left = cancelByOperator(moved, BACK)
    const paid = [1, 2].map((place) => paidFor(left.units.filter((unit) => unit.place === place)))
    expect(left.units.map(({ place, terms }) => [place, terms])).toEqual([
      [1, 0],
      [1, 0],
      [2, 1],
    ])
    expect(byHandOf(left)).toMatchObject([
      { total: paid[0], setFor: { sum: 4000, heads: 2 } },
      { total: paid[1], setFor: { sum: 2000, heads: 1 } },
    ])
    expect(sumOfValue(left)).toBe(paidFor(left.units))
  })

  it('keeps a group discount when passengers leave later', () => {
    const half = percent('GROUP', -5000, { stage: 'total_adjust', party_size_from: 10 })
    const wanted = (count: number) => [...seats(OUT, count), ...seats(BACK, count)]
    const joined = sell(sellReturn({ rules: [half] }, 9), { rules: [half] }, wanted(3))
    const left = cancelByOperator(joined, BACK)
    expect([totalOf(joined), totalOf(left), sumOfValue(left)]).toEqual([21_000, 10_500, 10_500])
    const nine = left.units.filter(({ place }) => place === 1)
    expect(totalOf(giveUp(left, nine, FREE))).toBe(1500)
  })

  it('keeps add-ons that were bought separately, free ones too', () => {
    const addons = [anAddon('bag'), anAddon('gift', { amount_minor: 0 })]
    const bought = sell(sellReturn(), { addons }, units(OUT, 'id-bag', 2))
    const left = cancelByOperator(sell(bought, { addons }, units(OUT, 'id-gift')), BACK)
    expect(byHandOf(left).slice(1)).toEqual([
      { total: 0, setFor: { sum: 0, heads: 0 }, isAsBought: true },
      { total: 0, setFor: { sum: 0, heads: 0 }, isAsBought: true },
    ])
    expect(totalOf(left)).toBe(1800 + 1000)
    const less = giveUp(left, findAddonUnits(left, { addon_id: 'id-bag' }, 1), FREE)
    expect(totalOf(less)).toBe(1800 + 500)
    expect(totalOf(giveUp(less, findAddonUnits(less, { addon_id: 'id-gift' }, 1), FREE))).toBe(1800 + 500)
  })

  it('refunds in full an add-on that came with the return', () => {
    const addons = [anAddon('bag')]
    const left = cancelByOperator(sellReturn({ addons }, 2, units(OUT, 'id-bag', 2)), BACK)
    expect(totalOf(left)).toBe(1800 + 1000)
    const less = giveUp(left, findAddonUnits(left, { addon_id: 'id-bag' }, 1), FREE)
    expect(totalOf(less)).toBe(1800 + 500)
    expect(totalOf(leave(less))).toBe(900 + 500)
  })

  it('keeps the percentage add-ons of its seats', () => {
    const addons = [anAddon('cover', { pricing: 'percent_of_fare', amount_minor: null, percent_bp: 1000 })]
    const shares = [OUT, OUT, BACK, BACK].map((leg): Wanted => ({
      leg,
      item: { kind: 'share', addonId: 'id-cover', category: 'adult' },
    }))
    const left = cancelByOperator(sellReturn({ addons }, 2, shares), BACK)
    expect(byHandOf(left)).toMatchObject([{ total: 1980, setFor: { sum: 2200, heads: 2 } }])
    expect(totalOf(leave(left))).toBe(990)
  })

  it('has no fees of the leg, keeps those of others, and costs no more than both', () => {
    const tiers = [{ hours_before: 1000, percent_bp: 5000, amount_minor: null }]
    const three = sellReturn({ more: { tiers } }, 3)
    const two = giveUp(three, findPassengers(three, new Map([['adult', 1]])), { now: SALE.at, isFree: false })
    expect(totalOf(two)).toBe(3600 + 900)
    const left = cancelByOperator(two, BACK)
    expect([totalOf(left), left.ceiling]).toEqual([1800 + 450, 1800 + 450])
    expect(cancelByOperator(left, OUT)).toMatchObject({ units: [], ceiling: 0, fees: { givenUp: [] } })
  })

  it('has an explanation with the names of removed add-ons', () => {
    const meal = anAddon('meal', { pricing: 'per_leg' })
    const sold = sell(sellReturn({ addons: [anAddon('bag')] }), { addons: [meal] }, units(BACK, 'id-meal'))
    const { units: changes, ...sums } = explainChange(sold, cancelByOperator(sold, BACK), () => null)
    expect(changes.map(({ label, paid_before_minor }) => [label?.en, paid_before_minor])).toEqual([
      [undefined, 1800],
      ['meal', 500],
    ])
    expect(sums).toMatchObject({ before_minor: 3600 + 500, after_minor: 1800, fees: [], discount_lost_minor: 0 })
  })

  it('is empty when no passenger travels any more', () => {
    const addons = [anAddon('bag')]
    const gone = cancelByOperator(
      sell(NOTHING_BOUGHT, { addons }, [...seats(OUT, 1), ...units(OUT, 'id-bag')], [OUT]),
      OUT,
    )
    expect(gone).toMatchObject({ units: [], ceiling: 0 })
    expect(priceOfPurchase(gone)).toMatchObject({ total: 0, lines: [] })
  })

  it('keeps its price when a second leg is cancelled', () => {
    const fares = { [OUT]: 1000, [BACK]: 1000, [ON]: 500 }
    const wanted = [OUT, BACK, ON].flatMap((leg) => seats(leg, 2))
    const sold = sell(NOTHING_BOUGHT, { fares }, wanted, [OUT, BACK, ON])
    const left = cancelByOperator(cancelByOperator(sold, BACK), ON)
    expect(byHandOf(left)).toEqual([{ total: 1800, setFor: { sum: 2000, heads: 2 }, isAsBought: true }])
    expect(totalOf(leave(left))).toBe(900)
  })

  it('keeps a manual price only when a user set one', () => {
    const byHand = { total: 3000, setFor: { sum: 3600, heads: 4 } }
    const agreed = sellReturn({ more: { byHand } })
    const joined = sell(agreed, {}, [...seats(OUT, 1), ...seats(BACK, 1)])
    expect(totalOf(joined)).toBe(3000 + 1800)
    const left = cancelByOperator(joined, BACK)
    expect(byHandOf(left)).toEqual([
      { total: 1500, setFor: { sum: 2000, heads: 2 } },
      { total: 900, setFor: { sum: 1000, heads: 1 }, isAsBought: true },
    ])
    expect(linesOf(left)).toEqual([
      ['LCA-NIC', 3000],
      ['manual_override', -500],
      ['as_bought', -100],
    ])
  })

  it('is divided by passengers when nothing has a price', () => {
    const byHand = { total: 3000, setFor: { sum: 0, heads: 4 } }
    const left = cancelByOperator(sellReturn({ fares: { [OUT]: 0, [BACK]: 0 }, more: { byHand } }), BACK)
    expect(byHandOf(left)).toEqual([{ total: 1500, setFor: { sum: 0, heads: 2 } }])
    expect(totalOf(leave(left))).toBe(750)
  })

  it('keeps its share of a minimum or maximum of both directions', () => {
    const limit = (effect: 'min_total' | 'max_total', amount_minor: number) =>
      aRule('LIMIT', { stage: 'limit', effect, amount_minor })
    for (const rule of [limit('min_total', 5000), limit('max_total', 3000)]) {
      const sold = sellReturn({ rules: [rule] })
      const left = cancelByOperator(sold, BACK)
      expect(totalOf(left)).toBe(totalOf(sold) / 2)
      expect(sumOfValue(left)).toBe(totalOf(left))
    }
  })

  it('has no return discount', () => {
    expect(returnDiscount(cancelByOperator(sellReturn(), BACK))).toBe(0)
  })

  it('keeps the paid amount with tax on top, up to the rounding of tax', () => {
    const amounts = fc.integer({ min: 0, max: 100_000 })
    const rates = fc.integer({ min: 0, max: 2_500 })
    const property = fc.property(
      amounts,
      amounts,
      amounts,
      rates,
      rates,
      fc.nat(2),
      (out, back, bag, fare, tax, bags) => {
        const addons = [anAddon('bag', { amount_minor: bag, tax_rate_bp: tax })]
        const policy = { taxMode: 'exclusive', fareTaxBp: fare } as const
        const conditions = { fares: { [OUT]: out, [BACK]: back }, addons, policy }
        const sold = sellReturn(conditions, 2, units(OUT, 'id-bag', bags))
        const left = cancelByOperator(sold, BACK)
        const { total, lines } = priceOfPurchase(left)
        expect(total).toBe(paidFor(left.units))
        expect(lines.reduce((sum, line) => sum + line.amount_minor, 0)).toBe(total)
        expect(Math.abs(sumOfValue(left) - total)).toBeLessThanOrEqual(1)
      },
    )
    fc.assert(property, { numRuns: 300 })
  })
})

describe('the commission of a partner on the rest', () => {
  const contract = { commission_bp: 0, commission_on_addons: false }
  const partner = (mode: 'net_rate' | 'percent', commission_bp = 0) => ({
    id: 'partner',
    contract: { ...contract, commission_mode: mode, commission_bp },
  })
  const NET = percent('NET', -2000, { partner_ids: ['partner'] })
  const commissionOf = (purchase: Purchase) => priceOfPurchase(purchase).commission

  it('is its share of the paid amount', () => {
    const sold = sellReturn({ more: { partner: partner('percent', 1000) } })
    expect([commissionOf(sold), commissionOf(cancelByOperator(sold, BACK))]).toEqual([360, 180])
  })

  it('with a net rate stays in proportion, with any discount of the rest', () => {
    const sold = sellReturn({ rules: [RETURN_TRIP, NET], more: { partner: partner('net_rate') } })
    const left = cancelByOperator(sold, BACK)
    expect([sold, left, leave(left)].map(commissionOf)).toEqual([720, 360, 180])
  })

  it('with a net rate and a manual price is the part above the rate, and never below zero', () => {
    const byHand = (total: number) => ({ total, setFor: { sum: 4000, heads: 4 } })
    const soldAt = (total: number) =>
      cancelByOperator(
        sellReturn({ rules: [NET], more: { partner: partner('net_rate'), byHand: byHand(total) } }),
        BACK,
      )
    expect([3600, 3000].map((total) => commissionOf(soldAt(total)))).toEqual([200, 0])
  })
})
