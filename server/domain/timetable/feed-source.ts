import type { SourceReason } from '../../../contract/operations/timetable-report'
import { metresBetween, nearestWithin, type Position } from './places'

/** Share of stops, or of routes, that must agree for a feed to be an edition of a known source. */
const SAME_SHARE = 0.6
/** Share of stops that must agree for a source to be worth a question. */
const LIKELY_SHARE = 0.3
/** Greatest distance in metres between two positions of one stop. */
const NEAR_M = 300
/** Distance in metres from which a stop is reported as moved. */
const MOVED_M = 1_000
/** Least difference in agreement, of stops and routes together, by which one of several sources is the right one. */
const CLEAR_LEAD = 0.2

interface Named {
  /** Names in all languages. */
  names: readonly string[]
}

export interface FeedStopShape extends Named, Position {
  id: string
  /** Digest of the values in the feed. */
  fingerprint: string
}

export interface FeedRouteShape extends Named {
  id: string
  /** Stops of its patterns. */
  places: readonly Position[]
}

/** Facts of a feed that tell which source it belongs to. */
export interface FeedShape {
  /** Publisher and agencies. */
  key: string
  /** Id of the company that exported it; null for other feeds. */
  mark: string | null
  stops: readonly FeedStopShape[]
  routes: readonly FeedRouteShape[]
}

export interface KnownStop extends Named, Position {
  recordId: string
  /** Digest of the values at the last import. */
  fingerprint: string
}

/** A source of earlier imports. */
export interface KnownSource {
  id: string
  name: string
  /** Publisher and agencies of its first feed. */
  key: string
  /** True for the records of the company, which its exports contain. */
  isOwn: boolean
  /** By id in the feed. */
  stops: ReadonlyMap<string, KnownStop>
  routes: ReadonlyMap<string, Omit<FeedRouteShape, 'id'>>
}

/** A stop that an import would move by more than a kilometre or rename. */
export interface StopChange {
  stop: FeedStopShape
  known: KnownStop
  /** Metres; null for an unknown position. */
  movedM: number | null
  isRenamed: boolean
}

export interface SourceMatch {
  /** `same` = an edition of `source`; `new` = a source of its own; `ask` = a user decides. */
  verdict: 'same' | 'new' | 'ask'
  /** The most likely source; null for a new one. */
  source: KnownSource | null
  reason: SourceReason
  /** Changes of the stations of `source`, the farthest first. */
  changes: StopChange[]
}

/** Returns the source of a feed, and whether that is clear. */
export function matchSource(feed: FeedShape, sources: readonly KnownSource[]): SourceMatch {
  const own = sources.find((source) => source.isOwn)
  if (own && own.id === feed.mark) return decided(feed, own, 'own_export')
  const others = sources.filter((source) => !source.isOwn).map((source) => compare(feed, source))
  const strong = others.filter(isStrong).sort((a, b) => b.agreement - a.agreement)
  const [best, second] = strong
  if (best) {
    const rivals = strong.filter(({ agreement }) => best.agreement - agreement < CLEAR_LEAD)
    const chosen = second && rivals.length > 1 ? rivals.find(({ source }) => source.key === feed.key) : best
    if (!chosen) return asked(feed, best.source, 'several_sources')
    if (chosen.source.key !== feed.key && chosen.isContradicted) return asked(feed, chosen.source, 'other_routes')
    return decided(feed, chosen.source, chosen.stopShare >= SAME_SHARE ? 'stops_agree' : 'routes_agree')
  }
  const likely = others.filter((other) => other.likeness >= LIKELY_SHARE).sort((a, b) => b.likeness - a.likeness)[0]
  if (likely) return asked(feed, likely.source, 'few_stops_agree')
  const namesake = others.find(({ source }) => source.key === feed.key)
  if (namesake) return asked(feed, namesake.source, 'same_publisher')
  const neighbour = others.find(({ source }) => isAtSamePlaces(feed, source))
  if (neighbour) return asked(feed, neighbour.source, 'same_places')
  if (own && compare(feed, own).stopShare >= SAME_SHARE) return asked(feed, own, 'same_places')
  return { verdict: 'new', source: null, reason: 'nothing_agrees', changes: [] }
}

