/** Whoever holds seats is told so long before they come free. */
export const HOLD_ENDS_TOLD_MIN = 3
/** Dispatchers are told of a journey without a vehicle or a driver so long before it leaves. */
export const UNASSIGNED_TOLD_H = 2
/** A notification that stands for as many records or more takes no further one; a new one begins. */
export const NOTIFICATION_GROUP_MAX = 50
/** What was told once of a moment to come is remembered so long after it, lest it is told again. */
export const DEADLINES_KEPT_DAYS = 1
