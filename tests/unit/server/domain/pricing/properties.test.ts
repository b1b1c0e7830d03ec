import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { multiplyDivide } from '../../../../../server/domain/pricing/exact'
import { partnerTerms } from '../../../../../server/domain/pricing/partner-terms'
import { quoteSeats } from '../../../../../server/domain/pricing/quote'
import type { Rule } from '../../../../../server/domain/pricing/rule-dimensions'
import type { Category } from '../../../../../server/domain/pricing/rule-facts'
import { aBook, aFare, aLeg, aRule, aSeason, anAddon, seats } from '../../../../support/pricing'

/** Currencies with 2, 0 and 3 decimals. */
const currencies = fc.constantFrom('EUR', 'JPY', 'KWD')
const bp = fc.integer({ min: -10_000, max: 20_000 })
const amount = fc.integer({ min: -5_000, max: 5_000 })
const positive = fc.integer({ min: 0, max: 200_000 })

interface Draft {
  stage: Rule['stage']
  bp: number | null
  amount: number
  priority: number
  running: boolean
  group: string | null
  stop: boolean
  season: boolean
  isMax: boolean
}

const draft: fc.Arbitrary<Draft> = fc.record({
  stage: fc.constantFrom('base_override', 'fare_adjust', 'fare_adjust', 'total_adjust', 'limit'),
  bp: fc.option(bp),
  amount,
  priority: fc.integer({ min: -2, max: 2 }),
  running: fc.boolean(),
  group: fc.option(fc.constantFrom('one', 'two'), { freq: 3 }),
  stop: fc.boolean(),
  season: fc.boolean(),
  isMax: fc.boolean(),
})

function ruleFrom(each: Draft, index: number, currency: string): Rule {
  const shared = {
    priority: each.priority,
    exclusive_group: each.group,
    stop_stage: each.stop,
    season_ids: each.season ? ['id-MAY'] : [],
    currency,
  }
  const code = `RULE-${String(index).padStart(2, '0')}`
  const size = Math.abs(each.amount)
  if (each.stage === 'base_override')
    return aRule(code, { ...shared, stage: each.stage, effect: 'set_amount', amount_minor: size })
  if (each.stage === 'limit') {
    const effect = each.isMax ? 'max_total' : 'min_total'
    return aRule(code, { ...shared, stage: each.stage, effect, amount_minor: size * 3 })
  }
  if (each.bp === null)
    return aRule(code, { ...shared, stage: each.stage, effect: 'add_amount', amount_minor: each.amount })
  const percent_base = each.running ? 'running' : 'base_fare'
  return aRule(code, {
    ...shared,
    stage: each.stage,
    effect: 'add_percent',
    percent_bp: each.bp,
    currency: null,
    percent_base,
  })
}

const sale = fc
  .record({
    currency: currencies,
    adult: positive,
    child: positive,
    adults: fc.integer({ min: 1, max: 9 }),
    children: fc.integer({ min: 0, max: 5 }),
    legs: fc.integer({ min: 1, max: 3 }),
    rules: fc.array(draft, { maxLength: 12 }),
    increment: fc.constantFrom(1, 5, 50),
    taxBp: fc.integer({ min: 0, max: 2_500 }),
    taxMode: fc.constantFrom('inclusive' as const, 'exclusive' as const),
    bag: positive,
    bags: fc.integer({ min: 0, max: 4 }),
    flexBp: fc.integer({ min: 0, max: 3_000 }),
  })
  .map((drawn) => {
    const { currency, rules } = drawn
    const leg = aLeg([aFare(drawn.adult, { currency }), aFare(drawn.child, { currency, passenger_category: 'child' })])
    const party = new Map<Category, number>([
      ['adult', drawn.adults],
      ...(drawn.children > 0 ? [['child', drawn.children] as const] : []),
    ])
    const parts = {
      rules: rules.map((each, index) => ruleFrom(each, index, currency)),
      seasons: [aSeason('MAY', '2030-05-01', '2030-05-31')],
      addons: [
        anAddon('BAG', { amount_minor: drawn.bag, currency, tax_rate_bp: drawn.taxBp }),
        anAddon('FLEX', { pricing: 'percent_of_fare', amount_minor: null, currency: null, percent_bp: drawn.flexBp }),
      ],
      policy: { currency, incrementMinor: drawn.increment, fareTaxBp: drawn.taxBp, taxMode: drawn.taxMode },
    }
    const addons = [
      ...(drawn.bags > 0 ? [{ addon_id: 'id-BAG', quantity: drawn.bags }] : []),
      { addon_id: 'id-FLEX', quantity: 1 },
    ]
    return {
      request: seats(
        Array.from({ length: drawn.legs }, () => leg),
        { party, addons },
      ),
      parts,
      drawn,
    }
  })

const RUNS = { numRuns: Number(process.env['PRICING_RUNS'] ?? 300) }

