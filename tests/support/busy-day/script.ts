import type { BusyDay } from './day'

/** Lines in both directions with 100 departures per direction: 2,000 journeys a day. */
const LINES = 10
const DEPARTURES = 100
/** Minute of the first departure of the day, and minutes between two departures of a direction. */
const FIRST_MIN = 330
const EVERY_MIN = 11
const RUN_MIN = 45
const TURNAROUND_MIN = 10
/** A vehicle that has arrived leaves again this many departures later. */
const TURN = 6
/** Vehicles per line; as many again are in reserve for every two lines. */
const OF_LINE = 2 * TURN
const VEHICLES = LINES * OF_LINE + 30
/** Two drivers share a vehicle's day; the others are in reserve. */
const DRIVERS = 2 * LINES * OF_LINE + 80
/** Turns of a vehicle that its first driver drives. */
const FIRST_SHIFT = 8
const BOOKINGS_OF_JOURNEY = 2

const id = (kind: number, number: string) =>
  `('00000000-0000-7000-8${kind}00-' || lpad(to_hex((${number})::bigint), 12, '0'))::uuid`
const [TYPE, STATION, ROUTE, VEHICLE, DRIVER, JOURNEY, BOOKING] = [1, 2, 3, 4, 5, 6, 7] as const

/** Returns SQL for the n-th character of a reference that encodes a number. */
const letter = (place: number) => `substr('ABCDEFGHJKLMNPQRSTUVWXYZ23456789', ((n >> ${5 * place}) & 31)::int + 1, 1)`

/**
 * Returns the SQL that fills an empty, migrated database with a company with 2,000 journeys a day: today's have vehicles,
 * drivers and 4,000 reservations, tomorrow's have none.
 */
