export const BODY_MAX_BYTES = 1024 * 1024
/** Body of a call that needs no sign-in. */
export const PUBLIC_BODY_MAX_BYTES = 16 * 1024
/** Body of an event of a payment provider, which contains the whole object. */
export const PAYMENT_EVENT_MAX_BYTES = 256 * 1024
/** A request must arrive completely within this time, except for files. */
export const ARRIVAL_MAX_S = 20
/** A body is late this long after the headers of its request. */
export const LATE_BODY_AFTER_S = 1
/** Reads of the public pages (error catalogue, security contact) by one network. */
export const PUBLIC_PAGES_PER_MINUTE = 60
/** Field errors in one error response; of more, only the first. */
export const FIELD_ERRORS_MAX = 100
/** Retry delay of a call during a shutdown, after which another process or the restarted one answers. */
export const CLOSING_RETRY_S = 5
/** Nesting levels of lists and objects in a body or in JSON in a URL. All stored data has fewer than 12. */
export const JSON_MAX_DEPTH = 32
export const PAGE_MAX_ROWS = 200
export const PAGE_DEFAULT_ROWS = 25
/** A total is exact up to here; beyond it the answer says "more than". */
export const EXACT_TOTAL_ROWS = 10_000
/** A repeated request with the same Idempotency-Key gets the first answer for this long. */
export const IDEMPOTENCY_KEY_LIFE_H = 24
export const IDEMPOTENCY_KEY_MAX_CHARS = 255
/** Retry delay of a request that repeats one still in progress. */
export const IDEMPOTENCY_RETRY_S = 5
/** Retry delay of a call while the database is unavailable. */
export const DATABASE_RETRY_S = 5
