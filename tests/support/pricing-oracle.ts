/**
 * What a state of a sale costs, worked out plainly from "How a price comes about" and "The price of a state" in
 * docs/domain/pricing.md, without a look at the code that sells.
 */

export type Category = 'adult' | 'child' | 'infant'
export type Trip = 'one_way' | 'return'
export type Fares = Partial<Record<Category, bigint>>

/** Part of a departure that can be sold. Stops are counted along the way, `leaves` is in milliseconds. */
export interface Stretch {
  id: string
  journey: string
  day: string
  way: 'out' | 'back'
  from: number
  to: number
  leaves: number
}

/** A rule that asks nothing beyond what is named here; `share` is in basis points. */
export interface Rule {
  code: string
  stage: 'base_override' | 'fare_adjust' | 'total_adjust' | 'limit'
  priority: number
  party?: { from: number; to: number }
  trip?: Trip
  category?: Category
  group?: string
  ends?: boolean
  amount?: bigint
  share?: bigint
  running?: boolean
  min?: bigint
  max?: bigint
}

export interface Extra {
  code: string
  mode: 'per_unit' | 'per_leg' | 'per_passenger' | 'per_reservation' | 'percent_of_fare'
  /** Basis points of the fare where it is a share of that. */
  price: bigint
  refundable: boolean
  /** Basis points. */
  tax: bigint
}

export interface Terms {
  rules: Rule[]
  extras: Extra[]
  increment: bigint
  /** Basis points of the fare. */
  tax: bigint
  taxOnTop: boolean
  soldAs: Trip
  /** Directions of all legs that were ever sold with it. */
  ways: Set<'out' | 'back'>
  /** Fares of each stretch, as they were when it was first sold. */
  fares: Map<string, Fares>
  byHand: { sum: bigint; worked: bigint; heads: bigint } | null
}

export interface State {
  party: Record<Category, bigint>
  legs: Stretch[]
  /** How many were wished of each add-on. */
  extras: Map<string, bigint>
}

/** What a state costs, and how that divides. */
export interface Price {
  /** Each leg's own fares: base and the rules per passenger. */
  own: bigint[]
  /** Fare and add-ons as the rules make them. */
  worked: bigint
  /** The same with a price by hand and no ceiling. */
  free: bigint
  /** The same as it is paid: before tax on top. */
  sum: bigint
  tax: bigint
  total: bigint
  /** `N`: what is paid of what is not refundable. */
  kept: bigint
  /** `B` of each leg. */
  parts: bigint[]
}

export const CATEGORIES = ['adult', 'child', 'infant'] as const
const WHOLE = 10_000n

export const add = (amounts: Iterable<bigint>): bigint => [...amounts].reduce((sum, one) => sum + one, 0n)
export const most = (a: bigint, b: bigint): bigint => (a > b ? a : b)
export const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** The quotient as a whole number, half a unit away from zero. */
export function share(amount: bigint, of: bigint, by: bigint): bigint {
  const product = amount * of
  const whole = (2n * (product < 0n ? -product : product) + by) / (2n * by)
  return product < 0n ? -whole : whole
}

/** Cuts a sum by weight and cumulated rounding, into equal parts where all weights are nothing. */
export function cut(sum: bigint, weights: bigint[]): bigint[] {
  const used = add(weights) === 0n ? weights.map(() => 1n) : weights
  const all = add(used)
  let weighed = 0n
  let given = 0n
  return used.map((weight) => {
    weighed += weight
    const part = share(sum, weighed, all) - given
    given += part
    return part
  })
}

export const headsOf = ({ party }: Pick<State, 'party'>): bigint => add(CATEGORIES.map((category) => party[category]))

export const isNothing = (state: State): boolean => state.legs.length === 0 || headsOf(state) === 0n

function tripOf(terms: Terms, { legs }: State): Trip {
  if (terms.ways.size < 2) return terms.soldAs
  return new Set(legs.map(({ way }) => way)).size === 2 ? 'return' : 'one_way'
}

const dimensions = (rule: Rule): number => [rule.party, rule.trip, rule.category].filter((asked) => asked).length

