import {
  NOTHING_BOUGHT,
  addSale,
  buy,
  cancelByOperator,
  correctCategory,
  findAddonUnits,
  findLeg,
  findPassengers,
  giveUp,
  moveByOperator,
  replaceLeg,
  type Moment,
} from '../../../server/domain/pricing/after-sale/changes'
import { priceOfPurchase } from '../../../server/domain/pricing/after-sale/price'
import { isTravel, type Purchase, type SaleTerms, type Unit } from '../../../server/domain/pricing/after-sale/purchase'
import { partyOf } from '../../../server/domain/pricing/after-sale/value'
import type { LegToQuote } from '../../../server/domain/pricing/quote'
import type { Rule } from '../../../server/domain/pricing/rule-dimensions'
import { SALE, aBook, aFare, aLeg, aRule, anAddon } from '../pricing'
import { keyOfPurchase } from './purchase-key'
import { rememberResults } from './remember'
import {
  CATEGORIES,
  type Addon,
  type Asked,
  type Category,
  type Conditions,
  type Counts,
  type Departure,
  type Machine,
  type PriceRule,
  type Step,
} from './world'

const HOUR_MS = 3_600_000

/** Adapts the product's pricing rule to the steps of random sequences. */
export const ENGINE: Machine<Purchase> = {
  sell: ({ conditions, party, legs, addons, byHand }) => {
    const terms = termsOf(
      conditions,
      legs.map((leg, place) => [place, leg]),
      addons.map(({ addon }) => addon),
    )
    const wanted = (purchase: SaleTerms) =>
      sellUnder(NOTHING_BOUGHT, purchase, {
        legs: legs.map(boughtLeg),
        wanted: [
          ...legs.flatMap((_, place) => seatsOn(place, party)),
          ...addons.flatMap(({ addon, quantity }) => unitsOf(addon, quantity, firstLeaving(legs.map(boughtLeg)))),
        ],
      })
    const list = wanted(terms)
    if (byHand === null) return list
    const heads = list.units.filter(isTravel).length
    return wanted({ ...terms, byHand: { total: byHand, setFor: { sum: priceOfPurchase(list).total, heads } } })
  },
  apply: (purchase, step) => applyStep(purchase, step, { now: SALE.at + step.now * HOUR_MS, isFree: false }),
  view: (purchase) => {
    const { total, fees, paid, value, lines } = priceOfPurchase(purchase)
    const sum = lines.reduce((all, { amount_minor }) => all + amount_minor, 0)
    if (sum !== total) throw new Error(`The lines add up to ${sum} instead of ${total}.`)
    return { total, ceiling: purchase.ceiling, fees, paid, value }
  },
  keyOf: keyOfPurchase,
}

/** Returns the legs that have passengers. */
const travelledLegs = ({ units }: Purchase): number[] => [...new Set(units.filter(isTravel).map(({ leg }) => leg))]

function applyStep(purchase: Purchase, step: Step, moment: Moment): Purchase {
  switch (step.do) {
    case 'giveUp':
      return giveUp(purchase, findPassengers(purchase, countsOf(step.party)), moment)
    case 'giveUpLeg':
      return giveUp(purchase, findLeg(purchase, step.leg), moment)
    case 'giveUpAddon':
      return giveUp(purchase, findAddonUnits(purchase, { addon_id: idOf(step) }, step.quantity), moment)
    case 'cancelAll':
      return giveUp(purchase, purchase.units, moment)
    case 'add': {
      const rides = Object.entries(step.departures).map(([leg, departure]) => [Number(leg), departure] as const)
      return sellUnder(purchase, termsOf(step.conditions, rides), {
        wanted: travelledLegs(purchase).flatMap((leg) => seatsOn(leg, step.party)),
      })
    }
    case 'addLeg': {
      const id = purchase.legs.length
      const party = Object.fromEntries(partyOf(purchase.units))
      return sellUnder(purchase, termsOf(step.conditions, [[id, step.departure]]), {
        legs: [boughtLeg(step.departure, id)],
        wanted: seatsOn(id, party),
      })
    }
    case 'addAddon': {
      const travelled = travelledLegs(purchase)
      const legs = purchase.legs.filter(({ id }) => travelled.includes(id))
      return sellUnder(purchase, termsOf(step.conditions, [], [step.addon]), {
        wanted: unitsOf(step.addon, step.quantity, firstLeaving(legs)),
      })
    }
    case 'replaceLeg': {
      const { leg, to } = step
      const departsAt = SALE.at + to.departs * HOUR_MS
      const sale = addSale(purchase, termsOf(step.conditions, [[leg, to]]))
      return replaceLeg(sale.purchase, { leg, terms: sale.index, departsAt }, moment)
    }
    case 'correct':
      return correctCategory(purchase, step, moment)
    case 'operatorMoves':
      return moveByOperator(purchase, step.leg, SALE.at + step.departs * HOUR_MS)
    case 'operatorCancels':
      return cancelByOperator(purchase, step.leg)
  }
}

