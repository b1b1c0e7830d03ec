/** Returns the number of other records by number of reservations. */
function sizeOf(reservations: number): { customers: number; journeys: number } {
  return { customers: Math.ceil(reservations / 5), journeys: Math.ceil(reservations / 20) }
}

/** References never end with the last character, so that a benchmark can create others. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Temporary functions: ids that grow with time, references without repeats, plausible names and phone numbers. */
const FUNCTIONS = `
create function pg_temp.id_at(at timestamptz, n bigint) returns uuid language sql immutable as $$
  select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3)
    || '8' || substr(md5(n::text), 4, 15))::uuid $$;
create function pg_temp.id_of(kind int, n bigint) returns uuid language sql immutable as $$
  select pg_temp.id_at('2024-01-01', kind * 100000000::bigint + n) $$;
create function pg_temp.letter(n bigint, place int) returns text language sql immutable as $$
  select substr('${ALPHABET}', ((n >> (5 * place)) & 31)::int + 1, 1) $$;
create function pg_temp.reference(n bigint) returns text language sql immutable as $$
  select ${[0, 1, 2, 3, 4, 5].map((place) => `pg_temp.letter((n * 648391 + 7919) % 1040187392, ${place})`).join(' || ')} $$;
create function pg_temp.one_of(words text[], n bigint) returns text language sql immutable as $$
  select words[n % cardinality(words) + 1] $$;
create function pg_temp.first_name(n bigint) returns text language sql immutable as $$
  select pg_temp.one_of('{Andreas,Maria,Eleni,Nikos,Anna,James,Olivia,Amélie,Lukas,Sofía,Mehmet,Yasmin,Omar,Ingrid,Pavel,Chloé}', n) $$;
create function pg_temp.last_name(n bigint) returns text language sql immutable as $$
  select pg_temp.one_of('{Kova,Pet,Geor,Hadji,Mül,Schu,Gar,Mar,Dub,Ber,Smi,Har,Al-Ra,Ben,Joh,Nov,Iva,Ros,Fer,Lam}', n / 16)
    || pg_temp.one_of('{ri,ro,ga,li,me,ne,sa,to,vi,do}', n / 320)
    || pg_temp.one_of('{nos,dou,ler,mann,tin,son,ska,vić,rez,ton,nen,ides,akis,well,ford,sen,eau,elli,berg,quist}', n / 3200) $$;
create function pg_temp.phone(n bigint) returns text language sql immutable as $$
  select '+357' || 90000000 + (n * 7919) % 9999991 $$;
`

/** A small network of 200 stations and 100 routes, so that all references are valid. */
const NETWORK = `
insert into vehicle_types (id, code, name, seats)
  select pg_temp.id_of(1, n), 'T' || n, jsonb_build_object('en', 'Coach ' || n), 20 + 10 * n from generate_series(0, 2) n;
insert into stations (id, code, name, timezone, city)
  select pg_temp.id_of(2, n), 'S' || n, jsonb_build_object('en', 'Station ' || n), 'Europe/Athens', 'City ' || n % 20
  from generate_series(0, 199) n;
insert into routes (id, code, name, status, stop_count, origin_station_id, destination_station_id)
  select pg_temp.id_of(3, n), 'R' || n, jsonb_build_object('en', 'Route ' || n), 'active', 3,
    pg_temp.id_of(2, n), pg_temp.id_of(2, n + 100)
  from generate_series(0, 99) n;
insert into route_patterns (route_id, version) select id, 1 from routes;
insert into fares (id, route_id, amount_minor, currency)
  select pg_temp.id_of(5, n), pg_temp.id_of(3, n), 1250, 'EUR' from generate_series(0, 99) n;
`

const CUSTOMERS = `
insert into customers (id, created_at, updated_at, first_name, last_name, email, phone)
  select pg_temp.id_at(at, n), at, at, pg_temp.first_name(n), pg_temp.last_name(n), 'customer' || n || '@example.com', pg_temp.phone(n)
  from (select n, timestamptz '2022-03-01' + n * (interval '4 years' / :customers) as at
    from generate_series(0::bigint, :customers - 1) n) person;
`

