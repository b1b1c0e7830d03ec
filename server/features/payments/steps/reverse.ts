import { choice, sentence } from '../../../../contract/core/sentence'
import { uuidv7 } from 'uuidv7'
import type { Payment } from '../../../../contract/entities/payment'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { Done } from '../../../crud/store-options'
import type { Tx } from '../../../db/transaction'
import { paid, refunded } from '../../../domain/ledger/money'
import { refundable, refundableOf } from '../../../domain/payments/refundable'
import type { Context } from '../../../kernel/context'
import { isExpected, type Expected } from '../../../http/etag'
import { refusedAt, wrongStateAt } from '../../../http/refusal'
import { post } from '../../../kernel/ledger'
import { lockTill, newPayment, paymentsOf, transactionOf, type PaymentFacts } from '../repository/payments'
import { paidColumns, type MoneyStores } from './money'

/**
 * Reverses a mistaken payment or refund with an opposite one that references it.
 * @throws Refusal invalid_state, till_closed or refund_beyond_paid
 */
export async function reverse(
  tx: Tx,
  stores: MoneyStores,
  { id, version }: { id: string; version: Expected },
  reason: string,
  context: Context,
): Promise<Payment> {
  const { reservation_id } = await stores.payments.getIn(tx, id)
  if (reservation_id === null) throw wrongStateAt('state', sentence`Reverse a payment of a statement at the statement.`)
  const reversalId = uuidv7()
  await stores.reservations.actIn(tx, reservation_id, null, context, async (_, current) => {
    const mistake = await stores.payments.getIn(tx, id, 'no key update')
    refuseOtherVersion(mistake, version)
    const { direction, method } = mistake
    if (mistake.state !== 'posted')
      throw wrongStateAt(
        'state',
        sentence`${mistake.reference} is ${choice('paymentStates', mistake.state)} and moved no money, so it cannot be reversed.`,
      )
    if (mistake.reversed_by_id !== null || mistake.reverses_id !== null)
      throw wrongStateAt('state', sentence`${mistake.reference} is reversed already, or reverses another payment.`)
    if (method === 'link')
      throw wrongStateAt(
        'method',
        direction === 'payment'
          ? sentence`${mistake.reference} was taken by the payment provider. Refund it instead.`
          : sentence`${mistake.reference} was refunded by the payment provider and is final. Ask for a new payment.`,
      )
    const payments = await paymentsOf(tx, reservation_id)
    const amount = amountOf(mistake, payments)
    const till = mistake.till_session_id === null ? null : await lockTill(tx, mistake.till_session_id)
    if (method === 'cash' && till?.is_open === false)
      throw refusedAt(
        'till_closed',
        '',
        sentence`The till of this payment has been counted since. Refund the money, or record a new payment instead.`,
      )
    const wrong = { ...mistake, amount_minor: amount }
    return opposite(tx, current, wrong, { id: reversalId, action: 'payment_reversed', reason }, context)
  })
  return stores.payments.getIn(tx, reversalId)
}

const partlyRefunded = () =>
  refusedAt(
    'refund_beyond_paid',
    '',
    sentence`Part of this payment was refunded, or a refund is pending. Reverse or decline the refund first.`,
  )

/** Returns the amount to reverse: all, or the rest of a write-off. @throws Refusal refund_beyond_paid or invalid_state */
function amountOf(mistake: Payment, payments: readonly PaymentFacts[]): number {
  const { direction, method, amount_minor: amount, reference } = mistake
  if (direction === 'refund') {
    if (method !== 'written_off') return amount
    throw wrongStateAt(
      'state',
      sentence`${reference} results from a lower price and cannot be reversed. If the amount is owed again, write it off.`,
    )
  }
  const left = refundableOf(payments, mistake)
  if (method !== 'written_off' && Math.min(left, refundable(payments)) < amount) throw partlyRefunded()
  if (left === 0)
    throw wrongStateAt('state', sentence`No amount of ${reference} is still written off, so it cannot be reversed.`)
  return left
}

interface Opposite {
  id: string
  action: Done['action']
  reason: string | null
  /** Defaults to `desk`. */
  place?: Payment['place']
}

/** Posts the opposite of a payment or refund of a locked reservation, as a new payment that references it. */
export async function opposite(
  tx: Tx,
  current: Reservation,
  mistake: Payment,
  { id, action, reason, place = 'desk' }: Opposite,
  { actor, now }: Context,
): Promise<Done> {
  const { direction, method, amount_minor: amount, currency, till_id, till_session_id } = mistake
  const isPayment = direction === 'payment'
  const moves = isPayment ? refunded : paid
  await post(tx, actor, {
    kind: 'reversed',
    currency,
    entries: moves(method, amount, current, method === 'cash' ? till_id : null),
    reason,
    place,
    reservation_id: current.id,
    payment_id: id,
    till_session_id,
    reverses_id: await transactionOf(tx, mistake.id),
  })
  const before = (await paymentsOf(tx, current.id)).length
  return {
    action,
    values: paidColumns(current, current.paid_minor + (isPayment ? -amount : amount)),
    reason,
    alongside: newPayment(tx, {
      id,
      reference: `${current.reference}-${before + 1}`,
      direction: isPayment ? 'refund' : 'payment',
      method,
      state: 'posted',
      amount_minor: amount,
      currency,
      reservation_id: current.id,
      partner_id: current.partner_id,
      posted_at: now().toISOString(),
      till_id,
      till_session_id,
      reverses_id: mistake.id,
      place,
      user_id: actor.kind === 'user' ? actor.id : null,
      reason,
    }),
  }
}

function refuseOtherVersion(payment: Payment, version: Expected): void {
  if (!isExpected(version, payment.version))
    throw wrongStateAt(
      'version',
      sentence`${payment.reference} has been changed. Read it again, then repeat the request.`,
    )
}
