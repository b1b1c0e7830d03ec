import { sql } from 'kysely'
import type { Db } from '../../../db/database'
import type { Tx } from '../../../db/transaction'

/** Returns journeys with expired holds, in the order of their ids. */
export async function journeysWithSpentHolds(db: Db, now: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ journey_id: string }>`
    select distinct l.journey_id from reservations r join reservation_legs l on l.reservation_id = r.id
    where r.status = 'on_hold' and r.hold_expires_at <= ${now}
    order by l.journey_id limit ${limit}`.execute(db)
  return rows.map((row) => row.journey_id)
}

/** Sets the end of a hold to `now`. @returns the journeys of its legs */
export async function setHoldExpired(tx: Tx, id: string, now: string): Promise<string[]> {
  await sql`update reservations set hold_expires_at = ${now} where id = ${id} and status = 'on_hold'`.execute(tx)
  const { rows } = await sql<{ journey_id: string }>`
    select distinct journey_id from reservation_legs where reservation_id = ${id}`.execute(tx)
  return rows.map((row) => row.journey_id)
}

/** Returns reservations under way whose last journey, or last outbound journey before a return, has ended. */
export async function arrivedReservations(db: Db, now: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from (
      select id, way_back from reservations where status = 'boarded' and way_back is distinct from 'ahead'
      union all
      select id, way_back from reservations
      where way_back = 'ahead' and status in ('confirmed', 'checked_in', 'boarded', 'no_show') and travel_at <= ${now}
    ) r
    join lateral (
      select journey_id from reservation_legs
      where reservation_id = r.id and (r.way_back is distinct from 'ahead' or direction = 'outbound')
      order by position desc limit 1
    ) last on true
    join journeys j on j.id = last.journey_id
    where j.service_status = 'completed' order by r.id limit 500`.execute(db)
  return rows.map((row) => row.id)
}
