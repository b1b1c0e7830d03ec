/* Interval of the sweep and the check of the server's clock. */

/** Interval of the sweep for expired holds, finished journeys and similar work. */
export const SWEEP_EVERY_S = 30
/** A process reports that it is not ready if its clock differs by more than this from the clock of the database. */
export const CLOCK_OFF_MAX_S = 30
/** Interval of the clock comparison. */
export const CLOCK_CHECK_EVERY_S = 30
