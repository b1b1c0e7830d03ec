import type { Resource } from '../../contract/core/vocabulary'
import type { Client, Json } from './api'

let serial = 0
const next = () => (serial += 1)
/** Returns a name that is unique within the run, so that tests of one file do not conflict. */
export const unique = (prefix: string) => `${prefix}${String(next()).padStart(4, '0')}`

type Build = (client: Client, overrides?: Json) => Promise<Json>

/** Request bodies that create a record of each resource; parents are created unless an override names them. */
export const bodies: { [R in Exclude<Resource, 'audit-events' | 'mails' | 'payments'>]: Build } = {
  stations: async (_, overrides) => ({
    code: unique('ST'),
    name: { en: 'Larnaca Airport', ae: 'مطار لارنكا' },
    kind: 'airport',
    timezone: 'Asia/Nicosia',
    country: 'CY',
    ...overrides,
  }),
  'vehicle-types': async (_, overrides) => ({
    code: unique('TYPE'),
    name: { en: 'Coach, 50 seats' },
    category: 'coach',
    seats: 50,
    wheelchair_spaces: 2,
    child_seats: 4,
    luggage_units: 60,
    ...overrides,
  }),
  vehicles: async (client, overrides) => ({
    fleet_code: unique('BUS'),
    registration_plate: unique('KAB '),
    vehicle_type_id: overrides?.['vehicle_type_id'] ?? (await make(client, 'vehicle-types'))['id'],
    make: 'Setra',
    model: 'S 515',
    year: 2021,
    ...overrides,
  }),
  routes: async (client, overrides) => {
    const stops = overrides?.['stops'] ?? (await threeStops(client))
    return {
      code: unique('LINE'),
      name: { en: 'Airport to city' },
      service_kind: 'shuttle',
      stops,
      status: 'active',
      ...overrides,
    }
  },
  staff: async (_, overrides) => ({
    employee_no: unique('E'),
    first_name: 'Maria',
    last_name: 'Georgiou',
    roles: ['driver'],
    licence_categories: ['D'],
    ...overrides,
  }),
  customers: async (_, overrides) => ({
    kind: 'person',
    first_name: 'Ana',
    last_name: unique('Ruiz '),
    phone: '+34600111222',
    email: 'ana@example.com',
    ...overrides,
  }),
  journeys: async (client, overrides) => {
    const routeId = overrides?.['route_id'] ?? (await make(client, 'routes'))['id']
    await ensureFare(client, String(routeId))
    return {
      route_id: routeId,
      service_date: '2030-05-20',
      departure_time: '08:30:00',
      vehicle_type_id: overrides?.['vehicle_type_id'] ?? (await make(client, 'vehicle-types'))['id'],
      ...overrides,
    }
  },
  reservations: async (client, overrides) => {
    const journeyId = overrides?.['journey_id'] ?? (await make(client, 'journeys'))['id']
    const { journey_id: _, ...rest } = overrides ?? {}
    return {
      lead_name: unique('Ruiz '),
      lead_phone: '+34600111222',
      legs: [{ journey_id: journeyId, board_seq: 1, alight_seq: 3 }],
      passengers: [{ category: 'adult', name: 'Ana Ruiz' }],
      ...rest,
    }
  },
  seasons: async (_, overrides) => ({
    code: unique('SEASON'),
    name: { en: 'Easter' },
    date_ranges: [{ from: '2030-04-18', to: '2030-04-29' }],
    ...overrides,
  }),
  'pricing-rules': async (_, overrides) => ({
    code: unique('RULE'),
    name: { en: 'Easter surcharge' },
    stage: 'fare_adjust',
    effect: 'add_percent',
    percent_bp: 1250,
    ...overrides,
  }),
  addons: async (_, overrides) => ({
    code: unique('ADD'),
    name: { en: 'Extra bag' },
    category: 'luggage',
    pricing: 'per_unit',
    amount_minor: 500,
    currency: 'EUR',
    ...overrides,
  }),
  users: async (_, overrides) => {
    const username = unique('user')
    return { username, email: `${username}@example.com`, role: 'agent', ...overrides }
  },
  partners: async (_, overrides) => ({
    code: unique('PARTNER'),
    legal_name: 'Sun Travel Ltd',
    contact_email: 'ops@example.com',
    currency: 'EUR',
    timezone: 'Europe/Madrid',
    ...overrides,
  }),
  fares: async (client, overrides) => ({
    route_id: await withoutFreeFare(client, String(overrides?.['route_id'] ?? (await make(client, 'routes'))['id'])),
    passenger_category: 'adult',
    amount_minor: 900,
    currency: 'EUR',
    ...overrides,
  }),
  tills: async (_, overrides) => ({ code: unique('TILL'), name: 'Counter', currency: 'EUR', ...overrides }),
  'hire-tariffs': async (client, overrides) => ({
    vehicle_type_id: overrides?.['vehicle_type_id'] ?? (await make(client, 'vehicle-types'))['id'],
    currency: 'EUR',
    base_minor: 1000,
    per_km_minor: 250,
    ...overrides,
  }),
  'vehicle-downtimes': async (client, overrides) => ({
    vehicle_id: overrides?.['vehicle_id'] ?? (await make(client, 'vehicles'))['id'],
    starts_at: '2030-05-20T06:00:00Z',
    ends_at: '2030-05-20T12:00:00Z',
    kind: 'maintenance',
    ...overrides,
  }),
  'staff-absences': async (client, overrides) => ({
    staff_id: overrides?.['staff_id'] ?? (await make(client, 'staff'))['id'],
    starts_at: '2030-05-20T00:00:00Z',
    ends_at: '2030-05-22T00:00:00Z',
    kind: 'leave',
    ...overrides,
  }),
  shifts: async (client, overrides) => ({
    staff_id: overrides?.['staff_id'] ?? (await make(client, 'staff'))['id'],
    starts_at: '2030-05-20T06:00:00Z',
    ends_at: '2030-05-20T14:00:00Z',
    ...overrides,
  }),
  allotments: async (client, overrides) => ({
    partner_id: overrides?.['partner_id'] ?? (await make(client, 'partners'))['id'],
    journey_id: overrides?.['journey_id'] ?? (await make(client, 'journeys'))['id'],
    seats: 4,
    release_hours_before: 24,
    ...overrides,
  }),
}

