-- A word for all that prices are made of beside fares: it changes with each of them, so who has read the list under
-- this word knows it. Drawn at random, so that what was taken back is never met again.
alter table company add column price_list_version uuid not null default gen_random_uuid();

create function price_list_changed() returns trigger language plpgsql as $$
begin
  update company set price_list_version = gen_random_uuid();
  return null;
end $$;

create trigger pricing_rules_change_prices after insert or update or delete or truncate on pricing_rules
  for each statement execute function price_list_changed();
create trigger seasons_change_prices after insert or update or delete or truncate on seasons
  for each statement execute function price_list_changed();
create trigger addons_change_prices after insert or update or delete or truncate on addons
  for each statement execute function price_list_changed();
