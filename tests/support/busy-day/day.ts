const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** Local hour in the busy company: its working day has just begun. */
const MORNING_H = 5
/** The lowest UTC offset of a whole-hour zone, in hours. */
const WEST_END_H = -12

export interface BusyDay {
  /** Time zone of the company and its stations, in which it is early morning. */
  zone: string
  /** The day on which every journey has a vehicle and a driver. */
  today: string
  /** The day on which no journey has a vehicle or a driver. */
  tomorrow: string
  /** Midnight at the start of `today`, as an instant. */
  midnight: string
}

/** Returns a day of the busy company, placed so that nearly all of it lies ahead whenever the tests run. */
export function busyDayAt(now: Date): BusyDay {
  const wanted = MORNING_H - now.getUTCHours()
  const offset = wanted < WEST_END_H ? wanted + 24 : wanted
  const local = now.getTime() + offset * HOUR_MS
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  const midnight = Math.floor(local / DAY_MS) * DAY_MS - offset * HOUR_MS
  return {
    // The signs in the names of these zones are inverted.
    zone: offset === 0 ? 'Etc/GMT' : `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`,
    today: dayOf(local),
    tomorrow: dayOf(local + DAY_MS),
    midnight: new Date(midnight).toISOString(),
  }
}
