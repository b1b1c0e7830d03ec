import { uuidv7 } from 'uuidv7'
import { ALL_OPERATIONS } from '../../../contract/all-operations'
import { BODY_MAX_BYTES, PAGE_MAX_ROWS, PUBLIC_BODY_MAX_BYTES } from '../../../contract/core/limits/requests'
import { LEGS_MAX } from '../../../contract/core/limits/sales'
import type { Operation } from '../../../contract/core/operations'
import type { Resource } from '../../../contract/core/vocabulary'
import { ENTITIES } from '../../../contract/entities'
import { jsonSchemaOf } from './schemas'
import { largest, smallest, type Making } from './largest'
import { customerTable, formOf, largeFeed } from './files'
import { LARGE_PASSWORD, type Company } from './company'
import type { Schema } from '../odd/values'

const DAY_MS = 86_400_000
/** Largest URL with its query; Node.js reads headers of at most 16 KiB. */
const QUERY_MAX_BYTES = 14_000
const PAGE_MAX = [0, PAGE_MAX_ROWS - 1]
/** Number of departures between two legs of the same trip. */
const LEG_SPREAD = 100
const EXPORT_COLUMNS_MAX = 100
const ROUTE_STOPS = 200

type Caller = 'staff' | 'portal' | 'reseller' | 'anonymous'

export interface Call {
  method: string
  url: string
  caller: Caller
  headers: Record<string, string>
  body?: string | Buffer<ArrayBuffer>
}

/** An input of an operation at its largest; built for each call, because much of it must be unique. */
export interface Attempt {
  operation: Operation
  /** The largest input: `body.passengers`, `query.filter`, `all`. */
  what: string
  /** True for all inputs together and for the request with the most faults; a sample uses only these. */
  isWhole: boolean
  make: (serial: number, ask: Ask) => Call | Promise<Call>
}

/** Makes a preparatory call. @returns the text of its response */
type Ask = (call: Call) => Promise<string>

const bodyMaxBytes = ({ bodyMaxBytes: own, access }: Operation): number =>
  own ?? (access === 'public' ? PUBLIC_BODY_MAX_BYTES : BODY_MAX_BYTES)

/** Names of attempts that combine several fields. */
const WHOLE = ['all', 'a list of faults']

/** Days of the longest period that an operation accepts; by default eight, which contain all departures. */
const PERIOD_DAYS: Readonly<Record<string, number>> = {
  getCalendar: 41,
  exportGtfs: 399,
  startGtfsImport: 399,
  exportJournal: 366,
  generateJourneys: 9,
  previewGeneration: 9,
}

/** Field values with which the calls of an operation succeed, by field name; an undefined one is omitted. */
function knownOf({ id, path, method }: Operation, company: Company, serial: number): Record<string, unknown> {
  const start = Date.parse(`${company.firstDay}T00:00:00Z`)
  const period = PERIOD_DAYS[id] ?? 8
  const [from, to] = [new Date(start), new Date(start + period * DAY_MS)].map((at) => at.toISOString())
  const isInstant = ['getBoard', 'listJobsOfStaff', 'listJobsOfVehicle'].includes(id)
  const journeyIds = company.ids['journeys'] ?? []
  const stations = company.stationIds
  /** Each leg departs after the arrival of the one before. */
  const legs = Array.from({ length: LEGS_MAX }, (_, at) => ({
    journey_id: journeyIds[(serial % LEG_SPREAD) + LEG_SPREAD * (LEGS_MAX - at)],
    board_seq: 1,
    alight_seq: 2,
  }))
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
    stops: (company.ids['stations'] ?? [])
      .slice(0, ROUTE_STOPS)
      .map((station_id, at) => ({ station_id, arrive_offset_min: 10 * at, depart_offset_min: 10 * at })),
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
    ...(/pricing-rules|addons/.test(path) && { percent_bp: null }),
    ...(['PUT', 'PATCH'].includes(method) && { status: undefined }),
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
    ...(path.startsWith('/reservations') &&
      id !== 'handOverReservation' && { hire: undefined, partner_id: undefined, partner_reference: undefined }),
  }
  const cells = stations.flatMap((origin_station_id, at) =>
    stations
      .slice(at + 1)
      .map((destination_station_id) => ({ origin_station_id, destination_station_id, amount_minor: 1_000 })),
  )
  const one: Readonly<Record<string, Record<string, unknown>>> = {
    mergeCustomers: { other_id: company.customerId, other_version: 1 },
    startBulk: {
      changes: { internal_notes: 'x'.repeat(2_000) },
      filter: undefined,
      digest: undefined,
      action: 'change',
      expected: undefined,
    },
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
    createStaff: { user_id: undefined },
    createAddons: { pricing: 'per_unit' },
    exportRecords: { columns: columnsOf('journeys'), ids: undefined },
    startExport: { columns: columnsOf('journeys'), ids: undefined },
  }
  return { ...common, ...one[id] }
}

