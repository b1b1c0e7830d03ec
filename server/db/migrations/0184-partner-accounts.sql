-- The second step at sign-in for people of partners, as staff have it.
alter table partner_members add column mfa_enabled boolean not null default false;

create table partner_second_factors (
  member_id uuid primary key
    constraint partner_second_factors_member_id_fkey references partner_members on delete cascade,
  -- Sealed.
  secret text not null,
  confirmed_at timestamptz,
  -- Of the last code that was taken: no code is taken twice.
  last_step int not null default 0
);

create table partner_recovery_codes (
  code_hash text primary key,
  member_id uuid not null
    constraint partner_recovery_codes_member_id_fkey references partner_members on delete cascade,
  used_at timestamptz
);
create index partner_recovery_codes_member_id_idx on partner_recovery_codes (member_id);
