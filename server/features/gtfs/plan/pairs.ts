import type { RoutePlan } from './routes'

/** External ids of two stops, in the direction of travel. */
export interface StopPair {
  origin: string
  destination: string
}

/** GTFS pickup_type and drop_off_type: not available. */
const NONE = 1

/** Returns each pair of different stops that a pattern of the route serves in this order, once. */
export function pairsOf(route: RoutePlan): StopPair[] {
  return pairs(route, () => true)
}

/** Returns the pairs with pickup at the first stop and drop-off at the second. */
export function rideablePairsOf(route: RoutePlan): StopPair[] {
  return pairs(route, ({ pickups, dropOffs }, from, to) => pickups[from] !== NONE && dropOffs[to] !== NONE)
}

function pairs(
  { patterns }: RoutePlan,
  isWanted: (pattern: RoutePlan['patterns'][number], from: number, to: number) => boolean,
): StopPair[] {
  const found: StopPair[] = []
  const met = new Map<string, Set<string>>()
  for (const pattern of patterns)
    for (const [from, origin] of pattern.stops.entries()) {
      const after = met.get(origin) ?? new Set<string>()
      met.set(origin, after)
      for (let to = from + 1; to < pattern.stops.length; to += 1) {
        const destination = pattern.stops[to] ?? ''
        if (origin === destination || after.has(destination) || !isWanted(pattern, from, to)) continue
        after.add(destination)
        found.push({ origin, destination })
      }
    }
  return found
}