/** The rules of a stage that count, in their order. */
function counting(terms: Terms, state: State, stage: Rule['stage'], category?: Category): Rule[] {
  const heads = headsOf(state)
  const trip = tripOf(terms, state)
  const sorted = terms.rules
    .filter((rule) => rule.stage === stage)
    .toSorted(
      (a, b) =>
        Number(a.max === undefined) - Number(b.max === undefined) ||
        b.priority - a.priority ||
        dimensions(b) - dimensions(a) ||
        (a.code < b.code ? -1 : 1),
    )
  const groups = new Set<string>()
  const found: Rule[] = []
  for (const rule of sorted) {
    if (rule.party && (heads < BigInt(rule.party.from) || heads > BigInt(rule.party.to))) continue
    if (rule.trip && rule.trip !== trip) continue
    if (rule.category && rule.category !== category) continue
    if (rule.group !== undefined && groups.has(rule.group)) continue
    if (rule.group !== undefined) groups.add(rule.group)
    found.push(rule)
    if (rule.ends) break
  }
  return found
}

/** Lets rules that add an amount or a share work on a sum, which never falls below nothing. */
function adjusted(base: bigint, rules: Rule[]): bigint {
  let running = base
  for (const { amount, share: points, running: ofRunning } of rules) {
    const change = points === undefined ? (amount ?? 0n) : share(ofRunning ? running : base, points, WHOLE)
    running = most(0n, running + change)
  }
  return running
}

/** What one passenger pays on one leg. */
function fareOf(terms: Terms, state: State, leg: Stretch, category: Category): bigint {
  const fares = terms.fares.get(leg.id) ?? {}
  const listed = fares[category] ?? (category === 'infant' ? undefined : fares.adult)
  if (listed === undefined) return 0n
  const set = counting(terms, state, 'base_override', category).at(0)
  return adjusted(set?.amount ?? listed, counting(terms, state, 'fare_adjust', category))
}

const limited = (sum: bigint, rules: Rule[]): bigint =>
  rules.reduce((left, { max, min }) => most(min ?? 0n, least(max ?? left, left)), sum)

const taxIn = (terms: Terms, amount: bigint, points: bigint): bigint =>
  terms.taxOnTop ? share(amount, points, WHOLE) : share(amount, points, WHOLE + points)

const unitPrice = ({ mode, price }: Extra, fare: bigint): bigint =>
  mode === 'percent_of_fare' ? share(fare, price, WHOLE) : price

function unitsOf(extra: Extra, wished: bigint, state: State): bigint {
  if (extra.mode === 'per_unit') return wished
  if (extra.mode === 'per_leg') return wished * BigInt(state.legs.length)
  return extra.mode === 'per_passenger' ? headsOf(state) : 1n
}

/**
 * `V(state)` and what it is made of.
 * @param ceiling the most that fare and add-ons may be; none where it is undefined
 */
export function priceOf(terms: Terms, state: State, ceiling?: bigint): Price {
  if (isNothing(state)) return { own: [], worked: 0n, free: 0n, sum: 0n, tax: 0n, total: 0n, kept: 0n, parts: [] }
  const own = state.legs.map((leg) =>
    add(CATEGORIES.map((category) => state.party[category] * fareOf(terms, state, leg, category))),
  )
  const adjustedSum = adjusted(add(own), counting(terms, state, 'total_adjust'))
  const ruled = share(limited(adjustedSum, counting(terms, state, 'limit')), 1n, terms.increment) * terms.increment
  const wished = terms.extras.filter(({ code }) => (state.extras.get(code) ?? 0n) > 0n)
  const asked = wished.map(
    (extra) => unitPrice(extra, ruled) * unitsOf(extra, state.extras.get(extra.code) ?? 0n, state),
  )
  const worked = ruled + add(asked)
  const { byHand } = terms
  const free =
    byHand === null
      ? worked
      : byHand.worked === 0n
        ? share(byHand.sum, headsOf(state), byHand.heads)
        : share(byHand.sum, worked, byHand.worked)
  const sum = ceiling === undefined ? free : least(free, ceiling)
  const paid = sum < add(asked) ? cut(sum, asked) : asked
  const fareTax = taxIn(terms, sum - add(paid), terms.tax)
  const taxes = wished.map(({ tax }, at) => taxIn(terms, paid[at] ?? 0n, tax))
  const tax = fareTax + add(taxes)
  const total = sum + (terms.taxOnTop ? tax : 0n)
  const kept = add(
    wished.map(({ refundable }, at) =>
      refundable ? 0n : (paid[at] ?? 0n) + (terms.taxOnTop ? (taxes[at] ?? 0n) : 0n),
    ),
  )
  const beside = cut(total - kept - add(own), own)
  return { own, worked, free, sum, tax, total, kept, parts: own.map((fares, at) => fares + (beside[at] ?? 0n)) }
}
