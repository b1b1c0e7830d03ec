-- What a person is told of: what needs them, or also what their role may follow.
alter table notification_preferences add column scope text not null default 'needed'
  constraint notification_preferences_scope_check check (scope in ('needed', 'all'));

-- Unread notifications of one kind are one row. Its words are chosen as it is read; only what has no kind brings its own.
alter table notifications
  alter column title drop not null,
  alter column message drop not null,
  add column group_id uuid,
  add column is_open boolean not null default false,
  add column record_ids uuid[] not null default '{}',
  add constraint notifications_words_check check (kind is not null or (title is not null and message is not null)),
  add constraint notifications_group_check check (is_open <= (group_id is not null));
-- One open group for each reader and kind, however many followers write at once.
create unique index notifications_group_key on notifications (user_id, kind) where is_open and not is_read;

-- Moments to come that somebody was told of, so that nobody is told twice.
create table deadlines_told (
  event text not null,
  record_id uuid not null,
  due_at timestamptz not null,
  primary key (event, record_id, due_at)
);
create index deadlines_told_due_at_idx on deadlines_told (due_at);
