-- A party whose departure has left or was cancelled waits no longer.
alter table waiting_entries drop constraint waiting_entries_state_check;
alter table waiting_entries add constraint waiting_entries_state_check
  check (state in ('waiting', 'offered', 'booked', 'lapsed', 'withdrawn', 'expired'));
