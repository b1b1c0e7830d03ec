-- Figures of routes, channels and partners are asked for over a range and never day by day: kept for spans of 4 and 16 days
-- as well, a range of 90 days is read in ten pieces instead of ninety. Spans begin on days whose number since 1970-01-01
-- is a multiple of their length. Reading a single day finds what it found before.
alter table day_figures add column days smallint not null default 1
  constraint day_figures_days_check check (days = 1 or days in (4, 16) and dimension <> 'all');
alter table day_figures alter column days drop default;
alter table day_figures drop constraint day_figures_pkey;
alter table day_figures add primary key (station_id, dimension, days, day, member, currency);

-- The spans that a day of a dimension is added to.
create function figure_spans(dimension text, day date) returns table (days smallint, first_day date)
language sql immutable as $$
  select n::smallint, day - (day - date '1970-01-01') % n
  from (values (1), (4), (16)) spans(n) where n = 1 or dimension <> 'all'
$$;

create or replace function fold_figures() returns void language sql as $$
  with gone as (delete from figure_deltas returning *)
  insert into day_figures as f (station_id, dimension, days, day, member, currency, bookings, seats, revenue_minor,
    cancellations, departures, capacity, load)
  select m.station_id, m.dimension, s.days, s.first_day, m.member, d.currency, sum(d.bookings), sum(d.seats),
    sum(d.revenue_minor), sum(d.cancellations), sum(d.departures), sum(d.capacity), sum(d.load)
  from gone d cross join lateral figure_members(d.station_id, d.route_id, d.channel, d.partner_id) m
    cross join lateral figure_spans(m.dimension, d.day) s
  group by m.station_id, m.dimension, s.days, s.first_day, m.member, d.currency
  order by m.station_id, m.dimension, s.days, s.first_day, m.member, d.currency
  on conflict (station_id, dimension, days, day, member, currency) do update set
    bookings = f.bookings + excluded.bookings, seats = f.seats + excluded.seats,
    revenue_minor = f.revenue_minor + excluded.revenue_minor,
    cancellations = f.cancellations + excluded.cancellations, departures = f.departures + excluded.departures,
    capacity = f.capacity + excluded.capacity, load = f.load + excluded.load
$$;

insert into day_figures (station_id, dimension, days, day, member, currency, bookings, seats, revenue_minor,
  cancellations, departures, capacity, load)
select f.station_id, f.dimension, s.days, s.first_day, f.member, f.currency, sum(f.bookings), sum(f.seats),
  sum(f.revenue_minor), sum(f.cancellations), sum(f.departures), sum(f.capacity), sum(f.load)
from day_figures f cross join lateral figure_spans(f.dimension, f.day) s
where s.days > 1
group by f.station_id, f.dimension, s.days, s.first_day, f.member, f.currency;
