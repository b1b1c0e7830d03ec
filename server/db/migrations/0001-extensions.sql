-- Exclusion constraints over plain columns and ranges.
create extension if not exists btree_gist;
-- Search for a part of a word through an index.
create extension if not exists pg_trgm;

-- The words of a text in several languages, without the names of the languages.
create function text_values(texts jsonb) returns text
  language sql immutable strict parallel safe
  as $$ select jsonb_path_query_array(texts, '$.*')::text $$;

-- Text as it is searched: without case and without accents, in every script. Which collation knows all of Unicode
-- differs from server to server, so the best that is there is chosen once.
do $choose$
declare
  known text := (
    select quote_ident(collname) from pg_collation
    where collname in ('pg_c_utf8', 'und-x-icu', 'C.utf8')
    order by array_position(array['pg_c_utf8', 'und-x-icu', 'C.utf8']::name[], collname)
    limit 1);
begin
  execute replace(
    $make$
      create function search_fold(words text) returns text language sql immutable strict parallel safe as
      $fold$ select regexp_replace(normalize(lower(words COLLATION), NFD), E'[\u0300-\u036f\u064b-\u0652]', '', 'g') $fold$
    $make$,
    'COLLATION',
    coalesce('collate ' || known, ''));
end
$choose$;
