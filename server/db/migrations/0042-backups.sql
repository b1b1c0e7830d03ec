-- Backups that are made by themselves, and those that somebody asked for.
alter table company
  -- Hour of the day in the company's zone; null: never.
  add column backup_hour int constraint company_backup_hour_check check (backup_hour between 0 and 23),
  add column backups_kept int not null default 7 constraint company_backups_kept_check check (backups_kept > 0),
  -- Nothing is made up for of before.
  add column backups_since timestamptz not null default now(),
  -- When it was last told that the newest backup is old; null once there is another one.
  add column backups_missed_at timestamptz;

-- Who runs on one file has no other copy of it. PostgreSQL has backups of its own, and its size is not known here.
update company set backup_hour = 3 where version() like '%PGlite%';

create table backups (
  id uuid primary key,
  state text not null constraint backups_state_check check (state in ('queued', 'running', 'succeeded', 'failed')),
  -- The moment that the schedule named; null for what somebody asked for.
  due_at timestamptz,
  started_by text not null,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  -- In the folder of backups.
  file text,
  bytes bigint,
  row_count int,
  verdict text constraint backups_verdict_check check (verdict in ('restored', 'opened')),
  failure text constraint backups_failure_check
    check (failure in ('no_space', 'not_writable', 'not_whole', 'interrupted', 'internal')),
  -- When its file was removed, because enough newer ones were there.
  removed_at timestamptz,
  constraint backups_due_at_key unique (due_at),
  constraint backups_end_check check ((state in ('succeeded', 'failed')) = (finished_at is not null))
);
create index backups_created_at_idx on backups (created_at desc, id desc);
