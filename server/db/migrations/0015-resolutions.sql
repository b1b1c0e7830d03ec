-- What was done at once about a breakdown or an absence, with what is needed to take it back.
create table resolutions (
  id uuid primary key,
  created_at timestamptz not null,
  created_by text not null,
  reason text not null,
  cause jsonb not null,
  jobs jsonb not null,
  -- Each job as it was, in the order in which it was settled.
  before jsonb not null,
  -- The downtime or absence that was written.
  block_id uuid not null,
  undone_at timestamptz
);
create index resolutions_created_at_idx on resolutions (created_at);
