import { sql } from 'kysely'
import type { TestApi, Client, Json } from '../api'
import { adults, type Booking } from '../booking'
import { make } from '../factories'
import { PARTNER_CONTRACT, type usePartners } from '../partner'

/* Departures of one route on one morning, and hires of the same vehicle types; each offer lacks one thing. */

/** The clock of a test is at 04:00 UTC. */
export const AFTER_DEPARTURE = '2030-05-20T04:06:00Z'
const DEAR_MINOR = 2500
const PLAIN_MINOR = 1000
/** Stock of the snack on each journey. */
export const SNACK_STOCK = 40

/** Vehicle types with a departure each, by their special property. */
const TYPES = {
  plain: {},
  dear: {},
  /** Without a fare or a tariff. */
  bare: {},
  yen: {},
  /** Different currencies for adults and children. */
  mixed: {},
  /** Sold out. */
  full: {},
  /** Departs while the test runs. */
  gone: {},
  /** Its snacks are sold out. */
  eaten: {},
  cramped: { wheelchair_spaces: 0, child_seats: 0, luggage_units: 0 },
  /** Every reservation includes a bag, which does not fit. */
  heavy: { luggage_units: 0 },
  /** Every reservation includes a pass, which is out of stock. */
  rationed: {},
  small: { seats: 2 },
} as const
export type OfferName = keyof typeof TYPES

export interface Seller {
  partner: Json
  /** Client of the partner API. */
  client: Client
  /** Client of the OCTO API. */
  octo: Client
}

export interface World {
  types: Record<OfferName, Json>
  journeys: Record<OfferName, Json>
  /** At most two per reservation, one per passenger. */
  meal: Json
  snack: Json
  /** Needs luggage space. */
  trunk: Json
  yenAddon: Json
  seller: Seller
  /** OCTO product of the route. */
  productId: string
  sellerWith: (creditLimitMinor: number | null) => Promise<Seller>
  keyOf: (partner: Json, environment: 'live' | 'test') => Promise<Omit<Seller, 'partner'>>
  /** Creates another departure, of the plain type by default. */
  depart: (more?: Json) => Promise<Json>
}

