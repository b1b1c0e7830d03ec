import { sentence } from '../../../contract/core/sentence'
import type { FieldIssue } from '../../../contract/core/entity'
import { SERVICE_DATE_MAX_DAYS } from '../../../contract/core/limits/journeys'
import { dayAfter } from './calendar'

/** Returns an issue for the day of a new journey or hire that is years away from now. @param date a calendar day */
export function serviceDateIssues(path: string, date: string, now: Date): FieldIssue[] {
  const today = now.toISOString().slice(0, 10)
  const [first, last] = [dayAfter(today, -SERVICE_DATE_MAX_DAYS), dayAfter(today, SERVICE_DATE_MAX_DAYS)]
  if (date >= first && date <= last) return []
  return [
    {
      path,
      message: sentence`${date} is more than five years away: check the year. Choose a day from ${first} to ${last}.`,
    },
  ]
}
