import { multiplyDivide, partsOf } from '../exact'
import { priceOf, type Price } from '../price'
import type { Quote } from '../quote'
import { feeLines, give, settled, type Ledger } from './ledger'
import {
  NOTHING,
  addsAnything,
  became,
  commonOf,
  departureOf,
  isSameStretch,
  legsThatStay,
  unlessNothing,
  waysOf,
  type Pair,
  type State,
  type StateLeg,
  type Wish,
} from './state'
import { priceState, sumOf, sumOfLegs, valueOf, type Terms, type Value } from './value'

export interface Moment {
  /** Milliseconds since 1970. */
  now: number
  /** Whether it was confirmed: of a hold or a request nothing is owed. */
  confirmed: boolean
  /** Whether this change costs no fee. */
  waived: boolean
}

export interface Changed extends Price {
  /** What it is now, with the numbers of its legs. */
  state: State
  /** Of the state, without the fees. */
  quote: Quote
  /** All that is kept of what was given up so far, minor units; part of the total. */
  fees: number
  ledger: Ledger
  /** What a partner keeps; null where none sells. Below zero where a net rate is undersold by what is added. */
  commission: number | null
  adds: boolean
}

/**
 * A change after the sale: what is given up is a cancellation of that share, what is added is a sale, and what stays is
 * priced like a sale of what remains, all at the conditions of the sale. Rule: docs/domain/pricing.md, "Changes".
 * @param wish NOTHING for a cancellation of the whole: the total is then what is kept
 */
export function change(terms: Terms, before: State, wish: Wish, ledger: Ledger, moment: Moment): Changed {
  const next = unlessNothing(wish)
  const how = before.run || next.run ? changeRun : changeSeats
  // What it brings in is sold with it from now on, and both states are priced as that makes them.
  const ways = new Set([...terms.ways, ...waysOf(next.legs)])
  return how({ ...terms, ways }, before, next, ledger, moment)
}

function changeSeats(terms: Terms, before: State, wish: Wish, ledger: Ledger, moment: Moment): Changed {
  const pairs = legsThatStay(before.legs, wish.legs)
  const state: State = { ...wish, run: null, legs: numbered(wish, pairs, ledger, before) }
  const common = commonOf(before, wish, pairs)
  const adds = addsAnything(common, wish, pairs)
  if (!moment.confirmed) return changed(terms, state, ledger, { adds, ceiling: null, least: 0 })
  const exchanged = exchange(terms, before, pairs, ledger)
  const after = valueOf(terms, common, exchanged.ceiling)
  const booked = moment.waived ? ledger : book(terms, before, exchanged, after, ledger, moment)
  return changed(terms, state, booked, { adds, ceiling: adds ? null : exchanged.ceiling, least: sumOf(after) })
}

/** A hire is one leg: on its day what the run costs less is given up, and on another day all of it. */
function changeRun(terms: Terms, before: State, wish: Wish, ledger: Ledger, moment: Moment): Changed {
  const had = before.run
  const stays = had !== null && wish.run?.day === had.day
  const run = wish.run && {
    ...wish.run,
    id: stays ? had.id : nextId(before, ledger),
    earliest: stays && wish.run.departsAt !== had.departsAt ? Math.min(departureOf(had), wish.run.departsAt) : null,
  }
  if (run && stays && run.earliest === null) run.earliest = had.earliest
  const state: State = { ...wish, legs: [], run }
  const adds = wish.run !== null && !stays
  const free = { adds, ceiling: null, least: 0 }
  if (!moment.confirmed || !had) return changed(terms, state, ledger, free)
  const from = valueOf(terms, before, null)
  const to = valueOf(terms, stays ? state : NOTHING, null)
  const given = {
    ofLegs: [{ id: had.id, amount: Math.max(0, sumOfLegs(from) - sumOfLegs(to)) }],
    fixed: from.fixed - to.fixed,
  }
  return changed(terms, state, moment.waived ? ledger : bookAll(terms, before, given, ledger, moment), free)
}

/**
 * What a change would carry without a price: the parts that no fare holds for and that were not in the reservation before.
 * What an earlier sale gave away stays as it was sold.
 */
export function findAddedUnpriced(terms: Terms, before: State, { quote, state }: Changed): Quote['unpriced'] {
  if (quote.unpriced.length === 0) return []
  const had = priceState(terms, before, null).quote.unpriced
  const isUnchanged = ({ leg, category }: Quote['unpriced'][number]): boolean => {
    const after = state.legs[leg]
    if (!after || category === null || (state.party.get(category) ?? 0) > (before.party.get(category) ?? 0))
      return false
    return had.some((each) => {
      const known = before.legs[each.leg]
      return each.category === category && known !== undefined && isSameStretch(known, after)
    })
  }
  return quote.unpriced.filter((part) => !isUnchanged(part))
}

