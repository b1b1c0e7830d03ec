-- Why free seats were last not offered to a party that waits.
alter table waiting_entries add column skip_reason text constraint waiting_entries_skip_reason_check
  check (skip_reason in ('no_space', 'no_fare', 'off_sale', 'blocked', 'other'));
