import { sentence } from '../../../../contract/core/sentence'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { Context } from '../../../kernel/context'
import { hasOverride, refuseOverride } from '../../../http/overrides'

/*
 * Who may exceed which rule of reservations. Hires in the past and above the fleet are checked with their facts
 * (`refuseHire`), manual prices with the quote (`isNearPrice`).
 */

/** Whether staff sell at their own responsibility, rather than on behalf of a partner or website. */
const isAtDesk = ({ channel }: Pick<Reservation, 'channel'>): boolean =>
  channel === 'back_office' || channel === 'phone'

/** Returns whether the caller may sell a reservation after the end of sales. */
export const ignoresCutoff = (sale: Pick<Reservation, 'channel'>, context: Context): boolean =>
  isAtDesk(sale) && hasOverride('sell_after_cutoff', context)

/** Returns whether the caller may sell a reservation above the seats, up to the overbooking allowance. */
export const mayOverbook = (sale: Pick<Reservation, 'channel'>, context: Context): boolean =>
  isAtDesk(sale) && hasOverride('overbook', context)

/** Refuses to waive a fee. @throws Refusal forbidden */
export function refuseWaiving({ waive_fee }: { waive_fee: boolean }, context: Context): void {
  if (waive_fee) refuseOverride('waive_fee', context, sentence`Your role may not waive the fee. Ask a manager.`)
}

/** Refuses to undo a cancellation. @throws Refusal forbidden */
export const refuseUndoing = (context: Context): void =>
  refuseOverride('undo_cancellation', context, sentence`Your role may not undo a cancellation. Ask a manager.`)
