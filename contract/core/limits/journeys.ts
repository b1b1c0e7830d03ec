/** Boarding of a journey starts at most this long before its planned departure. */
export const BOARDING_BEFORE_DEPARTURE_MAX_MIN = 180
/** A journey departs at most this long before its planned departure. */
export const DEPARTURE_BEFORE_PLAN_MAX_MIN = 60
/** A journey is completed at most this long before its planned departure. */
export const COMPLETION_BEFORE_DEPARTURE_MAX_MIN = 0
/** New journeys and hires are at most this many days before or after today: five years. A date beyond it has a wrong year. */
export const SERVICE_DATE_MAX_DAYS = 1_830
