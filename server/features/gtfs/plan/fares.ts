import Big from 'big.js'
import { currencyExponent } from '../../../../contract/core/currency'
import { breathing } from '../breathe'
import type { Feed } from '../read/feed'
import type { FeedFare } from '../read/fares'
import { fareAttributesFile } from '../read/files'
import { Fault, type Issues } from '../read/issues'
import { fingerprintOf } from './codes'
import { pairsOf, type StopPair } from './pairs'
import type { RoutePlan } from './routes'

export interface FarePlan {
  externalId: string
  route: string
  /** External ids of two stops; null for any pair of stops of the route. */
  pair: StopPair | null
  amountMinor: number
  currency: string
  fingerprint: string
}

interface Priced extends FeedFare {
  amountMinor: number
  /** Position in the file: the first of equal fares is used. */
  order: number
}

/** Routes planned between two pauses. */
const ROUTES_PER_BREATH = 20

/**
 * Returns the adult fares: one flat fare per route that has one, and one per pair of stops with a zone rule.
 * As in GTFS the cheapest of several fares applies. A pair gets no fare when the flat fare costs no more.
 * Fares left out this way are reported and counted.
 */
export async function planFares(feed: Feed, routes: readonly RoutePlan[], issues: Issues): Promise<FarePlan[]> {
  const index = new FareIndex(feed.fares.flatMap((fare, order) => price(fare, order, issues)))
  const zoneOf = new Map(feed.stops.map((stop) => [stop.id, stop.zone]))
  const nameOf = new Map(feed.stops.map((stop) => [stop.id, stop.name]))
  const agencyOf = new Map(feed.routes.map((route) => [route.id, route.agency]))
  const leftOut = new LeftOut((route, pair) => exampleOf(route, pair, nameOf))
  const plans: FarePlan[] = []
  for await (const route of breathing(routes, ROUTES_PER_BREATH)) {
    const ofAgency = ({ agency }: Priced) => agency === '' || agency === agencyOf.get(route.externalId)
    const flat = choose(index.flat(route.externalId).filter(ofAgency), null)
    if (flat) {
      plans.push(plan(route, null, flat.best))
      leftOut.add(flat, route, null)
    }
    if (!index.hasZones(route.externalId)) continue
    const byZones = new Map<string, Choice | null>()
    for (const pair of pairsOf(route)) {
      const [origin, destination] = [zoneOf.get(pair.origin), zoneOf.get(pair.destination)]
      if (!origin || !destination) continue
      const zones = keyOf(origin, destination)
      let choice = byZones.get(zones)
      if (choice === undefined) {
        choice = choose(index.zoned(route.externalId, zones).filter(ofAgency), flat?.best ?? null)
        byZones.set(zones, choice)
      }
      if (!choice) continue
      leftOut.add(choice, route, pair)
      if (choice.best !== flat?.best) plans.push(plan(route, pair, choice.best))
    }
  }
  leftOut.report(issues)
  return plans
}

function price(fare: FeedFare, order: number, issues: Issues): Priced[] {
  const amount = new Big(fare.price).times(new Big(10).pow(currencyExponent(fare.currency)))
  if (amount.eq(amount.round())) return [{ ...fare, amountMinor: amount.toNumber(), order }]
  issues.warn({ file: fareAttributesFile.name, line: fare.line, field: 'price' }, tooPrecise(fare))
  issues.leaveOut('fares', 1)
  return []
}

const keyOf = (...parts: string[]) => parts.join('\0')
/** Matches every route in the keys of the index. */
const ANY_ROUTE = ''

/** Index of fares by route and by pair of zones. */
class FareIndex {
  readonly #flat = new Map<string, Set<Priced>>()
  readonly #zoned = new Map<string, Set<Priced>>()
  readonly #routesWithZones = new Set<string>()

