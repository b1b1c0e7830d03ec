-- Text as it is searched, without case, accents and the letters that one alphabet alone has. The same rule as fold in
-- contract/core/fold.ts. Which collation knows all of Unicode differs from server to server, so the best one is chosen.
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
      create or replace function search_fold(words text) returns text language sql immutable strict parallel safe as
      $fold$
        select replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
          translate(
            regexp_replace(
              normalize(lower(words COLLATION), NFD),
              E'[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u0655\u0670\u0640\u2019\u2018\u02bc\u02bb\u0060\u00b4''"\\\\]',
              '', 'g'),
            'øłđðħıςабвгдезијклмнопрстуфхцѕыэةىٱکی٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹',
            'olddhiσabvgdezijklmnoprstufhczyeهياكي01234567890123456789'),
          'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'ж', 'zh'), 'љ', 'lj'), 'њ', 'nj'), 'ч', 'ch'), 'џ', 'dz'),
          'щ', 'sht'), 'ш', 'sh'), 'ю', 'yu'), 'я', 'ya')
      $fold$
    $make$,
    'COLLATION',
    coalesce('collate ' || known, ''));
end
$choose$;
create or replace function station_fold(words text) returns text language sql immutable strict parallel safe
  as $$ select search_fold(words) $$;

-- Stored columns keep what the function said before until their row is written. Only rows whose text is another one now are
-- written, without triggers, since nothing of the record changes.
do $recompute$
declare
  stored record;
begin
  for stored in
    select c.oid::regclass as of_table, quote_ident(a.attname) as of_column,
      pg_get_expr(d.adbin, d.adrelid) as expression,
      (select quote_ident(u.column_name) from information_schema.column_column_usage u
        where u.table_schema = 'public' and u.table_name = c.relname and u.dependent_column = a.attname
        order by u.column_name limit 1) as base
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid
    join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attgenerated = 's' and c.relnamespace = 'public'::regnamespace
      and pg_get_expr(d.adbin, d.adrelid) ~ '(search_fold|station_fold|customer_name_key)\('
  loop
    execute format('alter table %s disable trigger user', stored.of_table);
    execute format('update %1$s set %2$s = %2$s where %3$s is distinct from %4$s',
      stored.of_table, stored.base, stored.of_column, stored.expression);
    execute format('alter table %s enable trigger user', stored.of_table);
  end loop;
end
$recompute$;
reindex index audit_events_search_idx;
reindex index mails_search_idx;
