create table reservations (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  reference text not null constraint reservations_reference_key unique
    constraint reservations_reference_check check (reference ~ '^[A-HJ-NP-Z2-9]{6}$'),
  kind text not null default 'seat' constraint reservations_kind_check check (kind in ('seat', 'private_hire')),
  environment text not null default 'live'
    constraint reservations_environment_check check (environment in ('live', 'test')),
  channel text not null default 'back_office'
    constraint reservations_channel_check check (channel in ('back_office', 'phone', 'web', 'partner')),
  customer_id uuid constraint reservations_customer_id_fkey references customers on delete restrict,
  lead_name text not null,
  lead_phone text,
  lead_email text,
  locale text not null default 'en',
  status text not null default 'confirmed' constraint reservations_status_check check (status in (
    'on_hold', 'pending', 'confirmed', 'checked_in', 'boarded', 'completed', 'no_show', 'cancelled', 'expired', 'rejected'
  )),
  hold_expires_at timestamptz,
  hire jsonb,
  flight jsonb,
  return_of_id uuid constraint reservations_return_of_id_fkey references reservations on delete restrict
    constraint reservations_return_of_id_check check (return_of_id <> id),
  partner_id uuid constraint reservations_partner_id_fkey references partners on delete restrict,
  partner_reference text,
  currency text not null,
  price_lines jsonb not null default '[]',
  price_hash text,
  total_minor bigint not null default 0,
  paid_minor bigint not null default 0 constraint reservations_paid_minor_check check (paid_minor >= 0),
  payment_status text not null default 'unpaid' constraint reservations_payment_status_check
    check (payment_status in ('unpaid', 'part_paid', 'paid', 'refund_due', 'refunded')),
  payment_method text constraint reservations_payment_method_check
    check (payment_method in ('on_account', 'cash', 'card_external', 'bank', 'partner_collects')),
  cancel_reason text,
  internal_notes text,
  customer_notes text,
  booked_by_user_id uuid constraint reservations_booked_by_user_id_fkey references users on delete restrict,
  travel_at timestamptz,
  seats int not null default 0 constraint reservations_seats_check check (seats >= 0),
  journey_id uuid constraint reservations_journey_id_fkey references journeys on delete restrict,
  origin_station_id uuid constraint reservations_origin_station_id_fkey references stations on delete restrict,
  destination_station_id uuid constraint reservations_destination_station_id_fkey references stations on delete restrict,
  search_text text generated always as (
    search_fold(reference || ' ' || lead_name || ' ' || coalesce(lead_phone, '') || ' ' || coalesce(lead_email, '') || ' '
      || coalesce(partner_reference, '') || ' ' || coalesce(flight->>'number', ''))
  ) stored,
  constraint reservations_hold_expires_at_check check ((status = 'on_hold') = (hold_expires_at is not null)),
  constraint reservations_hire_check check ((kind = 'private_hire') = (hire is not null)),
  constraint reservations_cancel_reason_check
    check (status not in ('cancelled', 'rejected') or cancel_reason is not null),
  constraint reservations_partner_id_check
    check (partner_id is not null or (channel <> 'partner' and partner_reference is null)),
  constraint reservations_partner_reference_key unique (partner_id, environment, partner_reference)
);
create index reservations_search_idx on reservations using gin (search_text gin_trgm_ops);
create index reservations_created_at_idx on reservations (created_at, id);
create index reservations_updated_at_idx on reservations (updated_at, id);
create index reservations_travel_at_idx on reservations (travel_at, id);
create index reservations_lead_name_idx on reservations (lead_name, id);
create index reservations_total_minor_idx on reservations (total_minor, id);
create index reservations_status_idx on reservations (status, id);
create index reservations_status_created_at_idx on reservations (status, created_at, id);
create index reservations_status_travel_at_idx on reservations (status, travel_at, id);
create index reservations_payment_status_idx on reservations (payment_status, travel_at, id);
create index reservations_customer_id_idx on reservations (customer_id, travel_at, id);
create index reservations_partner_id_idx on reservations (partner_id, created_at, id) where partner_id is not null;
create index reservations_journey_id_idx on reservations (journey_id);
create index reservations_origin_station_id_idx on reservations (origin_station_id, travel_at, id);
create index reservations_destination_station_id_idx on reservations (destination_station_id, travel_at, id);
create index reservations_booked_by_user_id_idx on reservations (booked_by_user_id, created_at, id);
create index reservations_return_of_id_idx on reservations (return_of_id) where return_of_id is not null;
create index reservations_hold_expires_at_idx on reservations (hold_expires_at) where status = 'on_hold';
create index reservations_lead_phone_idx on reservations (lead_phone) where lead_phone is not null;

create table reservation_legs (
  reservation_id uuid not null constraint reservation_legs_reservation_id_fkey references reservations on delete cascade,
  position int not null constraint reservation_legs_position_check check (position >= 1),
  journey_id uuid not null constraint reservation_legs_journey_id_fkey references journeys on delete restrict,
  board_seq int not null constraint reservation_legs_board_seq_check check (board_seq >= 1),
  alight_seq int not null,
  primary key (reservation_id, position),
  constraint reservation_legs_alight_seq_check check (alight_seq > board_seq),
  constraint reservation_legs_board_call_fkey foreign key (journey_id, board_seq) references journey_calls (journey_id, seq),
  constraint reservation_legs_alight_call_fkey foreign key (journey_id, alight_seq) references journey_calls (journey_id, seq)
);
create index reservation_legs_journey_id_idx on reservation_legs (journey_id, reservation_id);

create table reservation_passengers (
  id uuid primary key,
  reservation_id uuid not null
    constraint reservation_passengers_reservation_id_fkey references reservations on delete cascade,
  position int not null constraint reservation_passengers_position_check check (position >= 1),
  category text not null constraint reservation_passengers_category_check
    check (category in ('adult', 'child', 'infant', 'youth', 'senior', 'prm')),
  name text,
  seat_label text,
  needs text[] not null default '{}',
  -- 128 random bits; null until the reservation is confirmed.
  ticket_code text constraint reservation_passengers_ticket_code_key unique,
  status text not null default 'booked' constraint reservation_passengers_status_check
    check (status in ('booked', 'checked_in', 'boarded', 'no_show', 'cancelled')),
  constraint reservation_passengers_position_key unique (reservation_id, position)
);
