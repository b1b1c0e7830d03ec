create table users (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  username text not null,
  email text not null,
  first_name text,
  last_name text,
  is_staff boolean not null default true,
  role text not null default 'viewer'
    constraint users_role_check check (role in ('admin', 'manager', 'dispatcher', 'agent', 'accountant', 'viewer')),
  station_scope uuid[] not null default '{}',
  locale text not null default 'en',
  status text not null default 'active'
    constraint users_status_check check (status in ('invited', 'active', 'locked', 'disabled')),
  -- Null: the account cannot sign in with a password yet.
  password_hash text,
  password_expires_at timestamptz,
  must_change_password boolean not null default false,
  mfa_enabled boolean not null default false,
  last_login_at timestamptz,
  search_text text generated always as (
    search_fold(username || ' ' || email || ' ' || coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(first_name, ''))
  ) stored
);
create unique index users_username_key on users (lower(username));
create unique index users_email_key on users (lower(email));
create index users_search_idx on users using gin (search_text gin_trgm_ops);
create index users_last_name_idx on users (last_name, id);
create index users_created_at_idx on users (created_at, id);

-- One sign-in on one device; ends with all its tokens.
create table auth_sessions (
  id uuid primary key,
  user_id uuid not null constraint auth_sessions_user_id_fkey references users on delete cascade,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoke_reason text,
  ip text,
  user_agent text
);
create index auth_sessions_user_id_idx on auth_sessions (user_id, created_at);
create index auth_sessions_expires_at_idx on auth_sessions (expires_at);

-- Used tokens stay until they expire, so that a second use gives the thief away.
create table refresh_tokens (
  token_hash text primary key,
  session_id uuid not null constraint refresh_tokens_session_id_fkey references auth_sessions on delete cascade,
  parent_hash text,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  expires_at timestamptz not null
);
create index refresh_tokens_session_id_idx on refresh_tokens (session_id);
create index refresh_tokens_parent_hash_idx on refresh_tokens (parent_hash);
create index refresh_tokens_expires_at_idx on refresh_tokens (expires_at);

-- `account` is what was typed, in small letters, whether or not there is such an account.
create table login_failures (
  id bigint generated always as identity primary key,
  account text not null,
  ip text,
  at timestamptz not null default now()
);
create index login_failures_account_idx on login_failures (account, at);
create index login_failures_ip_idx on login_failures (ip, at);
create index login_failures_at_idx on login_failures (at);
