import type { FieldIssue } from './entity'
import { HIRE_MAX_DAYS } from './limits'

const DAY_MS = 86_400_000

/** Whether a hire takes longer than one may, in days of 24 hours, whatever clocks show. Instants as RFC 3339. */
export const isHireTooLong = (startsAt: string, endsAt: string): boolean =>
  Date.parse(endsAt) - Date.parse(startsAt) > HIRE_MAX_DAYS * DAY_MS

/** Complains at `path` about a hire that takes longer than one may. */
export const hireLengthIssues = (startsAt: string, endsAt: string, path: string): FieldIssue[] =>
  isHireTooLong(startsAt, endsAt)
    ? [{ path, message: `A hire takes at most ${HIRE_MAX_DAYS} days: choose an earlier end, or make several hires.` }]
    : []
