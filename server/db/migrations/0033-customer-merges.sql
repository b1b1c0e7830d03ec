-- Words of a person leave the values of a document and never its keys, which a name may be equal to ("From", "New").
create function scrub_json(doc jsonb, words text, mark text) returns jsonb language plpgsql immutable strict as $$
begin
  case jsonb_typeof(doc)
    when 'string' then
      return to_jsonb(regexp_replace(doc #>> '{}', words, mark, 'gi'));
    when 'object' then
      return (select coalesce(jsonb_object_agg(key, scrub_json(value, words, mark)), '{}') from jsonb_each(doc));
    when 'array' then
      return (select coalesce(jsonb_agg(scrub_json(value, words, mark) order by place), '[]')
        from jsonb_array_elements(doc) with ordinality as element (value, place));
    else
      return doc;
  end case;
end $$;

-- A name as two people would recognise it: without case, accents, punctuation and the order of its words. One word of a
-- person is no name to tell anybody by.
create function customer_name_key(kind text, first_name text, last_name text, company_name text) returns text
language sql immutable parallel safe as $$
  select case when kind = 'company' or count(*) > 1 then string_agg(word, ' ' order by word collate "C") end
  from regexp_split_to_table(search_fold(case when kind = 'company' then coalesce(company_name, '')
    else coalesce(first_name, '') || ' ' || coalesce(last_name, '') end), '[\s.,''-]+') as word
  where word <> ''
$$;
alter table customers add column name_key text
  generated always as (customer_name_key(kind, first_name, last_name, company_name)) stored;

-- Who is there twice is read off these in order.
create index customers_same_phone_idx on customers (phone, id)
  where phone is not null and merged_into_id is null and anonymised_at is null;
create index customers_same_email_idx on customers (lower(email), id)
  where email is not null and merged_into_id is null and anonymised_at is null;
create index customers_same_name_idx on customers (name_key, id)
  where name_key is not null and merged_into_id is null and anonymised_at is null;
create index customers_near_name_idx on customers using gin (name_key gin_trgm_ops)
  where name_key is not null and merged_into_id is null and anonymised_at is null;

-- What a merge moved, so that it can be taken back.
create table customer_merges (
  merged_id uuid primary key constraint customer_merges_merged_id_fkey references customers on delete cascade,
  kept_id uuid not null constraint customer_merges_kept_id_fkey references customers on delete cascade,
  at timestamptz not null,
  reservation_ids uuid[] not null,
  waiting_ids uuid[] not null,
  -- Customers that had been merged into the merged one before.
  earlier_ids uuid[] not null
);
create index customer_merges_kept_id_idx on customer_merges (kept_id);

-- Pairs that look alike and are two: somebody has said so.
create table customer_distinctions (
  one_id uuid not null constraint customer_distinctions_one_id_fkey references customers on delete cascade,
  other_id uuid not null constraint customer_distinctions_other_id_fkey references customers on delete cascade,
  at timestamptz not null,
  primary key (one_id, other_id),
  constraint customer_distinctions_order_check check (one_id < other_id)
);
create index customer_distinctions_other_id_idx on customer_distinctions (other_id);

-- Nothing is booked for a customer that is merged, not even by what began before the merge: it goes to the one that stays.
-- The lock waits for a merge that is under way.
create function follow_merged_customer() returns trigger language plpgsql as $$
declare
  next_id uuid;
begin
  loop
    select merged_into_id into next_id from customers where id = new.customer_id for key share;
    exit when next_id is null;
    new.customer_id := next_id;
  end loop;
  return new;
end $$;
create trigger reservations_follow_merged_customer before insert or update of customer_id on reservations
  for each row when (new.customer_id is not null) execute function follow_merged_customer();
create trigger waiting_entries_follow_merged_customer before insert or update of customer_id on waiting_entries
  for each row when (new.customer_id is not null) execute function follow_merged_customer();
