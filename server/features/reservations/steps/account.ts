import { sentence } from '../../../../contract/core/sentence'
import type { z } from 'zod'
import type { PriceLine } from '../../../../contract/core/price-line'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { handOverReservation } from '../../../../contract/operations/ownership'
import type { Step, Values } from '../../../crud/store-options'
import type { Tx } from '../../../db/transaction'
import { partnerTerms } from '../../../domain/pricing/partner-terms'
import { totalOf } from '../../../domain/reservations/party'
import { invalidAt } from '../../../http/refusal'
import { commissionTerms, findSeller, handOverSale } from '../repository/sales'

/** Assigns a sale to another partner, or to none. The price stays; the commission follows the partner's present contract. */
export const handOver =
  (request: z.output<NonNullable<typeof handOverReservation.body>>): Step<Reservation> =>
  async (tx, current) => {
    const { partner_id, partner_reference, reason } = request
    if (partner_id === current.partner_id && partner_reference === current.partner_reference) return null
    if (partner_id === null && partner_reference !== null)
      throw invalidAt('partner_reference', sentence`Give the partner that this reference belongs to.`)
    const isBack = partner_id === null && current.channel === 'partner'
    return {
      action: 'handed_over',
      values: {
        partner_id,
        partner_reference,
        channel: isBack ? 'back_office' : current.channel,
        ...(partner_id !== current.partner_id && (await handedColumns(tx, partner_id, current))),
      },
      reason,
    }
  }

/**
 * Returns the commission on the price that was sold, and the contract that prices later changes. A partner with net rates
 * gets no commission, because the sale was made without them.
 */
async function handedColumns(tx: Tx, partnerId: string | null, sold: Reservation): Promise<Values> {
  if (partnerId === null) return { commission_minor: null, kept_sale: await handOverSale(tx, sold.id, null) }
  const partner = await findSeller(tx, partnerId)
  if (partner?.status !== 'active')
    throw invalidAt('partner_id', sentence`Choose an active partner.`, 'unknown_reference')
  const contract = commissionTerms(partner.contract)
  const total = sold.total_minor
  const sumOf = (...kinds: PriceLine['kind'][]) => totalOf(sold.price_lines.filter(({ kind }) => kinds.includes(kind)))
  const paid = Math.max(0, total - sumOf('tax_info', 'cancellation_fee'))
  // A manual price may lie below the add-ons: the fare is then zero and the add-ons are paid in part.
  const addons = Math.min(sumOf('addon'), paid)
  const fare = paid - addons
  return {
    commission_minor: partnerTerms(contract, { total, fare, addons, contractRate: total }).commission,
    kept_sale: await handOverSale(tx, sold.id, contract),
  }
}
