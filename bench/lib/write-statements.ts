/**
 * Names of the writes, each as plain SQL inside one transaction. `:n` numbers the write and `:journey` the journey; ids are
 * derived from the numbers, so that pgbench can execute the same statements.
 */
export type WriteName = 'create' | 'update' | 'booking'

export const CUSTOMERS = 10_000
/** The hot journey is always the first. */
export const JOURNEYS = 1_000

/** Returns an id for both sides of the comparison; `kind` separates the ids of customers and journeys. */
export const benchId = (kind: 'c' | 'b', n: number) =>
  `00000000-0000-7000-8000-${kind}${n.toString(16).padStart(11, '0')}`

/** Returns SQL for `benchId` of a pgbench variable. */
export const idSql = (kind: 'c' | 'b', variable: string) =>
  `('00000000-0000-7000-8000-${kind}' || lpad(to_hex(:${variable}::int), 11, '0'))::uuid`

const auditSql = (action: string, type: string) => `
  insert into audit_events (id, actor_kind, actor_id, actor_name, ip, request_id, action, entity_type, entity_id, entity_label, changes)
  values (gen_random_uuid(), 'user', gen_random_uuid(), 'admin', '127.0.0.1', 'bench-' || :n::int, '${action}', '${type}',
    gen_random_uuid(), 'Bench ' || :n::int, '[{"field": "last_name", "old": null, "new": "Bench"}]')`

/** The id of the reservation that this session numbered last. */
const drawn = `('b0000000-0000-7000-8000-' || lpad(to_hex(currval('bench_reservation')), 12, '0'))::uuid`

export const STATEMENTS: Record<WriteName, string[]> = {
  create: [
    `insert into customers (id, kind, first_name, last_name, email, phone)
     values (gen_random_uuid(), 'person', 'Maria', 'Bench ' || :n::int, 'bench' || :n::int || '@example.com',
       '+357' || 99000000 + :n::int % 900000) returning *`,
    auditSql('customers.created', 'customers'),
  ],
  update: [
    `select * from customers where id = ${idSql('c', 'n')} for update`,
    `update customers set notes = 'Change ' || random(), version = version + 1, updated_at = now()
     where id = ${idSql('c', 'n')} returning *`,
    auditSql('customers.updated', 'customers'),
  ],
  // The journey is locked first: two bookings that locked its legs in different orders would deadlock.
  booking: [
    `update journeys set peak_load = peak_load + 1 where id = ${idSql('b', 'journey')}`,
    `update journey_legs set confirmed = confirmed + 1
     where journey_id = ${idSql('b', 'journey')} and confirmed + held < capacity`,
    `insert into reservations (id, reference, lead_name, lead_phone, currency, travel_at, seats, journey_id)
     select ('b0000000-0000-7000-8000-' || lpad(to_hex(k), 12, '0'))::uuid,
       translate(lpad(to_hex(k), 5, '0'), '01abcdef', 'GHABCDEF') || '9', 'Maria Bench', '+35799123456', 'EUR', now(), 1,
       ${idSql('b', 'journey')}
     from (select nextval('bench_reservation') as k) drawn returning *`,
    `insert into reservation_legs (reservation_id, position, journey_id, board_seq, alight_seq)
     values (${drawn}, 1,
       ${idSql('b', 'journey')}, 1, 3)`,
    `insert into reservation_passengers (id, reservation_id, position, category, name, ticket_code)
     values (gen_random_uuid(), ${drawn}, 1,
       'adult', 'Maria Bench', md5(random()::text))`,
    auditSql('reservations.created', 'reservations'),
  ],
}
/** Journeys that depart in a month with enough seats for all bookings, and customers with known ids. */
export const SETUP = `
create sequence bench_reservation;
insert into customers (id, kind, first_name, last_name, email)
  select ('00000000-0000-7000-8000-c' || lpad(to_hex(n), 11, '0'))::uuid, 'person', 'Anna', 'Target ' || n, 'target' || n || '@example.com'
  from generate_series(0, ${CUSTOMERS - 1}) n;
insert into journeys (id, code, route_id, pattern_version, service_date, departure_time, departs_at, arrives_at, timezone,
    origin_station_id, destination_station_id, call_count, vehicle_type_id, capacity, seats)
  select ('00000000-0000-7000-8000-b' || lpad(to_hex(n), 11, '0'))::uuid, 'BENCH' || n, r.id, 1, current_date + 30, '10:00:00',
    now() + interval '30 days', now() + interval '30 days 2 hours', 'Europe/Athens', r.origin_station_id, r.destination_station_id,
    3, (select id from vehicle_types limit 1), 10000000, 10000000
  from generate_series(0, ${JOURNEYS - 1}) n cross join (select * from routes limit 1) r;
insert into journey_calls (journey_id, seq, station_id, planned_arrive, planned_depart)
  select j.id, seq, j.origin_station_id, j.departs_at + (seq - 1) * interval '1 hour', j.departs_at + (seq - 1) * interval '1 hour'
  from journeys j cross join generate_series(1, 3) seq where j.code like 'BENCH%';
insert into journey_legs (journey_id, leg_seq, capacity)
  select j.id, seq, j.capacity from journeys j cross join generate_series(1, 2) seq where j.code like 'BENCH%';
`
