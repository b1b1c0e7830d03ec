import { HOLD_DEFAULT_MIN } from '../../../contract/limits'
import { utcText } from '../timetable/service-time'

const MINUTE_MS = 60_000

/** Until when seats are held from now: the usual time, and never past the departure (an instant). */
export function holdUntil(now: Date, departsAt: string): string {
  return utcText(Math.min(now.getTime() + HOLD_DEFAULT_MIN * MINUTE_MS, Date.parse(departsAt)))
}

/** A hold is over at the instant that it runs to. */
export function hasExpired(holdExpiresAt: string, now: Date): boolean {
  return Date.parse(holdExpiresAt) <= now.getTime()
}
