-- The operator whose back office this is: one row, always there.
create table company (
  id smallint primary key default 1 constraint company_id_check check (id = 1),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  name text not null,
  currency text not null,
  timezone text not null,
  locale text not null
);
insert into company (name, currency, timezone, locale) values ('Wayline', 'EUR', 'UTC', 'en');

-- No foreign keys: the trail outlives what it tells of.
create table audit_events (
  id uuid primary key,
  at timestamptz not null default now(),
  actor_kind text not null
    constraint audit_events_actor_kind_check check (actor_kind in ('user', 'partner', 'system')),
  actor_id uuid,
  actor_name text not null,
  ip text,
  request_id text,
  action text not null,
  entity_type text,
  entity_id uuid,
  entity_label text,
  changes jsonb not null default '[]',
  reason text,
  search_text text generated always as (
    search_fold(actor_name || ' ' || action || ' ' || coalesce(entity_label, '') || ' ' || coalesce(request_id, '') || ' '
      || coalesce(reason, ''))
  ) stored
);
create index audit_events_entity_idx on audit_events (entity_type, entity_id, at, id);
create index audit_events_at_idx on audit_events (at, id);
create index audit_events_actor_id_idx on audit_events (actor_id, at, id);
create index audit_events_action_idx on audit_events (action, at, id);
create index audit_events_search_idx on audit_events using gin (search_text gin_trgm_ops);

create function audit_events_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit_events is append-only: % is refused', lower(tg_op);
end $$;
create trigger audit_events_append_only before update or delete on audit_events
  for each row execute function audit_events_refuse_change();

create table notifications (
  id uuid primary key,
  user_id uuid not null constraint notifications_user_id_fkey references users on delete cascade,
  title text not null,
  message text not null,
  notification_type text not null constraint notifications_notification_type_check check (notification_type in (
    'success', 'warning', 'error', 'vehicle_update', 'route_update', 'reservation_update', 'system_alert'
  )),
  is_read boolean not null default false,
  read_at timestamptz,
  action_url text,
  entity_type text,
  entity_id uuid,
  created_at timestamptz not null default now(),
  constraint notifications_read_at_check check (is_read = (read_at is not null))
);
create index notifications_user_id_idx on notifications (user_id, created_at, id);
create index notifications_unread_idx on notifications (user_id) where not is_read;

-- What must happen outside once the transaction has happened: written with it, worked off after it.
create table outbox (
  id uuid primary key,
  topic text not null,
  payload jsonb not null,
  created_at timestamptz not null default now(),
  available_at timestamptz not null default now(),
  attempts int not null default 0,
  last_error text,
  done_at timestamptz
);
create index outbox_waiting_idx on outbox (available_at, id) where done_at is null;
create index outbox_done_at_idx on outbox (done_at) where done_at is not null;

-- Which record came from which row of another system; the fingerprint tells whether that row has changed since.
create table import_links (
  source text not null,
  kind text not null,
  external_id text not null,
  record_id uuid not null,
  fingerprint text not null,
  primary key (source, kind, external_id)
);
create index import_links_record_id_idx on import_links (record_id);

create table import_runs (
  id uuid primary key,
  kind text not null,
  source text not null,
  started_by uuid constraint import_runs_started_by_fkey references users on delete set null,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  state text not null,
  progress jsonb not null default '{}',
  report jsonb
);
create index import_runs_started_at_idx on import_runs (started_at, id);
