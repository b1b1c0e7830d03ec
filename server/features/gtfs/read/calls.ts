const FIRST_CAPACITY = 1024
/** Represents an empty time. */
export const NO_TIME = -1

/** A call of a trip. */
export interface Call {
  /** Index of the stop in the feed. */
  stop: number
  /** Seconds after the start of the service day. */
  arrival: number
  departure: number
  /** GTFS values 0 to 3. */
  pickup: number
  dropOff: number
  /** True when the feed marks the times as approximate, or when they were interpolated. */
  isApproximate: boolean
}

/** A row of stop_times.txt; times are NO_TIME where the file omits them. */
export interface StopTime extends Call {
  line: number
  sequence: number
}

const FIELDS = ['trip', 'line', 'sequence', 'stop', 'arrival', 'departure', 'access'] as const
type Columns = Record<(typeof FIELDS)[number], Int32Array>

/** Rows of stop_times.txt packed into 28 bytes each. A feed may have millions of them, in any order. */
export class StopTimes {
  #columns = Object.fromEntries(FIELDS.map((name) => [name, new Int32Array(FIRST_CAPACITY)])) as Columns
  #length = 0
  #isInOrder = true

  add(trip: number, row: StopTime): void {
    const at = this.#length
    if (at === this.#columns.trip.length) this.#grow()
    const { trip: trips, sequence } = this.#columns
    if (at > 0 && order(trips, sequence, at - 1, trip, row.sequence) > 0) this.#isInOrder = false
    trips[at] = trip
    sequence[at] = row.sequence
    this.#columns.line[at] = row.line
    this.#columns.stop[at] = row.stop
    this.#columns.arrival[at] = row.arrival
    this.#columns.departure[at] = row.departure
    this.#columns.access[at] = (Number(row.isApproximate) << 4) | (row.pickup << 2) | row.dropOff
    this.#length += 1
  }

  /** Yields the rows of each trip, sorted by stop_sequence. */
  *byTrip(): Generator<{ trip: number; rows: StopTime[] }> {
    const { trip, sequence } = this.#columns
    const positions = Uint32Array.from({ length: this.#length }, (_, i) => i)
    if (!this.#isInOrder) positions.sort((a, b) => order(trip, sequence, a, trip[b] ?? 0, sequence[b] ?? 0) || a - b)
    let rows: StopTime[] = []
    let current = NO_TIME
    for (const position of positions) {
      const next = trip[position] ?? 0
      if (next !== current && rows.length > 0) {
        yield { trip: current, rows }
        rows = []
      }
      current = next
      rows.push(this.#row(position))
    }
    if (rows.length > 0) yield { trip: current, rows }
  }

  #row(at: number): StopTime {
    const { line, sequence, stop, arrival, departure, access } = this.#columns
    const packed = access[at] ?? 0
    return {
      line: line[at] ?? 0,
      sequence: sequence[at] ?? 0,
      stop: stop[at] ?? 0,
      arrival: arrival[at] ?? 0,
      departure: departure[at] ?? 0,
      pickup: (packed >> 2) & 3,
      dropOff: packed & 3,
      isApproximate: packed >> 4 === 1,
    }
  }

  #grow(): void {
    for (const name of FIELDS) {
      const larger = new Int32Array(this.#length * 2)
      larger.set(this.#columns[name])
      this.#columns[name] = larger
    }
  }
}

function order(trips: Int32Array, sequences: Int32Array, at: number, trip: number, sequence: number): number {
  return (trips[at] ?? 0) - trip || (sequences[at] ?? 0) - sequence
}
