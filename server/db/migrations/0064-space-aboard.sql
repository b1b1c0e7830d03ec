-- What is for sale follows from what runs a journey now. `capacity_limit` is what somebody chose to sell at most; the
-- others are those of the vehicle, or of the vehicle type while there is none.
alter table journeys
  add column capacity_limit int constraint journeys_capacity_limit_check check (capacity_limit >= 0),
  add column seats int constraint journeys_seats_check check (seats >= 0),
  add column wheelchair_spaces int not null default 0
    constraint journeys_wheelchair_spaces_check check (wheelchair_spaces >= 0),
  add column child_seats int not null default 0 constraint journeys_child_seats_check check (child_seats >= 0),
  add column luggage_units int not null default 0 constraint journeys_luggage_units_check check (luggage_units >= 0),
  -- The most that are taken on any leg, as peak_load is for seats.
  add column peak_wheelchairs int not null default 0
    constraint journeys_peak_wheelchairs_check check (peak_wheelchairs >= 0),
  add column peak_child_seats int not null default 0
    constraint journeys_peak_child_seats_check check (peak_child_seats >= 0),
  add column peak_luggage_units int not null default 0
    constraint journeys_peak_luggage_units_check check (peak_luggage_units >= 0);

alter table journey_legs
  add column wheelchairs int not null default 0 constraint journey_legs_wheelchairs_check check (wheelchairs >= 0),
  add column child_seats int not null default 0 constraint journey_legs_child_seats_check check (child_seats >= 0),
  add column luggage_units int not null default 0
    constraint journey_legs_luggage_units_check check (luggage_units >= 0);

-- What a party takes up beside its seats.
alter table reservations
  add column wheelchairs int not null default 0 constraint reservations_wheelchairs_check check (wheelchairs >= 0),
  add column child_seats int not null default 0 constraint reservations_child_seats_check check (child_seats >= 0),
  add column luggage_units int not null default 0
    constraint reservations_luggage_units_check check (luggage_units >= 0);

create temporary table taken_aboard on commit drop as
  select r.id, coalesce(p.wheelchairs, 0) as wheelchairs,
    greatest(coalesce(p.child_seats, 0), coalesce(a.child_seats, 0)) as child_seats,
    coalesce(a.luggage_units, 0) as luggage_units
  from reservations r
  left join (
    select reservation_id, (count(*) filter (where 'wheelchair' = any(needs)))::int as wheelchairs,
      (count(*) filter (where 'child_seat' = any(needs)))::int as child_seats
    from reservation_passengers where status <> 'cancelled' and needs <> '{}' group by reservation_id
  ) p on p.reservation_id = r.id
  left join (
    select s.id, sum(units * (consumes->>'child_seats')::int)::int as child_seats,
      sum(units * (consumes->>'luggage_units')::int)::int as luggage_units
    from (
      select r.id, d.consumes, case d.pricing
          when 'per_passenger' then (
            select count(*) from reservation_passengers p where p.reservation_id = r.id and p.status <> 'cancelled')
          when 'per_unit' then (c.choice->>'quantity')::int
          when 'per_leg' then (c.choice->>'quantity')::int
          else 1 end as units
      from reservations r cross join jsonb_array_elements(r.addons) c (choice)
      join addons d on d.id = (c.choice->>'addon_id')::uuid
      where r.addons <> '[]'
    ) s group by s.id
  ) a on a.id = r.id
  where r.kind = 'seat' and (p.reservation_id is not null or a.id is not null);
update reservations r set wheelchairs = t.wheelchairs, child_seats = t.child_seats, luggage_units = t.luggage_units
from taken_aboard t where t.id = r.id and t.wheelchairs + t.child_seats + t.luggage_units > 0;

