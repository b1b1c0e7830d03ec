import type { Reservation } from '../../../../contract/entities/reservation'
import type { Store } from '../../../crud/store'
import type { Db } from '../../../db/database'
import { inTransaction, type Tx } from '../../../db/transaction'
import { systemContext, type Context } from '../../../http/context'
import { expireHolds } from '../../../kernel/seats'
import { arrivedReservations, journeysWithSpentHolds, letHoldRunOut } from '../repository/sweep'
import { journeysWaiting } from '../repository/waiting'
import { arrive } from './travel'
import { offerSeats } from './waiting'

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
 * Offers seats that came free in any way to the parties that wait for them. A journey whose list fails keeps no other from
 * its offers.
 * @param atOnce journeys that are read together
 * @returns how many parties were offered seats
 * @throws AggregateError of what failed, after all lists are done
 */
export async function sweepWaiting(
  db: Db,
  store: Store<Reservation>,
  now: () => Date,
  atOnce = JOURNEYS_AT_ONCE,
): Promise<number> {
  const context = systemContext('waiting list', now)
  const failures: unknown[] = []
  let offered = 0
  const sweepJourney = (journeyId: string) =>
    store.write(context, async (tx) => {
      await expireHolds(tx, context, [journeyId])
      return offerSeats(tx, store, [journeyId], now, (error) => failures.push(error))
    })
  for (let after: string | null = null; ;) {
    const journeyIds = await journeysWaiting(db, { at: now(), after, limit: atOnce })
    for (const journeyId of journeyIds)
      offered += await sweepJourney(journeyId).catch((error: unknown) => {
        failures.push(error)
        return 0
      })
    after = journeyIds.at(-1) ?? null
    if (after === null) break
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some waiting parties could not be offered their seats.')
  return offered
}

/** Ends the reservations of those who were on a journey that has ended, or begins their way back. @returns how many */
export async function completeArrived(db: Db, store: Store<Reservation>, context: Context): Promise<number> {
  const ids = await arrivedReservations(db, context.now().toISOString())
  for (const id of ids) await store.act(id, null, context, arrive())
  return ids.length
}
