import { sql } from 'kysely'
import type { Tx } from '../../../db/transaction'
import { ACTIVE } from '../../../domain/reservations/status'

/** Ids of the reservations that still count on a journey, locked, those who booked first first. */
export async function activeOn(tx: Tx, journeyId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from reservations r
    where r.environment = 'live' and r.status = any(${[...ACTIVE]}::text[])
      and r.id in (select reservation_id from reservation_legs where journey_id = ${journeyId})
    -- Ids grow with time, and everybody takes locks in their order.
    order by r.id for no key update of r`.execute(tx)
  return rows.map((row) => row.id)
}
