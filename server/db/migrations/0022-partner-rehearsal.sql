-- Test trips that follow a script.
create table mock_trips (
  id uuid primary key,
  created_at timestamptz not null,
  partner_id uuid not null constraint mock_trips_partner_id_fkey references partners on delete cascade,
  scenario text not null,
  seed int not null,
  state text not null default 'running'
    constraint mock_trips_state_check check (state in ('running', 'finished', 'stopped')),
  reservation_id uuid constraint mock_trips_reservation_id_fkey references reservations on delete set null,
  started_at timestamptz not null,
  ends_at timestamptz not null,
  -- When the next step happens by itself; null where it waits for a call.
  next_at timestamptz,
  steps jsonb not null,
  -- What the partner's next call meets, or the next message.
  trap text
);
create index mock_trips_partner_id_idx on mock_trips (partner_id, created_at, id);
create index mock_trips_running_idx on mock_trips (next_at) where state = 'running';
create index mock_trips_reservation_id_idx on mock_trips (reservation_id) where trap is not null;

-- What a partner's program did for the first time in the test environment.
create table partner_certifications (
  partner_id uuid not null constraint partner_certifications_partner_id_fkey references partners on delete cascade,
  item text not null,
  done_at timestamptz not null,
  request_id text,
  primary key (partner_id, item)
);

-- What the partner keeps of a sale, as it was agreed when it was made.
alter table reservations add column commission_minor bigint;
