-- Who runs a job instead of ourselves, with a vehicle and a driver of their own; null = we do.
alter table journeys
  add column operated_by_partner_id uuid
    constraint journeys_operated_by_partner_id_fkey references partners on delete restrict,
  add constraint journeys_operated_by_partner_id_check
    check (operated_by_partner_id is null or coalesce(vehicle_id, driver_id, co_driver_id) is null);
create index journeys_operated_by_partner_id_idx on journeys (operated_by_partner_id, departs_at, id)
  where operated_by_partner_id is not null;

alter table reservations
  add column operated_by_partner_id uuid
    constraint reservations_operated_by_partner_id_fkey references partners on delete restrict,
  add constraint reservations_operated_by_partner_id_check
    check (operated_by_partner_id is null or (kind = 'private_hire' and coalesce(vehicle_id, driver_id) is null));
create index reservations_operated_by_partner_id_idx on reservations (operated_by_partner_id, travel_at, id)
  where operated_by_partner_id is not null;

-- In whose words a partner is written to.
alter table partners add column locale text not null default 'en'
  constraint partners_locale_check check (locale in ('en', 'ae', 'fr', 'de', 'es'));
