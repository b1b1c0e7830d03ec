/* Limits of the board, the plan of a day and the assignment of vehicles and drivers. */

/** Jobs after the expiry of documents that the answer about a vehicle or person lists. */
export const UNLAWFUL_JOBS_MAX = 50
/** Journeys with too few seats that the answer about a vehicle type lists. */
export const SHORT_JOURNEYS_MAX = 50
/** The resolution of a breakdown or an absence can be undone within this time. */
export const RESOLUTION_UNDO_MIN = 10
/** A journey without a manual completion is completed automatically this long after its planned arrival. */
export const AUTO_COMPLETE_AFTER_H = 6
/** Vehicles, and drivers, suggested in one answer. */
export const SUGGESTIONS_MAX = 10
/** Journeys that one generation may create. */
export const GENERATE_MAX_JOURNEYS = 2_000
export const TURNAROUND_DEFAULT_MIN = 15
export const MAX_DAILY_DRIVE_DEFAULT_MIN = 540
export const MIN_REST_DEFAULT_MIN = 660
/** Days that one dispatch board may span: a week, and the hours by which it overlaps two others. */
export const BOARD_MAX_DAYS = 8
/** Journeys on one page of the dispatch board. */
export const BOARD_PAGE_JOURNEYS = 2_500
/** Days that one calendar may span: six weeks. */
export const CALENDAR_MAX_DAYS = 42
/** Journeys in one suggested plan. */
export const PLAN_MAX_JOURNEYS = 3_000
/** Journeys that one transaction assigns when a plan is applied. */
export const PLAN_APPLY_MAX_JOURNEYS = 100
/** An applied plan can be undone within this time. */
export const PLAN_UNDO_H = 24
/** Retention of the data that the undo of a plan needs. */
export const PLAN_RETENTION_DAYS = 2
/** Assumed speed of an empty run between two stations, over the great-circle distance. */
export const EMPTY_RUN_KMH = 50
/** Minimum duration of an empty run to another city with unknown coordinates. */
export const OTHER_CITY_MIN = 30
