import { GTFS_IMPORT_MAX_DAYS } from '../../../contract/core/limits/files'
import { addDays } from '../../providers/format/dates'

/** Default number of days. */
export const DEFAULT_DAYS = 30

export interface Span {
  from: string
  to: string
}

/** Returns the default span for a feed: from today if the feed contains it, otherwise from its first day. */
export function defaultDates(feed: Span, day: string): Span {
  const from = feed.from <= day && day <= feed.to ? day : feed.from
  const last = addDays(from, Math.min(DEFAULT_DAYS, GTFS_IMPORT_MAX_DAYS) - 1)
  return { from, to: last < feed.to ? last : feed.to }
}
