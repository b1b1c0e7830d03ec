/* Limits of the console: requests, layout and input. */

/** Limits of the specification and of the product, each defined once, with its unit in its name. */
/** An HTTP call of the console fails after this long. */
export const HTTP_TIMEOUT_MS = 10_000
/** Time for which read data counts as fresh. Never applies to seats, holds and live data. */
export const DATA_FRESHNESS_S = 300
/** Retries of a failed read. */
export const READ_RETRIES = 3
/** Retries of a dictionary that failed to load, before the console starts without it. */
export const DICTIONARY_RETRIES = 1
/** Wait before the first retry of a failed read; doubles with each retry. */
export const READ_RETRY_DELAY_MS = 1_000
export const LOADER_FADE_MS = 200
export const BACK_TO_TOP_THRESHOLD_PX = 50
export const SIDEBAR_WIDTH_PX = 260
export const SIDEBAR_COLLAPSE_BELOW_PX = 1024
/** Length of the filter of a saved view as JSON. */
export const SAVED_VIEW_FILTER_MAX_CHARS = 4_000
export const LIST_COLUMNS_MAX = 60
/** Time for which an unsaved form draft is offered again to its author. */
export const DRAFT_RETENTION_H = 12
/** Pause in typing after which a search or filter of a list is sent to the server. */
export const FILTER_DEBOUNCE_MS = 200
/** The second key of a shortcut such as "g s" follows the first one within this time. */
export const SHORTCUT_SEQUENCE_MS = 1_500
