import { sentence } from './sentence'
import type { FieldIssue } from './entity'
import { HIRE_MAX_DAYS } from './limits/sales'

const DAY_MS = 86_400_000

/** Returns whether a hire exceeds the maximum in days of 24 hours, independent of clock changes. Instants as RFC 3339. */
export const isHireTooLong = (startsAt: string, endsAt: string): boolean =>
  Date.parse(endsAt) - Date.parse(startsAt) > HIRE_MAX_DAYS * DAY_MS

/** Returns an issue at `path` if a hire exceeds the maximum. */
export const hireLengthIssues = (startsAt: string, endsAt: string, path: string): FieldIssue[] =>
  isHireTooLong(startsAt, endsAt)
    ? [
        {
          path,
          message: sentence`A hire takes at most ${HIRE_MAX_DAYS} days: choose an earlier end, or make several hires.`,
        },
      ]
    : []