export async function makeWorld(
  api: TestApi,
  desk: Booking,
  { program }: ReturnType<typeof usePartners>,
): Promise<World> {
  const admin = desk.admin
  const route = await make(admin, 'routes')
  const each = async <T>(work: (name: OfferName) => Promise<T>) => {
    const made = {} as Record<OfferName, T>
    for (const name of Object.keys(TYPES) as OfferName[]) made[name] = await work(name)
    return made
  }
  const types = await each((name) =>
    make(admin, 'vehicle-types', { seats: 100, wheelchair_spaces: 20, child_seats: 20, ...TYPES[name] }),
  )
  const fare = (name: OfferName, amount_minor: number, more: Json = {}) =>
    make(admin, 'fares', { route_id: route['id'], vehicle_type_id: types[name]['id'], amount_minor, ...more })
  const tariff = (name: OfferName, base_minor: number, currency = 'EUR') =>
    make(admin, 'hire-tariffs', { vehicle_type_id: types[name]['id'], base_minor, currency })
  await fare('plain', PLAIN_MINOR, { passenger_category: 'child' })
  await fare('mixed', PLAIN_MINOR, { passenger_category: 'child', currency: 'JPY' })
  await fare('yen', 100, { currency: 'JPY' })
  await fare('dear', DEAR_MINOR)
  for (const name of ['plain', 'mixed', 'full', 'gone', 'eaten', 'cramped', 'heavy', 'rationed'] as const)
    await fare(name, PLAIN_MINOR)
  for (const name of ['plain', 'full', 'small'] as const) await tariff(name, PLAIN_MINOR)
  await tariff('dear', DEAR_MINOR)
  await tariff('yen', 100, 'JPY')

  const depart = (more: Json = {}) =>
    make(admin, 'journeys', { route_id: route['id'], vehicle_type_id: types.plain['id'], ...more })
  const journeys = await each((name) =>
    depart({
      vehicle_type_id: types[name]['id'],
      ...(name === 'full' && { capacity: 1 }),
      ...(name === 'gone' && { departure_time: '07:05:00' }),
    }),
  )

  const meal = await make(admin, 'addons', { pricing: 'per_passenger', max_per_reservation: 2 })
  const snack = await make(admin, 'addons', { stock_per_journey: SNACK_STOCK })
  const yenAddon = await make(admin, 'addons', { currency: 'JPY' })
  const luggage = { consumes: { luggage_units: 1, child_seats: 0, seats: 0 } }
  const trunk = await make(admin, 'addons', luggage)
  await make(admin, 'addons', { ...luggage, mandatory: true, vehicle_type_ids: [types.heavy['id']] })
  const pass = { mandatory: true, stock_per_journey: 0, vehicle_type_ids: [types.rationed['id']] }
  await make(admin, 'addons', pass)

  const keyOf = async (partner: Json, environment: 'live' | 'test') => {
    const { client, secret } = await program(partner, environment)
    return { client, octo: api.client({ authorization: `Bearer ${secret}` }) }
  }
  const sellerWith = async (credit_limit_minor: number | null) => {
    const contract = { ...PARTNER_CONTRACT, credit_limit_minor }
    const partner = await make(admin, 'partners', { status: 'active', contract })
    return { partner, ...(await keyOf(partner, 'live')) }
  }
  const seller = await sellerWith(null)
  const { rows } = await seller.octo.get('/octo/products')
  const stops = (await admin.get(`/routes/${String(route['id'])}`)).body['stops'] as Json[]
  const productId = [route['id'], stops[0]?.['station_id'], stops[2]?.['station_id']].join('.')
  if (!rows.some(({ id }) => id === productId)) throw new Error('OCTO does not sell the route.')

  await desk.book(journeys.full, 1)
  await desk.book(journeys.eaten, 1, { addons: [{ addon_id: snack['id'], quantity: SNACK_STOCK }] })
  await make(admin, 'vehicles', { vehicle_type_id: types.full['id'] })
  await admin.post('/reservations', {
    kind: 'private_hire',
    lead_name: 'Ana',
    passengers: adults(1),
    hire: runOn(types.full),
  })

  return { types, journeys, meal, snack, trunk, yenAddon, seller, productId, sellerWith, keyOf, depart }
}

/** Returns the run of a hire with a vehicle of this type. */
export const runOn = (type: Json, more: Json = {}): Json => ({
  pickup: { address: '12 Ledra Street' },
  dropoff: { address: 'Old Pier' },
  starts_at: '2030-05-21T10:00:00Z',
  ends_at: '2030-05-21T12:00:00Z',
  vehicle_type_id: type['id'],
  passengers: 1,
  ...more,
})

/** Totals of live reservations, versions, allocations and ledger entries: a refusal changes none of them. */
export interface LiveSales {
  reservations: number
  versions: number
  held: number
  /** Taken seats and other places, by kind. */
  places: number[]
  /** Units of sold add-ons. */
  addons: number
  /** Number of ledger entries, and the sum of their absolute amounts. */
  ledger: number[]
}

export async function readLiveSales(api: TestApi): Promise<LiveSales> {
  const { rows } = await sql<LiveSales>`
    select r.*, l.*,
      (select coalesce(sum(u.units), 0)::int from reservations s
        cross join jsonb_to_recordset(s.addon_units) u (units int)
        where s.environment = 'live' and s.status in ('on_hold', 'confirmed')) as addons,
      (select jsonb_build_array(count(*), sum(abs(amount_minor))) from ledger_entries) as ledger
    from (select count(*)::int as reservations, sum(version)::int as versions from reservations
        where environment = 'live') r,
      (select sum(held)::int as held,
        jsonb_build_array(sum(confirmed), sum(wheelchairs), sum(child_seats), sum(luggage_units)) as places
        from journey_legs) l`.execute(api.db)
  const [sales] = rows
  if (!sales) throw new Error('Sums have a row.')
  return sales
}
