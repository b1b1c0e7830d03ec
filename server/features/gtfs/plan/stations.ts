import { CONNECTION_MAX_MIN } from '../../../../contract/core/limits/connections'
import type { I18nText } from '../../../../contract/core/scalars'
import { WHEELCHAIR_BOARDING } from '../../../../contract/core/vocabulary'
import type { Feed } from '../read/feed'
import type { FeedStop } from '../read/network'
import { fingerprintOf, fit } from './codes'
import { nameOf } from './languages'
import { stationKind, type StationKind } from './station-kind'

const PLATFORM_MAX_CHARS = 20
const ZONE_MAX_CHARS = 32
/** Maximum length of a station's external reference; longer ids are stored only in the import's own links. */
const REFERENCE_MAX_CHARS = 128

/** Fields of a station that the feed sets. Staff own all others. */
export interface StationValues {
  name: I18nText
  kind: StationKind
  platform_code: string | null
  latitude: number | null
  longitude: number | null
  timezone: string
  zone_code: string | null
  wheelchair_boarding: (typeof WHEELCHAIR_BOARDING)[number]
  /** Minutes; absent when the feed sets no transfer time. */
  connection_min?: number
}

export interface StationPlan {
  externalId: string
  parentExternalId: string | null
  /** Texts for its code, best first. */
  requestedCodes: string[]
  /** Null when the id is too long for a reference. */
  reference: string | null
  values: StationValues
  fingerprint: string
}

/** Returns one station for each stop and station of the feed, in the order of `feed.stops`. */
export function planStations(feed: Feed): StationPlan[] {
  const routeTypes = typesWithParents(feed)
  return feed.stops.map((stop) => {
    const values = valuesOf(stop, feed, routeTypes.get(stop.id) ?? new Set())
    return {
      externalId: stop.id,
      parentExternalId: stop.parent,
      requestedCodes: [stop.code, stop.id].filter((request) => request !== ''),
      reference: stop.id.length <= REFERENCE_MAX_CHARS ? stop.id : null,
      values,
      fingerprint: fingerprintOf([values, stop.parent]),
    }
  })
}

const connectionTime = (seconds: number | undefined): Pick<StationValues, 'connection_min'> =>
  seconds === undefined ? {} : { connection_min: Math.min(Math.ceil(seconds / 60), CONNECTION_MAX_MIN) }

function typesWithParents(feed: Feed): Map<string, Set<number>> {
  const types = new Map<string, Set<number>>()
  for (const [index, stop] of feed.stops.entries())
    for (const id of [stop.id, stop.parent])
      if (id !== null) types.set(id, new Set([...(types.get(id) ?? []), ...(feed.routeTypes[index] ?? [])]))
  return types
}

function valuesOf(stop: FeedStop, feed: Feed, routeTypes: ReadonlySet<number>): StationValues {
  const translated = feed.translations.of('stops', 'stop_name', stop.id, stop.name)
  return {
    name: nameOf(stop.name, feed.head.language, translated),
    kind: stationKind(routeTypes, stop.isParent),
    platform_code: stop.platform && fit(stop.platform, PLATFORM_MAX_CHARS),
    latitude: stop.latitude,
    longitude: stop.longitude,
    timezone: stop.timezone,
    zone_code: stop.zone && fit(stop.zone, ZONE_MAX_CHARS),
    wheelchair_boarding: WHEELCHAIR_BOARDING[stop.wheelchair] ?? 'unknown',
    ...connectionTime(feed.transferTimes.get(stop.id)),
  }
}
