import { PAYOUTS_DAYS } from '../../../contract/core/money-limits'
import type { PaymentProvider, Payout, RefundWish } from '../../adapters/payments/provider'
import { enqueueAll } from '../../db/jobs'
import type { Db } from '../../db/database'
import { inTransaction } from '../../db/transaction'
import { paidOut } from '../../domain/ledger/money'
import { systemContext } from '../../http/context'
import { post } from '../../kernel/ledger'
import {
  linkOfPayment,
  linksToAskAfter,
  noteEvent,
  refundByLink,
  refundsToAskAfter,
  spentLinks,
  type LinkRow,
} from './repository/links'
import type { MoneyStores } from './steps/money'
import { REFUND } from './steps/refund'
import { applyCapture, applyRefund } from './steps/settle'

/** The kind of the job that asks the provider what became of one payment. */
export const ASK_AFTER = 'payments.ask_after'

const DAY_MS = 86_400_000

export interface Reconciling extends MoneyStores {
  db: Db
  now: () => Date
  /** Null where nobody takes payments by links. */
  service: PaymentProvider | null
}

/** Ends the payments by links whose time is over. What is paid late all the same is posted beside them. */
export async function expireLinks({ db, payments, now }: Reconciling): Promise<void> {
  const context = systemContext('payment links', now)
  for (const id of await spentLinks(db, now()))
    await payments.act(id, null, context, async (_, { state }) =>
      state === 'pending' ? { action: 'expired', values: { state: 'expired' } } : null,
    )
}

/** Leaves a job for each payment and refund of which the provider should have told by now: each fails alone. */
export async function askAfterUnsettled({ db, now, service }: Reconciling): Promise<void> {
  if (service === null) return
  const links = await linksToAskAfter(db, now())
  const refunds = await refundsToAskAfter(db, now())
  await inTransaction(db, (tx) =>
    enqueueAll(tx, [
      ...links.map((payment_id) => ({ kind: ASK_AFTER, payload: { payment_id } })),
      ...refunds.map((refund_id) => ({ kind: REFUND, payload: { refund_id } })),
    ]),
  )
}

/** Asks the provider what was paid by a link, and posts what is not posted yet. */
export async function askAfterPayment(desk: Reconciling, paymentId: string): Promise<void> {
  const link = await linkOfPayment(desk.db, paymentId)
  if (link !== null) await askAfterPage(desk, link)
}

/** @returns how many payments the provider has taken on the page. @throws ProviderUnavailable */
export async function askAfterPage(desk: Reconciling, link: LinkRow): Promise<number> {
  const { service, now } = desk
  if (service?.name !== link.provider || link.session_reference === null) return 0
  const captures = await service.lookUp(link.session_reference)
  const context = systemContext('payment provider', now)
  for (const capture of captures)
    await desk.reservations.write(context, (tx) => applyCapture(tx, desk, service.name, capture, context))
  return captures.length
}

/** Asks the provider to give money back, or what became of it, and posts or voids the refund where that is settled. */
export async function refundByProvider(desk: Reconciling, refundId: string): Promise<void> {
  const { db, service, now } = desk
  const refund = await refundByLink(db, refundId)
  if (refund === null || service?.name !== refund.provider || refund.state !== 'pending' || refund.is_held) return
  const wish: RefundWish = {
    refundId,
    captureReference: refund.capture,
    amount: refund.amount_minor,
    currency: refund.currency,
  }
  const answer = (await service.lookUpRefund(wish)) ?? (await service.refund(wish))
  const context = systemContext('payment provider', now)
  await desk.reservations.write(context, (tx) => applyRefund(tx, desk, service.name, answer, context))
}

/** Posts what the provider has sent to the bank, each payout once. */
export async function postPayouts({ db, service, now }: Reconciling): Promise<void> {
  if (service === null) return
  const payouts = await service.payouts(new Date(now().getTime() - PAYOUTS_DAYS * DAY_MS))
  for (const payout of payouts) await postPayout(db, service, payout, now())
}

const postPayout = (db: Db, { name }: PaymentProvider, payout: Payout, now: Date): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { reference, amount, fee, currency } = payout
    const event = { provider: name, id: reference, type: 'payout', at: now, paymentId: null, content: payout }
    const entries = paidOut(amount, fee)
    if (!(await noteEvent(tx, event, now)) || entries.length === 0) return
    await post(tx, { kind: 'system', id: null }, { kind: 'provider_paid_out', currency, entries, place: 'provider' })
  })
