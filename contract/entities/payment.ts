import { z } from 'zod'
import { defineEntity } from '../core/entity'
import { byServer } from '../core/ownership'
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
  computed: {
    /** Reference of the reservation or number of the statement, and the sequence number of the payment in it: `K7M2QX-2`. */
    reference: byServer(z.string(), 'filter', 'sort'),
    direction: byServer(z.enum(PAYMENT_DIRECTIONS), 'filter'),
    /** Its direction, unless it reverses another payment or no money moved. */
    kind: byServer(z.enum(PAYMENT_KINDS), 'filter', 'sort'),
    method: byServer(z.enum(MONEY_METHODS), 'filter', 'sort'),
    state: byServer(z.enum(PAYMENT_STATES), 'filter', 'sort'),
    amount_minor: byServer(MinorAmount.min(1), 'filter', 'sort'),
    /** The amount, negative if it goes back to the payer. */
    signed_minor: byServer(MinorAmount, 'sort'),
    currency: byServer(Currency, 'filter', 'sort'),
    reservation_id: byServer(Id.nullable(), 'filter', 'sort'),
    /** Partner of the statement that it pays. */
    partner_id: byServer(Id.nullable(), 'filter'),
    statement_id: byServer(Id.nullable(), 'filter'),
    /** When it was posted; null until then. */
    posted_at: byServer(Instant.nullable(), 'filter', 'sort'),
    /** Until when a pending payment may be paid. */
    expires_at: byServer(Instant.nullable()),
    /** Cash received; the excess over the amount is the change. */
    tendered_minor: byServer(MinorAmount.nullable()),
    till_id: byServer(Id.nullable(), 'filter'),
    till_name: byServer(z.string().nullable(), 'filter', 'sort'),
    till_session_id: byServer(Id.nullable(), 'filter'),
    /** The payment that is refunded. */
    refund_of_id: byServer(Id.nullable(), 'filter'),
    /** The payment that this one reverses because it was a mistake. */
    reverses_id: byServer(Id.nullable()),
    /** The payment that reverses this one. */
    reversed_by_id: byServer(Id.nullable()),
    provider: byServer(z.enum(PAYMENT_PROVIDERS).nullable(), 'filter', 'sort'),
    /** Reference of the provider, the terminal or the bank. */
    provider_reference: byServer(z.string().nullable(), 'filter'),
    card_brand: byServer(z.string().nullable()),
    card_last4: byServer(z.string().nullable()),
    /** Fee that the provider retained. */
    fee_minor: byServer(MinorAmount.nullable()),
    place: byServer(z.enum(MONEY_PLACES), 'filter', 'sort'),
    /** Account that took, refunded or requested it; null if no staff account did. */
    user_id: byServer(Id.nullable(), 'filter'),
    user_name: byServer(z.string().nullable(), 'filter', 'sort'),
    /** A refund above the company's limit waits for a second person. */
    needs_approval: byServer(z.boolean(), 'filter'),
    approved_by_user_id: byServer(Id.nullable(), 'filter'),
    approved_by_name: byServer(z.string().nullable()),
    reason: byServer(z.string().nullable()),
  },
})
export type Payment = z.output<typeof payment.record>
