export const LIVE_RECONNECT_BASE_MS = 1_000
export const LIVE_RECONNECT_CAP_MS = 30_000
export const LIVE_RECONNECT_ATTEMPTS = 5
export const LIVE_NORMAL_CLOSE_CODE = 1000
/** A longer message of a client closes its live connection with 1009. */
export const LIVE_MESSAGE_MAX_BYTES = 64 * 1024
/** More messages of one client than this close its live connection with 1008. */
export const LIVE_MESSAGES_PER_MINUTE = 100
/** A further live connection of the same user closes the oldest one with 1000, so that it does not reconnect. */
export const LIVE_CONNECTIONS_PER_USER = 5
/** Live connections of one process; a further handshake is refused. */
export const LIVE_CONNECTIONS_MAX = 10_000
/** Delay between a new notification and the update of the counts, so that a burst is counted once. */
export const LIVE_STATS_DELAY_MS = 500
/** Interval at which the server pings each peer and checks that its session is still active. */
export const LIVE_CHECK_MS = 30_000
/** A peer that does not answer the close of its live connection within this time is disconnected. */
export const LIVE_CLOSE_TIMEOUT_MS = 3_000
/** A user counts as gone from a record after this time without a renewal, for example when a process dies. */
export const LIVE_PRESENCE_LIFE_MS = 100_000
export const LIVE_MARK_READ_MAX_IDS = 500
/** A ticket opens one live connection within this time. */
export const LIVE_TICKET_LIFE_S = 30
/** Newest notifications of a user in one answer. */
export const LIVE_NOTIFICATIONS_MAX = 50
