import {
  add,
  CATEGORIES,
  cut,
  headsOf,
  isNothing,
  least,
  most,
  priceOf,
  share,
  type Fares,
  type State,
  type Stretch,
  type Terms,
} from './pricing-oracle'

/** What a leg costs that is given up less than so many hours before it leaves; `share` is in basis points. */
export type Tier = { hours: number; share: bigint } | { hours: number; amount: bigint }

/** A leg that was sold; `due` is the departure whose hours count for what of it is given up. */
interface Leg {
  id: number
  stretch: Stretch
  due: number
}

/** What was given up: signed since the last addition, and what had come together by then, which stays. */
interface Account {
  booked: bigint
  closed: bigint
}

interface LegAccount extends Account {
  leg: number
  tier: Tier
}

export interface Sold {
  terms: Terms
  tiers: Tier[]
  party: State['party']
  extras: State['extras']
  legs: Leg[]
  nextLeg: number
  /** The most that fare and add-ons may be while only something is given up. */
  ceiling: bigint
  accounts: LegAccount[]
  kept: Account
  cancelled: boolean
}

export interface Wish {
  party: State['party']
  legs: Stretch[]
  extras: State['extras']
}

export interface Moment {
  now: number
  waived: boolean
  /** The fares of today of what was not sold before. */
  faresOf: (stretch: Stretch) => Fares
}

/** What the outside sees of it. */
export interface Presented {
  total: bigint
  /** Fees of cancelled shares, without what is kept of add-ons. */
  fees: bigint
  kept: bigint
  tax: bigint
  /** What the ceiling takes off, nothing or less. */
  ceiling: bigint
}

const stateOf = ({ party, legs, extras }: Pick<Sold, 'party' | 'legs' | 'extras'>): State => ({
  party,
  legs: legs.map(({ stretch }) => stretch),
  extras,
})

const NONE: State = { party: { adult: 0n, child: 0n, infant: 0n }, legs: [], extras: new Map() }

const HOUR = 3_600_000

/** The first tier whose hours are not over yet. */
const tierAt = (tiers: Tier[], due: number, now: number): Tier | undefined =>
  tiers.toSorted((a, b) => a.hours - b.hours).find(({ hours }) => due - now < hours * HOUR)

/** Sells a state. A price by hand is told as the sum that it was set at. */
export function sell(
  list: Omit<Terms, 'ways' | 'fares' | 'byHand' | 'soldAs'>,
  tiers: Tier[],
  wish: Wish,
  faresOf: Moment['faresOf'],
  byHand: bigint | null,
): Sold {
  const ways = new Set(wish.legs.map(({ way }) => way))
  const terms: Terms = {
    ...list,
    soldAs: ways.size === 2 ? 'return' : 'one_way',
    ways,
    fares: new Map(wish.legs.map((stretch) => [stretch.id, faresOf(stretch)])),
    byHand: null,
  }
  const { worked } = priceOf(terms, wish)
  if (byHand !== null) terms.byHand = { sum: byHand, worked, heads: headsOf(wish) }
  return {
    terms,
    tiers,
    party: wish.party,
    extras: wish.extras,
    legs: wish.legs.map((stretch, id) => ({ id, stretch, due: stretch.leaves })),
    nextLeg: wish.legs.length,
    ceiling: priceOf(terms, wish).free,
    accounts: [],
    kept: { booked: 0n, closed: 0n },
    cancelled: false,
  }
}

const sameWay = (a: Stretch, b: Stretch): boolean => a.from === b.from && a.to === b.to
const within = (inner: Stretch, outer: Stretch): boolean =>
  inner.journey === outer.journey && inner.from >= outer.from && inner.to <= outer.to

const LIKENESSES: ((a: Stretch, b: Stretch) => boolean)[] = [
  (a, b) => a.id === b.id,
  (a, b) => within(a, b) || within(b, a),
  (a, b) => a.day === b.day && a.way === b.way && sameWay(a, b),
]

/** Which leg of a sale each wished leg is, by the closest likeness first. */
function matched(legs: Leg[], wished: Stretch[]): Map<number, Leg> {
  const found = new Map<number, Leg>()
  for (const alike of LIKENESSES)
    for (const leg of legs) {
      if ([...found.values()].includes(leg)) continue
      const at = wished.findIndex((stretch, index) => !found.has(index) && alike(leg.stretch, stretch))
      if (at >= 0) found.set(at, leg)
    }
  return found
}

const staysOf = ({ legs }: Sold, wish: Wish): Map<Leg, Stretch> =>
  new Map([...matched(legs, wish.legs)].map(([at, leg]) => [leg, wish.legs[at] ?? leg.stretch]))

/** What both have: the fewer passengers, the legs that stay, the smaller numbers. */
function shared(before: Sold, stays: Map<Leg, Stretch>, wish: Wish): { state: State; legs: Leg[] } {
  const party = { adult: 0n, child: 0n, infant: 0n }
  for (const category of CATEGORIES) party[category] = least(before.party[category], wish.party[category])
  const extras = new Map([...wish.extras].map(([code, number]) => [code, least(number, before.extras.get(code) ?? 0n)]))
  const staying = before.legs.filter((leg) => stays.has(leg))
  const state: State = {
    party,
    extras,
    legs: staying.map((leg) => {
      const wished = stays.get(leg) ?? leg.stretch
      return within(wished, leg.stretch) || wished.journey !== leg.stretch.journey ? wished : leg.stretch
    }),
  }
  return isNothing(state) ? { state: NONE, legs: [] } : { state, legs: staying }
}

