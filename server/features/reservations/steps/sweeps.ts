import type { Reservation } from '../../../../contract/entities/reservation'
import type { Store } from '../../../crud/store'
import type { Db } from '../../../db/database'
import { inTransaction, type Tx } from '../../../db/transaction'
import { systemContext, type Context } from '../../../kernel/context'
import { expireHolds } from '../../../kernel/expire-holds'
import { arrivedReservations, journeysWithSpentHolds, setHoldExpired } from '../repository/sweep'
import { journeysOver, journeysWaiting, type Page } from '../repository/waiting'
import { arrive } from './travel'
import { expireEntries, offerSeats } from './waiting'

const JOURNEYS_AT_ONCE = 100

/**
 * Expires overdue holds, so that lists and seat counts are correct without a further sale. Several processes may sweep at
 * once: each skips the rows that another one has locked.
 * @returns the number of journeys with overdue holds
 */
export async function sweepHolds(db: Db, context: Context): Promise<number> {
  const journeyIds = await journeysWithSpentHolds(db, context.now().toISOString(), JOURNEYS_AT_ONCE)
  if (journeyIds.length > 0) await inTransaction(db, (tx) => expireHolds(tx, context, journeyIds))
  return journeyIds.length
}

/** Expires a hold before its time. */
export async function endHold(tx: Tx, id: string, context: Context): Promise<void> {
  await expireHolds(tx, context, await setHoldExpired(tx, id, context.now().toISOString()))
}

/**
 * Expires entries of waiting lists whose departure has left or was cancelled, and offers free seats to the others. A failing
 * journey does not stop the sweep.
 * @param atOnce journeys that are read together
 * @returns the number of offers
 * @throws AggregateError with all failures, after all lists
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

/** Completes reservations whose last journey has ended, or begins their return. @returns their number */
export async function completeArrived(db: Db, store: Store<Reservation>, context: Context): Promise<number> {
  const ids = await arrivedReservations(db, context.now().toISOString())
  for (const id of ids) await store.act(id, null, context, arrive())
  return ids.length
}
