import { z } from 'zod'
import { defineEntity } from '../core/entity'
import { Currency, Id, Instant, MinorAmount } from '../core/scalars'
import {
  MONEY_METHODS,
  MONEY_PLACES,
  PAYMENT_DIRECTIONS,
  PAYMENT_KINDS,
  PAYMENT_PROVIDERS,
  PAYMENT_STATES,
} from '../core/vocabulary'

/**
 * A payment or refund, completed or pending. Written only by the money operations; amounts in minor units of `currency`.
 * A mistake is reversed by another payment that refers to it, so a posted payment does not change.
 */
export const payment = defineEntity({
  resource: 'payments',
  writable: {},
  setBy: {},
  computed: {
    /** Reference of the reservation or number of the statement, and the sequence number of the payment in it: `K7M2QX-2`. */
    reference: z.string(),
    direction: z.enum(PAYMENT_DIRECTIONS),
    /** Its direction, unless it reverses another payment or no money moved. */
    kind: z.enum(PAYMENT_KINDS),
    method: z.enum(MONEY_METHODS),
    state: z.enum(PAYMENT_STATES),
    amount_minor: MinorAmount.min(1),
    /** The amount, negative if it goes back to the payer. */
    signed_minor: MinorAmount,
    currency: Currency,
    reservation_id: Id.nullable(),
    /** Partner of the statement that it pays. */
    partner_id: Id.nullable(),
    statement_id: Id.nullable(),
    /** When it was posted; null until then. */
    posted_at: Instant.nullable(),
    /** Until when a pending payment may be paid. */
    expires_at: Instant.nullable(),
    /** Cash received; the excess over the amount is the change. */
    tendered_minor: MinorAmount.nullable(),
    till_id: Id.nullable(),
    till_name: z.string().nullable(),
    till_session_id: Id.nullable(),
    /** The payment that is refunded. */
    refund_of_id: Id.nullable(),
    /** The payment that this one reverses because it was a mistake. */
    reverses_id: Id.nullable(),
    /** The payment that reverses this one. */
    reversed_by_id: Id.nullable(),
    provider: z.enum(PAYMENT_PROVIDERS).nullable(),
    /** Reference of the provider, the terminal or the bank. */
    provider_reference: z.string().nullable(),
    card_brand: z.string().nullable(),
    card_last4: z.string().nullable(),
    /** Fee that the provider retained. */
    fee_minor: MinorAmount.nullable(),
    place: z.enum(MONEY_PLACES),
    /** Account that took, refunded or requested it; null if no staff account did. */
    user_id: Id.nullable(),
    user_name: z.string().nullable(),
    /** A refund above the company's limit waits for a second person. */
    needs_approval: z.boolean(),
    approved_by_user_id: Id.nullable(),
    approved_by_name: z.string().nullable(),
    reason: z.string().nullable(),
  },
  filterable: [
    'reference',
    'direction',
    'kind',
    'method',
    'state',
    'amount_minor',
    'currency',
    'reservation_id',
    'partner_id',
    'statement_id',
    'till_id',
    'till_name',
    'till_session_id',
    'refund_of_id',
    'provider',
    'provider_reference',
    'place',
    'user_id',
    'user_name',
    'needs_approval',
    'approved_by_user_id',
    'posted_at',
    'created_at',
    'updated_at',
  ],
  sortable: [
    'reference',
    'kind',
    'method',
    'state',
    'amount_minor',
    'signed_minor',
    'currency',
    'reservation_id',
    'till_name',
    'provider',
    'place',
    'user_name',
    'posted_at',
    'created_at',
    'updated_at',
  ],
})
export type Payment = z.output<typeof payment.record>
