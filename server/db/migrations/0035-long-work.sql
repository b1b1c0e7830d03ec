-- Timetables, departures and backups are tasks, too; some are no list of rows, but one piece that tells its percent.
alter table tasks
  drop constraint tasks_kind_check,
  add constraint tasks_kind_check check (kind in ('bulk', 'import', 'undo', 'timetable', 'generation', 'backup')),
  alter column resource drop not null,
  -- The part of the work that is in hand.
  add column stage text,
  -- The code, the number to quote and the refusal, for the reader's own language.
  alter column failure type jsonb using case
    when failure is null then null
    else jsonb_build_object('code', 'internal', 'quote', null, 'problem', null)
  end;

-- The feed of a timetable that waits to be imported, so that any process can do it, also after a stop.
create table timetable_files (
  run_id uuid not null constraint timetable_files_run_id_fkey references import_runs on delete cascade,
  position int not null,
  bytes bytea not null,
  primary key (run_id, position)
);
