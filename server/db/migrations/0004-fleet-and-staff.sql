create table vehicle_types (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  code text not null constraint vehicle_types_code_key unique,
  name jsonb not null constraint vehicle_types_name_check check (name->>'en' is not null),
  category text not null default 'coach' constraint vehicle_types_category_check
    check (category in ('sedan', 'minivan', 'minibus', 'coach', 'accessible', 'other')),
  seats int not null constraint vehicle_types_seats_check check (seats between 1 and 120),
  standing_capacity int not null default 0
    constraint vehicle_types_standing_capacity_check check (standing_capacity >= 0),
  wheelchair_spaces int not null default 0
    constraint vehicle_types_wheelchair_spaces_check check (wheelchair_spaces >= 0),
  luggage_units int not null default 0 constraint vehicle_types_luggage_units_check check (luggage_units >= 0),
  child_seats int not null default 0 constraint vehicle_types_child_seats_check check (child_seats >= 0),
  amenities text[] not null default '{}',
  turnaround_min int not null default 15
    constraint vehicle_types_turnaround_min_check check (turnaround_min between 0 and 240),
  required_licence_categories text[] not null default '{}',
  status text not null default 'active' constraint vehicle_types_status_check check (status in ('active', 'inactive')),
  search_text text generated always as (search_fold(code || ' ' || text_values(name))) stored
);
create index vehicle_types_search_idx on vehicle_types using gin (search_text gin_trgm_ops);
create index vehicle_types_name_idx on vehicle_types ((name->>'en'), id);
create index vehicle_types_created_at_idx on vehicle_types (created_at, id);

create table vehicles (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  fleet_code text not null constraint vehicles_fleet_code_key unique,
  registration_plate text not null,
  vehicle_type_id uuid not null constraint vehicles_vehicle_type_id_fkey references vehicle_types on delete restrict,
  seats_override int constraint vehicles_seats_override_check check (seats_override between 1 and 120),
  vin text constraint vehicles_vin_key unique,
  make text,
  model text,
  year int,
  home_station_id uuid constraint vehicles_home_station_id_fkey references stations on delete restrict,
  odometer_km int constraint vehicles_odometer_km_check check (odometer_km >= 0),
  inspection_expires_on date,
  insurance_expires_on date,
  status text not null default 'available'
    constraint vehicles_status_check check (status in ('available', 'out_of_service', 'retired')),
  status_reason text,
  search_text text generated always as (
    search_fold(fleet_code || ' ' || registration_plate || ' ' || regexp_replace(registration_plate, '[^A-Za-z0-9]', '', 'g')
      || ' ' || coalesce(vin, '') || ' ' || coalesce(make, '') || ' ' || coalesce(model, ''))
  ) stored,
  constraint vehicles_status_reason_check check (status <> 'out_of_service' or status_reason is not null)
);
create unique index vehicles_registration_plate_key
  on vehicles (upper(regexp_replace(registration_plate, '[^A-Za-z0-9]', '', 'g')));
create index vehicles_search_idx on vehicles using gin (search_text gin_trgm_ops);
create index vehicles_vehicle_type_id_idx on vehicles (vehicle_type_id);
create index vehicles_home_station_id_idx on vehicles (home_station_id);
create index vehicles_created_at_idx on vehicles (created_at, id);

create table vehicle_downtimes (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  vehicle_id uuid not null constraint vehicle_downtimes_vehicle_id_fkey references vehicles on delete restrict,
  starts_at timestamptz not null,
  ends_at timestamptz,
  kind text not null constraint vehicle_downtimes_kind_check
    check (kind in ('breakdown', 'maintenance', 'inspection', 'cleaning')),
  note text,
  created_by_user_id uuid constraint vehicle_downtimes_created_by_user_id_fkey references users on delete restrict,
  search_text text generated always as (search_fold(kind || ' ' || coalesce(note, ''))) stored,
  constraint vehicle_downtimes_ends_at_check check (ends_at > starts_at)
);
create index vehicle_downtimes_vehicle_id_idx on vehicle_downtimes (vehicle_id, starts_at);
create index vehicle_downtimes_starts_at_idx on vehicle_downtimes (starts_at, id);
create index vehicle_downtimes_created_by_user_id_idx on vehicle_downtimes (created_by_user_id);

create table staff (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  employee_no text not null constraint staff_employee_no_key unique,
  first_name text not null,
  last_name text not null,
  phone text,
  email text,
  roles text[] not null constraint staff_roles_check check (cardinality(roles) > 0),
  licence_number text,
  licence_categories text[] not null default '{}',
  licence_expires_on date,
  medical_expires_on date,
  languages text[] not null default '{}',
  max_daily_drive_min int not null default 540
    constraint staff_max_daily_drive_min_check check (max_daily_drive_min between 0 and 1440),
  min_rest_min int not null default 660 constraint staff_min_rest_min_check check (min_rest_min >= 0),
  user_id uuid constraint staff_user_id_fkey references users on delete restrict constraint staff_user_id_key unique,
  status text not null default 'active' constraint staff_status_check check (status in ('active', 'suspended', 'left')),
  search_text text generated always as (
    search_fold(employee_no || ' ' || first_name || ' ' || last_name || ' ' || first_name || ' ' || coalesce(phone, '') || ' '
      || coalesce(email, '') || ' ' || coalesce(licence_number, ''))
  ) stored
);
create index staff_search_idx on staff using gin (search_text gin_trgm_ops);
create index staff_last_name_idx on staff (last_name, id);
create index staff_created_at_idx on staff (created_at, id);

create table staff_absences (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  staff_id uuid not null constraint staff_absences_staff_id_fkey references staff on delete restrict,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  kind text not null constraint staff_absences_kind_check check (kind in ('leave', 'sick', 'training')),
  state text not null default 'requested'
    constraint staff_absences_state_check check (state in ('requested', 'approved', 'rejected')),
  note text,
  search_text text generated always as (search_fold(kind || ' ' || coalesce(note, ''))) stored,
  constraint staff_absences_ends_at_check check (ends_at > starts_at)
);
create index staff_absences_staff_id_idx on staff_absences (staff_id, starts_at);
create index staff_absences_starts_at_idx on staff_absences (starts_at, id);

create table shifts (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  staff_id uuid not null constraint shifts_staff_id_fkey references staff on delete restrict,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  note text,
  search_text text generated always as (search_fold(coalesce(note, ''))) stored,
  constraint shifts_ends_at_check check (ends_at > starts_at)
);
create index shifts_staff_id_idx on shifts (staff_id, starts_at);
create index shifts_starts_at_idx on shifts (starts_at, id);

-- When a vehicle or a person is taken, the turnaround on both sides included. An open end is null.
create table resource_allocations (
  id uuid primary key,
  resource_kind text not null
    constraint resource_allocations_resource_kind_check check (resource_kind in ('vehicle', 'staff')),
  resource_id uuid not null,
  source text not null
    constraint resource_allocations_source_check check (source in ('journey', 'hire', 'downtime', 'absence')),
  source_id uuid not null,
  busy_from timestamptz not null,
  busy_to timestamptz,
  state text not null constraint resource_allocations_state_check check (state in ('tentative', 'firm', 'released')),
  created_at timestamptz not null default now(),
  constraint resource_allocations_busy_to_check check (busy_to > busy_from),
  constraint resource_allocations_no_overlap exclude using gist (
    resource_kind with =, resource_id with =, tstzrange(busy_from, busy_to) with &&
  ) where (state <> 'released')
);
create index resource_allocations_source_idx on resource_allocations (source, source_id);
create index resource_allocations_resource_idx on resource_allocations (resource_kind, resource_id, busy_from);