function sellUnder(purchase: Purchase, terms: SaleTerms, wanted: Parameters<typeof buy>[2]): Purchase {
  const sale = addSale(purchase, terms)
  return buy(sale.purchase, sale.index, wanted)
}

const boughtLeg = ({ direction, departs }: Departure, id: number) => ({
  id,
  direction: direction === 'out' ? ('outbound' as const) : ('return' as const),
  departsAt: SALE.at + departs * HOUR_MS,
})

const firstLeaving = (legs: readonly { id: number; departsAt: number }[]): number =>
  legs.toSorted((a, b) => a.departsAt - b.departsAt)[0]?.id ?? 0

const countsOf = (party: Counts) =>
  new Map(CATEGORIES.flatMap((category) => ((party[category] ?? 0) > 0 ? [[category, party[category] ?? 0]] : [])))

type Wanted = Pick<Unit, 'leg' | 'item'>

const seatsOn = (leg: number, party: Counts): Wanted[] =>
  [...countsOf(party)].flatMap(([category, count]) =>
    Array.from({ length: count }, (): Wanted => ({ leg, item: { kind: 'seat', category } })),
  )

const idOf = ({ name }: { name: string }): string => `id-${name}`

const unitsOf = (addon: Addon, quantity: number, leg: number): Wanted[] =>
  Array.from({ length: quantity }, (): Wanted => ({ leg, item: { kind: 'addon', addonId: idOf(addon) } }))

function termsOf(
  conditions: Conditions,
  legs: readonly (readonly [number, Departure])[],
  addons: readonly Addon[] = [],
): SaleTerms {
  return {
    sale: { ...SALE, tripType: new Set(legs.map(([, { direction }]) => direction)).size > 1 ? 'return' : 'one_way' },
    partner: null,
    byHand: null,
    rides: new Map(legs.map(([id, departure]) => [id, rideOf(departure)])),
    run: null,
    ...(addons.length > 0 ? listOf(conditions, addons) : listWithoutAddons(conditions)),
  }
}

const listOf = ({ rules, increment, tiers }: Conditions, addons: readonly Addon[]) => ({
  list: '',
  book: aBook({
    rules: rules.map(ruleOf),
    addons: addons.map(({ name, amount, refundable }) => anAddon(name, { amount_minor: amount, refundable })),
    policy: { incrementMinor: increment },
  }),
  tiers: tiers.map(({ hours, bp, amount }) => ({
    hours_before: hours,
    percent_bp: bp ?? null,
    amount_minor: amount ?? null,
  })),
})

const listWithoutAddons = rememberResults((conditions: Conditions) => listOf(conditions, []))

const rideOf = rememberResults(({ direction, fares }: Departure): LegToQuote => ({
  ...aLeg(
    Object.entries(fares).map(([category, amount]) => aFare(amount, { passenger_category: category as Category })),
  ),
  direction: direction === 'out' ? 'outbound' : 'return',
}))

function ruleOf(rule: PriceRule, index: number): Rule {
  const code = `R${index}`
  const asked = askedOf(rule)
  const priority = 1_000 - index
  if (rule.on === 'limit')
    return 'max' in rule
      ? aRule(code, { ...asked, priority, stage: 'limit', effect: 'max_total', amount_minor: rule.max })
      : aRule(code, { ...asked, priority, stage: 'limit', effect: 'min_total', amount_minor: rule.min })
  const stage = rule.on === 'fare' ? 'fare_adjust' : 'total_adjust'
  if ('bp' in rule)
    return aRule(code, { ...asked, priority: priority + 1_000, stage, effect: 'add_percent', percent_bp: rule.bp })
  return aRule(code, { ...asked, priority, stage, effect: 'add_amount', amount_minor: rule.amount })
}

const askedOf = ({ sizeFrom, sizeTo, trip, category }: Asked): Partial<Rule> => ({
  party_size_from: sizeFrom ?? null,
  party_size_to: sizeTo ?? null,
  trip_type: trip ?? null,
  passenger_categories: category ? [category] : [],
})
