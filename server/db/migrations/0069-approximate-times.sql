-- Times that nobody gave: worked out between two that a timetable has, or marked in it as approximate (GTFS timepoint 0).
alter table journey_calls add column is_approximate boolean not null default false;
alter table route_stops add column is_approximate boolean not null default false;
