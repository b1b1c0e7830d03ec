import Big from 'big.js'
import { currencyExponent } from '../../../../contract/currency'
import type { Feed } from '../read/feed'
import type { FeedFare } from '../read/fares'
import { fareAttributesFile } from '../read/files'
import { Fault, type Issues } from '../read/issues'
import { fingerprintOf } from './codes'
import type { RoutePlan } from './routes'

export interface FarePlan {
  externalId: string
  route: string
  /** External ids of two stops; null for any pair of the route. */
  pair: { origin: string; destination: string } | null
  amountMinor: number
  currency: string
  fingerprint: string
}

interface Priced extends FeedFare {
  amountMinor: number
}

/**
 * The fares of an adult: a flat one for each route that has one, and one for each pair of stops whose zones have a
 * rule of their own. GTFS lets the cheapest of several fares win; so does this, and a pair that its route's flat fare
 * covers for no more gets none.
 */
export function planFares(feed: Feed, routes: readonly RoutePlan[], issues: Issues): FarePlan[] {
  const priced = feed.fares.flatMap((fare) => price(fare, issues))
  const zoneOf = new Map(feed.stops.map((stop) => [stop.id, stop.zone]))
  const agencyOf = new Map(feed.routes.map((route) => [route.id, route.agency]))
  return routes.flatMap((route) => {
    const valid = priced.filter((fare) => fare.agency === '' || fare.agency === agencyOf.get(route.externalId))
    const flat = cheapest(
      valid.filter((fare) => isFlatFor(fare, route.externalId)),
      issues,
    )
    const zoned = valid.filter((fare) => fare.rules.some((rule) => rule.origin_id !== ''))
    const pairs =
      zoned.length === 0
        ? []
        : pairsOf(route).flatMap((pair) => {
            const fare = cheapest(
              zoned.filter((zone) =>
                covers(zone, route.externalId, zoneOf.get(pair.origin), zoneOf.get(pair.destination)),
              ),
              issues,
            )
            return fare && !(flat && flat.currency === fare.currency && flat.amountMinor <= fare.amountMinor)
              ? [plan(route, pair, fare)]
              : []
          })
    return flat ? [plan(route, null, flat), ...pairs] : pairs
  })
}

function price(fare: FeedFare, issues: Issues): Priced[] {
  const amount = new Big(fare.price).times(new Big(10).pow(currencyExponent(fare.currency)))
  if (amount.eq(amount.round())) return [{ ...fare, amountMinor: amount.toNumber() }]
  issues.warn({ file: fareAttributesFile.name, line: fare.line, field: 'price' }, tooPrecise(fare))
  return []
}

const isFlatFor = (fare: FeedFare, route: string) =>
  fare.rules.length === 0 ||
  fare.rules.some((rule) => rule.origin_id === '' && (rule.route_id === '' || rule.route_id === route))

const covers = (
  fare: FeedFare,
  route: string,
  origin: string | null | undefined,
  destination: string | null | undefined,
) =>
  fare.rules.some(
    (rule) =>
      rule.origin_id !== '' &&
      rule.origin_id === origin &&
      rule.destination_id === destination &&
      (rule.route_id === '' || rule.route_id === route),
  )

/** Ties go to the first of the file. Amounts in different currencies cannot be compared: the first currency stands. */
function cheapest(fares: readonly Priced[], issues: Issues): Priced | undefined {
  const [first, ...others] = fares
  const foreign = others.find((fare) => fare.currency !== first?.currency)
  if (first && foreign)
    issues.warn(
      { file: fareAttributesFile.name, line: foreign.line, field: 'currency_type' },
      twoCurrencies(first, foreign),
    )
  return fares
    .filter((fare) => fare.currency === first?.currency)
    .reduce<Priced | undefined>((best, fare) => (best && best.amountMinor <= fare.amountMinor ? best : fare), undefined)
}

/** Each pair of different stops that some pattern of the route serves in this order, once. */
function pairsOf(route: RoutePlan): { origin: string; destination: string }[] {
  const pairs = new Map<string, { origin: string; destination: string }>()
  for (const { stops } of route.patterns)
    for (const [i, origin] of stops.entries())
      for (const destination of stops.slice(i + 1))
        if (origin !== destination) pairs.set(JSON.stringify([origin, destination]), { origin, destination })
  return [...pairs.values()]
}

const plan = (route: RoutePlan, pair: FarePlan['pair'], { amountMinor, currency }: Priced): FarePlan => ({
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
  )
const twoCurrencies = (first: FeedFare, other: FeedFare) =>
  new Fault(
    'fare_two_currencies',
    `The same journeys have fares in ${first.currency} and in ${other.currency}. The one in ${other.currency} is left out.`,
    'Enter the other fares under Routes.',
  )