const JOURNEYS = `
insert into journeys (id, created_at, updated_at, code, route_id, pattern_version, service_date, departure_time, departs_at,
    arrives_at, timezone, origin_station_id, destination_station_id, call_count, vehicle_type_id, capacity, seats, service_status)
  select pg_temp.id_of(4, n), at - interval '30 days', at, 'J' || n, pg_temp.id_of(3, n % 100), 1, at::date,
    to_char(at, 'HH24:MI:SS'), at, at + interval '2 hours', 'Europe/Athens', pg_temp.id_of(2, n % 100),
    pg_temp.id_of(2, n % 100 + 100), 3, pg_temp.id_of(1, n % 3), 50, 50,
    case when at < '2026-03-01' then 'completed' else 'scheduled' end
  from (select n, date_trunc('minute', timestamptz '2024-03-01' + n * (interval '790 days' / :journeys)) as at
    from generate_series(0::bigint, :journeys - 1) n) run;
insert into journey_calls (journey_id, seq, station_id, planned_arrive, planned_depart)
  select j.id, seq, case seq when 1 then j.origin_station_id when 3 then j.destination_station_id else pg_temp.id_of(2, 50) end,
    j.departs_at + (seq - 1) * interval '1 hour', j.departs_at + (seq - 1) * interval '1 hour'
  from journeys j cross join generate_series(1, 3) seq;
insert into journey_legs (journey_id, leg_seq, capacity, confirmed)
  select j.id, seq, j.capacity, 20 from journeys j cross join generate_series(1, 2) seq;
`

/** Two years of sales. Most past reservations are completed; those of the last weeks are upcoming. */
const RESERVATIONS = `
insert into reservations (id, created_at, updated_at, reference, channel, customer_id, lead_name, lead_phone, lead_email, status,
    hold_expires_at, cancel_reason, currency, price_lines, total_minor, paid_minor, payment_status, travel_at, seats,
    journey_id, origin_station_id, destination_station_id)
  select pg_temp.id_at(at, n), at, at, pg_temp.reference(n), pg_temp.one_of('{back_office,phone,web,web,web}', n),
    pg_temp.id_at(timestamptz '2022-03-01' + customer * (interval '4 years' / :customers), customer),
    pg_temp.first_name(customer) || ' ' || pg_temp.last_name(customer), pg_temp.phone(customer),
    'customer' || customer || '@example.com', status,
    case when status = 'on_hold' then timestamptz '2099-01-01' end,
    case when status in ('cancelled', 'rejected') then 'Plans changed' end,
    'EUR', jsonb_build_array(jsonb_build_object('seq', 1, 'kind', 'base_fare', 'code', 'fare', 'label',
      jsonb_build_object('en', 'Fare'), 'rule_id', null, 'rule_version', null, 'passenger_category', 'adult', 'quantity', seats,
      'unit_minor', 1250, 'amount_minor', 1250 * seats, 'percent_bp', null, 'base_minor', null)),
    1250 * seats, case when paid then 1250 * seats else 0 end, case when paid then 'paid' else 'unpaid' end,
    at + interval '1 day' * (1 + n % 45), seats, pg_temp.id_of(4, n % :journeys),
    pg_temp.id_of(2, n % :journeys % 100), pg_temp.id_of(2, n % :journeys % 100 + 100)
  from (
    select n, at, customer, 1 + (n % 2)::int as seats, dice < 70 as paid,
      case when n < :rows * 0.92
        then case when dice < 80 then 'completed' when dice < 93 then 'cancelled' when dice < 97 then 'no_show' else 'expired' end
        else case when dice < 70 then 'confirmed' when dice < 82 then 'cancelled' when dice < 87 then 'checked_in'
          when dice < 91 then 'boarded' when dice < 95 then 'pending' when dice < 99 then 'on_hold' else 'rejected' end
      end as status
    from (select n, timestamptz '2024-03-01' + n * (interval '730 days' / :rows) as at, (n * 48271) % :customers as customer,
        (n * 69621 + n / 97) % 100 as dice
      from generate_series(0::bigint, :rows - 1) n) numbered
  ) sale;
insert into reservation_legs (reservation_id, position, journey_id, board_seq, alight_seq)
  select id, 1, journey_id, 1, 3 from reservations;
insert into reservation_passengers (id, reservation_id, position, category, name)
  select gen_random_uuid(), id, position, 'adult', lead_name from reservations cross join generate_series(1, seats) position;
`

/** Returns a script that fills an empty, migrated database. @param reservations their number; other records in proportion */
export function fillScript(reservations: number): string {
  const { customers, journeys } = sizeOf(reservations)
  return ['set session_replication_role = replica', FUNCTIONS + NETWORK + CUSTOMERS + JOURNEYS + RESERVATIONS]
    .join(';\n')
    .replaceAll(':rows', String(reservations))
    .replaceAll(':customers', String(customers))
    .replaceAll(':journeys', String(journeys))
}
