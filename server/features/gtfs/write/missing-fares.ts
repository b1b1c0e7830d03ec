import { setImmediate } from 'node:timers/promises'
import type { ImportPlan } from '../plan/import'
import { rideablePairsOf } from '../plan/pairs'
import { Fault } from '../read/issues'
import { fareKey, faresOnSale } from '../repository/fares'
import type { WrittenRoutes } from './routes'
import type { Writing } from './writing'

/** Number of routes or pairs in a warning. */
const EXAMPLES = 5

interface Written {
  routes: WrittenRoutes
  stationIds: ReadonlyMap<string, string>
  /** Vehicle type of the journeys that the import creates. */
  vehicleTypeId: string
}

/**
 * Warns of routes with journeys on these dates that have no fare, and of pairs of stops that passengers can travel
 * without a fare from the feed or from staff.
 */
export async function warnOfMissingFares(
  { tx, issues }: Writing,
  { routes: plans, feed }: ImportPlan,
  { routes, stationIds, vehicleTypeId }: Written,
  dates: { from: string; to: string },
): Promise<void> {
  const running = plans.flatMap((plan) => {
    const route = routes.byExternalId.get(plan.externalId)
    return plan.patterns.length > 0 && route && !route.isRetired ? [{ plan, route }] : []
  })
  const ids = running.map(({ route }) => route.id)
  const fares = await faresOnSale(tx, ids, { ...dates, vehicleTypeId })
  const priced = new Set(fares.map((fare) => fare.route_id))
  const keys = new Set(fares.map(fareKey))
  const nameOf = new Map(feed.stops.map((stop) => [stop.id, stop.name]))

  const without = running.filter(({ route }) => !priced.has(route.id)).map(({ route }) => route.code)
  if (without.length > 0) issues.warn({ file: 'fare_attributes.txt' }, routesWithoutFare(without))
  for (const { plan, route } of running) {
    const hasFlat = keys.has(fareKey({ route_id: route.id, origin_station_id: null, destination_station_id: null }))
    if (hasFlat || !priced.has(route.id)) continue
    await setImmediate()
    const pairs = rideablePairsOf(plan)
    const missing = pairs.filter(
      ({ origin, destination }) =>
        !keys.has(
          fareKey({
            route_id: route.id,
            origin_station_id: stationIds.get(origin) ?? null,
            destination_station_id: stationIds.get(destination) ?? null,
          }),
        ),
    )
    if (missing.length === 0) continue
    const examples = missing
      .slice(0, EXAMPLES)
      .map(({ origin, destination }) => `${nameOf.get(origin) ?? origin} – ${nameOf.get(destination) ?? destination}`)
    issues.warn({ file: 'fare_rules.txt' }, pairsWithoutFare(route.code, missing.length, pairs.length, examples))
  }
}

const routesWithoutFare = (codes: readonly string[]) => {
  const examples = codes.slice(0, EXAMPLES).join(', ')
  return new Fault(
    'routes_without_fare',
    `${codes.length === 1 ? '1 route has' : `${codes.length} routes have`} no fare, so that nothing on ${codes.length === 1 ? 'it' : 'them'} can be sold: ${examples}${codes.length > EXAMPLES ? ' …' : ''}.`,
    'Enter their fares under Routes.',
    { count: codes.length, examples: `${examples}${codes.length > EXAMPLES ? ' …' : ''}` },
  )
}
const pairsWithoutFare = (route: string, count: number, all: number, some: readonly string[]) => {
  const examples = `${some.join('; ')}${count > EXAMPLES ? ' …' : ''}`
  return new Fault(
    'pairs_without_fare',
    `Route ${route} has no fare for ${count} of its ${all} pairs of stops, which cannot be sold: ${examples}.`,
    'Enter their fares under Routes.',
    { route, count, all, examples },
  )
}