interface Exchanged {
  /** Before the change, with the legs that move on their new departures. */
  value: Value
  ceiling: number
  /** What cheaper departures give up, by leg. */
  given: readonly { id: number; amount: number }[]
  /** And of add-ons that are not given back. */
  fixed: number
}

/** Legs that are moved within their day are replaced first: a cheaper departure gives the difference up. */
function exchange(terms: Terms, before: State, pairs: readonly Pair[], { ceiling }: Ledger): Exchanged {
  const from = valueOf(terms, before, ceiling)
  const moved = pairs.filter(({ isMoved }) => isMoved)
  if (moved.length === 0) return { value: from, ceiling, given: [], fixed: 0 }
  const legs = before.legs.map((leg) => {
    const pair = moved.find((each) => each.before === leg)
    return pair ? became(leg, pair.after) : leg
  })
  const next = { ...before, legs }
  const [was, is] = [from.sold.quote.uncapped, priceState(terms, next, null).quote.uncapped]
  const cap = was > 0 ? multiplyDivide(ceiling, is, was) : is
  const value = valueOf(terms, next, cap)
  const less = before.legs.map((leg) => Math.max(0, partOf(from, leg) - partOf(value, leg)))
  const parts = partsOf(Math.max(0, sumOfLegs(from) - sumOfLegs(value)), less)
  return {
    value,
    ceiling: cap,
    given: before.legs.map(({ id }, place) => ({ id, amount: parts[place] ?? 0 })),
    fixed: Math.max(0, from.fixed - value.fixed),
  }
}

const partOf = ({ ofLegs }: Value, { id }: Pick<StateLeg, 'id'>): number => ofLegs.get(id) ?? 0

/** Books what is given up between the state, its legs exchanged, and what both states have. */
function book(
  terms: Terms,
  before: State,
  exchanged: Exchanged,
  common: Value,
  ledger: Ledger,
  moment: Moment,
): Ledger {
  const ofLegs = before.legs.map((leg) => ({
    id: leg.id,
    amount:
      partOf(exchanged.value, leg) -
      partOf(common, leg) +
      (exchanged.given.find(({ id }) => id === leg.id)?.amount ?? 0),
  }))
  return bookAll(
    terms,
    before,
    { ofLegs, fixed: exchanged.fixed + exchanged.value.fixed - common.fixed },
    ledger,
    moment,
  )
}

interface Given {
  ofLegs: readonly { id: number; amount: number }[]
  fixed: number
}

function bookAll({ tiers }: Terms, before: State, given: Given, ledger: Ledger, { now }: Moment): Ledger {
  const legs = before.run ? [before.run] : before.legs
  let booked: Ledger = { ...ledger, kept: { ...ledger.kept, sum: ledger.kept.sum + given.fixed } }
  for (const { id, amount } of given.ofLegs) {
    const leg = legs.find((each) => each.id === id)
    if (leg) booked = give(booked, { leg: id, amount, left: departureOf(leg) - now, tiers })
  }
  return booked
}

interface Pricing {
  adds: boolean
  /** Of fare and add-ons; null = none, and what they come to is the next one. */
  ceiling: number | null
  /** What the next ceiling is at the least. */
  least: number
}

function changed(terms: Terms, state: State, ledger: Ledger, { adds, ceiling, least }: Pricing): Changed {
  const value = valueOf(terms, state, ceiling)
  const { quote, terms: partner } = value.sold
  const fees = feeLines(ledger, terms.tiers)
  const lines = quote.lines.map(({ seq: _seq, amount_minor: _amount, ...line }) => line)
  return {
    ...priceOf([...lines, ...fees], quote.currencies),
    state,
    quote,
    fees: fees.reduce((sum, { unit_minor }) => sum + unit_minor, 0),
    ledger: { ...(adds ? settled(ledger) : ledger), ceiling: ceiling ?? Math.max(least, sumOf(value)) },
    commission: partner && (adds ? partner.commission : Math.max(0, partner.commission)),
    adds,
  }
}

function numbered(wish: Wish, pairs: readonly Pair[], ledger: Ledger, before: State): StateLeg[] {
  let next = nextId(before, ledger)
  return wish.legs.map((leg) => {
    const pair = pairs.find((each) => each.after === leg)
    return pair ? became(pair.before, leg) : { ...leg, id: next++, earliest: null }
  })
}

/** A number that no leg of it has had while anything was owed for one. */
const nextId = (before: State, { given }: Ledger): number =>
  Math.max(0, before.run?.id ?? 0, ...before.legs.map(({ id }) => id), ...given.map(({ leg }) => leg)) + 1
