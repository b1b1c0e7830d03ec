-- What was sold and run on a day, kept by the writes: who reads it adds up a few rows however many reservations there are.
-- Writers only ever append what a change adds or takes away, so that two bookings never wait for one another here.
create table figure_deltas (
  -- Of sales the day that they were made or cancelled on, by the company's clock; of journeys their service day.
  day date not null,
  station_id uuid,
  route_id uuid,
  channel text,
  partner_id uuid,
  -- Empty for journeys.
  currency text not null default '',
  bookings bigint not null default 0,
  seats bigint not null default 0,
  revenue_minor bigint not null default 0,
  cancellations bigint not null default 0,
  departures bigint not null default 0,
  capacity bigint not null default 0,
  load bigint not null default 0
);
create index figure_deltas_day_idx on figure_deltas (day);

-- The same added up, for all stations (the id of zeros) and for each, as a whole and by member of each dimension.
create table day_figures (
  station_id uuid not null,
  dimension text not null
    constraint day_figures_dimension_check check (dimension in ('all', 'route', 'channel', 'partner')),
  day date not null,
  member text not null,
  currency text not null,
  bookings bigint not null,
  seats bigint not null,
  revenue_minor bigint not null,
  cancellations bigint not null,
  departures bigint not null,
  capacity bigint not null,
  load bigint not null,
  primary key (station_id, dimension, day, member, currency)
);

-- The rows of day_figures that a delta belongs to.
create function figure_members(station uuid, route uuid, channel text, partner uuid)
returns table (station_id uuid, dimension text, member text) language sql immutable as $$
  select s.id, m.dimension, m.member
  from (values ('00000000-0000-0000-0000-000000000000'::uuid), (station)) s(id),
    (values ('all', ''), ('route', route::text), ('channel', channel), ('partner', partner::text)) m(dimension, member)
  where s.id is not null and m.member is not null
$$;

-- What is appended and not added up yet, in the shape of day_figures.
create view figures_pending as
  select m.station_id, m.dimension, d.day, m.member, d.currency, sum(d.bookings)::bigint as bookings,
    sum(d.seats)::bigint as seats, sum(d.revenue_minor)::bigint as revenue_minor,
    sum(d.cancellations)::bigint as cancellations, sum(d.departures)::bigint as departures,
    sum(d.capacity)::bigint as capacity, sum(d.load)::bigint as load
  from figure_deltas d cross join lateral figure_members(d.station_id, d.route_id, d.channel, d.partner_id) m
  group by m.station_id, m.dimension, d.day, m.member, d.currency;

-- Adds up what is there by now. One statement, so that whoever reads meanwhile sees each delta once, here or there; in one
-- order, so that two processes that do it at once wait for one another.
create function fold_figures() returns void language sql as $$
  with gone as (delete from figure_deltas returning *)
  insert into day_figures as f (station_id, dimension, day, member, currency, bookings, seats, revenue_minor,
    cancellations, departures, capacity, load)
  select m.station_id, m.dimension, d.day, m.member, d.currency, sum(d.bookings), sum(d.seats), sum(d.revenue_minor),
    sum(d.cancellations), sum(d.departures), sum(d.capacity), sum(d.load)
  from gone d cross join lateral figure_members(d.station_id, d.route_id, d.channel, d.partner_id) m
  group by m.station_id, m.dimension, d.day, m.member, d.currency
  order by m.station_id, m.dimension, d.day, m.member, d.currency
  on conflict (station_id, dimension, day, member, currency) do update set
    bookings = f.bookings + excluded.bookings, seats = f.seats + excluded.seats,
    revenue_minor = f.revenue_minor + excluded.revenue_minor,
    cancellations = f.cancellations + excluded.cancellations, departures = f.departures + excluded.departures,
    capacity = f.capacity + excluded.capacity, load = f.load + excluded.load
$$;

-- What a reservation counts for: a booking on the day it was made, and a cancellation on the day it was cancelled, where it
-- had been firm, as it is taken to have been where nothing says what it was. A cancelled one keeps its booking; of its money
-- what was kept.
create function figures_of(r reservations) returns setof figure_deltas language sql stable as $$
  select (e.at at time zone c.timezone)::date, r.origin_station_id, j.route_id, r.channel, r.partner_id, r.currency,
    e.bookings, case when r.status = 'cancelled' then 0 else r.seats * e.bookings end,
    e.bookings * case when r.status = 'cancelled' then r.cancellation_fee_minor else r.total_minor end,
    1 - e.bookings, 0::bigint, 0::bigint, 0::bigint
  from company c
  cross join (values (r.created_at, 1::bigint), (r.cancelled_at, 0::bigint)) e(at, bookings)
  left join journeys j on j.id = r.journey_id
  where r.environment = 'live'
    and coalesce(case when r.status = 'cancelled' then r.cancelled_from->>'status' else r.status end, 'confirmed')
      in ('confirmed', 'checked_in', 'boarded', 'completed', 'no_show')
    and (e.bookings = 1 or r.status = 'cancelled' and e.at is not null)
