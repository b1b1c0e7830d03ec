/** Changes of coach on one trip. */
export const CONNECTION_CHANGES_MAX = 2
/** What a change takes at least, where nobody has said otherwise for the station. */
export const CONNECTION_DEFAULT_MIN = 10
export const CONNECTION_MAX_MIN = 240
/** Onward journeys of a connection leave at most so long after the day of the first departure has ended. */
export const CONNECTION_NEXT_DAY_H = 12
/** Journeys that one search for connections looks at; of more, the earliest. */
export const CONNECTION_JOURNEYS_MAX = 5_000
/** Connections that one answer shows. */
export const CONNECTIONS_MAX_ROWS = 50
