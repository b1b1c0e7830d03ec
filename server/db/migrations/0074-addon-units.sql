-- What is sold of add-ons with a reservation, in units on each of its journeys, those that belong to every one too: stocks,
-- manifests and the room that they take count it.
alter table reservations add column addon_units jsonb not null default '[]'
  constraint reservations_addon_units_check check (jsonb_typeof(addon_units) = 'array');

update reservations r set addon_units = s.list from (
  select sold.id, jsonb_agg(jsonb_build_object('addon_id', a.id, 'units', case a.pricing
      when 'per_unit' then sold.wished
      when 'per_leg' then sold.wished
      when 'per_passenger' then (
        select count(*) from reservation_passengers p where p.reservation_id = sold.id and p.status <> 'cancelled')
      else 1 end) order by a.code) as list
  from (
    select r.id, (c.choice->>'addon_id')::uuid as addon_id, sum((c.choice->>'quantity')::int) as wished
    from reservations r cross join jsonb_array_elements(r.addons) c (choice)
    where r.addons <> '[]' group by 1, 2
    union
    -- Nobody has wished for these: they are among the lines of the price.
    select r.id, d.id, 1
    from reservations r cross join jsonb_array_elements(r.price_lines) l (line)
    join addons d on d.code = l.line->>'code'
    where l.line->>'kind' = 'addon'
      and not r.addons @> jsonb_build_array(jsonb_build_object('addon_id', d.id))
  ) sold join addons a on a.id = sold.addon_id
  group by sold.id
) s where s.id = r.id;
