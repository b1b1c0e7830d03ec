create table fares (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  route_id uuid not null constraint fares_route_id_fkey references routes on delete restrict,
  origin_station_id uuid constraint fares_origin_station_id_fkey references stations on delete restrict,
  destination_station_id uuid constraint fares_destination_station_id_fkey references stations on delete restrict,
  passenger_category text not null default 'adult' constraint fares_passenger_category_check
    check (passenger_category in ('adult', 'child', 'infant', 'youth', 'senior', 'prm')),
  vehicle_type_id uuid constraint fares_vehicle_type_id_fkey references vehicle_types on delete restrict,
  amount_minor bigint not null constraint fares_amount_minor_check check (amount_minor >= 0),
  currency text not null,
  valid_from date,
  valid_to date,
  search_text text generated always as (search_fold(passenger_category || ' ' || currency)) stored,
  constraint fares_origin_station_id_check check ((origin_station_id is null) = (destination_station_id is null)),
  constraint fares_destination_station_id_check check (origin_station_id <> destination_station_id),
  constraint fares_valid_to_check check (valid_to >= valid_from),
  constraint fares_no_overlap exclude using gist (
    route_id with =,
    coalesce(origin_station_id, '00000000-0000-0000-0000-000000000000'::uuid) with =,
    coalesce(destination_station_id, '00000000-0000-0000-0000-000000000000'::uuid) with =,
    passenger_category with =,
    coalesce(vehicle_type_id, '00000000-0000-0000-0000-000000000000'::uuid) with =,
    daterange(valid_from, valid_to, '[]') with &&
  )
);
create index fares_route_id_idx on fares (route_id, origin_station_id, destination_station_id);
create index fares_origin_station_id_idx on fares (origin_station_id);
create index fares_destination_station_id_idx on fares (destination_station_id);
create index fares_vehicle_type_id_idx on fares (vehicle_type_id) where vehicle_type_id is not null;

create table hire_tariffs (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  vehicle_type_id uuid not null constraint hire_tariffs_vehicle_type_id_fkey references vehicle_types on delete restrict,
  from_zone text,
  to_zone text,
  currency text not null,
  base_minor bigint not null default 0 constraint hire_tariffs_base_minor_check check (base_minor >= 0),
  included_km double precision not null default 0 constraint hire_tariffs_included_km_check check (included_km >= 0),
  per_km_minor bigint not null default 0 constraint hire_tariffs_per_km_minor_check check (per_km_minor >= 0),
  per_hour_minor bigint not null default 0 constraint hire_tariffs_per_hour_minor_check check (per_hour_minor >= 0),
  min_hours double precision not null default 0 constraint hire_tariffs_min_hours_check check (min_hours >= 0),
  min_charge_minor bigint not null default 0
    constraint hire_tariffs_min_charge_minor_check check (min_charge_minor >= 0),
  valid_from date,
  valid_to date,
  search_text text generated always as (
    search_fold(coalesce(from_zone, '') || ' ' || coalesce(to_zone, '') || ' ' || currency)
  ) stored,
  constraint hire_tariffs_valid_to_check check (valid_to >= valid_from),
  constraint hire_tariffs_no_overlap exclude using gist (
    vehicle_type_id with =,
    coalesce(from_zone, '') with =,
    coalesce(to_zone, '') with =,
    daterange(valid_from, valid_to, '[]') with &&
  )
);

create table seasons (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  code text not null constraint seasons_code_key unique,
  name jsonb not null constraint seasons_name_check check (name->>'en' is not null),
  date_ranges jsonb not null,
  excluded_dates text[] not null default '{}',
  weekdays int[] not null default '{}',
  priority int not null default 0 constraint seasons_priority_check check (priority between -1000 and 1000),
  color text,
  status text not null default 'active' constraint seasons_status_check check (status in ('active', 'inactive')),
  search_text text generated always as (search_fold(code || ' ' || text_values(name))) stored
);
create index seasons_search_idx on seasons using gin (search_text gin_trgm_ops);
create index seasons_name_idx on seasons ((name->>'en'), id);