  constructor(fares: readonly Priced[]) {
    for (const fare of fares) {
      if (fare.rules.length === 0) put(this.#flat, ANY_ROUTE, fare)
      for (const { route_id: route, origin_id: origin, destination_id: destination } of fare.rules)
        if (origin === '') put(this.#flat, route, fare)
        else {
          put(this.#zoned, keyOf(route, origin, destination), fare)
          this.#routesWithZones.add(route)
        }
    }
  }

  /** Fares that apply between any two stops of a route. */
  flat(route: string): Priced[] {
    return inOrder(this.#flat.get(route), this.#flat.get(ANY_ROUTE))
  }

  hasZones(route: string): boolean {
    return this.#routesWithZones.has(route) || this.#routesWithZones.has(ANY_ROUTE)
  }

  /** Fares that apply on a route from one zone to another. */
  zoned(route: string, zones: string): Priced[] {
    return inOrder(this.#zoned.get(keyOf(route, zones)), this.#zoned.get(keyOf(ANY_ROUTE, zones)))
  }
}

function put(map: Map<string, Set<Priced>>, key: string, fare: Priced): void {
  const known = map.get(key)
  if (known) known.add(fare)
  else map.set(key, new Set([fare]))
}

const inOrder = (own: Iterable<Priced> = [], general: Iterable<Priced> = []) =>
  [...new Set([...own, ...general])].sort((a, b) => a.order - b.order)

interface Choice {
  best: Priced
  /** More expensive than the best fare. */
  dearer: Priced[]
  /** In another currency than the best. */
  foreign: Priced[]
}

/**
 * Returns the cheapest fare, or the flat fare when that costs no more. Ties go to the first in the file.
 * Amounts in different currencies cannot be compared: only the first currency is used.
 */
function choose(fares: readonly Priced[], flat: Priced | null): Choice | null {
  const [first] = fares
  if (!first) return null
  const alike = fares.filter((fare) => fare.currency === first.currency)
  const own = alike.reduce((best, fare) => (fare.amountMinor < best.amountMinor ? fare : best))
  const best = flat?.currency === own.currency && flat.amountMinor <= own.amountMinor ? flat : own
  return {
    best,
    dearer: alike.filter((fare) => fare.amountMinor > best.amountMinor),
    foreign: fares.filter((fare) => fare.currency !== first.currency),
  }
}

interface Loss {
  fare: Priced
  best: Priced
  count: number
  /** A route or pair that the fare would have applied to. */
  example: string
}

/** Fares superseded by others, with the number of routes and pairs. */
class LeftOut {
  readonly #dearer = new Map<Priced, Loss>()
  readonly #foreign = new Map<Priced, Loss>()

  constructor(private readonly example: (route: RoutePlan, pair: StopPair | null) => string) {}

  add({ best, dearer, foreign }: Choice, route: RoutePlan, pair: StopPair | null): void {
    for (const fare of dearer) this.#note(this.#dearer, fare, best, () => this.example(route, pair))
    for (const fare of foreign) this.#note(this.#foreign, fare, best, () => this.example(route, pair))
  }

  /** Adds one warning per fare, independent of the number of pairs. */
  report(issues: Issues): void {
    const place = ({ fare }: Loss, field: string) => ({ file: fareAttributesFile.name, line: fare.line, field })
    for (const loss of this.#dearer.values()) issues.warn(place(loss, 'price'), cheaperTaken(loss))
    for (const loss of this.#foreign.values()) issues.warn(place(loss, 'currency_type'), twoCurrencies(loss))
    for (const { count } of [...this.#dearer.values(), ...this.#foreign.values()]) issues.leaveOut('fares', count)
  }

  #note(losses: Map<Priced, Loss>, fare: Priced, best: Priced, example: () => string): void {
    const known = losses.get(fare)
    if (known) known.count += 1
    else losses.set(fare, { fare, best, count: 1, example: example() })
  }
}

const exampleOf = (
  { requestedCodes: [code = ''] }: RoutePlan,
  pair: StopPair | null,
  nameOf: ReadonlyMap<string, string>,
) => (pair ? `${code}: ${nameOf.get(pair.origin) ?? ''} – ${nameOf.get(pair.destination) ?? ''}` : code)

const plan = (route: RoutePlan, pair: StopPair | null, { amountMinor, currency }: Priced): FarePlan => ({
  externalId: JSON.stringify([route.externalId, pair?.origin ?? null, pair?.destination ?? null]),
  route: route.externalId,
  pair,
  amountMinor,
  currency,
  fingerprint: fingerprintOf([amountMinor, currency]),
})

const tooPrecise = ({ price: written, currency }: FeedFare) =>
  new Fault(
    'price_too_precise',
    `${written} ${currency} is no whole number of the currency's smallest unit. The fare is left out.`,
    'Round the price.',
    { price: `${written} ${currency}` },
  )
const cheaperTaken = ({ fare, best, count, example }: Loss) =>
  new Fault(
    'fare_cheaper_taken',
    `${written(fare)} is left out for ${holders(count, example)}: fare "${best.id}" costs ${written(best)} there, and the cheaper one is taken.`,
    'Leave one price for each pair in the feed, or correct the fare under Routes.',
    { price: written(fare), cheaper: written(best), id: best.id, count, example },
  )
const twoCurrencies = ({ fare, best, count, example }: Loss) =>
  new Fault(
    'fare_two_currencies',
    `${written(fare)} is left out for ${holders(count, example)}, which has a fare in ${best.currency} already.`,
    'Enter the other fares under Routes.',
    { price: written(fare), currency: best.currency, count, example },
  )
const written = ({ price: amount, currency }: FeedFare) => `${amount} ${currency}`
const holders = (count: number, example: string) => (count === 1 ? example : `${count} pairs, such as ${example}`)
