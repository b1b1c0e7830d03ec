-- Nothing was ever written to the table that this one replaces.
drop table outbox;

-- What has to happen once a transaction has: written with it, done after it, at least once.
create table jobs (
  id uuid primary key,
  kind text not null,
  payload jsonb not null,
  -- Of the jobs of a kind that wait, one has this key: a later wish takes its place.
  key text,
  created_at timestamptz not null default now(),
  -- At once unless said.
  run_at timestamptz not null default '-infinity',
  attempts int not null default 0 constraint jobs_attempts_check check (attempts >= 0),
  -- Whoever has it in hand has it until then; a process that died leaves it to the others.
  locked_until timestamptz,
  last_error text,
  done_at timestamptz,
  -- When it was given up.
  failed_at timestamptz,
  constraint jobs_end_check check (done_at is null or failed_at is null)
);
create index jobs_waiting_idx on jobs (run_at, id) where done_at is null and failed_at is null;
create unique index jobs_key_idx on jobs (kind, key) where done_at is null and failed_at is null;
create index jobs_done_at_idx on jobs (done_at) where done_at is not null;
