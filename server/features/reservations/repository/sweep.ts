import { sql } from 'kysely'
import type { Db } from '../../../db/database'
import { expireHolds } from '../../../db/seats'
import { inTransaction } from '../../../db/transaction'
import type { Context } from '../../../http/context'

const JOURNEYS_AT_ONCE = 100

/**
 * Ends the holds that have run out, so that lists and seats show it although nobody asked for those seats since.
 * Any number of processes may sweep at once: each leaves alone what another has in hand.
 * @returns how many journeys had such holds.
 */
export async function sweepHolds(db: Db, context: Context): Promise<number> {
  const { rows } = await sql<{ journey_id: string }>`
    select distinct l.journey_id from reservations r join reservation_legs l on l.reservation_id = r.id
    where r.status = 'on_hold' and r.hold_expires_at <= ${context.now().toISOString()}
    order by l.journey_id limit ${JOURNEYS_AT_ONCE}`.execute(db)
  const journeyIds = rows.map((row) => row.journey_id)
  if (journeyIds.length > 0) await inTransaction(db, (tx) => expireHolds(tx, context, journeyIds))
  return journeyIds.length
}
