-- A job that is done is gone: what it has left behind says that it was.
delete from jobs where done_at is not null;
drop index jobs_waiting_idx;
drop index jobs_key_idx;
alter table jobs drop column done_at;
create index jobs_waiting_idx on jobs (run_at, id) where failed_at is null;
create unique index jobs_key_idx on jobs (kind, key) where failed_at is null;
