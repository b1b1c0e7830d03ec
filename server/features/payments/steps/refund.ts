import { sentence } from '../../../../contract/core/sentence'
import type { z } from 'zod'
import type { Payment } from '../../../../contract/entities/payment'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { approveRefund, MoneyMoved, refundPayment } from '../../../../contract/operations/payments'
import type { MoneyMethod } from '../../../../contract/core/vocabulary'
import type { Step } from '../../../crud/store-options'
import { enqueue } from '../../../db/jobs'
import type { Tx } from '../../../db/transaction'
import { refundableAlone, refundableOf, refundablePayments } from '../../../domain/payments/refundable'
import type { Context } from '../../../kernel/context'
import type { Expected } from '../../../http/etag'
import { invalidAt, refusedAt, unknownReference, wrongStateAt } from '../../../http/refusal'
import { moneyRules, type PaymentFacts } from '../repository/payments'
import { moveMoney, paidColumns, postPayment, refuseBeyond, refuseOddAmount, type MoneyStores } from './money'
import { tillFor } from './till'

/**
 * Refunds money. The refund waits for a second person when the refunds made without one would exceed the company's limit, or
 * its currency differs from the company's. A refund by the provider waits for the provider.
 * @throws Refusal refund_beyond_paid, other_currency, till_closed, till_needed or validation
 */
export function askRefund(
  tx: Tx,
  stores: MoneyStores,
  id: string,
  request: z.output<typeof refundPayment.body>,
  context: Context,
): Promise<MoneyMoved> {
  const { amount_minor: amount } = request
  const plan = async (current: Reservation, payments: readonly PaymentFacts[]) => {
    const of = refundedPayment(payments, request.refund_of_id)
    if (of) refuseBeyond(amount, refundableOf(payments, of), current)
    const method = request.method ?? refundMethodOf(payments, of)
    if (method === 'link' && of?.method !== 'link')
      throw invalidAt(
        'refund_of_id',
        sentence`Give the payment by link that is to be refunded, or choose another method.`,
      )
    if (method === 'link') {
      refuseWithoutProvider(of?.provider ?? null, stores)
      refuseOddAmount(amount, current.currency, stores)
    }
    const alone = refundableAlone(payments, current.currency, await moneyRules(tx))
    const needs_approval = alone !== null && amount > alone
    const isPending = needs_approval || method === 'link'
    const chosen = { method, currency: current.currency, till_session_id: request.till_session_id }
    return {
      method,
      state: isPending ? ('pending' as const) : ('posted' as const),
      till: isPending ? null : await tillFor(tx, chosen, context),
      more: {
        refund_of_id: of?.id ?? null,
        needs_approval,
        provider: method === 'link' ? (of?.provider ?? null) : null,
        provider_reference: request.provider_reference ?? null,
      },
      after: async (refundId: string) => {
        if (method === 'link' && !needs_approval) await askProvider(tx, refundId)
      },
    }
  }
  return moveMoney(tx, stores, { ...request, id, direction: 'refund' }, plan, context)
}

/** Kind of the job that requests a refund from the provider. */
export const REFUND = 'payments.refund'

/** Enqueues the request to the provider, for after the commit. */
const askProvider = (tx: Tx, refundId: string): Promise<void> =>
  enqueue(tx, { kind: REFUND, payload: { refund_id: refundId }, key: refundId })

function refuseWithoutProvider(provider: PaymentFacts['provider'], stores: MoneyStores): void {
  if (provider !== null && provider === stores.provider) return
  throw wrongStateAt(
    'method',
    sentence`The provider of this payment is not set up on this server. Choose another method.`,
  )
}

function refundedPayment(payments: readonly PaymentFacts[], id: string | undefined): PaymentFacts | null {
  if (id === undefined) return null
  const of = payments.find((one) => one.id === id)
  if (!of) throw unknownReference('refund_of_id', 'payment')
  if (of.direction !== 'payment' || of.state !== 'posted' || of.method === 'written_off')
    throw invalidAt(
      'refund_of_id',
      sentence`Only money that was paid can be refunded. Choose a payment that is posted.`,
    )
  return of
}

/** The method of the payment, or of the first refundable one. Money paid before the ledger began is refunded in cash. */
function refundMethodOf(
  payments: readonly PaymentFacts[],
  of: PaymentFacts | null,
): Exclude<MoneyMethod, 'opening' | 'written_off'> {
  const method = of?.method ?? refundablePayments(payments)[0]?.method ?? 'cash'
  return method === 'opening' || method === 'written_off' || (method === 'link' && !of) ? 'cash' : method
}

/** Refuses any payment other than a refund that waits for approval. */
function refuseUnlessWaiting(refund: Payment): void {
  if (
    refund.direction === 'refund' &&
    refund.state === 'pending' &&
    refund.needs_approval &&
    !refund.approved_by_user_id
  )
    return
  throw wrongStateAt('state', sentence`${refund.reference} is not waiting for approval.`)
}

/** Approves a refund. @throws Refusal second_person_needed when the caller requested the refund */
export async function approve(
  tx: Tx,
  stores: MoneyStores,
  { id, version }: { id: string; version: Expected },
  request: z.output<NonNullable<typeof approveRefund.body>>,
  context: Context,
): Promise<Payment> {
  const { reservation_id } = await stores.payments.getIn(tx, id)
  if (reservation_id === null) throw wrongStateAt('state', sentence`Only refunds of reservations can be approved.`)
  await stores.reservations.actIn(tx, reservation_id, null, context, async (_, current) => {
    const step: Step<Payment> = async (__, refund) => {
      refuseUnlessWaiting(refund)
      if (refund.user_id === context.actor.id)
        throw refusedAt(
          'second_person_needed',
          '',
          sentence`You requested this refund. Another person must approve it.`,
        )
      if (refund.method === 'link') {
        refuseWithoutProvider(refund.provider, stores)
        await askProvider(tx, id)
        return { action: 'approved', values: { approved_by_user_id: context.actor.id } }
      }
      const { method, currency, amount_minor, reason } = refund
      const till = await tillFor(tx, { method, currency, till_session_id: request.till_session_id }, context)
      const place = till === null ? 'desk' : 'till'
      const posted = { direction: 'refund', method, amount_minor, till, reason, id, place } as const
      await postPayment(tx, current, posted, context)
      return {
        action: 'approved',
        values: {
          state: 'posted',
          posted_at: context.now().toISOString(),
          approved_by_user_id: context.actor.id,
          till_id: till?.till_id ?? null,
          till_session_id: till?.session_id ?? null,
          place,
        },
      }
    }
    const refund = await stores.payments.actIn(tx, id, version, context, step)
    if (refund.state !== 'posted') return null
    refuseBeyond(refund.amount_minor, current.paid_minor, current)
    const values = paidColumns(current, current.paid_minor - refund.amount_minor)
    return { action: 'refunded', values, reason: refund.reason }
  })
  return stores.payments.getIn(tx, id)
}

export const decline =
  (reason: string): Step<Payment> =>
  async (_, refund) => {
    refuseUnlessWaiting(refund)
    return { action: 'declined', values: { state: 'voided', needs_approval: false }, reason }
  }