const owedOn = ({ booked, closed }: Account): bigint => closed + most(0n, booked)

const closed = <A extends Account>(account: A): A => ({ ...account, booked: 0n, closed: owedOn(account) })

const feeOf = (account: LegAccount): bigint =>
  'share' in account.tier
    ? share(owedOn(account), account.tier.share, 10_000n)
    : least(account.tier.amount, owedOn(account))

function isAddition(rest: State, wish: Wish): boolean {
  if (wish.legs.length > rest.legs.length) return true
  if (CATEGORIES.some((category) => wish.party[category] > rest.party[category])) return true
  if ([...wish.extras].some(([code, number]) => number > (rest.extras.get(code) ?? 0n))) return true
  const kept = rest.legs.map(({ id }) => id)
  return wish.legs.some(({ id }) => !kept.includes(id))
}

/** Whether a wish brings anything that is not there: everything else gives up, or moves within the day. */
export const isMore = (before: Sold, wish: Wish): boolean =>
  !isNothing(wish) && isAddition(shared(before, staysOf(before, wish), wish).state, wish)

/** Makes a change at a moment; a wish for nobody or nowhere cancels the whole. */
export function alter(before: Sold, wish: Wish, moment: Moment): Sold {
  if (before.cancelled) return before
  const terms: Terms = {
    ...before.terms,
    ways: new Set([...before.terms.ways, ...wish.legs.map(({ way }) => way)]),
    fares: new Map([
      ...wish.legs.map((stretch): [string, Fares] => [stretch.id, moment.faresOf(stretch)]),
      ...before.terms.fares,
    ]),
  }
  const after = structuredClone(before.accounts)
  const kept = { ...before.kept }
  const book = ({ id, due }: Leg, amount: bigint): void => {
    const tier = tierAt(before.tiers, due, moment.now)
    if (moment.waived || amount === 0n || tier === undefined) return
    let account = after.find(({ leg, tier: { hours } }) => leg === id && hours === tier.hours)
    if (account === undefined) after.push((account = { leg: id, tier, booked: 0n, closed: 0n }))
    account.booked += amount
  }
  const keep = (amount: bigint): void => {
    if (!moment.waived) kept.booked += amount
  }

  const pairs = matched(before.legs, wish.legs)
  const stays = staysOf(before, wish)
  const isMoved = (leg: Leg): boolean => (stays.get(leg) ?? leg.stretch).journey !== leg.stretch.journey

  let held = priceOf(terms, stateOf(before), before.ceiling)
  let ceiling = before.ceiling
  if (before.legs.some(isMoved)) {
    const moved = { ...stateOf(before), legs: before.legs.map((leg) => stays.get(leg) ?? leg.stretch) }
    for (const [at, leg] of before.legs.entries()) if (!isMoved(leg)) moved.legs[at] = leg.stretch
    const free = priceOf(terms, moved).free
    ceiling = held.free === 0n ? free : share(ceiling, free, held.free)
    const then = priceOf(terms, moved, ceiling)
    const fallen = held.parts.map((part, at) => most(0n, part - (then.parts[at] ?? 0n)))
    const givenUp = cut(most(0n, add(held.parts) - add(then.parts)), fallen)
    for (const [at, leg] of before.legs.entries()) book(leg, givenUp[at] ?? 0n)
    keep(most(0n, held.kept - then.kept))
    held = then
  }

  const rest = shared(before, stays, wish)
  const left = priceOf(terms, rest.state, ceiling)
  for (const [at, leg] of before.legs.entries()) {
    const still = rest.legs.indexOf(leg)
    book(leg, (held.parts[at] ?? 0n) - (still < 0 ? 0n : (left.parts[still] ?? 0n)))
  }
  keep(held.kept - left.kept)

  if (isNothing(wish)) return { ...before, accounts: after, kept, cancelled: true }

  let nextLeg = before.nextLeg
  const legs = wish.legs.map((stretch, at): Leg => {
    const leg = pairs.get(at)
    if (leg === undefined) return { id: nextLeg++, stretch, due: stretch.leaves }
    return { id: leg.id, stretch, due: leg.stretch.id === stretch.id ? leg.due : Math.min(leg.due, stretch.leaves) }
  })
  const sold = { ...before, terms, party: wish.party, extras: wish.extras, legs, nextLeg }
  if (!isAddition(rest.state, wish)) return { ...sold, ceiling, accounts: after, kept }
  return {
    ...sold,
    ceiling: most(left.sum, priceOf(terms, wish).free),
    accounts: after.map(closed),
    kept: closed(kept),
  }
}

/** What the reservation costs as it is; once the whole is cancelled, what is kept of it. */
export function present(sold: Sold): Presented {
  const fees = add(sold.accounts.map(feeOf))
  const kept = owedOn(sold.kept)
  if (sold.cancelled) return { total: fees + kept, fees, kept, tax: 0n, ceiling: 0n }
  const price = priceOf(sold.terms, stateOf(sold), sold.ceiling)
  return { total: fees + kept + price.total, fees, kept, tax: price.tax, ceiling: price.sum - price.free }
}