describe('P-29 any price', () => {
  it('is the sum of its lines, in whole units that a number holds exactly, and never below zero', () => {
    fc.assert(
      fc.property(sale, ({ request, parts }) => {
        const quote = quoteSeats(request, aBook(parts))
        expect(quote.lines.reduce((sum, line) => sum + line.amount_minor, 0)).toBe(quote.total)
        for (const line of quote.lines) {
          expect(line.amount_minor).toBe(line.quantity * line.unit_minor)
          expect(Number.isSafeInteger(line.amount_minor) && Number.isSafeInteger(line.unit_minor)).toBe(true)
        }
        expect(Math.min(quote.total, quote.fare)).toBeGreaterThanOrEqual(0)
        expect(quote.fare + quote.addons + (parts.policy.taxMode === 'exclusive' ? quote.tax : 0)).toBe(quote.total)
        const again = quoteSeats(request, aBook(parts))
        expect(again.lines).toEqual(quote.lines)
      }),
      RUNS,
    )
  })

  it('does not depend on the order in which rules, add-ons and seasons are read', () => {
    const shuffled = sale.chain((each) =>
      fc
        .shuffledSubarray(each.parts.rules, { minLength: each.parts.rules.length })
        .map((rules) => ({ ...each, turned: { ...each.parts, rules, addons: each.parts.addons.toReversed() } })),
    )
    fc.assert(
      fc.property(shuffled, ({ request, parts, turned }) => {
        expect(quoteSeats(request, aBook(turned)).lines).toEqual(quoteSeats(request, aBook(parts)).lines)
      }),
      RUNS,
    )
  })

  it('respects the limits, up to the rounding that follows them', () => {
    fc.assert(
      fc.property(sale, ({ request, parts, drawn }) => {
        const { fare, lines } = quoteSeats(request, aBook(parts))
        const limits = parts.rules.filter(({ stage }) => stage === 'limit')
        fc.pre(limits.every((rule) => rule.exclusive_group === null && !rule.stop_stage))
        const lowest = Math.max(0, ...limits.filter((r) => r.effect === 'min_total').map((r) => r.amount_minor ?? 0))
        expect(fare).toBeGreaterThan(lowest - drawn.increment)
        const raised = lines.some((line) => line.kind === 'limit' && line.amount_minor > 0)
        const highest = Math.min(...limits.filter((r) => r.effect === 'max_total').map((r) => r.amount_minor ?? 0))
        if (!raised) expect(fare).toBeLessThan(highest + drawn.increment)
      }),
      RUNS,
    )
  })

  it('is split into commission and net to the last unit', () => {
    fc.assert(
      fc.property(sale, fc.integer({ min: 0, max: 10_000 }), fc.boolean(), ({ request, parts }, share, onAddons) => {
        const quote = quoteSeats(request, aBook(parts))
        const contract = { commission_bp: share, commission_on_addons: onAddons }
        for (const commission_mode of ['percent', 'net_rate', 'none'] as const) {
          const terms = partnerTerms({ ...contract, commission_mode }, { ...quote, contractRate: 700 })
          expect(terms.commission + terms.net).toBe(quote.total)
        }
      }),
      RUNS,
    )
  })
})

describe('P-29 shares of the base', () => {
  it('add up to the same in any order of their priorities until the fare reaches zero', () => {
    const shares = fc.array(fc.integer({ min: -1_000, max: 5_000 }), { minLength: 2, maxLength: 8 })
    fc.assert(
      fc.property(positive, shares, fc.infiniteStream(fc.integer({ min: -9, max: 9 })), (unit, each, priorities) => {
        const rules = (order: () => number) =>
          each.map((percent_bp, index) =>
            aRule(`R-${index}`, { stage: 'fare_adjust', effect: 'add_percent', percent_bp, priority: order() }),
          )
        const total = (order: () => number) =>
          quoteSeats(seats([aLeg([aFare(unit)])]), aBook({ rules: rules(order) })).total
        expect(total(() => priorities.next().value as number)).toBe(total(() => 0))
      }),
      RUNS,
    )
  })
})

describe('P-29 a product divided', () => {
  it('is the exact quotient rounded half away from zero, whatever its size', () => {
    const wide = fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 })
    fc.assert(
      fc.property(wide, fc.integer({ min: -100_000, max: 100_000 }), fc.integer({ min: 1, max: 20_000 }), (a, b, c) => {
        const product = BigInt(a) * BigInt(b)
        const size = product < 0n ? -product : product
        const rounded = (size * 2n + BigInt(c)) / (2n * BigInt(c))
        const exact = product < 0n ? -rounded : rounded
        if (exact > BigInt(Number.MAX_SAFE_INTEGER) || exact < BigInt(Number.MIN_SAFE_INTEGER))
          expect(() => multiplyDivide(a, b, c)).toThrow(RangeError)
        else expect(BigInt(multiplyDivide(a, b, c))).toBe(exact)
      }),
      { numRuns: 20_000 },
    )
  })
})
