-- A link by which one person chooses a password, once. Its token is worked out of the id and a key, and kept nowhere.
create table account_links (
  id uuid primary key,
  user_id uuid not null constraint account_links_user_id_fkey references users on delete cascade,
  purpose text not null constraint account_links_purpose_check check (purpose in ('invitation', 'password')),
  created_at timestamptz not null default now(),
  created_by_user_id uuid constraint account_links_created_by_user_id_fkey references users on delete set null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- A newer link took its place.
  revoked_at timestamptz
);
create unique index account_links_open_key on account_links (user_id) where used_at is null and revoked_at is null;
create index account_links_user_id_idx on account_links (user_id, created_at);
create index account_links_created_by_user_id_idx on account_links (created_by_user_id)
  where created_by_user_id is not null;

-- The second step of signing in; it counts once a code has confirmed it.
create table second_factors (
  user_id uuid primary key constraint second_factors_user_id_fkey references users on delete cascade,
  -- Sealed.
  secret text not null,
  confirmed_at timestamptz,
  -- Of the last code that was taken: no code is taken twice.
  last_step int not null default 0
);

create table recovery_codes (
  code_hash text primary key,
  user_id uuid not null constraint recovery_codes_user_id_fkey references users on delete cascade,
  used_at timestamptz
);
create index recovery_codes_user_id_idx on recovery_codes (user_id);
