import type { Reservation } from '../../../contract/entities/reservation'
import type { Step } from '../../crud/store-options'
import type { Store } from '../../crud/store'
import type { Tx } from '../../db/transaction'
import type { Context } from '../../http/context'
import { offerSeats } from './repository/waiting'

/** Does a step, and offers the seats that it frees to those who wait for them. */
export async function stepAndOffer(
  tx: Tx,
  store: Store<Reservation>,
  id: string,
  version: number | null,
  context: Context,
  step: Step<Reservation>,
): Promise<Reservation> {
  const { environment, legs } = await store.getIn(tx, id)
  const row = await store.actIn(tx, id, version, context, step)
  const journeyIds = legs.map((leg) => leg.journey_id)
  // What happens in the test environment frees no seat that anybody could travel on.
  if (environment === 'live' && row.version !== version) await offerSeats(tx, store, journeyIds, context.now)
  return row
}
