-- Jobs of one lane, which is the id of a record, are done one after another in the order of their places. A place is
-- drawn while the record is locked: the places of a lane are in the order of the commits.
create sequence job_places;
alter table jobs
  add column lane uuid,
  add column place bigint,
  add constraint jobs_lane_check check ((lane is null) = (place is null));
create index jobs_lane_idx on jobs (lane, place) where lane is not null and failed_at is null;
