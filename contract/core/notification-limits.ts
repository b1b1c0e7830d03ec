/** The user who placed a hold is notified this long before it expires. */
export const HOLD_EXPIRY_NOTICE_MIN = 3
/** Dispatchers are notified of a journey without a vehicle or a driver this long before it departs. */
export const UNASSIGNED_NOTICE_H = 2
/** Records in one grouped notification; a further record starts a new notification. */
export const NOTIFICATION_GROUP_MAX = 50
/** Retention of an announced deadline after it has passed, so that it is not announced twice. */
export const DEADLINE_RETENTION_DAYS = 1
