const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** Hour at which it is now where the busy company works: its day has just begun. */
const MORNING_H = 5
/** The zones of whole hours end twelve to the west of Greenwich. */
const WEST_END_H = -12

export interface BusyDay {
  /** Zone of the company and its stations, in which it is early in the morning. */
  zone: string
  /** Every job of this day has a vehicle and a driver. */
  today: string
  /** No job of this day has any. */
  tomorrow: string
  /** Midnight of today, as an instant. */
  midnight: string
}

/** The day on which a busy company works, so that nearly all of it lies ahead whenever the tests run. */
export function busyDayAt(now: Date): BusyDay {
  const wanted = MORNING_H - now.getUTCHours()
  const offset = wanted < WEST_END_H ? wanted + 24 : wanted
  const local = now.getTime() + offset * HOUR_MS
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  const midnight = Math.floor(local / DAY_MS) * DAY_MS - offset * HOUR_MS
  return {
    // The signs of these names are turned round.
    zone: offset === 0 ? 'Etc/GMT' : `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`,
    today: dayOf(local),
    tomorrow: dayOf(local + DAY_MS),
    midnight: new Date(midnight).toISOString(),
  }
}
