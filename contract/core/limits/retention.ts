/* Ranges of the retention periods that the company sets, and batch sizes of the deletion. */

/** Retention of partner calls. */
export const PARTNER_LOG_RETENTION_MIN_DAYS = 7
export const PARTNER_LOG_RETENTION_MAX_DAYS = 90
/** Retention of personal data of customers after their last journey. */
export const CUSTOMER_RETENTION_MIN_MONTHS = 12
export const CUSTOMER_RETENTION_MAX_MONTHS = 120
/** Retention of the content of mails. */
export const MAIL_CONTENT_RETENTION_MIN_DAYS = 30
export const MAIL_CONTENT_RETENTION_MAX_DAYS = 3_650
/** Retention of read notifications. */
export const NOTIFICATION_RETENTION_MIN_DAYS = 7
export const NOTIFICATION_RETENTION_MAX_DAYS = 365
/** Retention of ended sessions. */
export const SESSION_RETENTION_MIN_DAYS = 7
export const SESSION_RETENTION_MAX_DAYS = 365
/** Rows of a table that one sweep deletes; the next one continues. */
export const SWEEP_SLICE_ROWS = 5_000
/** Interval at which customers after the end of their retention period are searched. */
export const RETENTION_EVERY_H = 24
/** Customers that one sweep erases; the next one continues at once. */
export const RETENTION_BATCH_CUSTOMERS = 50
