import type { Reservation } from '../../../../contract/entities/reservation'
import type { Store } from '../../../crud/store'
import type { Db } from '../../../db/database'
import { inTransaction, type Tx } from '../../../db/transaction'
import { systemContext, type Context } from '../../../http/context'
import { expireHolds } from '../../../kernel/seats'
import { arrivedReservations, journeysWithSpentHolds, letHoldRunOut } from '../repository/sweep'
import { journeysOver, journeysWaiting, type Page } from '../repository/waiting'
import { arrive } from './travel'
import { expireEntries, offerSeats } from './waiting'

const JOURNEYS_AT_ONCE = 100

/**
 * Ends the holds that have run out, so that lists and seats show it although nobody asked for those seats since.
 * Any number of processes may sweep at once: each leaves alone what another has in hand.
 * @returns how many journeys had such holds.
 */
export async function sweepHolds(db: Db, context: Context): Promise<number> {
  const journeyIds = await journeysWithSpentHolds(db, context.now().toISOString(), JOURNEYS_AT_ONCE)
  if (journeyIds.length > 0) await inTransaction(db, (tx) => expireHolds(tx, context, journeyIds))
  return journeyIds.length
}

/** Has a hold run out now. */
export async function endHold(tx: Tx, id: string, context: Context): Promise<void> {
  await expireHolds(tx, context, await letHoldRunOut(tx, id, context.now().toISOString()))
}

/**
 * Ends the waiting for departures that have left or were cancelled, and offers seats that came free to the other waiting
 * parties. A journey whose list fails does not keep the others from their offers.
 * @param atOnce journeys that are read together
 * @returns how many parties were offered seats
 * @throws AggregateError with all failures, after all lists are done
 */
export async function sweepWaiting(
  db: Db,
  store: Store<Reservation>,
  now: () => Date,
  atOnce = JOURNEYS_AT_ONCE,
): Promise<number> {
  const context = systemContext('waiting list', now)
  const failures: unknown[] = []
  const onFailure = (error: unknown) => void failures.push(error)
  const at = now()
  const expire = (tx: Tx, journeyId: string) => expireEntries(tx, journeyId, context)
  const offer = async (tx: Tx, journeyId: string) => {
    await expireHolds(tx, context, [journeyId])
    return offerSeats(tx, store, [journeyId], now, onFailure)
  }
  const each = async (
    read: (page: Page) => Promise<string[]>,
    work: (tx: Tx, journeyId: string) => Promise<number>,
  ) => {
    let done = 0
    for (let after: string | null = null; ;) {
      const journeyIds = await read({ at, after, limit: atOnce })
      for (const journeyId of journeyIds)
        done += await store
          .write(context, (tx) => work(tx, journeyId))
          .catch((error: unknown) => {
            onFailure(error)
            return 0
          })
      after = journeyIds.at(-1) ?? null
      if (after === null) return done
    }
  }
  await each((page) => journeysOver(db, page), expire)
  const offered = await each((page) => journeysWaiting(db, page), offer)
  if (failures.length > 0) throw new AggregateError(failures, 'Some waiting lists could not be worked through.')
  return offered
}

/** Ends the reservations of those who were on a journey that has ended, or begins their way back. @returns how many */
export async function completeArrived(db: Db, store: Store<Reservation>, context: Context): Promise<number> {
  const ids = await arrivedReservations(db, context.now().toISOString())
  for (const id of ids) await store.act(id, null, context, arrive())
  return ids.length
}
