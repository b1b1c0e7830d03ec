/* Limits of payments, payment links, tills and statements. */

/** Validity of a payment link: default three days, maximum 60 days. */
export const PAYMENT_LINK_LIFE_H = 72
export const PAYMENT_LINK_MAX_H = 1_440
/** Payment pages that one IP address may open, and events that one provider may send. */
export const PAYMENT_PAGES_PER_MINUTE = 60
export const PROVIDER_EVENTS_PER_MINUTE = 3_000
/** Maximum difference, in either direction, between the signature time of an event and the clock of the server. */
export const PROVIDER_EVENT_TOLERANCE_S = 300
/** A payment page of the provider with less than this time left is not used any more. */
export const PROVIDER_PAGE_MIN_LEFT_S = 60
/** Timeout of a call to the provider. */
export const PROVIDER_CALL_LIMIT_MS = 8_000
/** The provider is asked for the state of a payment after this time without an event. */
export const PROVIDER_ASKED_AFTER_MIN = 5
/** The provider is asked for this long after its page for a link has expired, because a payment may arrive late. */
export const PROVIDER_ASKED_DAYS = 3
/** Payments that one round checks with the provider. */
export const PROVIDER_ASKED_AT_ONCE = 100
/** Interval at which payouts are fetched, and the number of days that a fetch covers. */
export const PAYOUTS_EVERY_S = 3_600
export const PAYOUTS_DAYS = 30
/** Length of the reference that a card terminal or a bank prints. */
export const SLIP_MAX_CHARS = 64
/** Latest payments and refunds on the page of a reservation; its totals cover all. */
export const PAYMENTS_SHOWN = 200
export const TILL_NAME_MAX_CHARS = 60
/** Maximum cash in a till. */
export const TILL_SUM_MAX_MINOR = 1_000_000_000_000
/** Closed till sessions on one page. */
export const TILL_SESSIONS_PER_PAGE = 50
/** Days that a partner has to pay a statement, from its closing: default, and maximum to set. */
export const PAYMENT_DAYS_DEFAULT = 30
export const PAYMENT_DAYS_MAX = 365
/** Trips listed in an open statement period; its totals cover all. */
export const PARTNER_STATEMENT_MAX_TRIPS = 10_000
export const PARTNER_STATEMENT_MAX_DAYS = 366
