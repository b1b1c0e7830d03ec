import { sql } from 'kysely'
import { TURNAROUND_DEFAULT_MIN } from '../../../contract/core/limits/dispatch'
import { PASSWORD_MAX_CHARS } from '../../../contract/core/limits/passwords'
import { MERGE_MAX_RESERVATIONS } from '../../../contract/core/limits/search'
import { PARTNER_STATEMENT_MAX_TRIPS } from '../../../contract/core/limits/money'
import { hashPassword } from '../../../server/adapters/passwords'
import { hashPartnerToken, keyPrefix, makePartnerToken } from '../../../server/adapters/partner-tokens'
import type { Db } from '../../../server/db/database'
import { REFERENCE_OF_N, rowCopier } from '../row-copies'

const longPassword = (factor: number): string =>
  Array.from({ length: PASSWORD_MAX_CHARS }, (_, at) => `station ${(at + 1) * factor}`)
    .join(' ')
    .slice(0, PASSWORD_MAX_CHARS)
/** Longest passwords: of the users and of the partner's members, and the one that they change it to. */
export const LARGE_PASSWORD = longPassword(7_919)
export const OTHER_PASSWORD = longPassword(7_907)

const DEPARTURES = 10_000
const DAYS = 8
/** Vehicles, and as many drivers, that serve the first half of the departures without conflicts. */
const VEHICLES = 50
/** Bookings sold by the partner, as many as a statement lists, and of one customer, as many as a merge accepts. */
const SOLD_BY_PARTNER = PARTNER_STATEMENT_MAX_TRIPS
const OF_CUSTOMER = MERGE_MAX_RESERVATIONS - 1_000
/** Bookings on departures of the coming days. */
const LASTING = SOLD_BY_PARTNER + OF_CUSTOMER
/** Additional bookings on the first departure. */
const ON_FIRST = 200
/** Callers among the staff, and as many of the partner. */
export const SHARED_ACCOUNTS = 200
/** Further accounts, each for one call that changes the account of its caller. */
const OWN_ACCOUNTS = 300
const ACCOUNTS = SHARED_ACCOUNTS + OWN_ACCOUNTS
/** Departures that left minutes ago, each with a booking. */
const LEAVING = 100
/** Partners that have one trip of the past each, for a statement. */
const UNSETTLED = 60
/** A vehicle begins a journey every 57 minutes. */
const TURNAROUND = `interval '${TURNAROUND_DEFAULT_MIN} minutes'`
const RUN_TIME = "interval '40 minutes'"
const RUN = `interval '${(DAYS * 86_400) / DEPARTURES} seconds'`

/** Highest possible ids, so that they come first in descending order. */
const id = (kind: number | string, number: string) =>
  `('ffffffff-ffff-7000-8${kind}00-' || lpad(to_hex((${number})::bigint), 12, '0'))::uuid`
const [
  JOURNEY,
  VEHICLE,
  DRIVER,
  BOOKING,
  PASSENGER,
  ENTRY,
  ACCOUNT,
  SESSION,
  MEMBER,
  MEMBER_SESSION,
  KEY,
  PARTNER,
  STATEMENT,
] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 'a', 'b', 'c', 'd'] as const

/** The records from which the calls of a large company are built. */
export interface Company {
  /** Ids of every table, with the departures and their dependent records first. */
  ids: Record<string, string[]>
  /** Ids of administrators, each with a session id that differs from the user id by one digit. */
  accounts: { userId: string; sessionId: string }[]
  partnerId: string
  customerId: string
  routeId: string
  vehicleTypeId: string
  /** In stop order of the departures. */
  stationIds: string[]
  /** Reservations of the partner. */
  tripIds: string[]
  /** API key secret of the partner, and the session tokens of the partner's members. */
  keySecret: string
  portalTokens: string[]
  /** Add-ons on sale with every departure. */
  addonIds: string[]
  /** Day of the first departure. */
  firstDay: string
  /** Vehicles with jobs in the first half of the departures. */
  vehicleIds: string[]
  /** Departures that left minutes ago and still wait for their passengers. */
  leaving: { journeyId: string; reservationId: string }[]
  /** Partners with one trip, which took place days ago and is on no statement. */
  unsettledIds: string[]
  /** Statement of the partner with all its trips, whose prices have changed since. */
  statementId: string
  /** Departure with the most bookings. */
  fullest: { journeyId: string; reservationIds: string[] }
  /** OCTO product that contains all departures. */
  productId: string
}

