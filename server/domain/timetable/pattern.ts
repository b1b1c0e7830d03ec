/** A stop of a journey with its service times in seconds. */
export interface TimedStop {
  station: string
  arrival: number
  departure: number
}

/** A stop of a pattern: whole minutes after the departure from the first stop. */
export interface PatternStop {
  station: string
  arriveOffsetMin: number
  departOffsetMin: number
}

/**
 * Returns the stop pattern of a timed stop list (Transmodel JOURNEY PATTERN with its default times). Parts of a minute are
 * dropped, as a printed timetable does, so the offsets never decrease. Time spent at the first stop before its
 * departure counts as minute 0.
 */
export function patternOf(stops: readonly TimedStop[]): PatternStop[] {
  const start = stops[0]?.departure ?? 0
  const offset = (seconds: number) => Math.max(0, Math.floor((seconds - start) / 60))
  return stops.map(({ station, arrival, departure }) => ({
    station,
    arriveOffsetMin: offset(arrival),
    departOffsetMin: offset(departure),
  }))
}
