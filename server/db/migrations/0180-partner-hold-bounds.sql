-- What a partner may have on hold at once, and how often its holds of one departure may lapse within a day.
alter table partners
  add column held_seats_max int not null default 50
    constraint partners_held_seats_max_check check (held_seats_max between 1 and 5000),
  add column holds_max int not null default 20
    constraint partners_holds_max_check check (holds_max between 1 and 1000),
  add column lapsed_holds_max int not null default 5
    constraint partners_lapsed_holds_max_check check (lapsed_holds_max between 1 and 1000),
  -- When the operator was last notified that the partner reached one of these bounds.
  add column hold_bound_notified_at timestamptz;

-- Departures that a hold of a partner has left without a sale, kept for a day.
create table lapsed_holds (
  reservation_id uuid not null constraint lapsed_holds_reservation_id_fkey references reservations on delete cascade,
  journey_id uuid not null constraint lapsed_holds_journey_id_fkey references journeys on delete cascade,
  partner_id uuid not null constraint lapsed_holds_partner_id_fkey references partners on delete cascade,
  environment text not null constraint lapsed_holds_environment_check check (environment in ('live', 'test')),
  lapsed_at timestamptz not null,
  constraint lapsed_holds_pkey primary key (reservation_id, journey_id)
);
create index lapsed_holds_journey_id_idx on lapsed_holds (journey_id, partner_id, environment, lapsed_at);
create index lapsed_holds_partner_id_idx on lapsed_holds (partner_id);
create index lapsed_holds_lapsed_at_idx on lapsed_holds (lapsed_at);
