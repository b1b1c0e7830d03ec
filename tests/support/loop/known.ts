import { LIST_COLUMNS_MAX } from '../../../contract/core/limits/console'
import { TURNAROUND_DEFAULT_MIN } from '../../../contract/core/limits/dispatch'
import { SANDBOX_TRIPS_AT_ONCE } from '../../../contract/core/limits/partner-api'
import { LEGS_MAX } from '../../../contract/core/limits/sales'
import type { Operation } from '../../../contract/core/operations'
import { changesByForm, isUntil } from '../../../contract/core/ownership'
import type { Resource } from '../../../contract/core/vocabulary'
import { ENTITIES } from '../../../contract/entities'
import { LARGE_PASSWORD, type Company } from './company'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Number of departures between two legs of the same trip. */
const LEG_SPREAD = 800
const EXPORT_COLUMNS_MAX = 100
const ROUTE_STOPS = 200

/** Days of the longest period that an operation accepts; by default eight, which contain all departures. */
const PERIOD_DAYS: Readonly<Record<string, number>> = {
  getCalendar: 41,
  exportGtfs: 399,
  startGtfsImport: 399,
  exportJournal: 366,
  generateJourneys: 9,
  previewGeneration: 9,
}

/** Returns the instant some days and hours after the first departure. */
export const instantAfter = ({ firstDay }: Company, days: number, hours = 0): string =>
  instantAt(Date.parse(`${firstDay}T00:00:00Z`) + days * DAY_MS + hours * HOUR_MS)

/** Returns the most legs of one trip, on departures without a vehicle; each leg departs after the arrival of the one before. */
export function legsOf({ ids }: Company, serial: number) {
  const journeyIds = ids['journeys'] ?? []
  return Array.from({ length: LEGS_MAX }, (_, at) => ({
    journey_id: journeyIds[(serial % LEG_SPREAD) + LEG_SPREAD * (LEGS_MAX - 1 - at)] ?? '',
    board_seq: 1,
    alight_seq: 2,
  }))
}

