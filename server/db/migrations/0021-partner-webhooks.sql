-- Where partners want to be told of what happens.
create table webhook_endpoints (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  partner_id uuid not null constraint webhook_endpoints_partner_id_fkey references partners on delete cascade,
  environment text not null constraint webhook_endpoints_environment_check check (environment in ('live', 'test')),
  url text not null,
  description text,
  events text[] not null,
  status text not null default 'active'
    constraint webhook_endpoints_status_check check (status in ('active', 'paused', 'disabled')),
  disabled_reason text constraint webhook_endpoints_disabled_reason_check check (disabled_reason in ('gone', 'failing')),
  disabled_at timestamptz,
  failing_since timestamptz,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  -- Sealed with a key that is not in the database; so is the one that was replaced.
  secret text not null,
  secret_last4 text not null,
  previous_secret text,
  previous_secret_until timestamptz,
  constraint webhook_endpoints_disabled_check check ((status = 'disabled') = (disabled_at is not null)),
  constraint webhook_endpoints_previous_check check ((previous_secret is null) = (previous_secret_until is null))
);
create index webhook_endpoints_partner_id_idx on webhook_endpoints (partner_id, environment);

-- How many messages there were about a trip or a journey, for each partner and environment.
create table webhook_sequences (
  partner_id uuid not null constraint webhook_sequences_partner_id_fkey references partners on delete cascade,
  environment text not null,
  object_id uuid not null,
  last int not null,
  updated_at timestamptz not null default now(),
  primary key (partner_id, environment, object_id)
);
create index webhook_sequences_updated_at_idx on webhook_sequences (updated_at);

-- A message to one receiver, written with what it tells of. Its id is what the receiver knows it by.
create table webhook_deliveries (
  id uuid primary key,
  created_at timestamptz not null,
  endpoint_id uuid not null
    constraint webhook_deliveries_endpoint_id_fkey references webhook_endpoints on delete cascade,
  partner_id uuid not null constraint webhook_deliveries_partner_id_fkey references partners on delete cascade,
  environment text not null,
  type text not null,
  object_id uuid,
  trip_reference text,
  partner_reference text,
  -- The body, byte for byte.
  payload text not null,
  state text not null default 'pending'
    constraint webhook_deliveries_state_check check (state in ('pending', 'delivered', 'failed')),
  attempts int not null default 0,
  -- Tries since it was written or last replayed: how long the next wait is.
  tries int not null default 0,
  next_attempt_at timestamptz,
  -- Whoever sends it has it until then.
  claimed_until timestamptz,
  -- A rehearsal: so many tries fail without being made.
  fail_first int not null default 0,
  delivered_at timestamptz,
  last_status int,
  last_error text,
  last_duration_ms int,
  constraint webhook_deliveries_next_check check ((state = 'pending') = (next_attempt_at is not null))
);
create index webhook_deliveries_due_idx on webhook_deliveries (next_attempt_at, id) where state = 'pending';
create index webhook_deliveries_endpoint_id_idx on webhook_deliveries (endpoint_id, created_at, id);
create index webhook_deliveries_partner_id_idx on webhook_deliveries (partner_id, created_at, id);
create index webhook_deliveries_created_at_idx on webhook_deliveries (created_at);

-- A key that runs out is told of once.
alter table partner_credentials add column expiry_told_at timestamptz;

-- Calls, and the tries of a delivery, are looked up by what both sides know them by.
create index partner_api_logs_request_id_idx on partner_api_logs (request_id);