const daysFrom = (start: number, count: number): string[] =>
  Array.from({ length: count }, (_, at) => dayAt(start + at * DAY_MS))

const instantAt = (ms: number): string => new Date(ms).toISOString()
const dayAt = (ms: number): string => instantAt(ms).slice(0, 10)

/** Returns the maximum number of export columns, cycling through the fields of the resource. */
const columnsOf = (resource: Resource) => {
  const fields = Object.keys(ENTITIES[resource].record.shape)
  return Array.from({ length: EXPORT_COLUMNS_MAX }, (_, at) => ({
    field: fields[at % fields.length],
    label: `Column ${at}`.padEnd(200, 'x'),
  }))
}

/** Fills the path with ids of departures and other company records, preferring the records with the most data. */
function pathOf({ path, root, id }: Operation, company: Company, making: Making): string {
  const ofPartner = ['getPartnerStatement', 'exportPartnerStatement', 'printPartnerStatement', 'getPartnerHolds']
  const filled = path.replace(/:(\w+)/g, (_, name: string, at: number) => {
    const before = path.slice(0, at).split('/').at(-2) ?? ''
    if (name === 'resource')
      return before === 'imports' ? 'customers' : before === 'exports' ? 'journeys' : 'reservations'
    if (name === 'provider') return 'stripe'
    if (before === 'partners' && path !== '/partners/:id') return company.partnerId
    if (ofPartner.includes(id)) return company.partnerId
    if (before === 'trips' || before === 'bookings')
      return company.tripIds[making.serial % company.tripIds.length] ?? ''
    if (['saveFareTable', 'getFareTable'].includes(id)) return company.routeId
    if (id === 'getOctoProduct') return company.productId
    const schema: Schema = { type: 'string', format: 'uuid' }
    const known = ['id', 'uuid'].includes(name) ? before : name
    return String(smallest(schema, { ...making, known: {} }, known))
  })
  return `${root === 'host' ? '' : '/api'}${filled}`
}

/** Returns the fields of a body or query with their schemas. */
const fieldsOf = (schema: Schema | undefined): Record<string, Schema> => schema?.properties ?? {}

/** Returns the attempts of the operations that accept a file, and of the one that processes it; null for others. */
function fileAttempts(operation: Operation, company: Company): Attempt[] | null {
  const resource = 'customers'
  const post = (url: string, type: string, body: string | Buffer<ArrayBuffer>): Call => ({
    method: 'POST',
    url,
    caller: 'staff',
    headers: { 'content-type': type },
    body,
  })
  const upload = async () => {
    const { type, body } = await formOf(customerTable(), 'customers.csv')
    return post(`/api/imports/${resource}`, type, body)
  }
  const feed = async () => {
    const fields = { from: company.firstDay, to: company.firstDay, dry_run: 'true' }
    const { type, body } = await formOf(await largeFeed(company.firstDay), 'feed.zip', fields)
    return post('/api/gtfs/imports', type, body)
  }
  const start = async (_: number, ask: Ask) => {
    const { id, header } = JSON.parse(await ask(await upload())) as { id: string; header: string[] }
    return post(
      `/api/imports/${resource}/${id}/start`,
      'application/json',
      JSON.stringify({ columns: header, dry_run: true }),
    )
  }
  const makers: Readonly<Record<string, Attempt['make']>> = {
    uploadSheet: upload,
    startGtfsImport: feed,
    startImport: start,
  }
  const make = makers[operation.id]
  return make ? [{ operation, what: 'all', make, isWhole: true }] : null
}

