import { HOLD_DEFAULT_MIN, HOLD_EXTENSIONS_MAX } from '../../../contract/core/limits'
import { utcText } from '../timetable/service-time'

const MINUTE_MS = 60_000

/** Until when seats are held from now: the usual time (minutes), and never past the end of sales (an instant). */
export function holdUntil(now: Date, salesEndAt: string, holdMin = HOLD_DEFAULT_MIN): string {
  return utcText(Math.min(now.getTime() + holdMin * MINUTE_MS, Date.parse(salesEndAt)))
}

/** A hold is over at the instant that it runs to. */
export function hasExpired(holdExpiresAt: string, now: Date): boolean {
  return Date.parse(holdExpiresAt) <= now.getTime()
}

/** Whether a hold that was extended so often may be extended again. */
export const mayExtend = (extensions: number): boolean => extensions < HOLD_EXTENSIONS_MAX