create table addons (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  code text not null constraint addons_code_key unique,
  name jsonb not null constraint addons_name_check check (name->>'en' is not null),
  category text not null default 'other' constraint addons_category_check check (category in (
    'luggage', 'child_seat', 'meet_greet', 'pet', 'bike', 'meal', 'insurance', 'flex', 'other'
  )),
  pricing text not null default 'per_unit' constraint addons_pricing_check
    check (pricing in ('per_reservation', 'per_passenger', 'per_leg', 'per_unit', 'percent_of_fare')),
  amount_minor bigint constraint addons_amount_minor_check check (amount_minor >= 0),
  percent_bp int constraint addons_percent_bp_check check (percent_bp between 0 and 10000),
  currency text,
  tax_rate_bp int not null default 0 constraint addons_tax_rate_bp_check check (tax_rate_bp between 0 and 10000),
  max_per_reservation int constraint addons_max_per_reservation_check check (max_per_reservation >= 1),
  stock_per_journey int constraint addons_stock_per_journey_check check (stock_per_journey >= 0),
  route_ids uuid[] not null default '{}',
  vehicle_type_ids uuid[] not null default '{}',
  service_kinds text[] not null default '{}',
  mandatory boolean not null default false,
  refundable boolean not null default true,
  consumes jsonb not null default '{"luggage_units": 0, "child_seats": 0, "seats": 0}',
  status text not null default 'active' constraint addons_status_check check (status in ('active', 'inactive')),
  search_text text generated always as (search_fold(code || ' ' || text_values(name))) stored,
  constraint addons_price_check check (
    case when pricing = 'percent_of_fare'
      then percent_bp is not null and amount_minor is null and currency is null
      else percent_bp is null and amount_minor is not null and currency is not null
    end
  )
);
create index addons_search_idx on addons using gin (search_text gin_trgm_ops);
create index addons_name_idx on addons ((name->>'en'), id);

create table pricing_rules (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  code text not null constraint pricing_rules_code_key unique,
  name jsonb not null constraint pricing_rules_name_check check (name->>'en' is not null),
  status text not null default 'active' constraint pricing_rules_status_check check (status in ('active', 'inactive')),
  stage text not null constraint pricing_rules_stage_check
    check (stage in ('base_override', 'fare_adjust', 'total_adjust', 'limit')),
  effect text not null,
  amount_minor bigint,
  percent_bp int,
  currency text,
  percent_base text not null default 'base_fare'
    constraint pricing_rules_percent_base_check check (percent_base in ('base_fare', 'running')),
  priority int not null default 0 constraint pricing_rules_priority_check check (priority between -1000 and 1000),
  exclusive_group text,
  stop_stage boolean not null default false,
  valid_from date,
  valid_to date,
  route_ids uuid[] not null default '{}',
  origin_station_ids uuid[] not null default '{}',
  destination_station_ids uuid[] not null default '{}',
  zone_pairs jsonb not null default '[]',
  vehicle_type_ids uuid[] not null default '{}',
  service_kinds text[] not null default '{}',
  passenger_categories text[] not null default '{}',
  season_ids uuid[] not null default '{}',
  weekdays int[] not null default '{}',
  depart_time_from text,
  depart_time_to text,
  travel_date_from date,
  travel_date_to date,
  sale_at_from timestamptz,
  sale_at_to timestamptz,
  lead_time_min_from int,
  lead_time_min_to int,
  load_pct_from int,
  load_pct_to int,
  party_size_from int,
  party_size_to int,
  channels text[] not null default '{}',
  partner_ids uuid[] not null default '{}',
  customer_tags text[] not null default '{}',
  trip_type text constraint pricing_rules_trip_type_check check (trip_type in ('one_way', 'return')),
  search_text text generated always as (
    search_fold(code || ' ' || text_values(name) || ' ' || coalesce(exclusive_group, ''))
  ) stored,
  constraint pricing_rules_effect_check check (
    (stage = 'base_override' and effect = 'set_amount')
    or (stage in ('fare_adjust', 'total_adjust') and effect in ('add_amount', 'add_percent'))
    or (stage = 'limit' and effect in ('min_total', 'max_total'))
  ),
  constraint pricing_rules_value_check check (
    case when effect = 'add_percent'
      then percent_bp is not null and amount_minor is null
      else percent_bp is null and amount_minor is not null and currency is not null
    end
  ),
  constraint pricing_rules_valid_to_check check (valid_to >= valid_from),
  constraint pricing_rules_travel_date_to_check check (travel_date_to >= travel_date_from),
  constraint pricing_rules_sale_at_to_check check (sale_at_to > sale_at_from),
  constraint pricing_rules_lead_time_min_to_check check (lead_time_min_to >= lead_time_min_from),
  constraint pricing_rules_load_pct_to_check check (load_pct_to >= load_pct_from),
  constraint pricing_rules_party_size_to_check check (party_size_to >= party_size_from)
);
create index pricing_rules_search_idx on pricing_rules using gin (search_text gin_trgm_ops);
create index pricing_rules_name_idx on pricing_rules ((name->>'en'), id);
create index pricing_rules_stage_idx on pricing_rules (stage, priority desc, code) where status = 'active';
