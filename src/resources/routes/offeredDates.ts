import { GTFS_IMPORT_MAX_DAYS } from '../../../contract/core/limits'
import { addDays } from '../../providers/format/dates'

/** Days that are offered at first. */
export const OFFERED_DAYS = 30

export interface Span {
  from: string
  to: string
}

/** The span to offer for a feed: from today where it holds today, else from its first day. */
export function offeredDates(feed: Span, day: string): Span {
  const from = feed.from <= day && day <= feed.to ? day : feed.from
  const last = addDays(from, Math.min(OFFERED_DAYS, GTFS_IMPORT_MAX_DAYS) - 1)
  return { from, to: last < feed.to ? last : feed.to }
}
