-- What partners called and what they were answered, without secrets; kept for 30 days.
create table partner_api_logs (
  id uuid primary key,
  at timestamptz not null,
  partner_id uuid not null constraint partner_api_logs_partner_id_fkey references partners on delete cascade,
  -- Null where a person called through the portal.
  credential_id uuid
    constraint partner_api_logs_credential_id_fkey references partner_credentials on delete cascade,
  environment text not null constraint partner_api_logs_environment_check check (environment in ('live', 'test')),
  direction text not null default 'inbound'
    constraint partner_api_logs_direction_check check (direction in ('inbound', 'webhook')),
  method text not null,
  path text not null,
  query text not null default '',
  status int not null,
  problem_code text,
  duration_ms int not null,
  ip text,
  user_agent text,
  request_id text not null,
  idempotency_key text,
  trip_reference text,
  partner_reference text,
  request_headers jsonb not null default '{}',
  request_body text,
  response_headers jsonb not null default '{}',
  response_body text
);
create index partner_api_logs_partner_id_idx on partner_api_logs (partner_id, at, id);
create index partner_api_logs_at_idx on partner_api_logs (at);

-- Partners read what has changed since they last asked.
create index reservations_partner_updated_at_idx on reservations (partner_id, updated_at, id)
  where partner_id is not null;
