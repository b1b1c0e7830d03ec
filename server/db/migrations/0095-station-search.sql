-- Names as people type them: without case and accents, and without the letters that one alphabet alone has. The same
-- rule as foldName in contract/core/name-words.ts, so that what the search narrows to is what it then ranks.
create function station_fold(words text) returns text
  language sql immutable strict parallel safe
  as $$
    select replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
      translate(
        regexp_replace(search_fold(words), E'[\u0653-\u0655\u0670\u0640\u2019\u2018\u02bc\u02bb\u0060\u00b4'']', '', 'g'),
        'øłđðıабвгдезијклмнопрстуфхцѕыэةىکی٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹',
        'olddiabvgdezijklmnoprstufhczyeهيكي01234567890123456789'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'ж', 'zh'), 'љ', 'lj'), 'њ', 'nj'), 'ч', 'ch'), 'џ', 'dz'),
      'щ', 'sht'), 'ш', 'sh'), 'ю', 'yu'), 'я', 'ya')
  $$;

alter table stations add column find_text text generated always as (
  station_fold(code || ' ' || coalesce(iata_code, '') || ' ' || text_values(name) || ' ' || coalesce(city, '') || ' '
    || jsonb_path_query_array(external_refs, '$[*].value')::text)
) stored;
create index stations_find_idx on stations using gin (find_text gin_trgm_ops);
