-- A reservation may go there and back: which of its legs are the way back, and how far it has come. All that was sold so
-- far goes one way; defaults that are constant rewrite no row.
alter table reservation_legs add column direction text not null default 'outbound'
  constraint reservation_legs_direction_check check (direction in ('outbound', 'return'));
alter table reservations add column way_back text
  constraint reservations_way_back_check check (way_back in ('ahead', 'begun'));
-- How far a passenger came on the way there, once the way back has begun.
alter table reservation_passengers add column outbound_status text
  constraint reservation_passengers_outbound_status_check
    check (outbound_status in ('booked', 'checked_in', 'boarded', 'no_show', 'cancelled'));

-- Those whose way back begins once their way there has ended.
create index reservations_way_back_idx on reservations (travel_at)
  where way_back = 'ahead' and status in ('confirmed', 'checked_in', 'boarded', 'no_show');
