export const SEARCH_MAX_CHARS = 100
/** Minimum length of a search across all resources: one letter is not selective and no index supports it. */
export const SEARCH_MIN_CHARS = 2
/** Records of one resource in the results of a search across all resources. */
export const SEARCH_ROWS_PER_RESOURCE = 5
/** Stations in one answer to a search. */
export const STATIONS_FOUND_MAX = 25
/** Stations that one search ranks: all of the company if it has no more, else those with the words or the most similar. */
export const STATIONS_RANKED_MAX = 500
/** Selected results that the search box remembers. */
export const RECENT_SEARCHES = 5
/** Values of each kind, shared by several customers, that the list of duplicates checks. */
export const DUPLICATE_KEYS_MAX = 1_000
/** Possible duplicates on the page of a customer. */
export const LIKELY_SAME_MAX = 5
/** Minimum similarity of two names as computed by pg_trgm, from 0 to 1. */
export const NEAR_NAME_SIMILARITY = 0.6
/** Reservations that one merge may move from one customer to another. */
export const MERGE_MAX_RESERVATIONS = 5_000
