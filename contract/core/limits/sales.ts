/** Maximum length of a hire in days of 24 hours; a longer one is booked as several hires. */
export const HIRE_MAX_DAYS = 31
/** Legs of one reservation, outbound and return together. */
export const LEGS_MAX = 6
/** A cancellation can be undone within this time, while the seats are still free. */
export const CANCEL_UNDO_MIN = 15
/** Validity of a quoted price. */
export const QUOTE_LIFE_MIN = 15
/** Days, and pairs of stations, in one preview of a pricing rule. */
export const PRICE_PREVIEW_MAX_DAYS = 31
export const PRICE_PREVIEW_MAX_PAIRS = 20
/** Fares that one save of the fare table of a route may change. */
export const FARE_TABLE_MAX_CELLS = 1_000
/** Maximum deviation of a manual price, in basis points of the calculated one, for roles that may not set any price. */
export const PRICE_OVERRIDE_MAX_BP = 1_500
export const RESERVATION_REFERENCE_CHARS = 6
/** Departures of a day between two stations in one answer. */
export const DEPARTURES_MAX_ROWS = 100
/** A departure with at most this share of its seats left is shown as limited, in basis points. */
export const LIMITED_AVAILABILITY_BP = 2_000
