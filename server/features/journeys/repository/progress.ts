import { sql } from 'kysely'
import { release } from '../../../kernel/allocations'
import type { Reader, Tx } from '../../../db/transaction'

/** How many reservations a journey has, and the first of them. @param statuses null = any, of every environment */
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

/** Trips of the test environment stand in nobody's way. */
export async function deleteTestTrips(tx: Tx, journeyId: string): Promise<void> {
  await sql`
    delete from reservations where environment = 'test'
      and id in (select reservation_id from reservation_legs where journey_id = ${journeyId})`.execute(tx)
}

/** Shifts what is foreseen for the calls that are still to come. */
export async function foresee(tx: Tx, id: string, delayMin: number): Promise<void> {
  const expected = (planned: string) =>
    delayMin === 0 ? sql`null` : sql`${sql.ref(planned)} + ${delayMin} * interval '1 minute'`
  await sql`
    update journey_calls set
      expected_arrive = ${expected('planned_arrive')},
      expected_depart = ${expected('planned_depart')}
    where journey_id = ${id} and actual_depart is null`.execute(tx)
}

/** Writes down when a journey really left its first stop. */
export async function stampDeparture(tx: Tx, id: string, at: string): Promise<void> {
  await sql`
    update journey_calls set actual_depart = ${at}
    where journey_id = ${id} and seq = 1 and actual_depart is null`.execute(tx)
}

/** Writes down when a journey really reached its last stop, and frees its vehicle and people from then on. */
export async function stampArrival(tx: Tx, id: string, at: string): Promise<void> {
  await sql`
    update journey_calls set actual_arrive = ${at}
    where journey_id = ${id} and actual_arrive is null
      and seq = (select call_count from journeys where id = ${id})`.execute(tx)
  await release(tx, 'journey', id, at)
}

/** Journeys under way that were to arrive by `latest`. */
export async function overdueJourneys(reader: Reader, latest: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from journeys where service_status = 'in_progress' and arrives_at <= ${latest}
    order by id limit ${limit}`.execute(reader)
  return rows.map((row) => row.id)
}
