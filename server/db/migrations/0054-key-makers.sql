-- Who made a key: it never has more than that person's role. Null for keys made before this was noted.
alter table partner_credentials add column made_by_member_id uuid
  constraint partner_credentials_made_by_member_id_fkey references partner_members on delete set null;
create index partner_credentials_made_by_member_id_idx on partner_credentials (made_by_member_id)
  where made_by_member_id is not null;
