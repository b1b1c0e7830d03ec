import { sentence } from '../../../../contract/core/sentence'
import { uuidv7 } from 'uuidv7'
import type { Payment } from '../../../../contract/entities/payment'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { MoneyMoved } from '../../../../contract/operations/payments'
import type {
  MoneyMethod,
  MoneyPlace,
  PaymentDirection,
  PaymentProvider,
  PaymentState,
} from '../../../../contract/core/vocabulary'
import type { Store } from '../../../crud/store'
import type { Done, Values } from '../../../crud/store-options'
import { signalAfterCommit } from '../../../db/after-commit'
import type { Tx } from '../../../db/transaction'
import { paid, refunded } from '../../../domain/ledger/money'
import { refundable } from '../../../domain/payments/refundable'
import { owedFor, paymentStatus } from '../../../domain/reservations/payment'
import type { Context } from '../../../kernel/context'
import { invalidAt, refusedAt } from '../../../http/refusal'
import { amountText } from '../../../kernel/credit'
import { post } from '../../../kernel/ledger'
import { newPayment, paymentsOf, type NewPayment, type OpenTill, type PaymentFacts } from '../repository/payments'

/** Stores that hold money. */
export interface MoneyStores {
  reservations: Store<Reservation>
  payments: Store<Payment>
  /** Provider of payments by link; null when none is set up. */
  provider: PaymentProvider | null
  /** Returns the smallest step between amounts that this provider accepts, in minor units. */
  amountStep: (currency: string) => number
}

/** Refuses an amount that the provider of payments by links does not accept. @throws Refusal validation */
export function refuseOddAmount(
  amount: number,
  currency: string,
  { amountStep }: Pick<MoneyStores, 'amountStep'>,
): void {
  const step = amountStep(currency)
  if (amount % step === 0) return
  throw invalidAt(
    'amount_minor',
    sentence`The payment provider accepts only multiples of ${amountText(step, currency)}. Give such an amount, or use another payment method.`,
  )
}

/** Refuses another currency than the reservation's. @throws Refusal other_currency */
export function refuseOtherCurrency(currency: string | undefined, reservation: Reservation): void {
  if (currency === undefined || currency === reservation.currency) return
  const detail = sentence`${reservation.reference} is in ${reservation.currency}. Give the amount in ${reservation.currency}.`
  throw refusedAt('other_currency', 'currency', detail)
}

/** Returns the amount still owed in minor units; negative when it is owed to the customer. */
export const openOf = (reservation: Reservation): number =>
  owedFor({
    status: reservation.status,
    total: reservation.total_minor,
    fee: reservation.cancellation_fee_minor,
  }) - reservation.paid_minor

/** @throws Refusal over_payment */
function refuseOverPayment(amount: number, reservation: Reservation): void {
  const open = Math.max(0, openOf(reservation))
  if (amount <= open) return
  const { reference, currency } = reservation
  const detail =
    open === 0
      ? sentence`Nothing is owed for ${reference}, so no payment can be taken for it.`
      : sentence`${amountText(open, currency)} is owed for ${reference}. Give at most that amount.`
  throw refusedAt('over_payment', 'amount_minor', detail)
}

/** Returns the columns of a reservation for a paid amount in minor units. */
export function paidColumns(reservation: Reservation, paid_minor: number): Values {
  return {
    paid_minor,
    payment_status: paymentStatus({
      status: reservation.status,
      total: reservation.total_minor,
      paid: paid_minor,
      fee: reservation.cancellation_fee_minor,
      before: reservation.payment_status,
    }),
  }
}

export interface Movement {
  direction: PaymentDirection
  method: MoneyMethod
  amount_minor: number
  /** `posted` moves the money now; `pending` may never move it. */
  state: Extract<PaymentState, 'posted' | 'pending'>
  /** Number of payments that the reservation already has. */
  before: number
  till: OpenTill | null
  reason: string | null
  /** Defaults to the till when there is one, else to `desk` for users and `system` for other actors. */
  place?: MoneyPlace
  more?: Partial<NewPayment>
}

interface Moving {
  done: Done
  paymentId: string
}

/** Creates a payment of a locked reservation, posts it unless it is pending, and returns the change of the reservation. */
export async function movement(tx: Tx, current: Reservation, request: Movement, context: Context): Promise<Moving> {
  const { direction, method, amount_minor: amount, state, till, reason, more = {} } = request
  const { actor } = context
  const id = uuidv7()
  const at = context.now().toISOString()
  const place = request.place ?? (till === null ? (actor.kind === 'user' ? 'desk' : 'system') : 'till')
  const row: NewPayment = {
    id,
    reference: `${current.reference}-${request.before + 1}`,
    direction,
    method,
    state,
    amount_minor: amount,
    currency: current.currency,
    reservation_id: current.id,
    partner_id: current.partner_id,
    posted_at: state === 'posted' ? at : null,
    till_id: till?.till_id ?? null,
    till_session_id: till?.session_id ?? null,
    place,
    user_id: actor.kind === 'user' ? actor.id : null,
    reason,
    ...more,
  }
  if (state === 'posted') await postPayment(tx, current, { ...request, id, place }, context)
  signalAfterCommit(tx, {
    kind: 'change',
    resource: 'payments',
    id,
    version: 1,
    change: 'created',
    by: row.user_id ?? null,
  })
  const signed = state === 'pending' ? 0 : direction === 'payment' ? amount : -amount
  const action = wordOf(request)
  return {
    paymentId: id,
    done: {
      action,
      values: paidColumns(current, current.paid_minor + signed),
      reason,
      alongside: newPayment(tx, row),
    },
  }
}

