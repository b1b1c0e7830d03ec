import { sql } from 'kysely'
import type { Journey } from '../../../../contract/entities/journey'
import { release } from '../../../kernel/allocations'
import { expireHolds } from '../../../kernel/seats'
import type { Tx } from '../../../db/transaction'
import { ACTIVE } from '../../../domain/reservations/status'
import type { Context } from '../../../http/context'
import { Refusal } from '../../../http/refusal'

/** Nobody is left behind unseen: a journey is cancelled once no reservation counts on it any more. */
export async function refusePassengers(tx: Tx, { id, code }: Journey, context: Context): Promise<void> {
  await expireHolds(tx, context, [id])
  await refuse(tx, id, ACTIVE, (count) => {
    const parties = count === 1 ? '1 reservation is' : `${count} reservations are`
    return `${parties} still on ${code}. Move or cancel them first.`
  })
}

/** A journey that was ever booked stays in the records. */
export async function refuseReservations(tx: Tx, { id, code }: Pick<Journey, 'id' | 'code'>): Promise<void> {
  // Trips of the test environment stand in nobody's way.
  await sql`
    delete from reservations where environment = 'test'
      and id in (select reservation_id from reservation_legs where journey_id = ${id})`.execute(tx)
  await refuse(tx, id, null, () => `${code} has reservations. Cancel the journey instead.`)
}

async function refuse(
  tx: Tx,
  journeyId: string,
  statuses: readonly string[] | null,
  detail: (count: number) => string,
): Promise<void> {
  const inStatus =
    statuses === null ? sql`true` : sql`r.environment = 'live' and r.status = any(${[...statuses]}::text[])`
  const { rows } = await sql<{ id: string; reference: string; count: number }>`
    select r.id, r.reference, count(*) over () as count from reservations r
    where r.id in (select reservation_id from reservation_legs where journey_id = ${journeyId}) and ${inStatus}
    order by r.reference limit 5`.execute(tx)
  const count = rows[0]?.count
  if (count === undefined) return
  const examples = rows.map((row) => ({ id: row.id, label: row.reference }))
  throw new Refusal('still_referenced', detail(count), { blockers: [{ resource: 'reservations', count, examples }] })
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
