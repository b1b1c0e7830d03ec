import { CONNECTION_DEFAULT_MIN } from '../../../../contract/core/limits/connections'
import { WHEELCHAIR_BOARDING } from '../../../../contract/core/vocabulary'
import type { I18nText } from '../../../../contract/core/scalars'
import { Codes } from '../plan/codes'
import type { Company, ExportedRoute, ExportedStation } from '../repository/timetable'
import { zoneOf, type ExportedFares } from './fares'
import { servicesOf, spanOf, type ExportedTrip } from './trips'

/** Contents of a feed. */
export interface Network {
  company: Company
  /** URL of the operator, required by GTFS. */
  url: string
  /** Time zone of all times in the feed. */
  timezone: string
  version: string
  stations: ReadonlyMap<string, ExportedStation>
  routes: ReadonlyMap<string, ExportedRoute>
  trips: readonly ExportedTrip[]
  fares: ExportedFares
}

type Cell = string | number | null
type Lines = Iterable<Cell[]>
/** The dates of each service, by its id. */
type Services = ReadonlyMap<string, readonly string[]>

/** English is always present; the other languages go into translations.txt. */
const FEED_LANGUAGE = 'en'
const AGENCY_ID = 'operator'
const SHORT_NAME_MAX_CHARS = 12
const FEED_INFO_COLUMNS = [
  'feed_publisher_name',
  'feed_publisher_url',
  'feed_lang',
  'feed_start_date',
  'feed_end_date',
  'feed_version',
]
/** Not part of GTFS; an import recognizes the company's own feed by it, and other readers ignore it. */
const OWN_MARK_COLUMN = 'feed_id'
/** GTFS route_type. */
const RAIL = 2
const BUS = 3
const FERRY = 4
/** GTFS calendar_dates.exception_type: service added. */
const ADDED = 1
/** GTFS fare_attributes: paid before boarding, no transfers. */
const PAID_BEFORE = 1
const NO_TRANSFERS = 0
/** GTFS transfers.transfer_type: minimum transfer time required. */
const TAKES_TIME = 2
/** GTFS stop_times.timepoint. */
const APPROXIMATE = 0
const EXACT = 1
const TRIP_ID_MAX_CHARS = 60
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

/**
 * Returns the files of a GTFS feed by name: the header, then row by row, so that no file has to be in memory as a whole.
 * Rows are sorted by id, which streaming readers rely on.
 */
export function feedFiles(unsorted: Network): Map<string, Lines> {
  const tripIds = tripIdsOf(unsorted)
  const network = { ...unsorted, trips: unsorted.trips.toSorted((a, b) => compare(tripIds.get(a), tripIds.get(b))) }
  const { company, url, timezone, version, trips, fares } = network
  const services = servicesOf(trips)
  const span = spanOf(trips)
  const files = new Map<string, Lines>([
    [
      'agency.txt',
      [
        ['agency_id', 'agency_name', 'agency_url', 'agency_timezone', 'agency_lang'],
        [AGENCY_ID, company.name, url, timezone, FEED_LANGUAGE],
      ],
    ],
    [
      'feed_info.txt',
      [
        [...FEED_INFO_COLUMNS, OWN_MARK_COLUMN],
        [company.name, url, FEED_LANGUAGE, compact(span?.from), compact(span?.to), version, company.feed_id],
      ],
    ],
    ['stops.txt', stopLines(network)],
    ['routes.txt', routeLines(network)],
    ['trips.txt', tripLines(network, services.idOf, tripIds)],
    ['stop_times.txt', stopTimeLines(network, tripIds)],
    ['calendar.txt', calendarLines(services.dates)],
    ['calendar_dates.txt', dateLines(services.dates)],
  ])
  const translations = [...translationLines(network)]
  if (translations.length > 0)
    files.set('translations.txt', [
      ['table_name', 'field_name', 'language', 'translation', 'record_id'],
      ...translations,
    ])
  const transfers = [...transferLines(network)]
  if (transfers.length > 0)
    files.set('transfers.txt', [['from_stop_id', 'to_stop_id', 'transfer_type', 'min_transfer_time'], ...transfers])
  if (fares.rules.length > 0) {
    files.set('fare_attributes.txt', [
      ['fare_id', 'price', 'currency_type', 'payment_method', 'transfers', 'agency_id'],
      ...[...fares.attributes].map(([id, { price, currency }]) => [
        id,
        price,
        currency,
        PAID_BEFORE,
        NO_TRANSFERS,
        AGENCY_ID,
      ]),
    ])
    files.set('fare_rules.txt', [
      ['fare_id', 'route_id', 'origin_id', 'destination_id'],
      ...fares.rules.map((rule) => [
        rule.fareId,
        network.routes.get(rule.routeId)?.code ?? '',
        rule.origin,
        rule.destination,
      ]),
    ])
  }
  if (fares.leftOut.length > 0) files.set(LEFT_OUT_FILE, leftOutLines(network))
  return files
}

