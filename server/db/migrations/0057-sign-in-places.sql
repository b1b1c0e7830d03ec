-- Failed sign-ins are counted by network: an address, or the 64 bits of IPv6 that one subscriber has to itself. `account`
-- is that of somebody who is there, or what was typed.
delete from login_failures;
alter table login_failures rename column ip to network;
alter index login_failures_ip_idx rename to login_failures_network_idx;

-- Where somebody has signed in from, so that strangers who guess do not lock them out there.
create table sign_in_places (
  account text not null,
  network text not null,
  last_at timestamptz not null,
  constraint sign_in_places_pkey primary key (account, network)
);
create index sign_in_places_last_at_idx on sign_in_places (last_at);

insert into sign_in_places (account, network, last_at)
select account, network, max(at) from (
  select 'user:' || user_id as account, regexp_replace(ip, '^::ffff:', '') as network, created_at as at from auth_sessions
  union all
  select 'partner:' || member_id, regexp_replace(ip, '^::ffff:', ''), created_at from partner_sessions
) signed_in
where network ~ '^\d{1,3}(\.\d{1,3}){3}$' and at > now() - interval '90 days'
group by account, network;
