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
 * Money that came or went back, or is to. Written by the operations of money alone; amounts in minor units of `currency`.
 * A mistake is taken back by another payment that names it, so what is posted stays as it is.
 */
export const payment = defineEntity({
  resource: 'payments',
  writable: {},
  setBy: {},
  computed: {
    /** The reference of the reservation, or the number of the statement, and its place among the payments of it: `K7M2QX-2`. */
    reference: z.string(),
    direction: z.enum(PAYMENT_DIRECTIONS),
    /** Its direction, unless it takes another one back or no money moved. */
    kind: z.enum(PAYMENT_KINDS),
    method: z.enum(MONEY_METHODS),
    state: z.enum(PAYMENT_STATES),
    amount_minor: MinorAmount.min(1),
    /** The amount, below zero where it goes back. */
    signed_minor: MinorAmount,
    currency: Currency,
    reservation_id: Id.nullable(),
    /** Whose statement it pays. */
    partner_id: Id.nullable(),
    statement_id: Id.nullable(),
    /** When it was posted; null while it is not. */
    posted_at: Instant.nullable(),
    /** Until when what is pending may be paid. */
    expires_at: Instant.nullable(),
    /** Cash that was handed over; the change is what it exceeds the amount by. */
    tendered_minor: MinorAmount.nullable(),
    till_id: Id.nullable(),
    till_name: z.string().nullable(),
    till_session_id: Id.nullable(),
    /** The payment that a refund gives back. */
    refund_of_id: Id.nullable(),
    /** The payment that this one takes back because it was a mistake. */
    reverses_id: Id.nullable(),
    /** The payment that takes this one back. */
    reversed_by_id: Id.nullable(),
    provider: z.enum(PAYMENT_PROVIDERS).nullable(),
    /** What the provider, the terminal or the bank calls it. */
    provider_reference: z.string().nullable(),
    card_brand: z.string().nullable(),
    card_last4: z.string().nullable(),
    /** What the provider kept. */
    fee_minor: MinorAmount.nullable(),
    place: z.enum(MONEY_PLACES),
    /** Who took it, gave it back or asked for it; null where nobody of the staff did. */
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
