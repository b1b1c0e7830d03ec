import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { taxWithin } from '../../../../../server/domain/pricing/exact'
import { waysOf, type WishedLeg } from '../../../../../server/domain/pricing/changes/state'
import type { Terms } from '../../../../../server/domain/pricing/changes/value'
import type { Rule } from '../../../../../server/domain/pricing/rule-dimensions'
import type { Category } from '../../../../../server/domain/pricing/rule-facts'
import { SALE, aBook, aFare, aRule, anAddon } from '../../../../support/pricing'
import { NOW, after, aWishedLeg, cancelled, sold, someTerms, type Held } from '../../../../support/pricing-changes'

/** `CHANGE_RUNS=100000` tries so many sequences; as a rule some hundreds, for everybody waits for them. */
const RUNS = { numRuns: Number(process.env['CHANGE_RUNS'] ?? 150) }
const SECOND_MS = 1_000

const categories = ['adult', 'child', 'infant'] as const
const counts = fc.record({
  adult: fc.integer({ min: 0, max: 12 }),
  child: fc.integer({ min: 0, max: 4 }),
  infant: fc.integer({ min: 0, max: 2 }),
})
type Counts = Record<(typeof categories)[number], number>
const partyOf = (party: Counts) => new Map<Category, number>(Object.entries(party) as [Category, number][])
const headsOf = (party: Counts) => party.adult + party.child + party.infant

const ruleDraft = fc.record({
  stage: fc.constantFrom('base_override', 'fare_adjust', 'total_adjust', 'total_adjust', 'limit'),
  bp: fc.option(fc.integer({ min: -9_000, max: 9_000 })),
  amount: fc.integer({ min: -5_000, max: 5_000 }),
  sizeFrom: fc.option(fc.integer({ min: 2, max: 12 })),
  sizeTo: fc.option(fc.integer({ min: 2, max: 12 }), { freq: 4 }),
  tripType: fc.option(fc.constantFrom('return' as const, 'one_way' as const), { freq: 5 }),
  isMax: fc.boolean(),
})

function ruleFrom(
  { stage, bp, amount, sizeFrom, sizeTo, tripType, isMax }: typeof ruleDraft extends fc.Arbitrary<infer D> ? D : never,
  index: number,
  currency: string,
): Rule {
  const when = { party_size_from: sizeFrom, party_size_to: sizeTo, trip_type: tripType }
  const code = `RULE-${index}`
  const whole = { ...when, stage, currency }
  if (stage === 'base_override') return aRule(code, { ...whole, effect: 'set_amount', amount_minor: Math.abs(amount) })
  if (stage === 'limit') {
    const effect = isMax ? 'max_total' : 'min_total'
    return aRule(code, { ...whole, effect, amount_minor: Math.abs(amount) * 4 })
  }
  if (bp === null) return aRule(code, { ...whole, effect: 'add_amount', amount_minor: amount })
  return aRule(code, { ...whole, currency: null, effect: 'add_percent', percent_bp: bp })
}

const fares = fc.integer({ min: 0, max: 6_000 })
const legDraft = fc.record({
  hours: fc.integer({ min: 1, max: 120 }),
  unit: fares,
  isBack: fc.boolean(),
  child: fc.option(fares),
})
const tier = fc.record({
  hours: fc.integer({ min: 0, max: 96 }),
  bp: fc.integer({ min: 0, max: 10_000 }),
  amount: fc.option(fares, { freq: 5 }),
})

const reservation = fc.record({
  currency: fc.constantFrom('EUR', 'JPY', 'KWD'),
  party: counts.filter((party) => headsOf(party) > 0),
  legs: fc.array(legDraft, { minLength: 1, maxLength: 3 }),
  rules: fc.array(ruleDraft, { maxLength: 5 }),
  tiers: fc.uniqueArray(tier, { maxLength: 3, selector: ({ hours }) => hours }),
  byHand: fc.option(fc.integer({ min: 0, max: 50_000 }), { freq: 4 }),
  increment: fc.constantFrom(1, 5, 50),
  taxBp: fc.integer({ min: 0, max: 2_500 }),
  taxMode: fc.constantFrom('inclusive' as const, 'exclusive' as const),
  meals: fc.integer({ min: 0, max: 3 }),
  refundable: fc.boolean(),
  perHead: fc.boolean(),
  flexBp: fc.integer({ min: 0, max: 3_000 }),
  bicycle: fc.option(fc.constantFrom('outbound' as const, 'return' as const)),
})
type Drawn = typeof reservation extends fc.Arbitrary<infer D> ? D : never

