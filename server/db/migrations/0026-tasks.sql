-- Work that takes longer than an answer may: one row for each that a person asked for.
create table tasks (
  id uuid primary key,
  kind text not null constraint tasks_kind_check check (kind in ('bulk', 'import', 'undo')),
  resource text not null,
  state text not null default 'queued'
    constraint tasks_state_check check (state in ('queued', 'running', 'succeeded', 'failed', 'cancelled')),
  -- What was asked for, by kind.
  request jsonb not null,
  -- The name of the file that it works from.
  source text,
  -- It only says what would happen.
  is_trial boolean not null default false,
  total int not null constraint tasks_total_check check (total >= 0),
  done int not null default 0,
  -- How many rows had each outcome.
  counts jsonb not null default '{}',
  failure text,
  undoes_id uuid constraint tasks_undoes_id_fkey references tasks on delete set null,
  user_id uuid constraint tasks_user_id_fkey references users on delete set null,
  user_name text not null,
  language text not null,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  constraint tasks_done_check check (done between 0 and total),
  constraint tasks_finished_at_check check ((finished_at is not null) = (state in ('succeeded', 'failed', 'cancelled')))
);
create index tasks_created_at_idx on tasks (created_at, id);
create index tasks_user_id_idx on tasks (user_id, created_at, id);
-- What is taken back is taken back once.
create unique index tasks_undoes_id_idx on tasks (undoes_id) where state in ('queued', 'running', 'succeeded');

-- What a task works through, in order, and what came of each.
create table task_rows (
  task_id uuid not null constraint task_rows_task_id_fkey references tasks on delete cascade,
  position int not null,
  outcome text not null default 'waiting' constraint task_rows_outcome_check check (outcome in (
    'waiting', 'created', 'updated', 'unchanged', 'deleted', 'restored', 'refused'
  )),
  record_id uuid,
  label text not null default '',
  -- Line of the file that the row came from.
  line int,
  -- The code, the sentence and the fields of a refusal.
  problem jsonb,
  primary key (task_id, position)
);
create index task_rows_outcome_idx on task_rows (task_id, outcome, position);

-- A table that somebody sent to be imported, kept while it may be.
create table import_sheets (
  id uuid primary key,
  resource text not null,
  file_name text not null,
  user_id uuid constraint import_sheets_user_id_fkey references users on delete cascade,
  header jsonb not null,
  row_count int not null,
  created_at timestamptz not null default now()
);
create index import_sheets_created_at_idx on import_sheets (created_at);

create table import_rows (
  sheet_id uuid not null constraint import_rows_sheet_id_fkey references import_sheets on delete cascade,
  position int not null,
  line int not null,
  cells jsonb not null,
  primary key (sheet_id, position)
);
