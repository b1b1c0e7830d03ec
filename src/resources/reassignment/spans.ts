import { addDays, fromZonedInput, toZonedInput } from '../../providers/format/dates'

const MINUTE_MS = 60_000

/** How long somebody or something is away, as it is chosen most often. */
export const LENGTHS = ['today', 'tomorrow', 'week', 'open'] as const
export type Length = (typeof LENGTHS)[number]

const DAYS: Record<Exclude<Length, 'open'>, number> = { today: 1, tomorrow: 2, week: 7 }

/** From the beginning of this minute. */
export const startOf = (nowMs: number): string => new Date(Math.floor(nowMs / MINUTE_MS) * MINUTE_MS).toISOString()

/** The midnight in a zone at which the days that begin with today's are over; null = until further notice. */
export function endOf(length: Length, nowMs: number, zone: string): string | null {
  if (length === 'open') return null
  const day = toZonedInput(new Date(nowMs).toISOString(), zone).slice(0, 10)
  return fromZonedInput(`${addDays(day, DAYS[length])}T00:00`, zone)
}
