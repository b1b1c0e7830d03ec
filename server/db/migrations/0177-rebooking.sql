-- Whether moving a sold trip to another service date replaces it, or cancels it and sells it anew.
alter table company add column rebooking_allowed boolean not null default false;
