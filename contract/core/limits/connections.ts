/** Maximum changes of coach on one trip. */
export const CONNECTION_CHANGES_MAX = 2
/** Minimum transfer time of a station that defines none. */
export const CONNECTION_DEFAULT_MIN = 10
export const CONNECTION_MAX_MIN = 240
/** Onward journeys of a connection leave at most this long after the end of the day of the first departure. */
export const CONNECTION_NEXT_DAY_H = 12
/** Journeys that one search for connections reads; of more, only the earliest. */
export const CONNECTION_JOURNEYS_MAX = 5_000
/** Maximum connections in one answer. */
export const CONNECTIONS_MAX_ROWS = 50
