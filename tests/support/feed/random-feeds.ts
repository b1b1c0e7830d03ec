import fc from 'fast-check'
import type { FeedFiles, Row } from './zip'

/** Dates of all random feeds, which the clocks of Europe change between. */
export const FEED_DATES = { from: '2025-03-28', to: '2025-04-01' }
const DAYS = [20250328, 20250329, 20250330, 20250331, 20250401]

const WORDS = ['Larnaca', 'Αεροδρόμιο', 'مطار', 'Zürich, HB', 'O’Neil "Süd"', "'=1+1", '+49 Tor', '-Nord', '7', '北京']
const ZONES = ['Asia/Nicosia', 'Europe/London', 'America/New_York', 'Pacific/Auckland', 'UTC'] as const
/** Amounts of one to four digits, as each currency writes them. */
const PRICES = [
  ['EUR', (amount: number) => (amount / 100).toFixed(2)],
  ['JPY', (amount: number) => String(amount)],
  ['KWD', (amount: number) => (amount / 1000).toFixed(3)],
] as const

const id = fc.stringMatching(/^[A-Za-z0-9ä:_ .-]{1,8}$/).map((text) => text.trim().replace(/\s+/g, ' ') || 'x')
const access = fc.oneof(
  { weight: 6, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 3 }) },
)

const stopShape = fc.record({
  id,
  word: fc.constantFrom(...WORDS),
  english: fc.option(fc.constantFrom(...WORDS)),
  zone: fc.option(fc.constantFrom('A', 'B', 'zone 1')),
  timezone: fc.option(fc.constantFrom(...ZONES), { freq: 6 }),
  wheelchair: fc.integer({ min: 0, max: 2 }),
  platforms: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constant(2) }),
  hasCode: fc.boolean(),
})

const callShape = fc.record({
  stop: fc.nat(),
  /** Seconds from the departure before. */
  travel: fc.integer({ min: 30, max: 7_200 }),
  dwell: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 900 })),
  isTimed: fc.boolean(),
  pickup: access,
  dropOff: access,
})

const tripShape = fc.record({
  route: fc.nat(),
  service: fc.nat(),
  /** Seconds from midnight; a trip may begin on the night after its service day. */
  start: fc.integer({ min: 0, max: 26 * 3_600 }),
  calls: fc.array(callShape, { minLength: 2, maxLength: 5 }),
  /** Equal departures of several vehicles. */
  copies: fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.constant(2) }),
  frequency: fc.option(fc.record({ headway: fc.constantFrom(600, 1_200, 3_600), isExact: fc.boolean() }), { freq: 5 }),
})

const fareShape = fc.record({
  route: fc.nat(),
  pair: fc.option(fc.tuple(fc.nat(), fc.nat())),
  amount: fc.integer({ min: 1, max: 9_999 }),
})

const feedShape = fc.record({
  timezone: fc.constantFrom(...ZONES),
  language: fc.constantFrom('en', 'de', 'el', 'fr'),
  stops: fc.uniqueArray(stopShape, { minLength: 3, maxLength: 7, selector: (stop) => stop.id.toLowerCase() }),
  routes: fc.uniqueArray(
    fc.record({
      id,
      name: fc.constantFrom(...WORDS),
      type: fc.constantFrom(3, 3, 2, 4, 715),
      color: fc.constantFrom('', '1A7F5A', 'ff0000'),
      hasShortName: fc.boolean(),
    }),
    { minLength: 1, maxLength: 3, selector: (route) => route.id.toLowerCase() },
  ),
  services: fc.array(fc.subarray(DAYS, { minLength: 1 }), { minLength: 1, maxLength: 3 }),
  trips: fc.array(tripShape, { minLength: 1, maxLength: 8 }),
  fares: fc.array(fareShape, { maxLength: 5 }),
  price: fc.constantFrom(...PRICES),
})

const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T

