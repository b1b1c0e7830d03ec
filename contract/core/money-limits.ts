/* Every number of payments, links, tills and statements, beside `limits.ts`. */

/** How long a link may be paid, in hours: three days unless said, 60 days at most. */
export const PAYMENT_LINK_LIFE_H = 72
export const PAYMENT_LINK_MAX_H = 1_440
/** Pages of links that one address may open in a minute, and events that one provider may send. */
export const PAYMENT_PAGES_PER_MINUTE = 60
export const PROVIDER_EVENTS_PER_MINUTE = 3_000
/** How far the time that an event was signed at may be from ours, either way. */
export const PROVIDER_EVENT_TOLERANCE_S = 300
/** A page of the provider that has less time left than this is not led to any more. */
export const PROVIDER_PAGE_MIN_LEFT_S = 60
/** How long the provider may take to answer a call. */
export const PROVIDER_CALL_LIMIT_MS = 8_000
/** The provider is asked what became of something that it told nothing of for so long. */
export const PROVIDER_ASKED_AFTER_MIN = 5
/** It is asked for so long after its page for a link has ended, because a payment may come late. */
export const PROVIDER_ASKED_DAYS = 3
/** Payments that one round asks after. */
export const PROVIDER_ASKED_AT_ONCE = 100
/** Payouts are asked for this often, of so many days. */
export const PAYOUTS_EVERY_S = 3_600
export const PAYOUTS_DAYS = 30

/** Of what a card terminal or a bank prints. */
export const SLIP_MAX_CHARS = 64
/** Payments and refunds that the page of a reservation shows, the latest; what they come to is of all. */
export const PAYMENTS_SHOWN = 200

export const TILL_NAME_MAX_CHARS = 60
/** What a till holds at most. */
export const TILL_SUM_MAX_MINOR = 1_000_000_000_000
/** Closed sessions of tills that are read at a time. */
export const TILL_SESSIONS_PER_PAGE = 50

/** From the closing until a statement has to be paid, unless said. */
export const STATEMENT_DUE_DAYS = 30
/** Trips that a period lists while it is open; its totals count all. */
export const PARTNER_STATEMENT_MAX_TRIPS = 10_000
export const PARTNER_STATEMENT_MAX_DAYS = 366