export async function make(client: Client, resource: keyof typeof bodies, overrides?: Json): Promise<Json> {
  const answer = await client.post(`/${resource}`, await bodies[resource](client, overrides))
  if (answer.status !== 201) throw new Error(`${resource}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

/** Free fares that were created with journeys, by route; null when the route has fares of its own. */
const freeFares = new Map<string, string | null>()

/** Seats are sold only with an applicable fare: until a test sets one, travel is free. */
async function ensureFare(client: Client, routeId: string): Promise<void> {
  if (freeFares.has(routeId)) return
  const { rows } = await client.list('fares', { filter: { route_id: routeId } })
  if (rows.length > 0) return
  const fare = { route_id: routeId, passenger_category: 'adult', amount_minor: 0, currency: 'EUR' }
  const { status, body } = await client.post('/fares', fare)
  freeFares.set(routeId, status === 201 ? String(body['id']) : null)
}

/** Replaces the free fare with the first fare of a test. @returns the route */
async function withoutFreeFare(client: Client, routeId: string): Promise<string> {
  const id = freeFares.get(routeId)
  freeFares.set(routeId, null)
  if (id) await client.delete(`/fares/${id}`, { ifMatch: '*' })
  return routeId
}

/** Creates a journey that is not on sale: no fare applies to its route. */
export async function makeUnpriced(client: Client, overrides?: Json): Promise<Json> {
  const journey = await make(client, 'journeys', overrides)
  await withoutFreeFare(client, String(journey['route_id']))
  return journey
}

/** Creates a free hire tariff: a hire is sold only with an applicable tariff. */
export const freeTariff = (client: Client, vehicleTypeId: unknown): Promise<Json> =>
  make(client, 'hire-tariffs', { vehicle_type_id: vehicleTypeId, base_minor: 0, per_km_minor: 0 })

/** Creates a vehicle type with a free hire tariff. */
export async function makeHiredType(client: Client, overrides?: Json): Promise<Json> {
  const type = await make(client, 'vehicle-types', overrides)
  await freeTariff(client, type['id'])
  return type
}

/** Creates the stops airport, roundabout and city, 20 and 25 minutes apart. */
async function threeStops(client: Client): Promise<Json[]> {
  const ids = [await make(client, 'stations'), await make(client, 'stations'), await make(client, 'stations')].map(
    (station) => station['id'],
  )
  return [
    { station_id: ids[0], arrive_offset_min: 0, depart_offset_min: 0, pickup_type: 'regular', drop_off_type: 'none' },
    {
      station_id: ids[1],
      arrive_offset_min: 20,
      depart_offset_min: 22,
      pickup_type: 'regular',
      drop_off_type: 'regular',
    },
    { station_id: ids[2], arrive_offset_min: 45, depart_offset_min: 45, pickup_type: 'none', drop_off_type: 'regular' },
  ]
}
