/* How long data may be kept, as the company sets it, and in what portions it is deleted. */

/** How long calls of partners may be kept, as the company sets it. */
export const PARTNER_LOG_KEPT_MIN_DAYS = 7
export const PARTNER_LOG_KEPT_MAX_DAYS = 90
/** Personal data of customers may be kept for so long after their last journey, as the company sets it. */
export const CUSTOMERS_KEPT_MIN_MONTHS = 12
export const CUSTOMERS_KEPT_MAX_MONTHS = 120
/** What mails say may be kept for so long, as the company sets it. */
export const MAIL_CONTENT_KEPT_MIN_DAYS = 30
export const MAIL_CONTENT_KEPT_MAX_DAYS = 3_650
/** Notifications that were read may be kept for so long, as the company sets it. */
export const NOTIFICATIONS_KEPT_MIN_DAYS = 7
export const NOTIFICATIONS_KEPT_MAX_DAYS = 365
/** Sessions that have ended may be kept for so long, as the company sets it. */
export const SESSIONS_KEPT_MIN_DAYS = 7
export const SESSIONS_KEPT_MAX_DAYS = 365
/** Rows of a table that one sweep deletes; the next one continues. */
export const SWEEP_SLICE_ROWS = 5_000
/** Customers whose time is over are looked for this often. */
export const RETENTION_EVERY_H = 24
/** Customers that one sweep erases; the next one goes on at once. */
export const RETENTION_BATCH_CUSTOMERS = 50
