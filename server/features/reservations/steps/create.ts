import { sentence } from '../../../../contract/core/sentence'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { Hire } from '../../../../contract/entities/reservation-parts'
import type { Values, Write } from '../../../crud/store-options'
import type { Tx } from '../../../db/transaction'
import { paymentStatus } from '../../../domain/reservations/payment'
import type { Context } from '../../../kernel/context'
import { invalidAt } from '../../../http/refusal'
import { aboardFor } from '../repository/addons'
import { drawReference } from '../repository/records'
import { hireColumns, refuseTooLong, refuseUnknown } from './change-hire'
import { holdEnd, travelColumns } from './columns'
import { refuseHire } from './hire-room'
import { priceHire, priceSeats, refuseOtherPrice } from './prices'
import { lockOutboundForSale, refuseOtherDirection } from './return-link'
import { offeredLegs, seatsTaken } from './seats'
import { refuseReturnBeforeOutbound, spanOfHire, spanOfLegs } from './return-order'

/**
 * Locks, prices and takes the seats or the time of a new reservation. This is the `beforeWrite` of `createIn` in
 * `crud/store.ts`, which calls the five parts of a sale in this order, each once:
 * 1. check: `createIn`, by the rules of the entity across fields;
 * 2. lock: the outbound reservation of a return, then the legs (`offeredLegs`) or the vehicle type (`refuseHire`);
 * 3. quote: `priceSeats` or `priceHire`, after the lock because the price depends on the seats left;
 * 4. write: `createIn`, which inserts the columns and takes the seats (`alongside`) in one statement;
 * 5. event: `createIn`, by `audit`.
 * @returns the columns
 * @throws Refusal price_changed where the quoted price no longer applies, and those of the parts
 */
export async function createReservation(tx: Tx, write: Write): Promise<Values> {
  const { next, context } = write
  const request = next as Reservation
  const outbound = await lockOutboundForSale(tx, request, context)
  const travel = request.hire
    ? await prepareHire(tx, request, request.hire, context)
    : await prepareSeats(tx, request, write)
  await refuseOtherDirection(tx, outbound, { ...travel, hire: request.hire })
  await refuseOtherPrice(tx, next['quoted_price_hash'] as string | undefined, travel)
  return {
    ...travel,
    reference: drawReference(),
    payment_status: paymentStatus({
      status: request.status,
      total: travel.total_minor,
      paid: 0,
      before: null,
    }),
    booked_by_user_id: context.actor.kind === 'user' ? context.actor.id : null,
  }
}

async function prepareSeats(tx: Tx, request: Reservation, write: Write) {
  const { context } = write
  const legs = await offeredLegs(tx, request, null, request.status, context)
  await refuseReturnBeforeOutbound(tx, { return_of_id: request.return_of_id }, spanOfLegs(legs))
  const { columns, addons } = await priceSeats(tx, legs, request, context)
  const aboard = await aboardFor(tx, request, addons)
  write.alongside = seatsTaken(tx, legs, { ...request, ...aboard }, null, request.status, context)
  return {
    ...columns,
    ...aboard,
    hold_expires_at: request.status === 'on_hold' ? await holdEnd(tx, legs, request, context) : null,
    ...travelColumns(legs),
  }
}

/** Whether the caller confirms an unlikely value. */
const hasAcceptedWarnings = (values: object): boolean => 'accept_warnings' in values && values.accept_warnings === true

async function prepareHire(tx: Tx, request: Reservation, hire: Hire, context: Context) {
  if (request.status === 'on_hold')
    throw invalidAt('status', sentence`A hire cannot be on hold: set its status to pending or confirmed.`)
  refuseTooLong(hire)
  await refuseUnknown(tx, hire)
  await refuseReturnBeforeOutbound(tx, { return_of_id: request.return_of_id }, spanOfHire(hire))
  const asked = { ...request, id: null, hire, vehicle_id: null, operated_by_partner_id: null, isTimed: true }
  const isTaking = request.status !== 'pending' && request.environment === 'live'
  await refuseHire(tx, { ...asked, isTaking, acceptsWarnings: hasAcceptedWarnings(request) }, context)
  return { ...(await priceHire(tx, hire, request, context)), ...hireColumns(hire) }
}