/** Adds 10,000 departures within eight days to the demo, each with a booking; half of them have vehicles and drivers. */
export async function enlargeCompany(db: Db): Promise<Company> {
  const prototype = await pick<{ journey: string; route: string; type: string; first: string; calls: number }>(
    db,
    `select id as journey, route_id as route, vehicle_type_id as type, call_count as calls,
       (now()::date + 2)::text as first
     from journeys where kind = 'passenger' and service_status = 'scheduled' and call_count > 3 order by id limit 1`,
  )
  const sale = (isPartners: boolean) =>
    pick<{ id: string; partner: string; customer: string }>(
      db,
      `select r.id, r.partner_id as partner, r.customer_id as customer from reservations r
       where r.status = 'confirmed' and r.kind = 'seat' and r.environment = 'live'
         and r.partner_id is ${isPartners ? 'not null' : 'null and r.customer_id is not null'}
         and exists (select from ledger_transactions t where t.reservation_id = r.id and t.payment_id is null)
         and (select count(*) from reservation_legs l where l.reservation_id = r.id) = 1 order by r.id limit 1`,
    )
  const [byPartner, byCustomer] = [await sale(true), await sale(false)]
  const keySecret = makePartnerToken('live')
  const portalTokens = Array.from({ length: ACCOUNTS }, () => makePartnerToken('portal'))
  const passwordHash = await hashPassword(LARGE_PASSWORD)
  const at = `timestamptz '${prototype.first}T00:00:00Z' + n * ${RUN}`
  const copy = await rowCopier(db)
  const statements = [
    'set local session_replication_role = replica',
    `create temporary table runs on commit drop as select n, ${id(JOURNEY, 'n')} as journey, ${at} as at,
       case when n < ${DEPARTURES / 2} then n % ${VEHICLES} end as vehicle from generate_series(0, ${DEPARTURES - 1}) n
     union all select n, ${id(JOURNEY, 'n')}, date_trunc('minute', now()) - interval '10 minutes', null
       from generate_series(${DEPARTURES}, ${DEPARTURES + LEAVING - 1}) n
     union all select n, ${id(JOURNEY, 'n')}, now() - interval '3 days', null
       from generate_series(${DEPARTURES + LEAVING}, ${DEPARTURES + LEAVING + UNSETTLED - 1}) n`,
    copy('partners', `from partners p, generate_series(0, ${UNSETTLED - 1}) n where p.id = '${byPartner.partner}'`, {
      id: id(PARTNER, 'n'),
      code: `'UNSETTLED-' || n`,
    }),
    copy('vehicles', `from (select * from vehicles order by id limit 1) p, generate_series(0, ${VEHICLES - 1}) n`, {
      id: id(VEHICLE, 'n'),
      fleet_code: `'LARGE-' || n`,
      registration_plate: `'LARGE ' || n`,
      vin: 'null',
      vehicle_type_id: `'${prototype.type}'`,
    }),
    copy(
      'staff',
      `from (select * from staff where 'driver' = any(roles) order by id limit 1) p, generate_series(0, ${VEHICLES - 1}) n`,
      {
        id: id(DRIVER, 'n'),
        employee_no: `'LARGE-' || n`,
        user_id: 'null',
        email: 'null',
      },
    ),
    copy('journeys', `from journeys p, runs where p.id = '${prototype.journey}'`, {
      id: 'journey',
      code: `'LARGE-' || n`,
      service_date: `(at at time zone p.timezone)::date`,
      departure_time: `to_char(at at time zone p.timezone, 'HH24:MI:SS')`,
      departs_at: 'at',
      arrives_at: `at + ${RUN_TIME}`,
      vehicle_id: `case when vehicle is not null then ${id(VEHICLE, 'vehicle')} end`,
      driver_id: `case when vehicle is not null then ${id(DRIVER, 'vehicle')} end`,
      co_driver_id: 'null',
      operated_by_partner_id: 'null',
      capacity: '500',
      seats: '500',
      peak_load: `case n when 0 then ${2 * ON_FIRST} else 2 end`,
    }),
    copy('journey_calls', `from journey_calls p, runs where p.journey_id = '${prototype.journey}'`, {
      journey_id: 'journey',
      planned_arrive: `at + (p.seq - 1) * ${RUN_TIME} / ${prototype.calls - 1}`,
      planned_depart: `at + (p.seq - 1) * ${RUN_TIME} / ${prototype.calls - 1}`,
      expected_arrive: 'null',
      expected_depart: 'null',
      actual_arrive: 'null',
      actual_depart: 'null',
    }),
    copy('journey_legs', `from journey_legs p, runs where p.journey_id = '${prototype.journey}'`, {
      journey_id: 'journey',
      capacity: '500',
      confirmed: `case n when 0 then ${2 * ON_FIRST} else 2 end`,
      held: '0',
    }),
    `insert into resource_allocations (id, resource_kind, resource_id, source, source_id, busy_from, busy_to, state)
       select gen_random_uuid(), kind, case kind when 'vehicle' then ${id(VEHICLE, 'vehicle')} else ${id(DRIVER, 'vehicle')} end,
         'journey', journey, at, at + ${RUN_TIME} + ${TURNAROUND}, 'firm'
       from runs cross join (values ('vehicle'), ('staff')) kinds(kind) where vehicle is not null`,
    `create temporary table sales on commit drop as select n, ${id(BOOKING, 'n')} as booking,
       ${id(JOURNEY, `case when n < ${ON_FIRST} then 0 when n < ${LASTING} then n % ${DEPARTURES} else n - ${LASTING - DEPARTURES} end`)} as sold_journey,
       case when n < ${SOLD_BY_PARTNER} or n >= ${LASTING + LEAVING} then '${byPartner.id}' else '${byCustomer.id}' end::uuid as sale
     from generate_series(0, ${LASTING + LEAVING + UNSETTLED - 1}) n`,
    copy('reservations', `from sales s join reservations p on p.id = s.sale join journeys j on j.id = s.sold_journey`, {
      id: 'booking',
      reference: REFERENCE_OF_N,
      partner_reference: `case when p.partner_id is not null then 'LARGE-' || n end`,
      journey_id: 'j.id',
      travel_at: 'j.departs_at',
      seats: '1',
      partner_id: `case when n >= ${LASTING + LEAVING} then ${id(PARTNER, `n - ${LASTING + LEAVING}`)} else p.partner_id end`,
      customer_id: `case when n between ${SOLD_BY_PARTNER} and ${LASTING + LEAVING - 1} then '${byCustomer.customer}'::uuid end`,
    }),
    copy('reservation_legs', 'from sales s join reservation_legs p on p.reservation_id = s.sale', {
      reservation_id: 'booking',
      journey_id: 'sold_journey',
      board_seq: '1',
      alight_seq: '2',
    }),
    copy(
      'reservation_passengers',
      'from sales s join reservation_passengers p on p.reservation_id = s.sale and p.position = 1',
      { id: id(PASSENGER, 'n'), reservation_id: 'booking', ticket_code: 'md5(booking::text)' },
    ),
    `create temporary table entries on commit drop as select t.id as original, booking,
       ${id(ENTRY, 'row_number() over ()')} as entry
     from sales s join ledger_transactions t on t.reservation_id = s.sale and t.payment_id is null`,
    copy('ledger_transactions', 'from entries e join ledger_transactions p on p.id = e.original', {
      id: 'entry',
      reservation_id: 'booking',
    }),
    copy('ledger_entries', 'from entries e join ledger_entries p on p.transaction_id = e.original', {
      transaction_id: 'entry',
    }),
    `insert into users (id, username, email, role, status, is_staff, must_change_password, password_hash)
       select ${id(ACCOUNT, 'n')}, 'large-' || n, 'large-' || n || '@example.com', 'admin', 'active', true, false,
         '${passwordHash}' from generate_series(0, ${ACCOUNTS - 1}) n`,
    `insert into auth_sessions (id, user_id, expires_at)
       select ${id(SESSION, 'n')}, ${id(ACCOUNT, 'n')}, now() + interval '10 days' from generate_series(0, ${ACCOUNTS - 1}) n`,
    `update partners set ip_allowlist = '{}', held_seats_max = 5000, holds_max = 1000,
       lapsed_holds_max = 1000 where id = '${byPartner.partner}'`,
    `insert into partner_members (id, partner_id, email, role, first_name, last_name, password_hash)
       select ${id(MEMBER, 'n')}, '${byPartner.partner}', 'large-' || n || '@example.com', 'owner', 'Rebecca', 'Holt',
         '${passwordHash}' from generate_series(0, ${ACCOUNTS - 1}) n`,
    `insert into partner_sessions (id, member_id, expires_at)
       select ${id(MEMBER_SESSION, 'n')}, ${id(MEMBER, 'n')}, now() + interval '10 days' from generate_series(0, ${ACCOUNTS - 1}) n`,
    `insert into partner_session_tokens (token_sha256, session_id, expires_at)
       values ${portalTokens.map((token, n) => `('${hashPartnerToken(token)}', ${id(MEMBER_SESSION, String(n))}, now() + interval '10 days')`).join(', ')}`,
    `insert into partner_credentials (id, partner_id, name, environment, scopes, prefix, last4, token_sha256)
       values (${id(KEY, '1')}, '${byPartner.partner}', 'Large', 'live',
         '{journeys:read,trips:read,trips:write}', '${keyPrefix('live')}', '${keySecret.slice(-4)}', '${hashPartnerToken(keySecret)}')`,
    `insert into partner_statements (id, number, partner_id, from_date, to_date, currency, gross_minor, commission_minor,
         net_minor, closed_at)
       select ${id(STATEMENT, '1')}, 1000000, id, current_date - 3, current_date - 3, currency, ${100 * SOLD_BY_PARTNER},
         ${10 * SOLD_BY_PARTNER}, ${90 * SOLD_BY_PARTNER}, now() from partners where id = '${byPartner.partner}'`,
    `insert into partner_statement_lines (statement_id, position, reservation_id, reference, partner_reference, travel_at,
         origin, destination, timezone, gross_minor, commission_minor, net_minor)
       select ${id(STATEMENT, '1')}, n + 1, r.id, r.reference, r.partner_reference, r.travel_at, o.name, d.name, o.timezone,
         100, 10, 90
       from sales s join reservations r on r.id = s.booking join stations o on o.id = r.origin_station_id
         join stations d on d.id = r.destination_station_id where n < ${SOLD_BY_PARTNER}`,
  ]
  await db.transaction().execute(async (tx) => {
    for (const statement of statements) await sql.raw(statement).execute(tx)
  })
  await sql`analyze`.execute(db)
  const stations = await sql<{ id: string }>`select station_id as id from journey_calls
    where journey_id = ${prototype.journey}::uuid order by seq`.execute(db)
  const accounts = await sql<{ userId: string; sessionId: string }>`select user_id as "userId", id as "sessionId"
    from auth_sessions where id >= ${'ffffffff-0000-0000-0000-000000000000'} order by id`.execute(db)
  const addons = await sql<{ id: string }>`select id from addons where status = 'active' and route_ids = '{}'
    and vehicle_type_ids = '{}' and service_kinds = '{}' and currency = 'EUR' order by id limit 20`.execute(db)
  const trips = await sql<{ id: string }>`select id from reservations
    where partner_id = ${byPartner.partner}::uuid order by id desc limit ${SOLD_BY_PARTNER}`.execute(db)
  const stationIds = stations.rows.map((station) => station.id)
  const own = new Set(accounts.rows.map(({ userId }) => userId))
  const ids = await idsOf(db, byPartner.partner)
  // The callers, their sessions and their partner must not be modified, nor the stops of the route of all departures.
  ids['users'] = (ids['users'] ?? []).filter((user) => !own.has(user))
  ids['routes'] = (ids['routes'] ?? []).filter((route) => route !== prototype.route)
  for (const table of ['auth_sessions', 'partner_sessions', 'partner_members', 'partner_credentials'])
    ids[table] = (ids[table] ?? []).filter((one) => !one.startsWith('ffffffff'))
  const unsettledIds = (ids['partners'] ?? []).filter((partner) => partner.startsWith('ffffffff')).toReversed()
  ids['partners'] = (ids['partners'] ?? []).filter(
    (partner) => partner !== byPartner.partner && !unsettledIds.includes(partner),
  )
  const leaving = (await bookedDepartures(db, DEPARTURES, LEAVING)).map(({ journeyId, reservationIds }) => ({
    journeyId,
    reservationId: reservationIds[0] ?? '',
  }))
  // Departures that left, and partners with a trip of the past, are used only by calls that need them.
  ids['journeys'] = (ids['journeys'] ?? []).slice(LEAVING + UNSETTLED, LEAVING + UNSETTLED + DEPARTURES)
  ids['reservations'] = (ids['reservations'] ?? []).slice(LEAVING + UNSETTLED)
  const [fullest] = await bookedDepartures(db, 0, 1)
  if (!fullest) throw new Error('The first departure has no bookings.')
  return {
    vehicleIds: (ids['vehicles'] ?? []).slice(0, VEHICLES),
    leaving,
    fullest,
    unsettledIds,
    statementId: ids['partner_statements']?.[0] ?? '',
    ids,
    accounts: accounts.rows,
    partnerId: byPartner.partner,
    customerId: byCustomer.customer,
    routeId: prototype.route,
    vehicleTypeId: prototype.type,
    stationIds,
    tripIds: trips.rows.map((trip) => trip.id),
    keySecret,
    portalTokens,
    addonIds: addons.rows.map((addon) => addon.id),
    firstDay: prototype.first,
    productId: [prototype.route, stationIds[0], stationIds[1]].join('.'),
  }
}