function decided(feed: FeedShape, source: KnownSource, reason: SourceReason): SourceMatch {
  const changes = changesOf(feed, source)
  if (changes.length > 0) return { verdict: 'ask', source, reason: 'stops_changed', changes }
  return { verdict: 'same', source, reason, changes }
}

const asked = (feed: FeedShape, source: KnownSource, reason: SourceReason): SourceMatch => ({
  verdict: 'ask',
  source,
  reason,
  changes: changesOf(feed, source),
})

/** Returns the stations that an import of the feed into the source would move or rename, the farthest first. */
export function changesOf({ stops }: FeedShape, source: KnownSource): StopChange[] {
  const changes = stops.flatMap((stop): StopChange[] => {
    const known = source.stops.get(stop.id)
    if (!known || known.fingerprint === stop.fingerprint) return []
    const movedM = metresBetween(stop, known)
    const isRenamed = !isSameName(stop, known)
    return isRenamed || (movedM ?? 0) > MOVED_M ? [{ stop, known, movedM, isRenamed }] : []
  })
  return changes.sort((a, b) => (b.movedM ?? 0) - (a.movedM ?? 0))
}

interface Comparison {
  source: KnownSource
  /** Share of the feed's stops with the id, name and place of a stop of the source. */
  stopShare: number
  /** Share of the feed's routes with the id and the places of a route of the source. */
  routeShare: number
  agreement: number
  /** Share of the stops of the feed, or of the source if it is larger, that agree in id and in name or place. */
  likeness: number
  /** True when only stops, or only routes, agree. */
  isContradicted: boolean
}

const isStrong = ({ stopShare, routeShare }: Comparison) => stopShare >= SAME_SHARE || routeShare >= SAME_SHARE

function compare(feed: FeedShape, source: KnownSource): Comparison {
  let agreeing = 0
  let similar = 0
  for (const stop of feed.stops) {
    const known = source.stops.get(stop.id)
    if (!known) continue
    const isSame = known.fingerprint === stop.fingerprint
    const hasName = isSame || isSameName(stop, known)
    const isNear = isSame || (metresBetween(stop, known) ?? 0) <= NEAR_M
    if (hasName && isNear) agreeing += 1
    if (hasName || isNear) similar += 1
  }
  const routes = feed.routes.filter((route) => {
    const known = source.routes.get(route.id)
    return known !== undefined && isSameRoute(route, known)
  }).length
  const stopShare = share(agreeing, feed.stops.length)
  const routeShare = share(routes, feed.routes.length)
  return {
    source,
    stopShare,
    routeShare,
    agreement: stopShare + routeShare,
    likeness: share(similar, Math.min(feed.stops.length, source.stops.size)),
    isContradicted: routes === 0 || stopShare < LIKELY_SHARE,
  }
}

const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole)

/** Two operators often number their routes alike, so that a name counts only where no places are known. */
function isSameRoute(route: FeedRouteShape, known: Omit<FeedRouteShape, 'id'>): boolean {
  if (route.places.length === 0 || known.places.length === 0) return isSameName(route, known)
  const near = nearestWithin(known.places, NEAR_M)
  return share(route.places.filter((place) => near(place).length > 0).length, route.places.length) >= SAME_SHARE
}

/** Returns whether most stops of the feed have the name and place of a stop of the source, whatever their ids. */
function isAtSamePlaces({ stops }: FeedShape, source: KnownSource): boolean {
  const near = nearestWithin([...source.stops.values()], NEAR_M)
  const found = stops.filter((stop) => near(stop).some((known) => isSameName(stop, known)))
  return share(found.length, stops.length) >= SAME_SHARE
}

function isSameName(a: Named, b: Named): boolean {
  const names = new Set(b.names.map(normalize))
  return a.names.some((name) => names.has(normalize(name)))
}

/** Capitals, accents, spaces and punctuation do not make another name. */
const normalize = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
