-- A rule can ask for a code that the customer gives.
alter table pricing_rules add column promo_codes text[] not null default '{}';

-- How fares are rounded and taxed.
alter table company
  add column fare_tax_bp int not null default 0 constraint company_fare_tax_bp_check check (fare_tax_bp between 0 and 10000),
  add column tax_mode text not null default 'inclusive'
    constraint company_tax_mode_check check (tax_mode in ('inclusive', 'exclusive')),
  add column price_increment_minor int not null default 1
    constraint company_price_increment_minor_check check (price_increment_minor between 1 and 1000000);

-- What a reservation was priced with beyond its seats.
alter table reservations
  add column addons jsonb not null default '[]',
  add column promo_code text,
  add column price_override jsonb;

-- Prices that were told, so that a reservation at another one can show both.
create table price_quotes (
  price_hash text primary key,
  currency text not null,
  total_minor bigint not null,
  lines jsonb not null,
  expires_at timestamptz not null
);
create index price_quotes_expires_at_idx on price_quotes (expires_at);