function legOf({ hours, unit, child, isBack }: Drawn['legs'][number], id: string, currency: string): WishedLeg {
  const ofChildren = child === null ? [] : [aFare(child, { currency, passenger_category: 'child' })]
  const leg = aWishedLeg(id, hours, [aFare(unit, { currency }), ...ofChildren])
  return isBack ? { ...leg, direction: 'back', quote: { ...leg.quote, direction: 'return' } } : leg
}

function sell(drawn: Drawn): { terms: Terms; held: Held } {
  const { currency } = drawn
  const meal = {
    pricing: drawn.perHead ? ('per_passenger' as const) : ('per_unit' as const),
    refundable: drawn.refundable,
  }
  const book = aBook({
    rules: drawn.rules.map((each, index) => ruleFrom(each, index, currency)),
    addons: [
      anAddon('MEAL', { ...meal, currency, tax_rate_bp: drawn.taxBp }),
      anAddon('BIKE', { ...meal, currency, tax_rate_bp: drawn.taxBp }),
      anAddon('FLEX', {
        pricing: 'percent_of_fare',
        amount_minor: null,
        currency: null,
        percent_bp: drawn.flexBp,
        refundable: !drawn.refundable,
      }),
    ],
    policy: { currency, incrementMinor: drawn.increment, fareTaxBp: drawn.taxBp, taxMode: drawn.taxMode },
  })
  const ways = new Set(drawn.legs.map(({ isBack }) => (isBack ? 'back' : 'out')))
  const terms = someTerms({
    book,
    tiers: drawn.tiers.map(({ hours, bp, amount }) => ({
      hours_before: hours,
      percent_bp: amount === null ? bp : null,
      amount_minor: amount,
    })),
    ways,
    sale: { ...SALE, tripType: ways.size > 1 ? 'return' : 'one_way' },
  })
  const addons = [
    ...(drawn.meals > 0 ? [{ addon_id: 'id-MEAL', quantity: drawn.meals }] : []),
    ...(drawn.bicycle ? [{ addon_id: 'id-BIKE', quantity: 1, direction: drawn.bicycle }] : []),
    ...(drawn.flexBp > 0 ? [{ addon_id: 'id-FLEX', quantity: 1 }] : []),
  ]
  const legs = drawn.legs.map((leg, place) => legOf(leg, `J${place}`, currency))
  return sold(terms, { party: partyOf(drawn.party), legs, addons, run: null }, drawn.byHand)
}

/** Shares of what is left that are cancelled one step after the other, the last of them of all that is left. */
const steps = fc.array(counts, { minLength: 1, maxLength: 4 })
const fewer = (party: Counts, by: Counts): Counts => ({
  adult: Math.max(0, party.adult - by.adult),
  child: Math.max(0, party.child - by.child),
  infant: Math.max(0, party.infant - by.infant),
})

const action = fc.oneof(
  fc.record({ what: fc.constant('party' as const), party: counts }),
  fc.record({ what: fc.constant('drop' as const), place: fc.nat(2) }),
  fc.record({ what: fc.constant('add' as const), leg: legDraft }),
  fc.record({ what: fc.constant('move' as const), place: fc.nat(2), unit: fares }),
  fc.record({ what: fc.constant('wait' as const), hours: fc.integer({ min: 0, max: 40 }) }),
)

