-- What a reseller who speaks OCTO gave a booking and reads again; the rest is the reservation's own.
create table octo_bookings (
  reservation_id uuid primary key
    constraint octo_bookings_reservation_id_fkey references reservations on delete cascade,
  product_id text not null,
  reseller_reference text,
  confirmed_at timestamptz,
  -- [{uuid, resellerReference}] in the order of the passengers.
  unit_items jsonb not null
);
create index octo_bookings_reseller_reference_idx on octo_bookings (reseller_reference);
