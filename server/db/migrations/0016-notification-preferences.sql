-- What each person wants to be told of, and how; who has chosen nothing has no row.
create table notification_preferences (
  user_id uuid primary key constraint notification_preferences_user_id_fkey references users on delete cascade,
  muted_types text[] not null constraint notification_preferences_muted_types_check check (
    muted_types <@ array['success', 'warning', 'error', 'vehicle_update', 'route_update', 'reservation_update']
  ),
  station_ids uuid[] not null,
  sound boolean not null,
  browser boolean not null,
  quiet_from text constraint notification_preferences_quiet_from_check
    check (quiet_from ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  quiet_until text constraint notification_preferences_quiet_until_check
    check (quiet_until ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  constraint notification_preferences_quiet_hours_check
    check ((quiet_from is null) = (quiet_until is null) and (quiet_from is null or quiet_from <> quiet_until))
);
