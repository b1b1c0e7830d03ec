create table stations (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  code text not null constraint stations_code_key unique,
  name jsonb not null constraint stations_name_check check (name->>'en' is not null),
  kind text not null default 'stop' constraint stations_kind_check
    check (kind in ('airport', 'bus_station', 'rail_station', 'port', 'hotel', 'city_point', 'stop')),
  parent_station_id uuid constraint stations_parent_station_id_fkey references stations on delete restrict
    constraint stations_parent_station_id_check check (parent_station_id <> id),
  platform_code text,
  latitude double precision constraint stations_latitude_check check (latitude between -90 and 90),
  longitude double precision constraint stations_longitude_check check (longitude between -180 and 180),
  timezone text not null,
  country text,
  city text,
  address text,
  iata_code text,
  zone_code text,
  wheelchair_boarding text not null default 'unknown'
    constraint stations_wheelchair_boarding_check check (wheelchair_boarding in ('unknown', 'yes', 'no')),
  boarding_instructions jsonb,
  contact_phone text,
  external_refs jsonb not null default '[]',
  status text not null default 'active' constraint stations_status_check check (status in ('active', 'inactive')),
  search_text text generated always as (
    search_fold(code || ' ' || text_values(name) || ' ' || coalesce(city, '') || ' ' || coalesce(address, '') || ' '
      || coalesce(iata_code, '') || ' ' || coalesce(zone_code, '') || ' ' || coalesce(platform_code, '') || ' '
      || coalesce(contact_phone, ''))
  ) stored,
  constraint stations_position_check check ((latitude is null) = (longitude is null))
);
create index stations_search_idx on stations using gin (search_text gin_trgm_ops);
create index stations_name_idx on stations ((name->>'en'), id);
create index stations_parent_station_id_idx on stations (parent_station_id);
create index stations_created_at_idx on stations (created_at, id);

-- A name in another system belongs to one station only, which a list inside a row cannot promise.
create table station_external_refs (
  scheme text not null,
  value text not null,
  station_id uuid not null constraint station_external_refs_station_id_fkey references stations on delete cascade,
  constraint stations_external_refs_key primary key (scheme, value)
);
create index station_external_refs_station_id_idx on station_external_refs (station_id);

create function stations_keep_external_refs() returns trigger language plpgsql as $$
begin
  delete from station_external_refs where station_id = new.id;
  insert into station_external_refs (scheme, value, station_id)
    select ref->>'scheme', ref->>'value', new.id from jsonb_array_elements(new.external_refs) ref;
  return null;
end $$;
create trigger stations_external_refs_inserted after insert on stations
  for each row when (new.external_refs <> '[]') execute function stations_keep_external_refs();
create trigger stations_external_refs_updated after update of external_refs on stations
  for each row when (new.external_refs <> old.external_refs) execute function stations_keep_external_refs();

create table routes (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  code text not null constraint routes_code_key unique,
  name jsonb not null constraint routes_name_check check (name->>'en' is not null),
  service_kind text not null default 'scheduled' constraint routes_service_kind_check
    check (service_kind in ('scheduled', 'shuttle', 'transfer', 'private_hire')),
  reverse_route_id uuid constraint routes_reverse_route_id_fkey references routes on delete restrict,
  color text,
  distance_km double precision constraint routes_distance_km_check check (distance_km >= 0),
  booking_rule jsonb,
  status text not null default 'draft' constraint routes_status_check check (status in ('draft', 'active', 'retired')),
  pattern_version int not null default 1,
  stop_count int not null default 0,
  origin_station_id uuid constraint routes_origin_station_id_fkey references stations on delete restrict,
  destination_station_id uuid constraint routes_destination_station_id_fkey references stations on delete restrict,
  search_text text generated always as (search_fold(code || ' ' || text_values(name))) stored
);
create index routes_search_idx on routes using gin (search_text gin_trgm_ops);
create index routes_name_idx on routes ((name->>'en'), id);
create index routes_reverse_route_id_idx on routes (reverse_route_id);
create index routes_origin_station_id_idx on routes (origin_station_id);
create index routes_destination_station_id_idx on routes (destination_station_id);
create index routes_created_at_idx on routes (created_at, id);

-- Journeys keep the version of the stops that they were made from.
create table route_patterns (
  route_id uuid not null constraint route_patterns_route_id_fkey references routes on delete cascade,
  version int not null constraint route_patterns_version_check check (version >= 1),
  created_at timestamptz not null default now(),
  primary key (route_id, version)
);

create table route_stops (
  route_id uuid not null,
  pattern_version int not null,
  seq int not null constraint route_stops_seq_check check (seq >= 1),
  station_id uuid not null constraint route_stops_station_id_fkey references stations on delete restrict,
  arrive_offset_min int not null constraint route_stops_arrive_offset_min_check check (arrive_offset_min >= 0),
  depart_offset_min int not null
    constraint route_stops_depart_offset_min_check check (depart_offset_min >= arrive_offset_min),
  pickup_type text not null default 'regular' constraint route_stops_pickup_type_check
    check (pickup_type in ('regular', 'none', 'phone_agency', 'ask_driver')),
  drop_off_type text not null default 'regular' constraint route_stops_drop_off_type_check
    check (drop_off_type in ('regular', 'none', 'phone_agency', 'ask_driver')),
  primary key (route_id, pattern_version, seq),
  constraint route_stops_pattern_version_fkey foreign key (route_id, pattern_version)
    references route_patterns (route_id, version) on delete cascade
);
create index route_stops_station_id_idx on route_stops (station_id, route_id);