/** Returns some of the added departures with their bookings, in order. */
async function bookedDepartures(db: Db, from: number, count: number) {
  const { rows } = await sql
    .raw<{ journeyId: string; reservationIds: string[] }>(`
    select journey_id as "journeyId", array_agg(reservation_id::text order by reservation_id) as "reservationIds"
    from reservation_legs where journey_id between ${id(JOURNEY, String(from))} and ${id(JOURNEY, String(from + count - 1))}
    group by 1 order by 1`)
    .execute(db)
  return rows
}

/** Reads the only row of a query. @throws Error if the demo has none */
async function pick<R>(db: Db, query: string): Promise<R> {
  const { rows } = await sql.raw<R>(query).execute(db)
  const [row] = rows
  if (row === undefined) throw new Error(`The demo has no prototype: ${query}`)
  return row
}

/** Tables of partner data; each partner sees only its own rows. */
const OF_PARTNERS = [
  'partner_api_logs',
  'webhook_endpoints',
  'webhook_deliveries',
  'partner_credentials',
  'partner_invitations',
  'partner_members',
  'mock_trips',
]

/** Returns the ids of every non-empty table in descending order, at most as many as one call accepts. */
async function idsOf(db: Db, partnerId: string): Promise<Record<string, string[]>> {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select table_name as name, array_agg(column_name::text) as columns from information_schema.columns
    where table_schema = 'public' group by 1 order by 1`.execute(db)
  const found: Record<string, string[]> = {}
  for (const { name, columns } of rows.filter(({ columns }) => columns.includes('id'))) {
    const isPartners = OF_PARTNERS.includes(name) && columns.includes('partner_id')
    const some = await sql<{ id: string }>`select id::text as id from ${sql.table(name)}
      where ${isPartners ? sql`partner_id = ${partnerId}::uuid` : sql`true`} order by id desc limit 20000`.execute(db)
    found[name] = some.rows.map((row) => row.id)
  }
  return found
}
