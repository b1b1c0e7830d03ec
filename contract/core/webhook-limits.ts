/* Every number of webhooks, beside `limits.ts`. */

/** One attempt, from the lookup of the name to the last byte of the answer. */
export const WEBHOOK_TIMEOUT_MS = 10_000
/** Waits before the attempts of a delivery; jitter adds up to a tenth. */
export const WEBHOOK_RETRY_S = [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const
/** A receiver that no delivery reaches for this long is disabled. */
export const WEBHOOK_FAILING_MAX_H = 72
/** A longer `retry-after` of a receiver counts as this. */
export const WEBHOOK_RETRY_AFTER_MAX_S = 86_400
/** The rest of a longer answer is not read. */
export const WEBHOOK_ANSWER_MAX_BYTES = 4 * 1024
export const WEBHOOK_SECRET_BYTES = 32
/** A replaced secret signs beside the new one for this long at most. */
export const WEBHOOK_ROTATION_GRACE_MAX_H = 24
/** Receivers refuse a message whose timestamp is further away. */
export const WEBHOOK_TOLERANCE_S = 300
export const WEBHOOK_ENDPOINTS_MAX = 10
export const WEBHOOK_URL_MAX_CHARS = 500
/** Deliveries to one receiver that are under way at once, over all processes. */
export const WEBHOOK_SENDS_PER_ENDPOINT = 8
/** The same for a receiver whose last delivery failed, until one is delivered. */
export const WEBHOOK_SENDS_PER_FAILING_ENDPOINT = 1
/** Jobs of one partner that send at once in one process, so that its receivers leave slots for other partners. */
export const WEBHOOK_SLOTS_PER_PARTNER = 4
/** Test messages of one partner, over all of its receivers. */
export const WEBHOOK_TESTS_PER_MINUTE = 5
/** A claimed delivery is sent again after this when its process has died. */
export const WEBHOOK_CLAIM_S = 30
export const WEBHOOK_KEPT_DAYS = 30
