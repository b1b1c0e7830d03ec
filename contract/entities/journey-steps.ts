import {
  BOARDING_BEFORE_DEPARTURE_MAX_MIN,
  COMPLETION_BEFORE_DEPARTURE_MAX_MIN,
  DEPARTURE_BEFORE_PLAN_MAX_MIN,
} from '../core/limits/journeys'

const MINUTE_MS = 60_000

/** Minutes before the planned departure from which a step is allowed; other steps are allowed at any time. */
const ALLOWED_FROM_MIN: Readonly<Record<string, number>> = {
  boardJourney: BOARDING_BEFORE_DEPARTURE_MAX_MIN,
  departJourney: DEPARTURE_BEFORE_PLAN_MAX_MIN,
  completeJourney: COMPLETION_BEFORE_DEPARTURE_MAX_MIN,
}

/**
 * Returns the instant from which a step of a journey is allowed; null = at any time.
 * @param step operation of the API, such as `boardJourney`
 */
export function earliestStep(step: string, { departs_at }: { departs_at: string }): string | null {
  const minutes = ALLOWED_FROM_MIN[step]
  return minutes === undefined ? null : new Date(Date.parse(departs_at) - minutes * MINUTE_MS).toISOString()
}

/** Returns whether a step of a journey is refused at an instant because it is too early. */
export function isTooEarly(step: string, journey: { departs_at: string }, now: number): boolean {
  const earliest = earliestStep(step, journey)
  return earliest !== null && now < Date.parse(earliest)
}
