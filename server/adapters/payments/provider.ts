import type { FastifyInstance } from 'fastify'
import type { PaymentProvider as ProviderName } from '../../../contract/core/vocabulary'
import type { Language } from '../../../contract/core/languages'

/*
 * What a payment provider is to us. Each has a folder of its own beside this file. Amounts are in minor units and above
 * zero; card numbers never come here.
 */

/** A page of the provider on which a customer is to pay. */
export interface PageWish {
  /** Our payment, which the provider names with all that it tells of the page. */
  paymentId: string
  amount: number
  currency: string
  /** What the customer reads that it is for. */
  description: string
  language: Language
  /** Until when it may be paid; a provider whose pages end sooner, or stay for longer, says so. */
  expiresAt: Date
  /** Where the customer is led afterwards. */
  returnUrl: string
}

export interface ProviderPage {
  reference: string
  url: string
  expiresAt: Date
}

/** Money that the provider has taken. */
export interface Capture {
  /** What the provider calls it: money is posted once for each. */
  reference: string
  paymentId: string
  amount: number
  currency: string
  cardBrand: string | null
  cardLast4: string | null
  /** What the provider keeps of it; null where that is told later. */
  fee: number | null
}

export interface RefundWish {
  /** Our refund: asked for twice it is made once. */
  refundId: string
  /** The capture that is given back, all or in part. */
  captureReference: string
  amount: number
  currency: string
}

export interface ProviderRefund {
  refundId: string
  reference: string
  state: 'pending' | 'succeeded' | 'failed'
}

/** What the provider has sent to the bank. */
export interface Payout {
  reference: string
  /** Captures less refunds, before the fee. */
  amount: number
  fee: number
  currency: string
}

export interface ProviderEvent {
  /** An event comes again under the same. */
  id: string
  /** In the words of the provider. */
  type: string
  at: Date
  /** Null where it is nothing to us. */
  told: { capture: Capture } | { refund: ProviderRefund } | null
}

/** A call for us as it came in: a signature is over these very bytes. */
export interface SignedCall {
  body: Buffer
  headers: Readonly<Record<string, string | string[] | undefined>>
  now: Date
}

export interface PaymentProvider {
  name: ProviderName
  /** @throws ProviderUnavailable, as each of these */
  createPage: (wish: PageWish) => Promise<ProviderPage>
  /** What was taken on a page by now; more than one where a customer paid twice. */
  lookUp: (pageReference: string) => Promise<Capture[]>
  /** Takes no money on a page any more, where it still does. */
  closePage: (pageReference: string) => Promise<void>
  refund: (wish: RefundWish) => Promise<ProviderRefund>
  /** What became of a refund; null where the provider was never asked for it. */
  lookUpRefund: (wish: RefundWish) => Promise<ProviderRefund | null>
  /** What was paid out since then. */
  payouts: (since: Date) => Promise<Payout[]>
  /** @throws SignatureInvalid */
  readEvent: (call: SignedCall) => ProviderEvent
  /** Pages that the provider has within this process. */
  serve?: (app: FastifyInstance) => void
}

/** The provider cannot be reached, or does not answer in time. */
export class ProviderUnavailable extends Error {
  constructor(cause: unknown) {
    super('The payment provider did not answer.', { cause })
  }
}

/** An event is not from the provider, or its time is too far from ours. The message says which, with the remedy. */
export class SignatureInvalid extends Error {}
