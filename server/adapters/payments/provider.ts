import type { FastifyInstance } from 'fastify'
import type { PaymentProvider as ProviderName } from '../../../contract/core/vocabulary'
import type { Language } from '../../../contract/core/languages'

/*
 * Interface of payment providers, each of which has a folder next to this file. Amounts are in minor units and above zero.
 * Card numbers never reach this server.
 */

/** Request for a page of the provider on which a customer is to pay. */
export interface PageRequest {
  /** Our payment, which the provider names in everything about the page. */
  paymentId: string
  amount: number
  currency: string
  /** Description of the payment for the customer. */
  description: string
  language: Language
  /** End of the time for paying. The answer has the actual end where the provider limits it. */
  expiresAt: Date
  /** Address to which the customer returns afterwards. */
  returnUrl: string
}

export interface ProviderPage {
  reference: string
  url: string
  expiresAt: Date
}

/** Payment that the provider has captured. */
export interface Capture {
  /** Reference of the provider: money is posted once for each. */
  reference: string
  paymentId: string
  amount: number
  currency: string
  cardBrand: string | null
  cardLast4: string | null
  /** Fee of the provider; null where it is reported later. */
  fee: number | null
}

export interface RefundRequest {
  /** Our refund: requested twice, it is made once. */
  refundId: string
  /** Capture to refund, in full or in part. */
  captureReference: string
  amount: number
  currency: string
}

export interface ProviderRefund {
  refundId: string
  reference: string
  state: 'pending' | 'succeeded' | 'failed'
}

/** Payment of the provider to the bank. */
export interface Payout {
  reference: string
  /** Captures less refunds, before the fee. */
  amount: number
  fee: number
  currency: string
}

export interface ProviderEvent {
  /** Same for an event that is sent again. */
  id: string
  /** Type of the event in the provider's vocabulary. */
  type: string
  at: Date
  /** Null for an event that is ignored here. */
  content: { capture: Capture } | { refund: ProviderRefund } | null
}

/** Incoming call with its raw body: the signature covers exactly these bytes. */
export interface SignedCall {
  body: Buffer
  headers: Readonly<Record<string, string | string[] | undefined>>
  now: Date
}

export interface PaymentProvider {
  name: ProviderName
  /** Returns the smallest step between accepted amounts of a currency, in minor units. */
  amountStep: (currency: string) => number
  /** @throws ProviderUnavailable, as do the other calls below */
  createPage: (request: PageRequest) => Promise<ProviderPage>
  /** Returns the captures of a page so far; more than one where a customer paid twice. */
  lookUp: (pageReference: string) => Promise<Capture[]>
  /** Closes a page that is open, so that it accepts no payment. */
  closePage: (pageReference: string) => Promise<void>
  refund: (request: RefundRequest) => Promise<ProviderRefund>
  /** Returns the result of a refund; null where the provider never received it. */
  lookUpRefund: (request: RefundRequest) => Promise<ProviderRefund | null>
  /** Returns the payouts since then. */
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

/** The event is not from the provider, or its time is too far from ours. The message says which, with the remedy. */
export class SignatureInvalid extends Error {}