const clock = (seconds: number) =>
  [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')

/** Generates feeds with names in many scripts, platforms, nights, clock changes, computed times, frequencies and fares. */
export const randomFeed: fc.Arbitrary<FeedFiles> = feedShape.map((shape): FeedFiles => {
  const feed = { ...shape, trips: shape.trips.flatMap((trip) => Array.from({ length: trip.copies }, () => trip)) }
  const stops: Row[] = []
  const called: string[] = []
  const translations: Row[] = []
  for (const [at, stop] of feed.stops.entries()) {
    const place = { stop_lat: (at * 7.123 - 30).toFixed(5), stop_lon: (at * 11.457 - 60).toFixed(5) }
    const row = {
      stop_id: stop.id,
      stop_code: stop.hasCode ? `C${at}` : '',
      stop_name: `${stop.word} ${at}`,
      ...place,
      zone_id: stop.zone ?? '',
      stop_timezone: stop.timezone ?? '',
      wheelchair_boarding: stop.wheelchair,
      location_type: stop.platforms > 0 ? 1 : 0,
      parent_station: '',
      platform_code: '',
    }
    stops.push(row)
    if (stop.platforms === 0) called.push(stop.id)
    for (let bay = 1; bay <= stop.platforms; bay += 1) {
      const platform = `${stop.id}/${bay}`
      const ofStation = { parent_station: stop.id, platform_code: bay, location_type: 0, stop_timezone: '' }
      stops.push({ ...row, ...ofStation, stop_id: platform, stop_code: '', stop_name: `${stop.word} ${at}, ${bay}` })
      called.push(platform)
    }
    if (stop.english !== null && feed.language !== 'en')
      translations.push({
        table_name: 'stops',
        field_name: 'stop_name',
        language: 'en',
        translation: `${stop.english} ${at}`,
        record_id: stop.id,
      })
  }
  const [currency, write] = feed.price
  const stopTimes = feed.trips.flatMap(({ start, calls }, trip) => {
    let now = start
    return calls.map((one, at): Row => {
      const isEnd = at === 0 || at === calls.length - 1
      now += at === 0 ? 0 : one.travel
      const arrival = now
      now += one.dwell
      const times = isEnd || one.isTimed ? { arrival_time: clock(arrival), departure_time: clock(now) } : {}
      return {
        trip_id: `t${trip}`,
        stop_id: pick(called, one.stop),
        stop_sequence: at * 3 + 1,
        arrival_time: '',
        departure_time: '',
        ...times,
        pickup_type: one.pickup,
        drop_off_type: one.dropOff,
      }
    })
  })
  return {
    'agency.txt': [
      {
        agency_id: 'a',
        agency_name: 'Random Lines',
        agency_url: 'https://random.example',
        agency_timezone: feed.timezone,
        agency_lang: feed.language,
      },
    ],
    'stops.txt': stops,
    'routes.txt': feed.routes.map((route, at) => ({
      route_id: route.id,
      agency_id: 'a',
      route_short_name: route.hasShortName ? `R${at}` : '',
      route_long_name: `${route.name} ${at}`,
      route_type: route.type,
      route_color: route.color,
    })),
    'calendar_dates.txt': feed.services.flatMap((dates, service) =>
      dates.map((date) => ({ service_id: `s${service}`, date, exception_type: 1 })),
    ),
    'trips.txt': feed.trips.map(({ route, service }, trip) => ({
      route_id: pick(feed.routes, route).id,
      service_id: `s${service % feed.services.length}`,
      trip_id: `t${trip}`,
    })),
    'stop_times.txt': stopTimes,
    ...(feed.trips.some(({ frequency }) => frequency) && {
      'frequencies.txt': feed.trips.flatMap(({ start, frequency }, trip) =>
        frequency
          ? [
              {
                trip_id: `t${trip}`,
                start_time: clock(start),
                end_time: clock(start + 2 * frequency.headway),
                headway_secs: frequency.headway,
                exact_times: Number(frequency.isExact),
              },
            ]
          : [],
      ),
    }),
    ...(translations.length > 0 && { 'translations.txt': translations }),
    ...(feed.fares.length > 0 && {
      'fare_attributes.txt': feed.fares.map(({ amount }, fare) => ({
        fare_id: `f${fare}`,
        price: write(amount),
        currency_type: currency,
        payment_method: 0,
        transfers: 0,
      })),
      'fare_rules.txt': feed.fares.map(({ route, pair }, fare) => ({
        fare_id: `f${fare}`,
        route_id: pick(feed.routes, route).id,
        origin_id: pair ? (pick(feed.stops, pair[0]).zone ?? '') : '',
        destination_id: pair ? (pick(feed.stops, pair[1]).zone ?? '') : '',
      })),
    }),
  }
})
