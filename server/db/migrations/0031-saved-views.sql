-- Ways to look at a list, by name: for oneself, for a role or for everybody.
create table saved_views (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  resource text not null,
  name text not null,
  -- What is shared outlives whoever made it.
  owner_id uuid constraint saved_views_owner_id_fkey references users on delete set null,
  audience text not null constraint saved_views_audience_check check (audience in ('me', 'role', 'everyone')),
  role text,
  is_default boolean not null default false,
  filter jsonb not null default '{}',
  sort jsonb not null,
  columns text[] not null default '{}',
  per_page int not null constraint saved_views_per_page_check check (per_page between 1 and 200),
  constraint saved_views_role_check check ((audience = 'role') = (role is not null))
);
create unique index saved_views_own_name_key on saved_views (owner_id, resource, lower(name)) where audience = 'me';
create unique index saved_views_shared_name_key on saved_views (resource, lower(name), coalesce(role, ''))
  where audience <> 'me';
create unique index saved_views_own_default_key on saved_views (owner_id, resource)
  where is_default and audience = 'me';
create unique index saved_views_shared_default_key on saved_views (resource, coalesce(role, ''))
  where is_default and audience <> 'me';

-- The columns that each person has chosen; who has chosen none has no row.
create table list_columns (
  user_id uuid not null constraint list_columns_user_id_fkey references users on delete cascade,
  resource text not null,
  columns text[] not null,
  primary key (user_id, resource)
);
