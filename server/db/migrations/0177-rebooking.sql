-- Whether moving a sold trip to another service date replaces it, or cancels it and sells a new trip.
alter table company add column rebooking_allowed boolean not null default false;
