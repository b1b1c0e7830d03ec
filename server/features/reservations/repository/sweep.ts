import type { Reservation } from '../../../../contract/entities/reservation'
import { sql } from 'kysely'
import type { Store } from '../../../crud/store'
import type { Db } from '../../../db/database'
import { expireHolds } from '../../../kernel/seats'
import { inTransaction, type Tx } from '../../../db/transaction'
import { systemContext, type Context } from '../../../http/context'
import { completeReservation } from '../steps/travel'
import { journeysWaiting, offerSeats } from './waiting'

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

/** Has a hold run out now. */
export async function endHold(tx: Tx, id: string, context: Context): Promise<void> {
  await sql`
    update reservations set hold_expires_at = ${context.now().toISOString()}
    where id = ${id} and status = 'on_hold'`.execute(tx)
  const { rows } = await sql<{ journey_id: string }>`
    select distinct journey_id from reservation_legs where reservation_id = ${id}`.execute(tx)
  const journeyIds = rows.map((row) => row.journey_id)
  await expireHolds(tx, context, journeyIds)
}

/** Offers seats that came free by whatever way to the parties that wait for them. @returns how many were offered */
export async function sweepWaiting(db: Db, store: Store<Reservation>, now: () => Date): Promise<number> {
  let offered = 0
  for (const journeyId of await journeysWaiting(db))
    offered += await store.write(systemContext('waiting list', now), (tx) => offerSeats(tx, store, [journeyId], now))
  return offered
}

/** Ends the reservations of those who were on a journey that has ended. @returns how many */
export async function completeArrived(db: Db, store: Store<Reservation>, context: Context): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select r.id from reservations r
    join lateral (
      select journey_id from reservation_legs where reservation_id = r.id order by position desc limit 1
    ) last on true
    join journeys j on j.id = last.journey_id
    where r.status = 'boarded' and j.service_status = 'completed' order by r.id limit 500`.execute(db)
  for (const { id } of rows) await store.act(id, null, context, completeReservation())
  return rows.length
}
