import { NO_TIME, type Call, type StopTime } from './calls'
import { Fault } from './issues'

const FILE = 'stop_times.txt'
/** Maximum number of stops of a pattern. */
const MAX_CALLS = 200

interface Complaint {
  line: number
  field: string
  fault: Fault
}

/** Result for a trip: its calls, an error in a row, or the reason why it is left out. */
export type TimedTrip = { calls: Call[] } | { error: Complaint } | { unusable: Fault }

/**
 * Returns the calls of a trip from its rows by stop_sequence. Missing times are interpolated evenly, to the second.
 * Two consecutive rows at one stop become one call from the first to the second.
 * The first call has no drop-off and the last has no pickup.
 */
export function timeTrip(rows: readonly StopTime[]): TimedTrip {
  const repeated = rows.find((row, i) => i > 0 && row.sequence === rows[i - 1]?.sequence)
  if (repeated) return complain(repeated, 'stop_sequence', SEQUENCE_REPEATED)
  const given = rows.map(withBothTimes)
  const untimedEnd = [given[0], given.at(-1)].find((row) => row?.arrival === NO_TIME)
  if (untimedEnd) return complain(untimedEnd, 'arrival_time', END_WITHOUT_TIME)
  const error = firstDecrease(given)
  if (error) return error
  const calls = mergeRepeats(interpolate(given))
  const [first] = calls
  const last = calls.at(-1)
  if (!first || !last || calls.length < 2) return { unusable: ONE_STOP }
  if (calls.length > MAX_CALLS) return { unusable: TOO_MANY_STOPS }
  if (last.arrival <= first.departure) return { unusable: NO_DURATION }
  first.dropOff = 1
  last.pickup = 1
  return { calls }
}

const withBothTimes = (row: StopTime): StopTime => ({
  ...row,
  arrival: row.arrival === NO_TIME ? row.departure : row.arrival,
  departure: row.departure === NO_TIME ? row.arrival : row.departure,
})

function firstDecrease(rows: readonly StopTime[]): { error: Complaint } | undefined {
  let latest = 0
  for (const row of rows) {
    if (row.arrival === NO_TIME) continue
    if (row.arrival < latest) return complain(row, 'arrival_time', TIME_DECREASES)
    if (row.departure < row.arrival) return complain(row, 'departure_time', LEAVES_BEFORE)
    latest = row.departure
  }
  return undefined
}

function interpolate(rows: readonly StopTime[]): StopTime[] {
  let from = 0
  return rows.map((row, i) => {
    if (row.arrival !== NO_TIME) {
      from = i
      return row
    }
    const to = rows.findIndex((later, j) => j > i && later.arrival !== NO_TIME)
    const start = rows[from]?.departure ?? 0
    const end = rows[to]?.arrival ?? start
    const time = Math.round(start + ((end - start) * (i - from)) / (to - from))
    return { ...row, arrival: time, departure: time, isApproximate: true }
  })
}

function mergeRepeats(rows: readonly StopTime[]): Call[] {
  const calls: Call[] = []
  for (const { stop, arrival, departure, pickup, dropOff, isApproximate } of rows) {
    const before = calls.at(-1)
    if (before?.stop === stop)
      Object.assign(before, { departure, pickup, isApproximate: before.isApproximate || isApproximate })
    else calls.push({ stop, arrival, departure, pickup, dropOff, isApproximate })
  }
  return calls
}

const complain = ({ line }: StopTime, field: string, fault: Fault): { error: Complaint } => ({
  error: { line, field, fault },
})

const SEQUENCE_REPEATED = new Fault(
  'sequence_repeated',
  'The trip has this stop_sequence twice.',
  'Number the stops of a trip upwards.',
)
const END_WITHOUT_TIME = new Fault(
  'time_missing',
  'The first and the last stop of a trip need a time.',
  'Fill in arrival_time or departure_time.',
)
const TIME_DECREASES = new Fault(
  'times_decrease',
  'The trip arrives here before it leaves the stop before.',
  'Correct the times; after midnight go on past 24:00:00.',
)
const LEAVES_BEFORE = new Fault(
  'times_decrease',
  'The trip leaves before it arrives.',
  'Make departure_time the same or later.',
)
const ONE_STOP = new Fault(
  'trip_too_short',
  `The trip calls at fewer than two stops in ${FILE}. It is left out.`,
  'Add its stops, or remove the trip.',
)
const TOO_MANY_STOPS = new Fault(
  'trip_too_long',
  `The trip has more than ${MAX_CALLS} stops. It is left out.`,
  'Split it into two trips.',
)
const NO_DURATION = new Fault(
  'trip_without_duration',
  'The trip arrives in the second it leaves. It is left out.',
  'Correct the times of its last stop.',
)
