import { sentence } from '../../../../contract/core/sentence'
import { uuidv7 } from 'uuidv7'
import type { PaymentProvider } from '../../../../contract/core/vocabulary'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { Capture, ProviderRefund } from '../../../adapters/payments/provider'
import type { Done, Step } from '../../../crud/store-options'
import type { Tx } from '../../../db/transaction'
import type { Payment } from '../../../../contract/entities/payment'
import type { Context } from '../../../kernel/context'
import { writtenOffOf } from '../../../domain/payments/written-off'
import { refusedAt } from '../../../http/refusal'
import { linkOfPayment, paymentOfCapture, refundByLink } from '../repository/links'
import { paymentsOf, type PaymentFacts } from '../repository/payments'
import { movement, openOf, paidColumns, postPayment, type MoneyStores } from './money'
import { opposite } from './reverse'

/*
 * Applies captures and refunds that a provider reports, by an event or when it is asked. Each is applied once, in any order.
 * Captured money is always posted; an excess over the debt is owed to the customer.
 */

/** Posts a capture. @returns false when there is no such payment. @throws Refusal other_currency */
export async function applyCapture(
  tx: Tx,
  stores: MoneyStores,
  provider: PaymentProvider,
  capture: Capture,
  context: Context,
): Promise<boolean> {
  const link = await linkOfPayment(tx, capture.paymentId)
  if (link?.provider !== provider) return false
  await stores.reservations.actIn(tx, link.reservation_id, null, context, async (_, current) => {
    if ((await paymentOfCapture(tx, provider, capture.reference)) !== null) return null
    if (capture.currency !== current.currency)
      throw refusedAt(
        'other_currency',
        'currency',
        sentence`${current.reference} is in ${current.currency}, ${capture.currency} was taken.`,
      )
    const asked = await stores.payments.getIn(tx, capture.paymentId, 'no key update')
    const isAsAsked = asked.state === 'pending' && asked.amount_minor === capture.amount
    return isAsAsked
      ? postAsked(tx, stores, current, asked, capture, context)
      : postAnother(tx, stores, current, asked, capture, context)
  })
  return true
}

const captureColumns = ({ reference, cardBrand, cardLast4, fee }: Capture) => ({
  provider_reference: reference,
  card_brand: cardBrand,
  card_last4: cardLast4,
  fee_minor: fee,
})

/** Posts the pending payment. */
async function postAsked(
  tx: Tx,
  stores: MoneyStores,
  current: Reservation,
  { id }: Payment,
  capture: Capture,
  context: Context,
): Promise<Done> {
  const post: Step<Payment> = async () => ({
    action: 'posted',
    values: { state: 'posted', posted_at: context.now().toISOString(), place: 'provider', ...captureColumns(capture) },
  })
  await stores.payments.actIn(tx, id, null, context, post)
  const paid = { direction: 'payment', method: 'link', amount_minor: capture.amount, till: null, reason: null } as const
  await postPayment(tx, current, { ...paid, id, place: 'provider' }, context)
  const payments = await paymentsOf(tx, current.id)
  return {
    action: isBeyondOwed(current, payments, capture.amount) ? 'payment_unexpected' : 'payment_recorded',
    values: paidColumns(current, current.paid_minor + capture.amount),
  }
}

/** Posts a separate payment for a second capture, an expired or cancelled link, or a different amount. */
async function postAnother(
  tx: Tx,
  stores: MoneyStores,
  current: Reservation,
  asked: Payment,
  capture: Capture,
  context: Context,
): Promise<Done> {
  if (asked.state === 'pending')
    await stores.payments.actIn(tx, asked.id, null, context, async () => ({
      action: 'voided',
      values: { state: 'voided' },
    }))
  const payments = await paymentsOf(tx, current.id)
  const { done } = await movement(
    tx,
    current,
    {
      direction: 'payment',
      method: 'link',
      amount_minor: capture.amount,
      state: 'posted',
      before: payments.length,
      till: null,
      reason: null,
      place: 'provider',
      more: { provider: asked.provider, ...captureColumns(capture) },
    },
    context,
  )
  return isBeyondOwed(current, payments, capture.amount) ? { ...done, action: 'payment_unexpected' } : done
}

/** Whether an amount exceeds the debt; a payment also settles an amount that was written off. */
const isBeyondOwed = (current: Reservation, payments: readonly PaymentFacts[], amount: number): boolean =>
  amount > openOf(current) + writtenOffOf(payments)

/** Applies the state of a refund that the provider reports. @returns false when there is no such refund */
export async function applyRefund(
  tx: Tx,
  stores: MoneyStores,
  provider: PaymentProvider,
  { refundId, reference, state }: ProviderRefund,
  context: Context,
): Promise<boolean> {
  const refund = await refundByLink(tx, refundId)
  if (refund?.provider !== provider) return false
  await stores.reservations.actIn(tx, refund.reservation_id, null, context, async (_, current) => {
    const waiting = await stores.payments.getIn(tx, refundId, 'no key update')
    // A bank may return a refund that was already posted.
    if (waiting.state === 'posted' && state === 'failed' && waiting.reversed_by_id === null) {
      const failed = { id: uuidv7(), action: 'refund_failed', reason: waiting.reason, place: 'provider' } as const
      return opposite(tx, current, waiting, failed, context)
    }
    if (waiting.state !== 'pending') return null
    const { amount_minor, reason } = waiting
    const end =
      (values: Record<string, unknown>, action: Done['action']): Step<Payment> =>
      () =>
        Promise.resolve({ action, values: { provider_reference: reference, ...values } })
    if (state === 'pending') {
      if (waiting.provider_reference !== reference)
        await stores.payments.actIn(tx, refundId, null, context, end({}, 'updated'))
      return null
    }
    if (state === 'failed') {
      await stores.payments.actIn(
        tx,
        refundId,
        null,
        context,
        end({ state: 'voided', needs_approval: false }, 'voided'),
      )
      return { action: 'refund_failed', values: paidColumns(current, current.paid_minor), reason }
    }
    const posted = { state: 'posted', posted_at: context.now().toISOString() }
    await stores.payments.actIn(tx, refundId, null, context, end(posted, 'posted'))
    const moved = { direction: 'refund', method: 'link', amount_minor, till: null, reason, id: refundId } as const
    await postPayment(tx, current, { ...moved, place: 'provider' }, context)
    return { action: 'refunded', values: paidColumns(current, current.paid_minor - amount_minor), reason }
  })
  return true
}
