-- What a step in the life of a reservation leaves behind.
alter table reservations
  add column hold_extensions int not null default 0
    constraint reservations_hold_extensions_check check (hold_extensions between 0 and 2),
  add column price_version int not null default 1
    constraint reservations_price_version_check check (price_version >= 1),
  add column cancelled_at timestamptz,
  -- What a cancellation ended: {"status", "passengers": [status, …], "vehicle_id", "driver_id"}.
  add column cancelled_from jsonb,
  add column cancellation_fee_minor bigint not null default 0
    constraint reservations_cancellation_fee_minor_check check (cancellation_fee_minor >= 0),
  add column vehicle_id uuid constraint reservations_vehicle_id_fkey references vehicles on delete restrict,
  add column driver_id uuid constraint reservations_driver_id_fkey references staff on delete restrict,
  add constraint reservations_vehicle_id_check
    check (kind = 'private_hire' or (vehicle_id is null and driver_id is null));
create index reservations_vehicle_id_idx on reservations (vehicle_id) where vehicle_id is not null;
create index reservations_driver_id_idx on reservations (driver_id) where driver_id is not null;

-- Share of the price that is kept, by hours before departure: the first step that the time left is below.
alter table company add column cancellation_policy jsonb not null
  default '[{"hours_before": 2, "percent_bp": 10000}, {"hours_before": 24, "percent_bp": 5000}]';

-- What a reservation was before each amendment. Its own row has the version that holds.
create table reservation_snapshots (
  reservation_id uuid not null
    constraint reservation_snapshots_reservation_id_fkey references reservations on delete cascade,
  price_version int not null,
  price_lines jsonb not null,
  price_hash text,
  total_minor bigint not null,
  currency text not null,
  legs jsonb not null,
  passengers jsonb not null,
  superseded_at timestamptz not null,
  primary key (reservation_id, price_version)
);

create function refuse_rewriting() returns trigger language plpgsql as $$
begin
  raise exception '% keeps what was promised: % is refused', tg_table_name, lower(tg_op);
end $$;
create trigger reservation_snapshots_immutable before update on reservation_snapshots
  for each row execute function refuse_rewriting();
-- A price that was confirmed changes only as a new version.
create trigger reservations_price_immutable before update of price_lines, price_hash, total_minor, currency on reservations
  for each row when (
    old.status in ('confirmed', 'checked_in', 'boarded', 'completed', 'no_show')
    and new.price_version = old.price_version
    and (new.price_lines <> old.price_lines or new.price_hash is distinct from old.price_hash
      or new.total_minor <> old.total_minor or new.currency <> old.currency)
  ) execute function refuse_rewriting();

-- A scanner that was offline sends again what it has already sent.
create table ticket_scans (
  nonce text primary key,
  reservation_id uuid not null constraint ticket_scans_reservation_id_fkey references reservations on delete cascade,
  action text not null,
  at timestamptz not null,
  answer text not null
);
create index ticket_scans_reservation_id_idx on ticket_scans (reservation_id);

-- Who wants seats that are not there. In the order of their coming.
create table waiting_entries (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  journey_id uuid not null constraint waiting_entries_journey_id_fkey references journeys on delete restrict,
  board_seq int not null constraint waiting_entries_board_seq_check check (board_seq >= 1),
  alight_seq int not null,
  passengers jsonb not null,
  seats int not null constraint waiting_entries_seats_check check (seats >= 1),
  lead_name text not null,
  lead_phone text,
  lead_email text,
  locale text not null default 'en',
  customer_id uuid constraint waiting_entries_customer_id_fkey references customers on delete restrict,
  state text not null default 'waiting' constraint waiting_entries_state_check
    check (state in ('waiting', 'offered', 'booked', 'lapsed', 'withdrawn')),
  reservation_id uuid constraint waiting_entries_reservation_id_fkey references reservations on delete set null,
  constraint waiting_entries_alight_seq_check check (alight_seq > board_seq)
);
create index waiting_entries_journey_id_idx on waiting_entries (journey_id, created_at, id);
create index waiting_entries_open_idx on waiting_entries (state) where state in ('waiting', 'offered');
create index waiting_entries_reservation_id_idx on waiting_entries (reservation_id) where reservation_id is not null;
create index waiting_entries_customer_id_idx on waiting_entries (customer_id) where customer_id is not null;

-- The answer to a request, written with what the request did, so that the same request again does nothing again.
create table idempotency_keys (
  scope text not null,
  key text not null,
  fingerprint text not null,
  answer text,
  created_at timestamptz not null,
  primary key (scope, key)
);
create index idempotency_keys_created_at_idx on idempotency_keys (created_at);
