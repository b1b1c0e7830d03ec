import { change, type Changed } from '../../server/domain/pricing/changes/change'
import { isStretch, keptAfter, keptSeats, legKept, type KeptSale } from '../../server/domain/pricing/changes/kept-sale'
import {
  waysOf,
  type State,
  type StateLeg,
  type Wish as EngineWish,
  type WishedLeg,
} from '../../server/domain/pricing/changes/state'
import { priceState, type Terms as EngineTerms } from '../../server/domain/pricing/changes/value'
import type { Rule as EngineRule } from '../../server/domain/pricing/rule-dimensions'
import type { Price } from '../../server/domain/pricing/price'
import { SALE, TRAVEL, aBook, aFare, aLeg, aRule, anAddon } from './pricing'
import { CATEGORIES, type Rule, type Stretch } from './pricing-oracle'
import type { Presented, Wish } from './pricing-oracle-changes'
import type { Scenario } from './pricing-scenarios'
import { planned, type Planned } from './pricing-steps'

export type Change = typeof change

/** What both tell of a step; of the engine also what its lines add up to. */
export interface EnginePresented extends Presented {
  lines: bigint
}

const EFFECTS = { base_override: 'set_amount', fare_adjust: 'add_amount', total_adjust: 'add_amount' } as const

function engineRule(rule: Rule, currency: string): EngineRule {
  const { code, stage, share } = rule
  const effect =
    stage === 'limit'
      ? rule.max === undefined
        ? ('min_total' as const)
        : ('max_total' as const)
      : share === undefined
        ? EFFECTS[stage]
        : ('add_percent' as const)
  const amount = rule.amount ?? rule.max ?? rule.min
  return aRule(code, {
    stage,
    effect,
    amount_minor: amount === undefined || share !== undefined ? null : Number(amount),
    currency: share === undefined ? currency : null,
    percent_bp: share === undefined ? null : Number(share),
    percent_base: rule.running ? 'running' : 'base_fare',
    priority: rule.priority,
    exclusive_group: rule.group ?? null,
    stop_stage: rule.ends ?? false,
    party_size_from: rule.party?.from ?? null,
    party_size_to: rule.party?.to ?? null,
    trip_type: rule.trip ?? null,
    passenger_categories: rule.category ? [rule.category] : [],
  })
}

function engineTerms({ list, tiers, currency }: Scenario, first: Planned): EngineTerms {
  const ways = new Set(first.wish.legs.map(({ way }) => way))
  return {
    book: aBook({
      rules: list.rules.map((rule) => engineRule(rule, currency)),
      addons: list.extras.map(({ code, mode, price, refundable, tax }) =>
        anAddon(code, {
          pricing: mode,
          refundable,
          tax_rate_bp: Number(tax),
          ...(mode === 'percent_of_fare'
            ? { percent_bp: Number(price), amount_minor: null, currency: null }
            : { amount_minor: Number(price), currency }),
        }),
      ),
      policy: {
        currency,
        incrementMinor: Number(list.increment),
        fareTaxBp: Number(list.tax),
        taxMode: list.taxOnTop ? 'exclusive' : 'inclusive',
      },
    }),
    tiers: tiers.map((tier) => ({
      hours_before: tier.hours,
      percent_bp: 'share' in tier ? Number(tier.share) : null,
      amount_minor: 'share' in tier ? null : Number(tier.amount),
    })),
    sale: { ...SALE, at: first.now, tripType: ways.size > 1 ? 'return' : 'one_way' },
    partner: null,
    byHand: null,
    ways,
  }
}

/** Whatever was sold before comes from what is kept of the sale, and the rest at the fares of the step. */
function engineLeg(stretch: Stretch, currency: string, { faresOf }: Planned, kept: KeptSale | null): WishedLeg {
  const { journey, from, to, way, day, leaves } = stretch
  const place = (at: number): string => `${way}-${at}`
  const names = { origin: { en: place(from) }, destination: { en: place(to) } }
  const at = { journeyId: journey, boardSeq: from, alightSeq: to }
  const known = kept?.stretches.find((each) => isStretch(each, at))
  const fares = Object.entries(faresOf(stretch)).map(([category, amount]) =>
    aFare(Number(amount), { currency, passenger_category: category as (typeof CATEGORIES)[number] }),
  )
  const travel = { ...TRAVEL, originId: place(from), destinationId: place(to), serviceDate: day, departsAt: leaves }
  const quote = known ? legKept(known, names) : aLeg(fares, travel)
  return { ...at, serviceDate: day, direction: way, departsAt: leaves, quote }
}

const engineWish = ({ party, extras }: Wish, legs: readonly WishedLeg[]): EngineWish => ({
  party: new Map(CATEGORIES.map((category) => [category, Number(party[category])])),
  legs,
  addons: [...extras].map(([code, number]) => ({ addon_id: `id-${code}`, quantity: Number(number) })),
  run: null,
})

function present(price: Price, tax: number): EnginePresented {
  const sum = (of: (line: Price['lines'][number]) => boolean): bigint =>
    price.lines.filter(of).reduce((all, line) => all + BigInt(line.amount_minor), 0n)
  return {
    total: BigInt(price.total),
    fees: sum(({ code }) => code === 'cancellation_fee'),
    kept: sum(({ code }) => code === 'kept_addons'),
    tax: BigInt(tax),
    ceiling: sum(({ kind, code }) => kind === 'limit' && code === 'ceiling'),
    lines: sum(() => true),
  }
}

/** Puts a scenario through the engine, from one step to the next as a reservation keeps them. */
export function throughEngine(scenario: Scenario, engine: Change = change): EnginePresented[] {
  const [first, ...steps] = planned(scenario)
  if (!first) return []
  const { currency, byHand } = scenario
  let terms = engineTerms(scenario, first)
  const wishedLegs = first.wish.legs.map((leg) => engineLeg(leg, currency, first, null))
  const wish = engineWish(first.wish, wishedLegs)
  const { quote: free } = priceState(terms, wish, null)
  if (byHand !== undefined)
    terms = { ...terms, byHand: { total: byHand, setFor: { sum: free.worked, heads: free.heads } } }
  const { quote } = priceState(terms, wish, null)
  const { byHand: set, sale } = terms
  let kept = keptSeats({ list: 'list', sale, contract: null, byHand: set, sum: quote.fare + quote.addons }, wishedLegs)
  let state: State = {
    ...wish,
    run: null,
    legs: wishedLegs.map((leg, place): StateLeg => ({ ...leg, id: place + 1, earliest: null })),
  }
  const found = [present(quote, quote.tax)]
  for (const step of steps) {
    const legs = step.wish.legs.map((leg) => engineLeg(leg, currency, step, kept))
    const moment = { now: step.now, confirmed: true, waived: step.waived }
    const sold = { ...terms, ways: waysOf(kept.stretches) }
    const next: Changed = engine(sold, state, engineWish(step.wish, legs), kept.ledger, moment)
    found.push(present(next, next.quote.tax))
    state = next.state
    kept = keptAfter(kept, next.state.legs, next.ledger)
  }
  return found
}
