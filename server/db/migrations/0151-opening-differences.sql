-- What the float of a till differed by from what was left in it, and why.
alter table till_sessions
  add column opening_difference_minor bigint not null default 0,
  add column opening_reason text,
  add constraint till_sessions_opening_reason_check check (opening_difference_minor = 0 or opening_reason is not null);
