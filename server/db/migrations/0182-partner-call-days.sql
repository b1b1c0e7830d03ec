-- Of each day (UTC): what the record of a partner's calls takes, and the calls that are only counted.
create table partner_call_days (
  partner_id uuid not null constraint partner_call_days_partner_id_fkey references partners on delete cascade,
  day date not null,
  recorded_bytes bigint not null default 0,
  -- Refused because the key had called too often.
  throttled int not null default 0,
  -- Left out because the day's record was full.
  unrecorded int not null default 0,
  constraint partner_call_days_pkey primary key (partner_id, day)
);
create index partner_call_days_day_idx on partner_call_days (day);
