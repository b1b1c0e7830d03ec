-- A till that was counted takes no more cash, and waits to be closed or handed over. The count is in till_counts.
alter table till_sessions
  add column counted_at timestamptz,
  -- Where the till stood when it was opened.
  add column station_id uuid constraint till_sessions_station_id_fkey references stations on delete restrict;
update till_sessions set counted_at = closed_at where closed_at is not null;
alter table till_sessions add constraint till_sessions_counted_at_check check (closed_at is null or counted_at is not null);
-- One open till for a person and a place.
create unique index till_sessions_user_id_key on till_sessions (user_id, station_id) nulls not distinct
  where closed_at is null;
create index till_sessions_station_id_idx on till_sessions (station_id) where station_id is not null;
create index tills_station_id_idx on tills (station_id) where station_id is not null;

-- Found by code and name, as other records are.
alter table tills add column search_text text generated always as (search_fold(code || ' ' || name)) stored;
create index tills_search_idx on tills using gin (search_text gin_trgm_ops);

-- Cash that was brought from one place to another while tills were open.
create table till_moves (
  id uuid primary key,
  at timestamptz not null,
  -- Null is the bank.
  from_session_id uuid constraint till_moves_from_session_id_fkey references till_sessions on delete restrict,
  to_session_id uuid constraint till_moves_to_session_id_fkey references till_sessions on delete restrict,
  amount_minor bigint not null constraint till_moves_amount_minor_check check (amount_minor > 0),
  user_id uuid not null constraint till_moves_user_id_fkey references users on delete restrict,
  reason text,
  constraint till_moves_to_session_id_check check (from_session_id is distinct from to_session_id)
);
create index till_moves_from_session_id_idx on till_moves (from_session_id) where from_session_id is not null;
create index till_moves_to_session_id_idx on till_moves (to_session_id) where to_session_id is not null;
create trigger till_moves_append_only before update or delete on till_moves
  for each row execute function refuse_changing_money();
create trigger till_counts_append_only before update or delete on till_counts
  for each row execute function refuse_changing_money();
