-- What feeds are editions of. The key is the source of import links and part of the references of stations.
create table gtfs_sources (
  id uuid primary key,
  key text not null constraint gtfs_sources_key_key unique,
  name text not null,
  -- The records of the company, which its exports contain.
  is_own boolean not null default false,
  created_at timestamptz not null default now()
);
create unique index gtfs_sources_name_key on gtfs_sources (lower(name));

-- Marks the feeds that this company exports.
alter table company add column feed_id uuid not null default gen_random_uuid();

insert into gtfs_sources (id, key, name)
select gen_random_uuid(), source, source from (select distinct source from import_links) links;
