create table customers (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  kind text not null default 'person' constraint customers_kind_check check (kind in ('person', 'company')),
  first_name text,
  last_name text,
  company_name text,
  email text,
  phone text,
  locale text not null default 'en',
  tags text[] not null default '{}',
  notes text,
  tax_number text,
  credit_limit_minor bigint constraint customers_credit_limit_minor_check check (credit_limit_minor >= 0),
  is_blocked boolean not null default false,
  blocked_reason text,
  consent_marketing boolean not null default false,
  merged_into_id uuid constraint customers_merged_into_id_fkey references customers on delete restrict
    constraint customers_merged_into_id_check check (merged_into_id <> id),
  anonymised_at timestamptz,
  search_text text generated always as (
    search_fold(coalesce(company_name, '') || ' ' || coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' '
      || coalesce(first_name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' '
      || coalesce(tax_number, ''))
  ) stored,
  constraint customers_blocked_reason_check check (not is_blocked or blocked_reason is not null)
);
create index customers_search_idx on customers using gin (search_text gin_trgm_ops);
create index customers_phone_idx on customers (phone, id);
create index customers_email_idx on customers (email, id);
create index customers_email_lower_idx on customers (lower(email));
create index customers_first_name_idx on customers (first_name, id);
create index customers_last_name_idx on customers (last_name, id);
create index customers_company_name_idx on customers (company_name, id);
create index customers_created_at_idx on customers (created_at, id);
create index customers_updated_at_idx on customers (updated_at, id);
create index customers_merged_into_id_idx on customers (merged_into_id) where merged_into_id is not null;

create table partners (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  code text not null constraint partners_code_key unique,
  legal_name text not null,
  trading_name text,
  kind text not null default 'reseller'
    constraint partners_kind_check check (kind in ('reseller', 'affiliate', 'integration')),
  contact_email text not null,
  currency text not null,
  timezone text not null,
  contract jsonb not null default '{
    "commission_mode": "none", "commission_bp": 0, "commission_on_addons": false, "allowed_route_ids": [],
    "hold_minutes": 15, "credit_limit_minor": null, "cancel_rights": "per_policy", "valid_from": null, "valid_to": null
  }',
  ip_allowlist text[] not null default '{}',
  status text not null default 'draft'
    constraint partners_status_check check (status in ('draft', 'active', 'suspended', 'terminated')),
  search_text text generated always as (
    search_fold(code || ' ' || legal_name || ' ' || coalesce(trading_name, '') || ' ' || contact_email)
  ) stored
);
create index partners_search_idx on partners using gin (search_text gin_trgm_ops);
create index partners_legal_name_idx on partners (legal_name, id);
create index partners_created_at_idx on partners (created_at, id);

create table partner_members (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  partner_id uuid not null constraint partner_members_partner_id_fkey references partners on delete cascade,
  email text not null,
  role text not null
    constraint partner_members_role_check check (role in ('owner', 'developer', 'agent', 'viewer')),
  password_hash text,
  last_login_at timestamptz
);
create unique index partner_members_email_key on partner_members (lower(email));
create index partner_members_partner_id_idx on partner_members (partner_id);

create table partner_invitations (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  partner_id uuid not null constraint partner_invitations_partner_id_fkey references partners on delete cascade,
  email text not null,
  role text not null
    constraint partner_invitations_role_check check (role in ('owner', 'developer', 'agent', 'viewer')),
  token_sha256 text not null constraint partner_invitations_token_sha256_key unique,
  state text not null default 'pending'
    constraint partner_invitations_state_check check (state in ('pending', 'accepted', 'expired', 'revoked')),
  expires_at timestamptz not null,
  accepted_at timestamptz
);
create index partner_invitations_partner_id_idx on partner_invitations (partner_id, created_at);

create table partner_credentials (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  partner_id uuid not null constraint partner_credentials_partner_id_fkey references partners on delete cascade,
  name text not null,
  environment text not null
    constraint partner_credentials_environment_check check (environment in ('live', 'test')),
  prefix text not null,
  last4 text not null,
  token_sha256 text not null constraint partner_credentials_token_sha256_key unique,
  scopes text[] not null,
  ip_allowlist text[] not null default '{}',
  expires_at timestamptz,
  last_used_at timestamptz,
  last_used_ip text,
  state text not null default 'active'
    constraint partner_credentials_state_check check (state in ('active', 'rotating', 'revoked', 'expired'))
);
create index partner_credentials_partner_id_idx on partner_credentials (partner_id, created_at);
