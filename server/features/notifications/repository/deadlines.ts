import { sql } from 'kysely'
import type { EventAction } from '../../../../contract/core/events'
import type { Db } from '../../../db/database'
import type { Tx } from '../../../db/transaction'

/** A moment to come by which somebody has to act on a record. */
export interface Deadline {
  id: string
  label: string
  due_at: string
}

/** Holds of the staff that come free within a span. */
export async function holdsThatEnd(tx: Tx, after: Date, until: Date): Promise<Deadline[]> {
  const { rows } = await sql<Deadline>`
    select id, reference as label, hold_expires_at as due_at from reservations
    where status = 'on_hold' and hold_expires_at > ${after.toISOString()} and hold_expires_at <= ${until.toISOString()}
      and booked_by_user_id is not null and environment = 'live'
    order by hold_expires_at, id`.execute(tx)
  return rows
}

/** Journeys of our own that leave within a span and lack a vehicle or a driver. */
export async function unassignedJourneys(tx: Tx, after: Date, until: Date): Promise<Deadline[]> {
  const { rows } = await sql<Deadline>`
    select id, code as label, departs_at as due_at from journeys
    where departs_at > ${after.toISOString()} and departs_at <= ${until.toISOString()}
      and service_status in ('scheduled', 'boarding') and operated_by_partner_id is null
      and (vehicle_id is null or driver_id is null)
    order by departs_at, id`.execute(tx)
  return rows
}

/** Remembers that these are told. @returns those that nobody was told of before */
export async function noteDeadlines(tx: Tx, event: EventAction, found: readonly Deadline[]): Promise<Deadline[]> {
  if (found.length === 0) return []
  const rows = await tx
    .insertInto('deadlines_told')
    .values(found.map(({ id, due_at }) => ({ event, record_id: id, due_at })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('record_id')
    .execute()
  const told = new Set(rows.map(({ record_id }) => record_id))
  return found.filter(({ id }) => told.has(id))
}

export async function forgetDeadlines(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('deadlines_told').where('due_at', '<', before.toISOString()).execute()
}
