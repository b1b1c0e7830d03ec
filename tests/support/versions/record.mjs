// node tests/support/versions/record.mjs ADDRESS PASSWORD FOLDER: fills a new installation of an older version through its
// API, and records its lists, free seats, and the amounts of changes and cancellations.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const [address = '', password = '', folder = '.'] = process.argv.slice(2)

/** @type {Record<string, string>} */
let credentials = {}
/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {Record<string, string>} [headers]
 */
async function call(method, path, body, headers = {}) {
  const answer = await fetch(`${address}/api${path}`, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...credentials, ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
  return text === '' ? null : JSON.parse(text)
}

/** @typedef {Record<string, unknown> & { id: string }} Row */
/** @typedef {Record<string, unknown>} Body */

/** @type {(resource: string, body: Body) => Promise<Row>} */
const make = (resource, body) => call('POST', `/${resource}`, body)
/** @type {(record: Row, verb: string, body?: Body) => Promise<Row>} */
const step = (record, verb, body = {}) =>
  call('POST', `/reservations/${record.id}/${verb}`, body, { 'if-match': '*', 'idempotency-key': crypto.randomUUID() })
/** @type {(resource: string, id: string, body: Body) => Promise<Row>} */
const patch = (resource, id, body) => call('PATCH', `/${resource}/${id}`, body, { 'if-match': '*' })

const { access } = await call('POST', '/auth/login', { username: 'admin', password })
credentials = { authorization: `Bearer ${access}` }

// The network: three stations, a route in both directions, fares of two categories.
/** @type {(code: string, en: string, kind: string) => Promise<Row>} */
const place = (code, en, kind) =>
  make('stations', { code, name: { en }, kind, timezone: 'Europe/Madrid', country: 'ES' })
const airport = await place('AIR', 'Málaga Airport', 'airport')
const beach = await place('BEA', 'Torremolinos, beach', 'stop')
const city = await place('CIT', 'Marbella, coach station', 'bus_station')
/** @type {(station: Row, arrive: number, depart: number, pickup: string, dropOff: string) => Body} */
const stop = (station, arrive, depart, pickup, dropOff) => ({
  station_id: station.id,
  arrive_offset_min: arrive,
  depart_offset_min: depart,
  pickup_type: pickup,
  drop_off_type: dropOff,
})
/** @type {(code: string, en: string, stations: readonly [Row, Row, Row]) => Promise<Row>} */
const route = (code, en, stations) =>
  make('routes', {
    code,
    name: { en },
    service_kind: 'shuttle',
    status: 'active',
    stops: [
      stop(stations[0], 0, 0, 'regular', 'none'),
      stop(stations[1], 20, 22, 'regular', 'regular'),
      stop(stations[2], 45, 45, 'none', 'regular'),
    ],
  })
const there = await route('OUT', 'Airport to Marbella', [airport, beach, city])
const back = await route('BACK', 'Marbella to airport', [city, beach, airport])
for (const { id } of [there, back]) {
  /** @type {(body: Body) => Promise<Row>} */
  const fare = (body) => make('fares', { route_id: id, currency: 'EUR', ...body })
  await fare({ passenger_category: 'adult', amount_minor: 2350 })
  await fare({ passenger_category: 'child', amount_minor: 1175 })
}
await make('fares', {
  route_id: there.id,
  origin_station_id: airport.id,
  destination_station_id: beach.id,
  passenger_category: 'adult',
  amount_minor: 1190,
  currency: 'EUR',
})
const season = await make('seasons', {
  code: 'PENTECOST',
  name: { en: 'Pentecost' },
  date_ranges: [{ from: '2030-06-07', to: '2030-06-10' }],
})
await make('pricing-rules', {
  code: 'PENTECOST',
  name: { en: 'Pentecost surcharge' },
  stage: 'fare_adjust',
  effect: 'add_percent',
  percent_bp: 1250,
  season_ids: [season.id],
})
const bag = await make('addons', {
  code: 'BAG',
  name: { en: 'Extra bag' },
  category: 'luggage',
  pricing: 'per_unit',
  amount_minor: 500,
  currency: 'EUR',
})

// The fleet and its staff.
const coach = await make('vehicle-types', {
  code: 'COACH',
  name: { en: 'Coach, 50 seats' },
  category: 'coach',
  seats: 50,
})
const van = await make('vehicle-types', { code: 'VAN', name: { en: 'Van, 8 seats' }, category: 'minibus', seats: 8 })
/** @type {(code: string, type: Row, year: number) => Promise<Row>} */
const bus = (code, type, year) =>
  make('vehicles', {
    fleet_code: code,
    registration_plate: `${code} MA`,
    vehicle_type_id: type.id,
    make: 'Setra',
    model: 'S 515',
    year,
  })
const [first, second] = [await bus('101', coach, 2021), await bus('201', van, 2024)]
const driver = await make('staff', {
  employee_no: 'E1',
  first_name: 'Maria',
  last_name: 'Georgiou',
  roles: ['driver'],
  licence_categories: ['D'],
})
await make('shifts', { staff_id: driver.id, starts_at: '2030-06-01T05:00:00Z', ends_at: '2030-06-01T13:00:00Z' })
await make('staff-absences', {
  staff_id: driver.id,
  starts_at: '2030-06-20T00:00:00Z',
  ends_at: '2030-06-22T00:00:00Z',
  kind: 'leave',
})
await make('vehicle-downtimes', {
  vehicle_id: second.id,
  starts_at: '2030-06-20T06:00:00Z',
  ends_at: '2030-06-20T12:00:00Z',
  kind: 'maintenance',
})
await make('hire-tariffs', { vehicle_type_id: van.id, currency: 'EUR', base_minor: 4000, per_km_minor: 210 })

// Departures: two days outbound, one return.
/** @type {(line: Row, day: string, time: string, type: Row) => Promise<Row>} */
const journey = (line, day, time, type) =>
  make('journeys', { route_id: line.id, service_date: day, departure_time: time, vehicle_type_id: type.id })
const morning = await journey(there, '2030-06-01', '08:30:00', coach)
const evening = await journey(there, '2030-06-01', '18:30:00', van)
const feast = await journey(there, '2030-06-08', '08:30:00', coach)
const home = await journey(back, '2030-06-15', '10:00:00', coach)
const soon = await journey(there, '2030-05-21', '06:00:00', van)
await call('POST', `/journeys/${morning.id}/assign`, { vehicle_id: first.id }, { 'if-match': '*' })

// Customers.
const ana = await make('customers', {
  kind: 'person',
  first_name: 'Ana',
  last_name: 'Quillfeather',
  phone: '+34600111222',
  email: 'ana@example.com',
})
const partner = await make('partners', {
  code: 'SUN',
  legal_name: 'Sun Travel Ltd',
  contact_email: 'ops@example.com',
  currency: 'EUR',
  timezone: 'Europe/Madrid',
  contract: {
    commission_mode: 'percent',
    commission_bp: 1250,
    commission_on_addons: false,
    allowed_route_ids: [],
    hold_minutes: 60,
    credit_limit_minor: 500000,
    cancel_rights: 'per_policy',
    valid_from: null,
    valid_to: null,
  },
})
await patch('partners', partner.id, { status: 'active' })
await make('allotments', { partner_id: partner.id, journey_id: feast.id, seats: 6, release_hours_before: 24 })
for (const role of ['manager', 'dispatcher', 'agent'])
  await make('users', { username: role, email: `${role}@example.com`, role })

/** @type {(on: Row, board?: number, alight?: number) => Body} */
const ride = (on, board = 1, alight = 3) => ({ journey_id: on.id, board_seq: board, alight_seq: alight })
/** @type {(name: string) => Body} */
const adult = (name) => ({ category: 'adult', name })
/** @type {(body: Body) => Promise<Row>} */
const book = (body) => make('reservations', { lead_phone: '+34600111222', lead_email: 'ana@example.com', ...body })
await book({
  lead_name: 'Ana Quillfeather',
  customer_id: ana.id,
  legs: [ride(morning)],
  passengers: [adult('Ana Quillfeather'), adult('Bo Quillfeather'), { category: 'child', name: 'Cy Quillfeather' }],
  addons: [{ addon_id: bag.id, quantity: 2 }],
  payment_method: 'cash',
  paid_minor: 6875,
})
await book({ lead_name: 'Part Paid', legs: [ride(morning, 1, 2)], passengers: [adult('Part Paid')], paid_minor: 500 })
await book({ lead_name: 'Nothing Paid', legs: [ride(soon)], passengers: [adult('One'), adult('Two')] })
await book({
  lead_name: 'Wheel Chair',
  legs: [ride(evening)],
  passengers: [{ category: 'adult', name: 'Wheel Chair', needs: ['wheelchair'] }],
})
await book({ lead_name: 'On Hold', status: 'on_hold', legs: [ride(evening)], passengers: [adult('On Hold')] })
await book({
  lead_name: 'Feast Day',
  legs: [ride(feast)],
  passengers: [adult('Feast Day'), adult('Feast Night')],
  payment_method: 'card_external',
  paid_minor: 5288,
})
await book({
  lead_name: 'Named Price',
  legs: [ride(home)],
  passengers: [adult('Named Price')],
  price_override: { total_minor: 1000, reason: 'Complaint of last week' },
})
await call(
  'POST',
  '/reservations/round-trip',
  {
    out: {
      lead_name: 'There AndBack',
      lead_phone: '+34600111222',
      legs: [ride(morning)],
      passengers: [adult('There AndBack')],
    },
    back: {
      lead_name: 'There AndBack',
      lead_phone: '+34600111222',
      legs: [ride(home)],
      passengers: [adult('There AndBack')],
    },
  },
  { 'idempotency-key': crypto.randomUUID() },
)
const gone = await book({
  lead_name: 'Gone Again',
  legs: [ride(soon)],
  passengers: [adult('Gone Again')],
  paid_minor: 2350,
})
await step(gone, 'cancel', { reason: 'Ill' })
await book({
  lead_name: 'Sold Elsewhere',
  partner_id: partner.id,
  channel: 'partner',
  partner_reference: 'SUN-1',
  legs: [ride(feast)],
  passengers: [adult('Sold Elsewhere')],
})
await book({
  lead_name: 'Whole Van',
  kind: 'private_hire',
  hire: {
    pickup: { station_id: airport.id },
    dropoff: { address: 'Plaza Mayor 1, Ronda', latitude: 36.74, longitude: -5.16 },
    starts_at: '2030-06-03T09:00:00Z',
    ends_at: '2030-06-03T11:00:00Z',
    distance_km: 102,
    vehicle_type_id: van.id,
    passengers: 6,
  },
  passengers: [adult('Whole Van')],
})

// The data as this version reports it.
/** @type {(resource: string) => Promise<Row[]>} */
const listOf = (resource) => call('GET', `/${resource}?range=${encodeURIComponent('[0,99]')}`)
const document = await fetch(`${address}/api/openapi.json`).then((answer) => answer.json())
const resources = Object.keys(document.paths)
  .map((path) => /^\/api\/([a-z-]+)\/facets\/$/.exec(path)?.[1])
  .filter((name) => name !== 'audit-events' && name !== 'mails')
/** @type {Record<string, Row[]>} */
const lists = {}
for (const resource of resources) if (resource) lists[resource] = await listOf(resource)
/** Formats an amount in minor units for a table cell. @param {unknown} minor */
const cell = (minor) => (typeof minor === 'number' ? String(minor) : '–')
const rows = []
for (const reservation of lists['reservations'] ?? []) {
  const {
    reference,
    lead_name: name,
    status,
    seats,
    kind,
    passengers,
    total_minor: total,
    paid_minor: paid,
  } = reservation
  /** @type {(verb: string, body: Body) => Promise<Row | null>} */
  const simulated = (verb, body) =>
    step(reservation, verb, { reason: 'Recorded', simulate: true, ...body }).catch(() => null)
  const cancelled = await simulated('cancel', {})
  const more = [.../** @type {Body[]} */ (passengers), adult('One More')]
  const amended = kind === 'seat' ? await simulated('amend', { passengers: more }) : null
  const amounts = [total, paid, cancelled?.cancellation_fee_minor, amended?.total_minor].map(cell)
  rows.push([reference, name, status, seats, ...amounts])
}
const HEAD = [
  'Reference',
  'Name',
  'Status',
  'Seats',
  'Total',
  'Paid',
  'Kept when cancelled',
  'Total with one more adult',
]
const table = [HEAD, HEAD.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'lists.json'), `${JSON.stringify(lists, null, 1)}\n`)
writeFileSync(join(folder, 'amounts.md'), `${table.join('\n')}\n`)