/** Returns each input of an operation at its largest, one at a time, then all of them together. */
export function attemptsOf(operation: Operation, company: Company): Attempt[] {
  const ofFile = fileAttempts(operation, company)
  if (ofFile) return ofFile
  const body = operation.body && jsonSchemaOf(operation.body)
  const query = operation.query && jsonSchemaOf(operation.query)
  const making = (serial: number): Making => ({
    ids: company.ids,
    firstDay: company.firstDay,
    serial,
    known: knownOf(operation, company, serial),
  })
  const budget = bodyMaxBytes(operation) - 1024
  const call = (serial: number, given: { query?: Record<string, unknown>; body?: unknown }): Call => {
    const parts = Object.entries(given.query ?? {}).flatMap(([name, value]) =>
      value === undefined
        ? []
        : [`${name}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`],
    )
    return {
      method: operation.method,
      url: `${pathOf(operation, company, making(serial))}${parts.length > 0 ? `?${parts.join('&')}` : ''}`,
      caller: callerOf(operation),
      headers: {
        ...(operation.ifMatch && { 'if-match': '*' }),
        ...(operation.method === 'POST' && { 'idempotency-key': uuidv7() }),
        ...(given.body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(given.body !== undefined && { body: JSON.stringify(given.body) }),
    }
  }
  const least = (serial: number) => ({
    ...(query && { query: smallest(query, making(serial)) as Record<string, unknown> }),
    ...(body && { body: smallest(body, making(serial)) as Record<string, unknown> }),
  })
  const attempts: Attempt[] = []
  const add = (what: string, make: Attempt['make']) =>
    attempts.push({ operation, what, make, isWhole: WHOLE.includes(what) })

  for (const [name, schema] of Object.entries(fieldsOf(query)))
    for (const { what, value } of queryValues(operation, name, schema))
      add(`query.${what}`, (serial) => {
        const base = least(serial)
        return call(serial, { ...base, query: { ...base.query, [name]: value(making(serial)) } })
      })
  for (const [name, schema] of Object.entries(fieldsOf(body)))
    add(`body.${name}`, (serial) => {
      const base = least(serial)
      const value = largest(schema, making(serial), budget, name)
      return call(serial, { ...base, body: { ...base.body, [name]: value } })
    })
  add('all', (serial) => {
    const made = making(serial)
    const questions = Object.entries(fieldsOf(query)).map(([name, schema]) => [
      name,
      queryValues(operation, name, schema).at(-1)?.value(made),
    ])
    return call(serial, {
      query: Object.fromEntries(questions) as Record<string, unknown>,
      ...(body && { body: largest(body, made, budget) }),
    })
  })
  const lists = Object.entries(fieldsOf(body)).filter(([, schema]) => JSON.stringify(schema).includes('"items"'))
  for (const [name] of lists.slice(0, 1))
    // More items than the contract accepts, each invalid.
    add('a list of faults', (serial) => {
      const base = least(serial)
      const faults = Array.from({ length: Math.floor(budget / 2) - 512 }, () => 0)
      return call(serial, { ...base, body: { ...base.body, [name]: faults } })
    })
  return attempts
}

function callerOf({ access }: Operation): Caller {
  if (access === 'public') return 'anonymous'
  if (typeof access === 'object' && 'partner' in access) return access.scheme === 'Bearer' ? 'reseller' : 'portal'
  return 'staff'
}

/** Returns the largest values of one query parameter; the last one is for all parameters together. */
function queryValues(
  operation: Operation,
  name: string,
  schema: Schema,
): { what: string; value: (m: Making) => unknown }[] {
  const resource = /^\/([\w-]+)(\/facets)?$/.exec(operation.path)?.[1] as Resource | undefined
  const entity = resource && resource in ENTITIES ? ENTITIES[resource] : undefined
  if (name === 'range' && !schema.enum) return [{ what: name, value: () => PAGE_MAX }]
  if (name === 'sort' && entity)
    return entity.sortable.map((field) => ({ what: `sort ${field}`, value: () => [field, 'ASC'] }))
  if (name === 'filter' && entity) {
    const filters = Object.entries(fieldsOf(jsonSchemaOf(entity.filter))).map(([field, inner]) => ({
      what: `filter ${field}`,
      value: (making: Making) => ({
        [field]: largest(inner, { ...making, known: {} }, QUERY_MAX_BYTES * 0.7, field.replace(/_in$/, '')),
      }),
    }))
    const all = (making: Making) => {
      const most: Record<string, unknown> = {}
      for (const filter of filters) {
        const wider = { ...most, ...filter.value(making) }
        if (encodeURIComponent(JSON.stringify(wider)).length < QUERY_MAX_BYTES * 0.9) Object.assign(most, wider)
      }
      return most
    }
    return [...filters, { what: 'filter of all', value: all }]
  }
  if (name === 'filter' || name === 'sort') return []
  return [{ what: name, value: (making) => largest(schema, making, QUERY_MAX_BYTES / 2, name) }]
}

/** Returns the operations in an order that preserves data for the later ones: reads, writes, deletions, long work. */
export const measuredOperations = (): readonly Operation[] => {
  const turn = ({ method, id }: Operation) =>
    id.startsWith('start')
      ? 4
      : method === 'GET'
        ? 0
        : /^(preview|suggest|create|check|quote)/.test(id)
          ? 1
          : method === 'DELETE'
            ? 3
            : 2
  return ALL_OPERATIONS.toSorted((a, b) => turn(a) - turn(b))
}