/** Field values with which the calls of an operation succeed, by field name; an undefined one is omitted. */
export function knownOf({ id, path, method }: Operation, company: Company, serial: number): Record<string, unknown> {
  const start = Date.parse(`${company.firstDay}T00:00:00Z`)
  const period = PERIOD_DAYS[id] ?? 8
  const [from, to] = [new Date(start), new Date(start + period * DAY_MS)].map((at) => at.toISOString())
  const isInstant = ['getBoard', 'listJobsOfStaff', 'listJobsOfVehicle'].includes(id)
  const journeyIds = company.ids['journeys'] ?? []
  const stations = company.stationIds
  const legs = legsOf(company, serial)
  const period_ = isInstant ? { from, to } : { from: from?.slice(0, 10), to: to?.slice(0, 10) }
  const common: Record<string, unknown> = {
    route_id: company.routeId,
    vehicle_type_id: company.vehicleTypeId,
    origin: stations[0],
    destination: stations[1],
    date: company.firstDay,
    board_seq: 1,
    alight_seq: 2,
    legs,
    addons: company.addonIds.map((addon_id) => ({ addon_id, quantity: 1 })),
    needs: [],
    capacity: 50,
    seats_override: 50,
    co_driver_id: undefined,
    parent_station_id: undefined,
    return_of_id: undefined,
    reverse_route_id: undefined,
    price_override: undefined,
    quoted_price_hash: undefined,
    price_hash: undefined,
    add_min: undefined,
    cursor: undefined,
    except_ids: undefined,
    sort: ['departs_at', 'ASC'],
    season_id: undefined,
    home_station_id: undefined,
    operated_by_partner_id: undefined,
    except_dates: daysFrom(start + 30 * DAY_MS, 366),
    stops: (company.ids['stations'] ?? []).slice(0, ROUTE_STOPS).map((station_id, at, { length }) => ({
      station_id,
      arrive_offset_min: 10 * at,
      depart_offset_min: 10 * at,
      pickup_type: at === length - 1 ? 'none' : 'regular',
      drop_off_type: at === 0 ? 'none' : 'regular',
    })),
    filter: {},
    productId: company.productId,
    optionId: 'DEFAULT',
    availabilityId: `${journeyIds[serial % LEG_SPREAD]}.1.2`,
    availabilityIds: undefined,
    localDateStart: company.firstDay,
    localDateEnd: to?.slice(0, 10),
    currency: 'EUR',
    environment: 'live',
    unitId: 'adult',
    units: [{ id: 'adult', quantity: 60 }],
    language: 'en',
    positions: [1],
    timezone: 'Asia/Nicosia',
    password: LARGE_PASSWORD,
    current_password: LARGE_PASSWORD,
    vin: String(serial).padStart(17, '0'),
    account_codes: undefined,
    // Prices below the increment would be rounded to zero.
    price_increment_minor: 1,
    ...(path.startsWith('/staff') && { user_id: undefined }),
    ...(path.startsWith('/fares') && { origin_station_id: undefined, destination_station_id: undefined }),
    ...(path.startsWith('/allotments') && { journey_id: legs[0]?.journey_id, route_id: undefined, weekday: undefined }),
    // The departures keep seats, and their vehicles time, for later calls.
    ...(path.startsWith('/vehicle-types') && { seats: 120, turnaround_min: TURNAROUND_DEFAULT_MIN }),
    ...(path.startsWith('/addons') && { pricing: 'per_unit', percent_bp: null }),
    ...(path.startsWith('/pricing-rules') && {
      stage: 'fare_adjust',
      effect: 'add_amount',
      amount_minor: 1_000,
      percent_bp: null,
      season_ids: company.ids['seasons'],
    }),
    // A mandatory add-on, and one that takes places of a vehicle, would use up the seats of later reservations.
    ...(/addons/.test(path) && { mandatory: false, consumes: { luggage_units: 0, child_seats: 0, seats: 0 } }),
    // Another rule of bookings could end the sales of the departures.
    ...(['PUT', 'PATCH'].includes(method) && {
      status: undefined,
      state: undefined,
      booking_rule: undefined,
      ...unchangeableOf(path),
    }),
    ...(/audit|api-logs|webhook|history|preferences/.test(path) ? {} : period_),
    ...(method === 'GET' && {
      adult: 1,
      is_return: 'false',
      unassigned: 'false',
      is_closed: 'true',
      is_own: 'false',
      platforms: undefined,
      status_class: '2xx',
      state: undefined,
      status: undefined,
      type: undefined,
      station_id: undefined,
      after: undefined,
    }),
    ...(path.startsWith('/reservations/') && { cause: undefined }),
    // A departure has few places for children.
    ...(/reservations|waiting-list/.test(path) && { category: 'adult' }),
    ...(path.startsWith('/reservations') &&
      id !== 'handOverReservation' && { hire: undefined, partner_id: undefined, partner_reference: undefined }),
  }
  const cells = stations.flatMap((origin_station_id, at) =>
    stations
      .slice(at + 1)
      .map((destination_station_id) => ({ origin_station_id, destination_station_id, amount_minor: 1_000 })),
  )
  const view = {
    resource: 'journeys',
    sort: { field: 'departs_at', order: 'ASC' },
    columns: fieldsOf('journeys'),
    audience: 'me',
    role: null,
  }
  const one: Readonly<Record<string, Record<string, unknown>>> = {
    mergeCustomers: { other_id: company.customerId, other_version: 1 },
    startBulk: {
      changes: { internal_notes: 'x'.repeat(2_000) },
      filter: undefined,
      digest: undefined,
      action: 'change',
      expected: undefined,
    },
    // Trips of other calls may run at the same time.
    createMockTrips: { count: SANDBOX_TRIPS_AT_ONCE - 5 },
    searchStations: { from: undefined },
    // The departures of the first half have vehicles and drivers already.
    suggestPlan: { from: instantAt(start + 5 * DAY_MS), to: instantAt(start + 7 * DAY_MS), station_id: undefined },
    exportJournal: { from: dayAt(start - 366 * DAY_MS), to: company.firstDay, format: 'csv' },
    saveFareTable: { cells },
    getFareTable: { on: company.firstDay },
    createQuote: {
      hire: undefined,
      kind: 'seat',
      passengers: { adult: 60 },
      customer_id: undefined,
      partner_id: undefined,
    },
    quotePartnerJourney: { passengers: { adult: 60 }, onward: undefined },
    createSavedView: view,
    updateSavedView: view,
    saveListColumns: { columns: fieldsOf('reservations') },
    bookRoundTrip: { customer_id: undefined },
    exportRecords: { columns: columnsOf('journeys'), ids: undefined },
    startExport: { columns: columnsOf('journeys'), ids: undefined },
  }
  return { ...common, ...one[id] }
}

/** Returns the fields of a resource that its form cannot change in every record. */
function unchangeableOf(path: string): Record<string, undefined> {
  const resource = path.split('/')[1] as Resource
  if (!(resource in ENTITIES)) return {}
  const owned = Object.entries(ENTITIES[resource].setBy).filter(([, rule]) => !changesByForm(rule) || isUntil(rule))
  return Object.fromEntries(owned.map(([field]) => [field, undefined]))
}

const daysFrom = (start: number, count: number): string[] =>
  Array.from({ length: count }, (_, at) => dayAt(start + at * DAY_MS))

const instantAt = (ms: number): string => new Date(ms).toISOString()
const dayAt = (ms: number): string => instantAt(ms).slice(0, 10)

const fieldsOf = (resource: Resource): string[] =>
  Object.keys(ENTITIES[resource].record.shape).slice(0, LIST_COLUMNS_MAX)

/** Returns the maximum number of export columns, cycling through the fields of the resource. */
const columnsOf = (resource: Resource) => {
  const fields = Object.keys(ENTITIES[resource].record.shape)
  return Array.from({ length: EXPORT_COLUMNS_MAX }, (_, at) => ({
    field: fields[at % fields.length],
    label: `Column ${at}`.padEnd(200, 'x'),
  }))
}
