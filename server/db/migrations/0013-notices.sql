-- What happened, once for all its readers: the same event in every reader's row, its kind and values to word it anew.
alter table notifications
  add column event_id uuid,
  add column kind text,
  add column wording jsonb not null default '{}',
  -- A path of the console and nothing that leads out of it.
  add constraint notifications_action_url_check check (action_url ~ '^/($|[^/\\])' and action_url !~ '[[:cntrl:]]');
create index notifications_event_id_idx on notifications (event_id) where event_id is not null;
