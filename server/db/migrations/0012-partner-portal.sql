alter table partner_members add column first_name text, add column last_name text;
alter table partner_invitations add column invited_by_user_id uuid
  constraint partner_invitations_invited_by_user_id_fkey references users on delete set null;

-- One sign-in of a partner's person on one device; ends with all its tokens.
create table partner_sessions (
  id uuid primary key,
  member_id uuid not null constraint partner_sessions_member_id_fkey references partner_members on delete cascade,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoke_reason text,
  ip text,
  user_agent text
);
create index partner_sessions_member_id_idx on partner_sessions (member_id, created_at);
create index partner_sessions_expires_at_idx on partner_sessions (expires_at);

-- Replaced tokens stay until their session ends, so that a late use gives the thief away.
create table partner_session_tokens (
  token_sha256 text primary key,
  session_id uuid not null
    constraint partner_session_tokens_session_id_fkey references partner_sessions on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  replaced_at timestamptz
);
create index partner_session_tokens_session_id_idx on partner_session_tokens (session_id);