/** Not part of GTFS; its readers ignore unknown files. */
const LEFT_OUT_FILE = 'fares_left_out.txt'

function* leftOutLines({ fares, routes, stations }: Network): Generator<Cell[]> {
  const [route, from, to] = ['route_id', 'origin_stop_id', 'destination_stop_id']
  yield [route, from, to, 'price', 'currency_type', 'passenger_category', 'vehicle_type', 'valid_from', 'valid_to']
  for (const fare of fares.leftOut)
    yield [
      routes.get(fare.routeId)?.code ?? '',
      stations.get(fare.originId)?.code ?? '',
      stations.get(fare.destinationId)?.code ?? '',
      fare.price,
      fare.currency,
      fare.category,
      fare.vehicleType,
      fare.validFrom,
      fare.validTo,
    ]
}

/** Yields only transfer times that differ from the default. */
function* transferLines({ stations }: Network): Generator<Cell[]> {
  for (const { code, parent_station_id: parent, connection_min: minutes } of stations.values())
    if (minutes !== CONNECTION_DEFAULT_MIN && !stations.has(parent ?? '')) yield [code, code, TAKES_TIME, minutes * 60]
}

/** GTFS allows no calls at a station with platforms. A station that is called at becomes a stop, and so do its platforms. */
function* stopLines({ stations, trips, timezone }: Network): Generator<Cell[]> {
  const called = new Set(trips.flatMap((trip) => trip.stopTimes.map((call) => call.stationId)))
  yield [
    'stop_id',
    'stop_code',
    'stop_name',
    'stop_lat',
    'stop_lon',
    'zone_id',
    'location_type',
    'parent_station',
    'stop_timezone',
    'wheelchair_boarding',
    'platform_code',
  ]
  const stationsFirst = [...stations.values()].sort((a, b) => Number(called.has(a.id)) - Number(called.has(b.id)))
  for (const station of stationsFirst) {
    const parent = stations.get(station.parent_station_id ?? '')
    const isStation = !called.has(station.id)
    yield [
      station.code,
      station.code,
      station.name['en'] ?? '',
      station.latitude ?? parent?.latitude ?? null,
      station.longitude ?? parent?.longitude ?? null,
      isStation ? null : zoneOf(station),
      isStation ? 1 : 0,
      parent && !called.has(parent.id) ? parent.code : null,
      station.timezone === timezone ? null : station.timezone,
      WHEELCHAIR_BOARDING.indexOf(station.wheelchair_boarding),
      station.platform_code,
    ]
  }
}

function* routeLines({ routes, trips, stations }: Network): Generator<Cell[]> {
  const kinds = new Map<string, Set<string>>()
  for (const { routeId, stopTimes } of trips)
    kinds.set(
      routeId,
      new Set([
        ...(kinds.get(routeId) ?? []),
        ...stopTimes.map((call) => stations.get(call.stationId)?.kind ?? 'stop'),
      ]),
    )
  yield ['route_id', 'agency_id', 'route_short_name', 'route_long_name', 'route_type', 'route_color']
  for (const { id, code, name, color } of routes.values())
    yield [
      code,
      AGENCY_ID,
      code.length <= SHORT_NAME_MAX_CHARS ? code : null,
      name['en'] ?? '',
      routeType(kinds.get(id)),
      color?.slice(1).toUpperCase() ?? null,
    ]
}