describe('any sequence of changes', () => {
  it('ends at lines that add up to a total not below zero, with the tax of what is left', () => {
    fc.assert(
      fc.property(reservation, fc.array(action, { minLength: 1, maxLength: 6 }), (drawn, actions) => {
        const { terms: atSale, held } = sell(drawn)
        let [now, current, terms] = [NOW, held, atSale]
        actions.forEach((each, round) => {
          const { legs } = current.state
          const wish = () => {
            if (each.what === 'party') return { party: partyOf(each.party) }
            if (each.what === 'drop') return { legs: legs.filter((_, place) => place !== each.place) }
            if (each.what === 'add') return { legs: [...legs, legOf(each.leg, `A${round}`, drawn.currency)] }
            if (each.what === 'wait') return {}
            return {
              legs: legs.map((leg, place) =>
                place === each.place % legs.length
                  ? {
                      ...leg,
                      journeyId: `M${round}`,
                      quote: { ...leg.quote, fares: [aFare(each.unit, { currency: drawn.currency })] },
                    }
                  : leg,
              ),
            }
          }
          if (each.what === 'wait') now += each.hours * 3_600 * SECOND_MS
          const all = cancelled(terms, current, now)
          const next = after(terms, current, wish(), { now })
          expect(next.lines.reduce((sum, line) => sum + line.amount_minor, 0)).toBe(next.total)
          expect(next.quote.total).toBeGreaterThanOrEqual(0)
          expect(next.total).toBe(next.quote.total + next.fees)
          for (const line of next.lines.filter(({ kind }) => kind === 'tax_info'))
            if (line.quantity === 0) expect(line.unit_minor).toBe(taxWithin(line.base_minor ?? 0, line.percent_bp ?? 0))
          const isLess = each.what === 'drop' || each.what === 'move'
          if (isLess) expect(next.total).toBeGreaterThanOrEqual(all.total)
          if (each.what === 'wait') expect(next.lines).toEqual(current.lines)
          current = next
          terms = { ...terms, ways: new Set([...terms.ways, ...waysOf(next.state.legs)]) }
        })
      }),
      RUNS,
    )
  })

  it('gives the same for the same cancellations, in whatever order and steps', () => {
    fc.assert(
      fc.property(reservation, steps, fc.infiniteStream(fc.nat(99)), (drawn, taken, order) => {
        const { terms, held } = sell(drawn)
        const last = taken.reduce(fewer, drawn.party)
        fc.pre(headsOf(last) > 0)
        const atOnce = after(terms, held, { party: partyOf(last) })
        const shuffled = taken.map((each) => ({ each, key: order.next().value as number }))
        for (const sequence of [shuffled, shuffled.toSorted((a, b) => a.key - b.key)]) {
          let [current, party] = [held, drawn.party]
          for (const { each } of sequence) {
            party = fewer(party, each)
            const all = cancelled(terms, current)
            const next = after(terms, current, { party: partyOf(party) })
            expect(next.total).toBeGreaterThanOrEqual(all.total)
            current = next
          }
          expect([current.total, current.lines]).toEqual([atOnce.total, atOnce.lines])
          expect(cancelled(terms, current).total).toBe(cancelled(terms, held).total)
        }
      }),
      RUNS,
    )
  })

  it('gives up one way of two with the fee of its own legs and add-ons, and leaves those of the other', () => {
    const legs = fc.array(legDraft, { minLength: 1, maxLength: 3 })
    const bicycles = fc.constantFrom('outbound' as const, 'return' as const)
    fc.assert(
      fc.property(legs, legs, bicycles, bicycles, counts, (out, back, way, dropped, party) => {
        fc.pre(headsOf(party) > 0)
        const [there, home] = [out, back].map((drafts, at) =>
          drafts.map((draft, place) => legOf({ ...draft, isBack: at === 1 }, `${at}-${place}`, 'EUR')),
        ) as [WishedLeg[], WishedLeg[]]
        const { terms, held } = sold(
          someTerms({
            book: aBook({ addons: [anAddon('BIKE', { amount_minor: 700 })] }),
            tiers: [{ hours_before: 1_000, percent_bp: 10_000, amount_minor: null }],
            sale: { ...SALE, tripType: 'return' },
            ways: new Set(['out', 'back']),
          }),
          {
            party: partyOf(party),
            legs: [...there, ...home],
            addons: [{ addon_id: 'id-BIKE', quantity: 1, direction: way }],
            run: null,
          },
        )
        const staying = held.state.legs.filter((leg) => (leg.direction === 'back') !== (dropped === 'return'))
        const addons = way === dropped ? [] : held.state.addons
        const left = after(terms, held, { legs: staying, addons })
        const ofWay = left.quote.addons
        expect(ofWay).toBe(way === dropped ? 0 : 700)
        expect(left.total).toBe(held.total)
        expect(left.fees).toBe(held.total - left.quote.total)
        expect(left.lines.filter(({ kind }) => kind === 'base_fare').every(({ direction }) => !direction)).toBe(true)
      }),
      RUNS,
    )
  })

  it('pays no more for what was added and taken away again than was paid for it', () => {
    fc.assert(
      fc.property(reservation, steps, counts, (drawn, taken, more) => {
        const { terms, held } = sell(drawn)
        const party = taken.reduce(fewer, drawn.party)
        fc.pre(headsOf(party) > 0)
        const less = after(terms, held, { party: partyOf(party) })
        const grown = {
          adult: party.adult + more.adult,
          child: party.child + more.child,
          infant: party.infant + more.infant,
        }
        const added = after(terms, less, { party: partyOf(grown) })
        const back = after(terms, added, { party: partyOf(party) })
        expect(back.total).toBeGreaterThanOrEqual(less.total)
      }),
      RUNS,
    )
  })
})