$$;

create function figures_of(j journeys) returns setof figure_deltas language sql immutable as $$
  select j.service_date, j.origin_station_id, j.route_id, null::text, null::uuid, ''::text, 0::bigint, 0::bigint,
    0::bigint, 0::bigint, 1::bigint, j.capacity::bigint, j.peak_load::bigint
  where j.kind = 'passenger' and j.service_status not in ('draft', 'cancelled')
$$;

create function reservations_keep_figures() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into figure_deltas
      select day, station_id, route_id, channel, partner_id, currency, -bookings, -seats, -revenue_minor, -cancellations,
        -departures, -capacity, -load
      from figures_of(old);
  end if;
  if tg_op <> 'DELETE' then
    insert into figure_deltas select * from figures_of(new);
  end if;
  return null;
end $$;
create trigger reservations_figures_inserted after insert on reservations for each row
  when (new.status not in ('on_hold', 'pending', 'expired', 'rejected'))
  execute function reservations_keep_figures();
create trigger reservations_figures_updated after update on reservations for each row
  when ((new.status not in ('on_hold', 'pending', 'expired', 'rejected')
      or old.status not in ('on_hold', 'pending', 'expired', 'rejected'))
    and (old.status, old.created_at, old.cancelled_at, old.cancelled_from, old.cancellation_fee_minor, old.total_minor,
        old.currency, old.seats, old.channel, old.partner_id, old.origin_station_id, old.journey_id, old.environment)
      is distinct from
        (new.status, new.created_at, new.cancelled_at, new.cancelled_from, new.cancellation_fee_minor, new.total_minor,
        new.currency, new.seats, new.channel, new.partner_id, new.origin_station_id, new.journey_id, new.environment))
  execute function reservations_keep_figures();
create trigger reservations_figures_deleted after delete on reservations for each row
  execute function reservations_keep_figures();

create function journeys_keep_figures() returns trigger language plpgsql as $$
begin
  insert into figure_deltas (day, station_id, route_id, departures, capacity, load)
    select day, station_id, route_id, sum(departures), sum(capacity), sum(load) from (
      select day, station_id, route_id, -departures as departures, -capacity as capacity, -load as load
        from figures_of(old) where tg_op <> 'INSERT'
      union all
      select day, station_id, route_id, departures, capacity, load from figures_of(new) where tg_op <> 'DELETE'
    ) change group by day, station_id, route_id;
  return null;
end $$;
-- A timetable makes thousands at once.
create function journeys_count_new() returns trigger language plpgsql as $$
begin
  insert into figure_deltas (day, station_id, route_id, departures, capacity, load)
    select f.day, f.station_id, f.route_id, sum(f.departures), sum(f.capacity), sum(f.load)
    from made m join journeys j on j.id = m.id cross join lateral figures_of(j) f
    group by f.day, f.station_id, f.route_id;
  return null;
end $$;
create trigger journeys_figures_inserted after insert on journeys referencing new table as made
  for each statement execute function journeys_count_new();
create trigger journeys_figures_updated after update on journeys for each row
  when ((old.capacity, old.peak_load, old.kind, old.service_date, old.route_id, old.origin_station_id,
      old.service_status not in ('draft', 'cancelled'))
    is distinct from (new.capacity, new.peak_load, new.kind, new.service_date, new.route_id, new.origin_station_id,
      new.service_status not in ('draft', 'cancelled')))
  execute function journeys_keep_figures();
create trigger journeys_figures_deleted after delete on journeys for each row execute function journeys_keep_figures();

-- All of it anew from the records. Writers wait meanwhile.
create function rebuild_figures() returns void language plpgsql as $$
begin
  lock table reservations, journeys in share row exclusive mode;
  delete from figure_deltas;
  delete from day_figures;
  insert into figure_deltas
    select f.day, f.station_id, f.route_id, f.channel, f.partner_id, f.currency, sum(f.bookings), sum(f.seats),
      sum(f.revenue_minor), sum(f.cancellations), sum(f.departures), sum(f.capacity), sum(f.load)
    from (
      select f.* from reservations r cross join lateral figures_of(r) f
      union all
      select f.* from journeys j cross join lateral figures_of(j) f
    ) f group by 1, 2, 3, 4, 5, 6;
  perform fold_figures();
end $$;

-- With another time zone the company's days begin and end at other instants.
create function company_moves_days() returns trigger language plpgsql as $$
begin
  perform rebuild_figures();
  return null;
end $$;
create trigger company_timezone_changed after update on company for each row
  when (old.timezone <> new.timezone) execute function company_moves_days();

select rebuild_figures();

-- Whoever knows the way hides the list of first steps.
alter table users add column first_steps_hidden_at timestamptz;
