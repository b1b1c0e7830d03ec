/** A journey without a vehicle or a driver needs attention if it leaves within this time. */
export const ATTENTION_PLANNING_H = 24
/** An overbooked journey needs attention if it leaves within this time. */
export const ATTENTION_OVERBOOKED_DAYS = 7
/** A delay needs attention from this many minutes. */
export const ATTENTION_LATE_FROM_MIN = 5
/** Holds need attention if they expire within this time. */
export const ATTENTION_HOLDS_MIN = 30
/** Licences, medicals, inspections and insurances need attention if they expire within this time. */
export const ATTENTION_DOCUMENTS_DAYS = 14
/** Overlapping jobs of a vehicle or person need attention on journeys that leave within this time. */
export const ATTENTION_CLASHES_H = 24
/** Failed mail needs attention for this time. */
export const ATTENTION_MAILS_DAYS = 7
/** Unpaid reservations need attention if they depart within this time. */
export const ATTENTION_UNPAID_H = 24
