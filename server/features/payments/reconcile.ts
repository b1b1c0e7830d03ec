import { PAYOUTS_DAYS } from '../../../contract/core/limits/money'
import type { PaymentProvider, Payout, RefundRequest } from '../../adapters/payments/provider'
import { enqueueAll } from '../../db/jobs'
import type { Db } from '../../db/database'
import { inTransaction } from '../../db/transaction'
import { paidOut } from '../../domain/ledger/money'
import { systemContext } from '../../kernel/context'
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

/** Kind of the job that asks the provider for the payments made by one link. */
export const ASK_AFTER = 'payments.ask_after'

const DAY_MS = 86_400_000

export interface Reconciling extends MoneyStores {
  db: Db
  now: () => Date
  /** Null when no payment provider is set up. */
  service: PaymentProvider | null
}

/** Expires overdue pending payments by link. A later capture is posted as a separate payment. */
export async function expireLinks({ db, payments, now }: Reconciling): Promise<void> {
  const context = systemContext('payment links', now)
  for (const id of await spentLinks(db, now()))
    await payments.act(id, null, context, async (_, { state }) =>
      state === 'pending' ? { action: 'expired', values: { state: 'expired' } } : null,
    )
}

/** Enqueues one job for each payment and refund without a timely answer of the provider, so that each can fail alone. */
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

/** Asks the provider for the captures of a link, and posts those that are not posted yet. */
export async function askAfterPayment(deps: Reconciling, paymentId: string): Promise<void> {
  const link = await linkOfPayment(deps.db, paymentId)
  if (link !== null) await askAfterPage(deps, link)
}

/** Applies the captures of the provider's page. @returns the number of captures. @throws ProviderUnavailable */
export async function askAfterPage(deps: Reconciling, link: LinkRow): Promise<number> {
  const { service, now } = deps
  if (service?.name !== link.provider || link.session_reference === null) return 0
  const captures = await service.lookUp(link.session_reference)
  const context = systemContext('payment provider', now)
  for (const capture of captures)
    await deps.reservations.write(context, (tx) => applyCapture(tx, deps, service.name, capture, context))
  return captures.length
}

/** Requests a refund from the provider, or its state, and posts or voids the refund once that is final. */
export async function refundByProvider(deps: Reconciling, refundId: string): Promise<void> {
  const { db, service, now } = deps
  const refund = await refundByLink(db, refundId)
  if (refund === null || service?.name !== refund.provider || refund.state !== 'pending' || refund.is_held) return
  const request: RefundRequest = {
    refundId,
    captureReference: refund.capture,
    amount: refund.amount_minor,
    currency: refund.currency,
  }
  const answer = (await service.lookUpRefund(request)) ?? (await service.refund(request))
  const context = systemContext('payment provider', now)
  await deps.reservations.write(context, (tx) => applyRefund(tx, deps, service.name, answer, context))
}

/** Posts the payouts of the provider to the bank, each once. */
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
