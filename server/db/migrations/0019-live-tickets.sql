-- A ticket opens one live connection; taking it is deleting it.
create table live_tickets (
  ticket_hash text primary key,
  session_id uuid not null constraint live_tickets_session_id_fkey references auth_sessions on delete cascade,
  expires_at timestamptz not null
);
create index live_tickets_session_id_idx on live_tickets (session_id);
create index live_tickets_expires_at_idx on live_tickets (expires_at);

-- A station that is gone touches nothing: who chose it alone would hear of nothing that has a station.
create function forget_chosen_station() returns trigger language plpgsql as $$
begin
  update notification_preferences set station_ids = array_remove(station_ids, old.id) where station_ids @> array[old.id];
  return null;
end $$;
create trigger stations_forgotten_in_preferences after delete on stations
  for each row execute function forget_chosen_station();
update notification_preferences p set station_ids =
  array(select chosen from unnest(p.station_ids) as chosen where exists (select from stations s where s.id = chosen));
