import type { FeedShape, KnownSource } from '../../../server/domain/timetable/feed-source'

/** Degrees of latitude in one kilometre. */
const KM = 1 / 111.195

type Stop = FeedShape['stops'][number]
export type Edit = (feed: FeedShape) => FeedShape

interface Operator {
  stops?: number
  routes?: number
  /** Prefix of the ids of stops and routes; empty for plain numbers. */
  ids?: string
  /** Prefix of the names. */
  name?: string
  latitude?: number
  publisher?: string
}

/** Returns a feed whose stops lie 5 km apart on a meridian, and whose routes share them evenly. */
export function operator({
  stops = 10,
  routes = 2,
  ids = 'A',
  name = 'Alpha',
  latitude = 40,
  publisher = 'alpha:a',
}: Operator = {}): FeedShape {
  const all = Array.from({ length: stops }, (_, index): Stop => ({
    id: `${ids}${index + 1}`,
    names: [`${name} stop ${index + 1}`],
    latitude: latitude + index * 5 * KM,
    longitude: -3,
    fingerprint: JSON.stringify([name, index, latitude]),
  }))
  return {
    key: publisher,
    mark: null,
    stops: all,
    routes: Array.from({ length: routes }, (_, index) => ({
      id: `${ids}R${index + 1}`,
      names: [`${name} line ${index + 1}`],
      places: all.filter((_stop, at) => at % routes === index),
    })),
  }
}

/** Returns the source that a feed made, as a later import finds it. */
export const sourceFrom = (feed: FeedShape, id = feed.key, isOwn = false): KnownSource => ({
  id,
  name: id,
  key: feed.key,
  isOwn,
  stops: new Map(feed.stops.map((stop) => [stop.id, { ...stop, recordId: `record-${stop.id}` }])),
  routes: new Map(feed.routes.map((route) => [route.id, route])),
})

/** Applies edits one after another. */
export const edited = (feed: FeedShape, ...edits: Edit[]): FeedShape => edits.reduce((last, edit) => edit(last), feed)

/** Changes stops, and the places of the routes through them. */
const withStops =
  (change: (stop: Stop, index: number) => Stop): Edit =>
  (feed) => {
    const changed = feed.stops.map((stop, index) => {
      const next = change(stop, index)
      return next === stop ? stop : { ...next, fingerprint: JSON.stringify(next) }
    })
    const next = new Map(feed.stops.map((stop, index) => [stop.id, changed[index] ?? stop]))
    const routes = feed.routes.map((route) => ({
      ...route,
      places: route.places.map((place) => {
        const index = feed.stops.findIndex((stop) => stop === place)
        return next.get(feed.stops[index]?.id ?? '') ?? place
      }),
    }))
    return { ...feed, stops: changed, routes }
  }

const first = (count: number, change: (stop: Stop, index: number) => Stop): Edit =>
  withStops((stop, index) => (index < count ? change(stop, index) : stop))

/** Moves the first stops north. */
export const move = (count: number, km: number): Edit =>
  first(count, (stop) => ({ ...stop, latitude: stop.latitude === null ? null : stop.latitude + km * KM }))
export const rename = (count: number): Edit =>
  first(count, (stop, index) => ({ ...stop, names: [`Other name ${index + 1}`] }))
export const respell = (spelling: (name: string) => string): Edit =>
  first(Infinity, (stop) => ({ ...stop, names: stop.names.map(spelling) }))
export const addLanguage = (): Edit =>
  first(Infinity, (stop) => ({ ...stop, names: [...stop.names, `${stop.names[0]} in Greek`] }))
export const touch = (): Edit => first(Infinity, (stop) => ({ ...stop, names: [...stop.names] }))
/** Gives the first stops new ids at the same places. */
export const rekeyStops = (count: number): Edit => first(count, (stop) => ({ ...stop, id: `new-${stop.id}` }))
/** Replaces the first stops by others elsewhere. */
export const replaceStops = (count: number): Edit =>
  first(count, (stop, index) => ({
    ...stop,
    id: `new-${stop.id}`,
    names: [`New stop ${index + 1}`],
    longitude: (stop.longitude ?? 0) + 1,
  }))
export const losePositions = (): Edit => first(Infinity, (stop) => ({ ...stop, latitude: null, longitude: null }))
export const swapCoordinates = (): Edit =>
  first(Infinity, (stop) => ({ ...stop, latitude: stop.longitude, longitude: stop.latitude }))
export const dropStops =
  (count: number): Edit =>
  (feed) => {
    const gone = new Set(feed.stops.slice(0, count))
    return {
      ...feed,
      stops: feed.stops.slice(count),
      routes: feed.routes.map((route) => ({
        ...route,
        places: route.places.filter((place) => ![...gone].some((stop) => stop === place)),
      })),
    }
  }
/** Adds the stops and routes of another feed. */
export const join =
  (other: FeedShape): Edit =>
  (feed) => ({ ...feed, stops: [...feed.stops, ...other.stops], routes: [...feed.routes, ...other.routes] })
export const rekeyRoutes = (): Edit => (feed) => ({
  ...feed,
  routes: feed.routes.map((route) => ({ ...route, id: `new-${route.id}` })),
})
export const renameRoutes = (): Edit => (feed) => ({
  ...feed,
  routes: feed.routes.map((route) => ({ ...route, names: ['Another line'] })),
})
export const dropRoutes =
  (count: number): Edit =>
  (feed) => ({ ...feed, routes: feed.routes.slice(count) })
/** Leaves out all trips on the dates. */
export const rest = (): Edit => (feed) => ({ ...feed, routes: feed.routes.map((route) => ({ ...route, places: [] })) })
export const publishAs =
  (key: string): Edit =>
  (feed) => ({ ...feed, key })
export const mark =
  (id: string | null): Edit =>
  (feed) => ({ ...feed, mark: id })
