import type { z } from 'zod'
import type { Reservation } from '../../../../../contract/entities/reservation'
import type { handOverReservation, recordPayment } from '../../../../../contract/ownership-operations'
import { hasRight } from '../../../../../contract/rights'
import type { Step } from '../../../../crud/store-options'
import type { Tx } from '../../../../db/transaction'
import { partnerTerms } from '../../../../domain/pricing/partner-terms'
import { owedFor, paymentStatus } from '../../../../domain/reservations/payment'
import type { Context } from '../../../../http/context'
import { Refusal, invalid } from '../../../../http/refusal'

/** What was paid, or given back, on top of what was noted before. @throws Refusal validation, forbidden */
export const notePayment =
  (wish: z.output<NonNullable<typeof recordPayment.body>>, { actor }: Context): Step =>
  async (_, row) => {
    const current = row as unknown as Reservation
    const { amount_minor: amount, payment_method = current.payment_method, reason } = wish
    if (amount < 0 && !hasRight(actor.role, 'pay_back')) {
      const detail = 'Your role may not note money given back. Ask a manager or an accountant.'
      throw new Refusal('forbidden', detail, { errors: [{ pointer: '/amount_minor', code: 'forbidden', detail }] })
    }
    const paid = current.paid_minor + amount
    const account = {
      status: current.status,
      total: current.total_minor,
      paid,
      fee: current.cancellation_fee_minor,
      before: current.payment_status,
    }
    if (paid < 0) throw invalid([{ path: 'amount_minor', message: 'Less was paid. Give back no more than that.' }])
    if (amount > 0 && paid > owedFor(account))
      throw invalid([{ path: 'amount_minor', message: 'Less is owed. Note no more than that.' }])
    return {
      action: 'payment_recorded',
      values: { paid_minor: paid, payment_method, payment_status: paymentStatus(account) },
      reason,
    }
  }

/** Whose sale it is from now on. The price stays, and the commission follows the contract that the partner has now. */
export const handOver =
  (wish: z.output<NonNullable<typeof handOverReservation.body>>): Step =>
  async (tx, row) => {
    const current = row as unknown as Reservation
    const { partner_id, partner_reference, reason } = wish
    if (partner_id === current.partner_id && partner_reference === current.partner_reference) return null
    if (partner_id === null && partner_reference !== null)
      throw invalid([{ path: 'partner_reference', message: 'Say which partner this reference belongs to.' }])
    const isBack = partner_id === null && current.channel === 'partner'
    return {
      action: 'handed_over',
      values: {
        partner_id,
        partner_reference,
        channel: isBack ? 'back_office' : current.channel,
        ...(partner_id !== current.partner_id && {
          commission_minor: partner_id === null ? null : await commissionOf(tx, partner_id, current),
        }),
      },
      reason,
    }
  }

/** Of the price that was sold. Net rates were not told then, so a partner with those gets none. */
async function commissionOf(tx: Tx, partnerId: string, sold: Reservation): Promise<number> {
  const partner = await tx
    .selectFrom('partners')
    .select(['status', 'contract'])
    .where('id', '=', partnerId)
    .executeTakeFirst()
  if (partner?.status !== 'active')
    throw invalid([{ path: 'partner_id', message: 'Choose an active partner.' }], 'unknown_reference')
  const total = sold.total_minor
  const addons = sold.price_lines
    .filter(({ kind }) => kind === 'addon')
    .reduce((sum, { amount_minor }) => sum + amount_minor, 0)
  return partnerTerms(partner.contract, { total, fare: total - addons, addons, contractRate: total }).commission
}
