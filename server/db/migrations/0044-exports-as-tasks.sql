-- A long list is written into a file as a task; the file is kept in the database, so that any process can hand it out.
alter table tasks
  drop constraint tasks_kind_check,
  add constraint tasks_kind_check
    check (kind in ('bulk', 'import', 'undo', 'timetable', 'generation', 'backup', 'export')),
  add column file_name text,
  add column file_bytes bigint,
  add constraint tasks_file_check check ((file_name is null) = (file_bytes is null));

create table task_files (
  task_id uuid not null constraint task_files_task_id_fkey references tasks on delete cascade,
  position int not null,
  bytes bytea not null,
  primary key (task_id, position)
);
