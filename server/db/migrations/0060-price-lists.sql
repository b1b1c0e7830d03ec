-- What was sold is priced at the conditions of its sale for as long as it lives, so the price lists that anything was
-- sold at stay: rules, seasons, add-ons, and how the company rounds, taxes and gives back.
create table price_lists (
  version uuid primary key,
  content jsonb not null,
  created_at timestamptz not null default now()
);
create trigger price_lists_immutable before update on price_lists for each row execute function refuse_rewriting();

-- The conditions of a sale and what was given up of it since. Null for what was sold before they were kept.
alter table reservations add column kept_sale jsonb;

-- How the company rounds, taxes and gives back is a part of its price list.
create function company_prices_changed() returns trigger language plpgsql as $$
begin
  new.price_list_version := gen_random_uuid();
  return new;
end $$;
create trigger company_changes_prices before update on company for each row
  when (
    (old.currency, old.timezone, old.fare_tax_bp, old.tax_mode, old.price_increment_minor, old.cancellation_policy)
    is distinct from
    (new.currency, new.timezone, new.fare_tax_bp, new.tax_mode, new.price_increment_minor, new.cancellation_policy)
  ) execute function company_prices_changed();
