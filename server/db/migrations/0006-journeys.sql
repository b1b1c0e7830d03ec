create table journeys (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  code text not null constraint journeys_code_key unique,
  route_id uuid not null constraint journeys_route_id_fkey references routes on delete restrict,
  pattern_version int not null,
  service_date date not null,
  departure_time text not null
    constraint journeys_departure_time_check check (departure_time ~ '^\d{2,3}:[0-5]\d:[0-5]\d$'),
  departs_at timestamptz not null,
  arrives_at timestamptz not null,
  timezone text not null,
  origin_station_id uuid not null constraint journeys_origin_station_id_fkey references stations on delete restrict,
  destination_station_id uuid not null
    constraint journeys_destination_station_id_fkey references stations on delete restrict,
  call_count int not null constraint journeys_call_count_check check (call_count >= 2),
  kind text not null default 'passenger' constraint journeys_kind_check check (kind in ('passenger', 'positioning')),
  vehicle_type_id uuid not null constraint journeys_vehicle_type_id_fkey references vehicle_types on delete restrict,
  vehicle_id uuid constraint journeys_vehicle_id_fkey references vehicles on delete restrict,
  driver_id uuid constraint journeys_driver_id_fkey references staff on delete restrict,
  co_driver_id uuid constraint journeys_co_driver_id_fkey references staff on delete restrict,
  capacity int not null constraint journeys_capacity_check check (capacity >= 0),
  overbooking_allowance int not null default 0
    constraint journeys_overbooking_allowance_check check (overbooking_allowance >= 0),
  peak_load int not null default 0 constraint journeys_peak_load_check check (peak_load >= 0),
  seats_left int not null generated always as (capacity - peak_load) stored,
  sales_status text not null default 'open'
    constraint journeys_sales_status_check check (sales_status in ('open', 'closed', 'on_request')),
  service_status text not null default 'scheduled' constraint journeys_service_status_check
    check (service_status in ('draft', 'scheduled', 'boarding', 'in_progress', 'interrupted', 'completed', 'cancelled')),
  delay_min int not null default 0,
  cancel_reason text,
  notes text,
  search_text text generated always as (search_fold(code)) stored,
  constraint journeys_pattern_version_fkey foreign key (route_id, pattern_version)
    references route_patterns (route_id, version) on delete restrict,
  constraint journeys_arrives_at_check check (arrives_at > departs_at),
  constraint journeys_cancel_reason_check check (service_status <> 'cancelled' or cancel_reason is not null),
  constraint journeys_co_driver_id_check check (co_driver_id <> driver_id)
);
create index journeys_search_idx on journeys using gin (search_text gin_trgm_ops);
create index journeys_departs_at_idx on journeys (departs_at, id);
create index journeys_arrives_at_idx on journeys (arrives_at, id);
create index journeys_service_date_idx on journeys (service_date, id);
create index journeys_created_at_idx on journeys (created_at, id);
create index journeys_updated_at_idx on journeys (updated_at, id);
create index journeys_route_id_idx on journeys (route_id, departs_at, id);
create index journeys_service_status_idx on journeys (service_status, departs_at, id);
create index journeys_origin_station_id_idx on journeys (origin_station_id, departs_at, id);
create index journeys_destination_station_id_idx on journeys (destination_station_id, departs_at, id);
create index journeys_vehicle_type_id_idx on journeys (vehicle_type_id, departs_at, id);
create index journeys_vehicle_id_idx on journeys (vehicle_id, departs_at, id);
create index journeys_driver_id_idx on journeys (driver_id, departs_at, id);
create index journeys_co_driver_id_idx on journeys (co_driver_id) where co_driver_id is not null;

create table journey_calls (
  journey_id uuid not null constraint journey_calls_journey_id_fkey references journeys on delete cascade,
  seq int not null constraint journey_calls_seq_check check (seq >= 1),
  station_id uuid not null constraint journey_calls_station_id_fkey references stations on delete restrict,
  planned_arrive timestamptz not null,
  planned_depart timestamptz not null,
  expected_arrive timestamptz,
  expected_depart timestamptz,
  actual_arrive timestamptz,
  actual_depart timestamptz,
  pickup_type text not null default 'regular' constraint journey_calls_pickup_type_check
    check (pickup_type in ('regular', 'none', 'phone_agency', 'ask_driver')),
  drop_off_type text not null default 'regular' constraint journey_calls_drop_off_type_check
    check (drop_off_type in ('regular', 'none', 'phone_agency', 'ask_driver')),
  platform text,
  primary key (journey_id, seq),
  constraint journey_calls_planned_depart_check check (planned_depart >= planned_arrive)
);
create index journey_calls_station_id_idx on journey_calls (station_id, planned_depart);

-- The seats between a call and the next. The only place where seats are counted.
create table journey_legs (
  journey_id uuid not null constraint journey_legs_journey_id_fkey references journeys on delete cascade,
  leg_seq int not null constraint journey_legs_leg_seq_check check (leg_seq >= 1),
  capacity int not null constraint journey_legs_capacity_check check (capacity >= 0),
  overbooking_allowance int not null default 0
    constraint journey_legs_overbooking_allowance_check check (overbooking_allowance >= 0),
  confirmed int not null default 0 constraint journey_legs_confirmed_check check (confirmed >= 0),
  held int not null default 0 constraint journey_legs_held_check check (held >= 0),
  primary key (journey_id, leg_seq),
  constraint journey_legs_seats_check check (confirmed + held <= capacity + overbooking_allowance)
);

create table allotments (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  partner_id uuid not null constraint allotments_partner_id_fkey references partners on delete restrict,
  journey_id uuid constraint allotments_journey_id_fkey references journeys on delete restrict,
  route_id uuid constraint allotments_route_id_fkey references routes on delete restrict,
  weekday int constraint allotments_weekday_check check (weekday between 1 and 7),
  seats int not null constraint allotments_seats_check check (seats >= 1),
  release_hours_before int not null default 24
    constraint allotments_release_hours_before_check check (release_hours_before >= 0),
  search_text text generated always as ('') stored,
  constraint allotments_journey_id_check check ((journey_id is null) <> (route_id is null)),
  constraint allotments_route_id_check check ((route_id is null) = (weekday is null)),
  constraint allotments_journey_id_key unique (partner_id, journey_id),
  constraint allotments_weekday_key unique (partner_id, route_id, weekday)
);
create index allotments_journey_id_idx on allotments (journey_id);
create index allotments_route_id_idx on allotments (route_id, weekday);
