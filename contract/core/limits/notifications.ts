/** Stations that one user may choose for notifications. */
export const NOTIFICATION_STATIONS_MAX = 100
export const NOTIFICATION_DROPDOWN_ROWS = 10
export const NOTIFICATION_BADGE_CAP = 99
/** Passengers are reminded of their trip this long before it. */
export const REMINDER_BEFORE_H = 24
/** Passengers and staff are notified of a delay from this many minutes. */
export const DELAY_NOTIFIED_FROM_MIN = 5
/** The user who placed a hold is notified this long before it expires. */
export const HOLD_EXPIRY_NOTICE_MIN = 3
/** Dispatchers are notified of a journey without a vehicle or a driver this long before it departs. */
export const UNASSIGNED_NOTICE_H = 2
/** Records in one grouped notification; a further record starts a new notification. */
export const NOTIFICATION_GROUP_MAX = 50
/** Retention of an announced deadline after it has passed, so that it is not announced twice. */
export const DEADLINE_RETENTION_DAYS = 1
