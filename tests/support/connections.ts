import type { Call, Question, Ride, Run, Trip } from '../../server/domain/connections/plan'

/** Returns why a trip is impossible as listed, or null when it is possible. */
export function faultOf({ rides, departs, arrives }: Trip, question: Question): string | null {
  const ends = rides.map(endsOf)
  const [first, last] = [ends[0], ends.at(-1)]
  if (!first || !last || rides.length > question.changesMax + 1) return 'has no ride, or too many'
  if (!question.origins.has(first.board.station) || !question.destinations.has(last.alight.station))
    return 'is from or to elsewhere'
  if (first.board.departs !== departs || last.alight.arrives !== arrives) return 'has other times than its legs'
  if (departs < question.from || departs >= question.before) return 'leaves at another time than asked'
  for (const [index, { ride, board, alight }] of ends.entries()) {
    const next = ends[index + 1]?.board
    if (ride.alight <= ride.board || !board.boards || !alight.alights) return 'has a ride that cannot be taken'
    if (!hasSeats(ride, question.seats)) return 'is full'
    if (next && (next.place !== alight.place || next.departs < alight.arrives + question.changeMs(next.place)))
      return 'has a change that cannot be made'
  }
  return null
}

/** Returns the earliest arrival of trips with at most `changes` changes that leave at or after a moment; null = none. */
export function soonest(trips: readonly Trip[], from: number, changes: number): number | null {
  const arrivals = trips
    .filter((trip) => trip.departs >= from && trip.rides.length <= changes + 1)
    .map(({ arrives }) => arrives)
  return arrivals.length > 0 ? Math.min(...arrivals) : null
}

/** Returns every possible trip, however bad, by brute force. */
export function allTrips(runs: readonly Run[], question: Question): Trip[] {
  const rides = runs.flatMap((run) =>
    run.calls.flatMap((_, board) =>
      run.calls.slice(board + 1).map((_call, more): Ride => ({ run, board, alight: board + 1 + more })),
    ),
  )
  const trips: Trip[] = []
  const goOn = (taken: Ride[]) => {
    const [first, last] = [taken[0], taken.at(-1)]
    if (!first || !last) return
    const trip = { rides: taken, departs: endsOf(first).board.departs, arrives: endsOf(last).alight.arrives }
    if (faultOf(trip, question) === null) trips.push(trip)
    if (taken.length > question.changesMax) return
    const here = endsOf(last).alight
    for (const ride of rides) {
      const { board } = endsOf(ride)
      if (board.place === here.place && board.departs >= here.arrives + question.changeMs(here.place))
        goOn([...taken, ride])
    }
  }
  for (const ride of rides) if (question.origins.has(endsOf(ride).board.station)) goOn([ride])
  return trips
}

function endsOf(ride: Ride): { ride: Ride; board: Call; alight: Call } {
  const [board, alight] = [ride.run.calls[ride.board], ride.run.calls[ride.alight]]
  if (!board || !alight) throw new Error(`${ride.run.id} has no such calls.`)
  return { ride, board, alight }
}

const hasSeats = ({ run, board, alight }: Ride, seats: number | null): boolean =>
  seats === null || run.calls.slice(board, alight).every((call) => call.seats >= seats)
