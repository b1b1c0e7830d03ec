-- What a plan of the dispatch board gave each journey, with what is needed to take it back.
create table plan_assignments (
  plan_id uuid not null,
  journey_id uuid not null constraint plan_assignments_journey_id_fkey references journeys on delete cascade,
  -- The order in which they were assigned.
  position bigint generated always as identity,
  applied_at timestamptz not null,
  vehicle_id_before uuid,
  driver_id_before uuid,
  -- The journey's version as the plan left it: another one says that somebody has changed it since.
  version int not null,
  undone_at timestamptz,
  primary key (plan_id, journey_id)
);
create index plan_assignments_journey_id_idx on plan_assignments (journey_id);
create index plan_assignments_applied_at_idx on plan_assignments (applied_at);
