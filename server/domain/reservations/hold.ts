import { HOLD_DEFAULT_MIN, HOLD_EXTENSIONS_MAX } from '../../../contract/core/limits/holds'
import { utcText } from '../timetable/service-time'

const MINUTE_MS = 60_000

/** Returns when a hold made now expires: after `holdMin` minutes, but never after the end of sales (an instant). */
export function holdUntil(now: Date, salesEndAt: string, holdMin = HOLD_DEFAULT_MIN): string {
  return utcText(Math.min(now.getTime() + holdMin * MINUTE_MS, Date.parse(salesEndAt)))
}

/** Returns whether a hold has expired. It is expired at the instant `holdExpiresAt` itself. */
export function hasExpired(holdExpiresAt: string, now: Date): boolean {
  return Date.parse(holdExpiresAt) <= now.getTime()
}

/** Returns whether a hold may be extended again. @param extensions number of extensions so far */
export const mayExtend = (extensions: number): boolean => extensions < HOLD_EXTENSIONS_MAX
