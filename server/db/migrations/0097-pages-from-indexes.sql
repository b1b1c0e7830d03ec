-- Every list of reservations asks for their environment: with it, a page and its count come from the index alone. Without
-- it, the newest of a status that most have was looked for among all, of which the newest have others.
drop index reservations_created_at_idx, reservations_status_created_at_idx, reservations_travel_at_idx,
  reservations_status_travel_at_idx;
create index reservations_created_at_idx on reservations (created_at, id) include (environment);
create index reservations_status_created_at_idx on reservations (status, created_at, id) include (environment);
create index reservations_travel_at_idx on reservations (travel_at, id) include (environment);
create index reservations_status_travel_at_idx on reservations (status, travel_at, id) include (environment);
