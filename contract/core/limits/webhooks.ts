/** Timeout of one attempt, from the DNS lookup to the last byte of the response. */
export const WEBHOOK_TIMEOUT_MS = 10_000
/** Waits before the attempts of a delivery; jitter adds up to 10 %. */
export const WEBHOOK_RETRY_S = [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const
/** A receiver without a successful delivery for this time is disabled. */
export const WEBHOOK_FAILING_MAX_H = 72
/** Maximum of the `retry-after` of a receiver; a longer one is reduced to it. */
export const WEBHOOK_RETRY_AFTER_MAX_S = 86_400
/** Part of a response that is read; the rest is ignored. */
export const WEBHOOK_ANSWER_MAX_BYTES = 4 * 1024
export const WEBHOOK_SECRET_BYTES = 32
/** Maximum time for which a replaced secret signs in addition to the new one. */
export const WEBHOOK_ROTATION_GRACE_MAX_H = 24
/** Receivers reject a message with a timestamp that differs by more than this. */
export const WEBHOOK_TOLERANCE_S = 300
export const WEBHOOK_ENDPOINTS_MAX = 10
export const WEBHOOK_URL_MAX_CHARS = 500
/** Concurrent deliveries to one receiver, over all processes. */
export const WEBHOOK_SENDS_PER_ENDPOINT = 8
/** Concurrent deliveries to a receiver after a failed delivery, until one succeeds. */
export const WEBHOOK_SENDS_PER_FAILING_ENDPOINT = 1
/** Concurrent sending jobs of one partner in one process, so that other partners have slots. */
export const WEBHOOK_SLOTS_PER_PARTNER = 4
/** Test messages of one partner, over all its receivers. */
export const WEBHOOK_TESTS_PER_MINUTE = 5
/** A claimed delivery is sent again after this time if its process has died. */
export const WEBHOOK_CLAIM_S = 30
export const WEBHOOK_RETENTION_DAYS = 30
