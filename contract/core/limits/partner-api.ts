/* Limits of the partner API, its call log and its sandbox. */

/** Active keys of one partner. */
export const PARTNER_CREDENTIALS_MAX = 10
/** Time for which a replaced key may stay valid. */
export const PARTNER_ROTATION_GRACE_MAX_H = 168
export const PARTNER_ROTATION_GRACE_DEFAULT_H = 24
/** A key that expires within this time is marked as expiring. */
export const PARTNER_CREDENTIAL_EXPIRING_DAYS = 30
/** Minimum interval between two updates of the last use of a key. */
export const PARTNER_CREDENTIAL_USE_NOTED_S = 60
export const PARTNER_PAGE_DEFAULT_ROWS = 50
export const PARTNER_PAGE_MAX_ROWS = 200
/** Maximum number of available seats shown to a partner; this number means "this many or more". */
export const PARTNER_SEATS_SHOWN_MAX = 9
/** Calls of one key: reads, and calls that book or change. */
export const PARTNER_READS_PER_MINUTE = 120
export const PARTNER_WRITES_PER_MINUTE = 60
/** Bodies in the call log are truncated to this size. */
export const PARTNER_LOG_BODY_MAX_BYTES = 16 * 1024
/** Maximum size of a path, a query and a header in the call log. */
export const PARTNER_LOG_TEXT_MAX_BYTES = 1_024
/** Headers of one call in the call log. */
export const PARTNER_LOG_HEADERS_MAX = 40
/** Size of the call log of one partner per day (UTC), about 20,000 calls. Further calls are only counted. */
export const PARTNER_LOG_DAY_MAX_BYTES = 64 * 1024 * 1024
export const PARTNER_PLACES_MAX = 50
/** Mails to one recipient about bookings of one partner within 24 hours. Further ones are only sent by staff. */
export const PARTNER_MAILS_PER_RECIPIENT = 20
/** Passengers of one OCTO booking. */
export const OCTO_BOOKING_UNITS_MAX = 60
/** Bookings in one OCTO list. */
export const OCTO_BOOKINGS_MAX = 100
/** Days that one OCTO availability request may span. */
export const OCTO_DAYS_MAX = 366
/** OCTO start times are collected from this many days ahead. */
export const OCTO_START_TIMES_DAYS = 28
export const PARTNER_LOG_EXPORT_MAX_ROWS = 10_000
/** Maximum delay of a call log entry, so that entries are written in batches. */
export const PARTNER_LOG_WRITE_AFTER_MS = 250
/** Maximum call log entries in the queue; further ones are dropped to limit memory. */
export const PARTNER_LOG_QUEUE_MAX = 5_000
export const SANDBOX_TRIPS_AT_ONCE = 20
/** Lifetime of a mock trip. */
export const SANDBOX_TRIP_LIFE_S = 3_600
export const SANDBOX_SLOW_ANSWER_MS = 9_000
export const SANDBOX_RATE_LIMIT_RETRY_S = 5
