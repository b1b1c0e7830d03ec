import type { FeedShape } from '../../../domain/timetable/feed-source'
import type { ImportPlan } from './import'

/** Returns the facts of a feed that tell its source. */
export function feedShape({ feed, key, stations, routes }: ImportPlan): FeedShape {
  const places = new Map(stations.map(({ externalId, values }) => [externalId, values]))
  return {
    key,
    mark: feed.head.mark,
    stops: stations.map(({ externalId, values: { name, latitude, longitude }, fingerprint }) => ({
      id: externalId,
      names: Object.values(name),
      latitude,
      longitude,
      fingerprint,
    })),
    routes: routes.map(({ externalId, values: { name }, patterns }) => ({
      id: externalId,
      names: Object.values(name),
      places: [...new Set(patterns.flatMap(({ stops }) => stops))].flatMap((stop) => places.get(stop) ?? []),
    })),
  }
}