update journey_legs g set wheelchairs = t.wheelchairs, child_seats = t.child_seats, luggage_units = t.luggage_units
from (
  select g.journey_id, g.leg_seq, sum(r.wheelchairs)::int as wheelchairs, sum(r.child_seats)::int as child_seats,
    sum(r.luggage_units)::int as luggage_units
  from reservations r join reservation_legs l on l.reservation_id = r.id
  join journey_legs g on g.journey_id = l.journey_id and g.leg_seq >= l.board_seq and g.leg_seq < l.alight_seq
  where r.environment = 'live' and r.wheelchairs + r.child_seats + r.luggage_units > 0
    and r.status in ('on_hold', 'confirmed', 'checked_in', 'boarded', 'completed', 'no_show')
  group by g.journey_id, g.leg_seq
) t
where g.journey_id = t.journey_id and g.leg_seq = t.leg_seq;

update journeys j set
  seats = case when j.operated_by_partner_id is null then least(v.seats_override, t.seats)
    else greatest(j.capacity, j.peak_load) end,
  wheelchair_spaces = t.wheelchair_spaces, child_seats = t.child_seats, luggage_units = t.luggage_units,
  peak_wheelchairs = coalesce(g.wheelchairs, 0), peak_child_seats = coalesce(g.child_seats, 0),
  peak_luggage_units = coalesce(g.luggage_units, 0)
from journeys o
left join vehicles v on v.id = o.vehicle_id
join vehicle_types t on t.id = coalesce(v.vehicle_type_id, o.vehicle_type_id)
left join (
  select journey_id, max(wheelchairs) as wheelchairs, max(child_seats) as child_seats, max(luggage_units) as luggage_units
  from journey_legs where wheelchairs + child_seats + luggage_units > 0 group by journey_id
) g on g.journey_id = o.id
where o.id = j.id;
alter table journeys alter column seats set not null;

-- Fewer seats for sale than there are were somebody's choice, unless they came with another vehicle or type: those of a
-- smaller vehicle used to stay when a larger one took its place.
update journeys j set capacity_limit = j.capacity
where j.capacity < j.seats and not (j.departs_at > now() and exists (
  select from audit_events a where a.entity_type = 'journeys' and a.entity_id = j.id
    and a.changes @> '[{"field": "capacity"}]'
    and (a.changes @> '[{"field": "vehicle_id"}]' or a.changes @> '[{"field": "vehicle_type_id"}]')));
update journeys j set capacity = greatest(least(j.capacity_limit, j.seats), j.peak_load - j.overbooking_allowance)
where j.departs_at > now() and j.service_status not in ('completed', 'cancelled')
  and j.capacity <> greatest(least(j.capacity_limit, j.seats), j.peak_load - j.overbooking_allowance);
update journey_legs l set capacity = greatest(
    least(j.capacity_limit, j.seats), least(l.capacity, l.confirmed + l.held - l.overbooking_allowance))
from journeys j where j.id = l.journey_id and j.departs_at > now() and j.service_status not in ('completed', 'cancelled')
  and l.capacity <> greatest(
    least(j.capacity_limit, j.seats), least(l.capacity, l.confirmed + l.held - l.overbooking_allowance));

-- More is taken than what runs a journey now has.
create index journeys_short_idx on journeys (departs_at, id)
  where peak_load > seats or peak_wheelchairs > wheelchair_spaces or peak_child_seats > child_seats
    or peak_luggage_units > luggage_units;

-- What was sold before a smaller vehicle came stays sold; nothing is sold on top of it.
create function refuse_space() returns trigger language plpgsql as $$
begin
  raise exception 'Journey % has no space left for that', new.code
    using errcode = 'check_violation', constraint = 'journeys_space_check', table = 'journeys';
end $$;
create trigger journeys_space before update of peak_wheelchairs, peak_child_seats, peak_luggage_units on journeys
  for each row when (
    (new.peak_wheelchairs > old.peak_wheelchairs and new.peak_wheelchairs > new.wheelchair_spaces)
    or (new.peak_child_seats > old.peak_child_seats and new.peak_child_seats > new.child_seats)
    or (new.peak_luggage_units > old.peak_luggage_units and new.peak_luggage_units > new.luggage_units))
  execute function refuse_space();
