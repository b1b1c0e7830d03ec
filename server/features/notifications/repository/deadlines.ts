import { sql } from 'kysely'
import type { EventAction } from '../../../../contract/core/events'
import type { Db } from '../../../db/database'
import type { Tx } from '../../../db/transaction'

/** Time by which staff must act on a record. */
export interface Deadline {
  id: string
  label: string
  due_at: string
}

/** Returns the staff's holds that expire after `after` and at or before `until`. */
export async function holdsThatEnd(tx: Tx, after: Date, until: Date): Promise<Deadline[]> {
  const { rows } = await sql<Deadline>`
    select id, reference as label, hold_expires_at as due_at from reservations
    where status = 'on_hold' and hold_expires_at > ${after.toISOString()} and hold_expires_at <= ${until.toISOString()}
      and booked_by_user_id is not null and environment = 'live'
    order by hold_expires_at, id`.execute(tx)
  return rows
}

/** Returns our own journeys that depart within the period without a vehicle or a driver. */
export async function unassignedJourneys(tx: Tx, after: Date, until: Date): Promise<Deadline[]> {
  const { rows } = await sql<Deadline>`
    select id, code as label, departs_at as due_at from journeys
    where departs_at > ${after.toISOString()} and departs_at <= ${until.toISOString()}
      and service_status in ('scheduled', 'boarding') and operated_by_partner_id is null
      and (vehicle_id is null or driver_id is null)
    order by departs_at, id`.execute(tx)
  return rows
}

/** Records deadlines as announced. @returns those that were not announced before */
export async function noteDeadlines(tx: Tx, event: EventAction, found: readonly Deadline[]): Promise<Deadline[]> {
  if (found.length === 0) return []
  const rows = await tx
    .insertInto('deadlines_told')
    .values(found.map(({ id, due_at }) => ({ event, record_id: id, due_at })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('record_id')
    .execute()
  const due = new Set(rows.map(({ record_id }) => record_id))
  return found.filter(({ id }) => due.has(id))
}

export async function forgetDeadlines(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('deadlines_told').where('due_at', '<', before.toISOString()).execute()
}
