-- Of a creation the history need not keep what the record says itself: null is read from it and from what came after.
alter table audit_events alter column changes drop not null;