const wordOf = ({
  direction,
  method,
  state,
}: Pick<Movement, 'direction' | 'state'> & Pick<MovementRequest, 'method'>): Done['action'] => {
  if (method === 'written_off') return 'written_off'
  if (direction === 'payment') return state === 'pending' ? 'payment_link_sent' : 'payment_recorded'
  return state === 'pending' ? 'refund_asked' : 'refunded'
}

interface Posted extends Pick<Movement, 'direction' | 'method' | 'amount_minor' | 'till' | 'reason'> {
  id: string
  place: Payment['place']
}

/** Posts the ledger entries of a payment of a reservation. */
export async function postPayment(tx: Tx, reservation: Reservation, moved: Posted, { actor }: Context): Promise<void> {
  const { direction, method, amount_minor: amount, till } = moved
  const moves = direction === 'payment' ? paid : refunded
  const tillId = method === 'cash' ? (till?.till_id ?? null) : null
  await post(tx, actor, {
    kind: method === 'written_off' ? 'written_off' : direction === 'payment' ? 'paid' : 'refunded',
    currency: reservation.currency,
    entries: moves(method, amount, reservation, tillId),
    reason: moved.reason,
    place: moved.place,
    reservation_id: reservation.id,
    payment_id: moved.id,
    till_session_id: till?.session_id ?? null,
  })
}

interface MovementRequest extends Pick<Movement, 'direction' | 'amount_minor' | 'reason'> {
  /** `written_off` moves no money. */
  method?: MoneyMethod | undefined
  currency?: string | undefined
  /** Further columns of the reservation to change. */
  sets?: (current: Reservation) => Values
}

/** Returns how the money moves; called after the amount was checked. */
type Plan = (
  current: Reservation,
  payments: readonly PaymentFacts[],
) => Promise<
  Pick<Movement, 'method' | 'state' | 'till' | 'more'> & {
    /** Called after the payment was created. */
    after?: (paymentId: string) => Promise<void>
  }
>

/**
 * Records a payment or refund of at most the amount owed or refundable. A test reservation only stores the paid amount.
 * @throws Refusal other_currency, over_payment, refund_beyond_paid, or what `plan` throws
 */
export async function moveMoney(
  tx: Tx,
  { reservations, payments: store }: MoneyStores,
  { id, ...request }: MovementRequest & { id: string },
  plan: Plan,
  context: Context,
): Promise<MoneyMoved> {
  const { direction, amount_minor: amount, reason } = request
  let paymentId: string | null = null
  const reservation = await reservations.actIn(tx, id, null, context, async (_, current) => {
    refuseOtherCurrency(request.currency, current)
    const isTest = current.environment === 'test'
    const payments = isTest ? [] : await paymentsOf(tx, id)
    if (direction === 'payment') refuseOverPayment(amount, current)
    else refuseBeyond(amount, isTest ? current.paid_minor : refundableNow(payments, current), current)
    const sets = request.sets?.(current) ?? {}
    if (isTest) {
      const paid = current.paid_minor + (direction === 'payment' ? amount : -amount)
      const action = wordOf({ direction, method: request.method, state: 'posted' })
      return { action, values: { ...paidColumns(current, paid), ...sets }, reason }
    }
    const { after, ...planned } = await plan(current, payments)
    const movementRequest = { direction, amount_minor: amount, reason, before: payments.length, ...planned }
    const { done, paymentId: made } = await movement(tx, current, movementRequest, context)
    paymentId = made
    await after?.(made)
    return { ...done, values: { ...done.values, ...sets } }
  })
  return { payment: paymentId === null ? null : await store.getIn(tx, paymentId), reservation }
}

const refundableNow = (payments: readonly PaymentFacts[], { paid_minor }: Reservation): number =>
  Math.min(refundable(payments), paid_minor)

/** @throws Refusal refund_beyond_paid */
export function refuseBeyond(amount: number, most: number, { reference, currency }: Reservation): void {
  if (amount <= most) return
  const detail =
    most <= 0
      ? sentence`No paid amount of ${reference} is left to refund.`
      : sentence`${amountText(most, currency)} of the amount paid for ${reference} can be refunded. Give at most that amount.`
  throw refusedAt('refund_beyond_paid', 'amount_minor', detail)
}
