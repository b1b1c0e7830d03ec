-- How many days notifications that were read, and sessions that have ended, are kept.
alter table company
  add column notifications_kept_days int not null default 90
    constraint company_notifications_kept_days_check check (notifications_kept_days > 0),
  add column sessions_kept_days int not null default 30
    constraint company_sessions_kept_days_check check (sessions_kept_days > 0);

create index notifications_read_at_idx on notifications (read_at) where read_at is not null;
create index auth_sessions_ended_idx on auth_sessions (least(revoked_at, expires_at));
create index partner_sessions_ended_idx on partner_sessions (least(revoked_at, expires_at));
-- Counts of a person's notifications are read from the index alone.
create index notifications_count_idx on notifications (user_id, entity_type, is_read, notification_type);