export const busyDayScript = ({ zone, today, midnight }: BusyDay): string => `
update company set name = 'Busy Lines', timezone = '${zone}';
insert into vehicle_types (id, code, name, seats, turnaround_min)
  values (${id(TYPE, '0')}, 'COACH', '{"en": "Coach, 50 seats"}', 50, ${TURNAROUND_MIN});
insert into stations (id, code, name, timezone, latitude, longitude)
  select ${id(STATION, 'n')}, 'S' || lpad(n::text, 2, '0'), jsonb_build_object('en', 'Station ' || n), '${zone}',
    34.6 + (n % 6) * 0.1, 32.4 + (n / 6) * 0.2
  from generate_series(0, ${3 * LINES - 1}) n;
insert into routes (id, code, name, service_kind, status, stop_count, origin_station_id, destination_station_id)
  select ${id(ROUTE, 'n')}, 'L' || lpad((n / 2)::text, 2, '0') || case n % 2 when 0 then 'O' else 'B' end,
    jsonb_build_object('en', 'Line ' || n / 2 || case n % 2 when 0 then ' out' else ' back' end), 'shuttle', 'active', 3,
    ${id(STATION, 'n / 2 * 3 + n % 2 * 2')}, ${id(STATION, 'n / 2 * 3 + 2 - n % 2 * 2')}
  from generate_series(0, ${2 * LINES - 1}) n;
insert into route_patterns (route_id, version) select id, 1 from routes;
insert into route_stops (route_id, pattern_version, seq, station_id, arrive_offset_min, depart_offset_min, pickup_type,
    drop_off_type)
  select ${id(ROUTE, 'n')}, 1, seq,
    ${id(STATION, 'n / 2 * 3 + case n % 2 when 0 then seq - 1 else 3 - seq end')}, (seq - 1) * 20, (seq - 1) * 20,
    case seq when 3 then 'none' else 'regular' end, case seq when 1 then 'none' else 'regular' end
  from generate_series(0, ${2 * LINES - 1}) n cross join generate_series(1, 3) seq;
update route_stops set arrive_offset_min = ${RUN_MIN}, depart_offset_min = ${RUN_MIN} where seq = 3;
insert into fares (id, route_id, amount_minor, currency)
  select gen_random_uuid(), id, 1000, (select currency from company) from routes;
insert into vehicles (id, fleet_code, registration_plate, vehicle_type_id, home_station_id)
  select ${id(VEHICLE, 'n')}, 'B' || lpad(n::text, 3, '0'), 'KBB ' || lpad(n::text, 3, '0'), ${id(TYPE, '0')},
    ${id(STATION, `n / ${OF_LINE} % ${LINES} * 3`)}
  from generate_series(0, ${VEHICLES - 1}) n;
insert into staff (id, employee_no, first_name, last_name, roles, licence_categories)
  select ${id(DRIVER, 'n')}, 'E' || lpad(n::text, 4, '0'), 'Maria', 'Driver ' || lpad(n::text, 3, '0'), '{driver}', '{D}'
  from generate_series(0, ${DRIVERS - 1}) n;
create temporary table runs as
  select day, line, way, k, (day * ${LINES} + line) * 2 * ${DEPARTURES} + way * ${DEPARTURES} + k as n,
    timestamptz '${midnight}' + day * interval '1 day' + (${FIRST_MIN} + ${EVERY_MIN} * k) * interval '1 minute' as at,
    line * ${OF_LINE} + k % ${TURN} * 2 + (k / ${TURN} + way) % 2 as vehicle,
    case when k / ${TURN} < ${FIRST_SHIFT} then 0 else 1 end as shift
  from generate_series(0, 1) day, generate_series(0, ${LINES - 1}) line, generate_series(0, 1) way,
    generate_series(0, ${DEPARTURES - 1}) k;
insert into journeys (id, code, route_id, pattern_version, service_date, departure_time, departs_at, arrives_at, timezone,
    origin_station_id, destination_station_id, call_count, vehicle_type_id, vehicle_id, driver_id, capacity, seats, peak_load)
  select ${id(JOURNEY, 'n')},
    r.code || '-' || to_char(date '${today}' + day, 'YYYYMMDD') || '-' || to_char(clock, 'HH24MI'), r.id, 1,
    date '${today}' + day, to_char(clock, 'HH24:MI:SS'), at, at + ${RUN_MIN} * interval '1 minute', '${zone}',
    r.origin_station_id, r.destination_station_id, 3, ${id(TYPE, '0')},
    case day when 0 then ${id(VEHICLE, 'vehicle')} end, case day when 0 then ${id(DRIVER, 'vehicle * 2 + shift')} end, 50, 50,
    case day when 0 then 2 + n % 2 else 0 end
  from runs cross join lateral (select (${FIRST_MIN} + ${EVERY_MIN} * k) * interval '1 minute' as clock) c
  join routes r on r.id = ${id(ROUTE, 'line * 2 + way')};
insert into journey_calls (journey_id, seq, station_id, planned_arrive, planned_depart, pickup_type, drop_off_type)
  select j.id, s.seq, s.station_id, j.departs_at + s.arrive_offset_min * interval '1 minute',
    j.departs_at + s.depart_offset_min * interval '1 minute', s.pickup_type, s.drop_off_type
  from journeys j join route_stops s on s.route_id = j.route_id;
insert into journey_legs (journey_id, leg_seq, capacity, confirmed)
  select id, seq, capacity, peak_load from journeys cross join generate_series(1, 2) seq;
insert into resource_allocations (id, resource_kind, resource_id, source, source_id, busy_from, busy_to, state)
  select gen_random_uuid(), taken, case taken when 'vehicle' then vehicle_id else driver_id end, 'journey', id, departs_at,
    arrives_at + case taken when 'vehicle' then ${TURNAROUND_MIN} else 0 end * interval '1 minute', 'firm'
  from journeys cross join (values ('vehicle'), ('staff')) kinds(taken) where vehicle_id is not null;
insert into reservations (id, reference, channel, lead_name, lead_phone, status, currency, total_minor, travel_at, seats,
    journey_id, origin_station_id, destination_station_id)
  select ${id(BOOKING, 'n')}, ${[0, 1, 2, 3, 4, 5].map(letter).join(' || ')}, 'phone', 'Guest ' || n,
    '+357' || 99000000 + n, 'confirmed', (select currency from company), 1000 * sale.seats, j.departs_at, sale.seats, j.id,
    j.origin_station_id, j.destination_station_id
  from (select n * ${BOOKINGS_OF_JOURNEY} + place as n, n as journey, case place when 0 then 1 else 1 + n % 2 end as seats
    from runs cross join generate_series(0, ${BOOKINGS_OF_JOURNEY - 1}) place where day = 0) sale
  join journeys j on j.id = ${id(JOURNEY, 'journey')};
insert into reservation_legs (reservation_id, position, journey_id, board_seq, alight_seq)
  select id, 1, journey_id, 1, 3 from reservations;
insert into reservation_passengers (id, reservation_id, position, category, name, ticket_code)
  select gen_random_uuid(), id, position, 'adult', lead_name, md5(id::text || position)
  from reservations cross join generate_series(1, seats) position;
drop table runs;
select fold_figures();
analyze;
`
