import { sql } from 'kysely'
import { release } from '../../../kernel/allocations'
import type { Reader, Tx } from '../../../db/transaction'

interface FieldChange {
  field: string
  old: unknown
  new: unknown
}

/** Counts the reservations of a journey and returns the first five. @param statuses null = any status and environment */
export async function reservationsOn(
  tx: Tx,
  journeyId: string,
  statuses: readonly string[] | null,
): Promise<{ count: number; examples: { id: string; label: string }[] }> {
  const inStatus =
    statuses === null ? sql`true` : sql`r.environment = 'live' and r.status = any(${[...statuses]}::text[])`
  const { rows } = await sql<{ id: string; label: string; count: number }>`
    select r.id, r.reference as label, count(*) over () as count from reservations r
    where r.id in (select reservation_id from reservation_legs where journey_id = ${journeyId}) and ${inStatus}
    order by r.reference limit 5`.execute(tx)
  return { count: rows[0]?.count ?? 0, examples: rows.map(({ id, label }) => ({ id, label })) }
}

/** Deletes test trips, so that they do not block the deletion of a journey. */
export async function deleteTestTrips(tx: Tx, journeyId: string): Promise<void> {
  await sql`
    delete from reservations where environment = 'test'
      and id in (select reservation_id from reservation_legs where journey_id = ${journeyId})`.execute(tx)
}

/** Shifts the expected times of the calls that the journey has not yet left. */
export async function foresee(tx: Tx, id: string, delayMin: number): Promise<void> {
  const expected = (planned: string) =>
    delayMin === 0 ? sql`null` : sql`${sql.ref(planned)} + ${delayMin} * interval '1 minute'`
  await sql`
    update journey_calls set
      expected_arrive = ${expected('planned_arrive')},
      expected_depart = ${expected('planned_depart')}
    where journey_id = ${id} and actual_depart is null`.execute(tx)
}

/** Records the actual departure of a journey from its first stop. */
export async function stampDeparture(tx: Tx, id: string, at: string): Promise<void> {
  await sql`
    update journey_calls set actual_depart = ${at}
    where journey_id = ${id} and seq = 1 and actual_depart is null`.execute(tx)
}

/** Records the actual arrival of a journey at its last stop, and releases its vehicle and staff from that time on. */
export async function stampArrival(tx: Tx, id: string, at: string): Promise<void> {
  await sql`
    update journey_calls set actual_arrive = ${at}
    where journey_id = ${id} and actual_arrive is null
      and seq = (select call_count from journeys where id = ${id})`.execute(tx)
  await release(tx, 'journey', id, at)
}

/** Whether a journey has reached a stop after its first one. */
export async function hasReachedStop(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from journey_calls
    where journey_id = ${id} and seq > 1 and (actual_arrive is not null or actual_depart is not null) limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

/** Deletes the recorded departure of a journey from its first stop. */
export async function clearDeparture(tx: Tx, id: string): Promise<void> {
  await sql`update journey_calls set actual_depart = null where journey_id = ${id} and seq = 1`.execute(tx)
}

/** Deletes the recorded arrival of a journey at its last stop. @returns that arrival; null = none was recorded */
export async function clearArrival(tx: Tx, id: string): Promise<string | null> {
  const { rows } = await sql<{ arrived_at: string | null }>`
    with last as (
      select journey_id, seq, actual_arrive as arrived_at from journey_calls
      where journey_id = ${id} and seq = (select call_count from journeys where id = ${id})
    )
    update journey_calls c set actual_arrive = null from last
    where c.journey_id = last.journey_id and c.seq = last.seq returning last.arrived_at`.execute(tx)
  return rows[0]?.arrived_at ?? null
}

/** Returns the changes that the last departure of a journey made. */
export async function changesOfDeparture(tx: Tx, id: string): Promise<readonly FieldChange[]> {
  const { rows } = await sql<{ changes: FieldChange[] }>`
    select coalesce(changes, '[]') as changes from audit_events
    where entity_type = 'journeys' and entity_id = ${id} and action = 'journeys.departed'
    order by at desc, id desc limit 1`.execute(tx)
  return rows[0]?.changes ?? []
}

/** Returns journeys under way with a planned arrival at or before `latest`. */
export async function overdueJourneys(reader: Reader, latest: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from journeys where service_status = 'in_progress' and arrives_at <= ${latest}
    order by id limit ${limit}`.execute(reader)
  return rows.map((row) => row.id)
}