/** A route between railway stations only is exported as rail, one between ports only as a ferry. */
function routeType(kinds: ReadonlySet<string> | undefined): number {
  const [only] = kinds?.size === 1 ? kinds : []
  if (only === 'rail_station') return RAIL
  return only === 'port' ? FERRY : BUS
}

function* tripLines(
  { trips, routes, stations }: Network,
  serviceOf: ReadonlyMap<ExportedTrip, string>,
  ids: ReadonlyMap<ExportedTrip, string>,
): Generator<Cell[]> {
  yield ['route_id', 'service_id', 'trip_id', 'trip_headsign']
  for (const trip of trips) {
    const last = stations.get(trip.stopTimes.at(-1)?.stationId ?? '')
    yield [routes.get(trip.routeId)?.code ?? '', serviceOf.get(trip) ?? '', ids.get(trip) ?? '', last?.name['en'] ?? '']
  }
}

function* stopTimeLines({ trips, stations }: Network, ids: ReadonlyMap<ExportedTrip, string>): Generator<Cell[]> {
  yield [
    'trip_id',
    'arrival_time',
    'departure_time',
    'stop_id',
    'stop_sequence',
    'pickup_type',
    'drop_off_type',
    'timepoint',
  ]
  for (const trip of trips)
    for (const [index, call] of trip.stopTimes.entries())
      yield [
        ids.get(trip) ?? '',
        call.arrival,
        call.departure,
        stations.get(call.stationId)?.code ?? '',
        index + 1,
        call.pickup,
        call.dropOff,
        call.isApproximate ? APPROXIMATE : EXACT,
      ]
}

/** Some readers require this file; the dates are all in calendar_dates.txt. */
function* calendarLines(services: Services): Generator<Cell[]> {
  yield ['service_id', ...WEEKDAYS, 'start_date', 'end_date']
  for (const [id, dates] of byKey(services))
    yield [id, ...WEEKDAYS.map(() => 0), compact(dates[0]), compact(dates.at(-1))]
}

function* dateLines(services: Services): Generator<Cell[]> {
  yield ['service_id', 'date', 'exception_type']
  for (const [id, dates] of byKey(services)) for (const date of dates) yield [id, compact(date), ADDED]
}

function* translationLines({ stations, routes }: Network): Generator<Cell[]> {
  for (const { code, name } of stations.values()) yield* translationsOf('stops', 'stop_name', code, name)
  for (const { code, name } of routes.values()) yield* translationsOf('routes', 'route_long_name', code, name)
}

function* translationsOf(table: string, field: string, id: string, name: I18nText): Generator<Cell[]> {
  for (const [language, text] of Object.entries(name))
    if (language !== FEED_LANGUAGE) yield [table, field, language === 'ae' ? 'ar' : language, text, id]
}

/** Returns trip ids of route and departure, for example `HILO-KONA-0805`, with `-2`, `-3` … for duplicates. */
function tripIdsOf({ trips, routes }: Network): Map<ExportedTrip, string> {
  const codes = new Codes([], TRIP_ID_MAX_CHARS)
  return new Map(
    trips.map((trip) => {
      const [hours = '', minutes = ''] = trip.stopTimes[0]?.departure.split(':') ?? []
      return [trip, codes.next([`${routes.get(trip.routeId)?.code ?? ''}-${hours}${minutes}`])]
    }),
  )
}

const compare = (a = '', b = '') => (a < b ? -1 : 1)

const byKey = (services: Services) => [...services].sort(([a], [b]) => compare(a, b))

const compact = (date: string | undefined): string => date?.replaceAll('-', '') ?? ''
