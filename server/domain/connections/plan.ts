/** A call of a run, with what the search for connections needs. */
export interface Call {
  station: string
  /** Place of a change: the station itself, or the parent station of a platform. */
  place: string
  /** Milliseconds since a common epoch. */
  arrives: number
  departs: number
  boards: boolean
  alights: boolean
  /** Seats left from here to the next call. */
  seats: number
}

/** One journey with its calls in order of travel. */
export interface Run {
  id: string
  calls: readonly Call[]
}

export interface Question {
  /** Ids of stations; a trip may use any of them. */
  origins: ReadonlySet<string>
  destinations: ReadonlySet<string>
  /** Span of accepted departures, `[from, before)`. */
  from: number
  before: number
  /** Number of passengers who travel together; null = ignore seats. */
  seats: number | null
  changesMax: number
  /** Minimum duration of a change at a place, milliseconds. */
  changeMs: (place: string) => number
}

/** A segment of one run, by the indexes of its calls from 0. */
export interface Ride {
  run: Run
  board: number
  alight: number
}

export interface Trip {
  departs: number
  arrives: number
  /** In the order of travel; one more than there are changes. */
  rides: Ride[]
}

/** The best known connection to a place: the ride that arrives there, linked to the previous ones. */
interface Label extends Ride {
  arrives: number
  before: Label | null
}

interface Boarding {
  run: number
  call: number
  departs: number
}

/**
 * Returns the trips within a span of departures that no other trip beats in departure, arrival and changes at once. It is a
 * RAPTOR range query (Delling, Pajor, Werneck 2012) on single runs, because seats may be sold out on one run and not on the
 * next. Departures are tried from the last to the first. An earlier one is not followed where it arrives no sooner or with
 * no fewer changes than a later one. So each section between two calls is travelled at most once for each number of rides,
 * which is O(changes × calls) plus sorting the calls of each place. It yields between its steps.
 */
export function* bestTrips(runs: readonly Run[], question: Question): Generator<void, Trip[], void> {
  const search = new Search(runs, question)
  yield* search.prepare()
  const starts = runs
    .flatMap(({ calls }, run) => calls.map((call, at) => ({ run, call: at, departs: call.departs, from: call })))
    .filter(({ from, departs }) => from.boards && question.origins.has(from.station) && isWithin(departs, question))
    .toSorted((a, b) => b.departs - a.departs)
  yield
  const found: Trip[] = []
  for (let at = 0; at < starts.length;) {
    const departs = starts[at]?.departs ?? 0
    const together: Boarding[] = []
    for (let next = starts[at]; next?.departs === departs; next = starts[at]) {
      together.push(next)
      at += 1
    }
    const labels = yield* search.leave(together)
    found.push(...labels.map((label) => tripOf(label, departs)))
  }
  return found.toSorted((a, b) => a.departs - b.departs || a.arrives - b.arrives)
}

const isWithin = (departs: number, { from, before }: Question): boolean => departs >= from && departs < before

function tripOf(last: Label, departs: number): Trip {
  const rides: Ride[] = []
  for (let label: Label | null = last; label; label = label.before)
    rides.unshift({ run: label.run, board: label.board, alight: label.alight })
  return { departs, arrives: last.arrives, rides }
}

class Search {
  private readonly runs: readonly Run[]
  private readonly question: Question
  /** By number of changes: the best connection to each place, and to the destination. */
  private readonly reached: Map<string, Label>[]
  private readonly goals: (Label | undefined)[]
  /** By run and call: the fewest changes with which the search has continued from there. */
  private readonly travelled: Uint8Array[]
  /** Departures of each place, in order of time. */
  private readonly boardings = new Map<string, Boarding[]>()
  /** By number of changes: index in the departures of a place from which on all have been boarded. */
  private readonly boardedFrom: Map<string, number>[]

  constructor(runs: readonly Run[], question: Question) {
    const rounds = Array.from({ length: question.changesMax + 1 })
    this.runs = runs
    this.question = question
    this.reached = rounds.map(() => new Map<string, Label>())
    this.boardedFrom = rounds.map(() => new Map<string, number>())
    this.goals = rounds.map(() => undefined)
    this.travelled = runs.map(({ calls }) => new Uint8Array(calls.length).fill(rounds.length))
  }

  /** Collects the departures of each place. */
  *prepare(): Generator<void, void, void> {
    for (const [run, { calls }] of this.runs.entries()) {
      yield
      for (const [call, { place, departs, boards }] of calls.entries()) {
        if (!boards) continue
        const known = this.boardings.get(place)
        if (known) known.push({ run, call, departs })
        else this.boardings.set(place, [{ run, call, departs }])
      }
    }
    for (const all of this.boardings.values()) all.sort((a, b) => a.departs - b.departs)
  }

  /** Searches from departures at one instant and returns the improved arrivals. Call it from the latest to the first. */
  *leave(starts: readonly Boarding[]): Generator<void, Label[], void> {
    const goalsBefore = [...this.goals]
    let touched = new Set<string>()
    for (const start of starts) this.ride(start, 0, null, touched)
    for (let changes = 1; changes <= this.question.changesMax && touched.size > 0; changes += 1) {
      const next = new Set<string>()
      for (const place of touched) {
        yield
        this.change(place, changes, next)
      }
      touched = next
    }
    let best = Infinity
    return this.goals.flatMap((goal, changes) => {
      const isNew = goal !== undefined && goal !== goalsBefore[changes] && goal.arrives < best
      best = Math.min(best, goal?.arrives ?? Infinity)
      return isNew ? [goal] : []
    })
  }

  /** Boards all departures of a place after the change that were not boarded there with as few changes before. */
  private change(place: string, changes: number, touched: Set<string>): void {
    const label = this.reached[changes - 1]?.get(place)
    const boardedFrom = this.boardedFrom[changes]
    const all = this.boardings.get(place)
    if (!label || !boardedFrom || !all) return
    const ready = label.arrives + this.question.changeMs(place)
    let at = boardedFrom.get(place) ?? all.length
    for (let next = all[at - 1]; next && next.departs >= ready; next = all[at - 1]) {
      this.ride(next, changes, label, touched)
      at -= 1
    }
    boardedFrom.set(place, at)
  }

  /** Follows a run to its end, to where it is full, or to where the search went on with as few changes before. */
  private ride({ run, call }: Boarding, changes: number, before: Label | null, touched: Set<string>): void {
    const ridden = this.runs[run]
    const travelled = this.travelled[run]
    if (!ridden || !travelled) return
    const { seats, destinations } = this.question
    for (let at = call; at + 1 < ridden.calls.length; at += 1) {
      const [from, to] = [ridden.calls[at], ridden.calls[at + 1]]
      if (!from || !to || (travelled[at] ?? 0) <= changes || (seats !== null && from.seats < seats)) return
      travelled[at] = changes
      if (!to.alights) continue
      const label = { run: ridden, board: call, alight: at + 1, arrives: to.arrives, before }
      if (this.isBetter(label, changes, (round) => this.reached[round]?.get(to.place))) {
        this.reached[changes]?.set(to.place, label)
        touched.add(to.place)
      }
      if (destinations.has(to.station) && this.isBetter(label, changes, (round) => this.goals[round]))
        this.goals[changes] = label
    }
  }

  /** Whether a label arrives sooner than all with as few changes. */
  private isBetter({ arrives }: Label, changes: number, known: (round: number) => Label | undefined): boolean {
    for (let round = 0; round <= changes; round += 1) if ((known(round)?.arrives ?? Infinity) <= arrives) return false
    return true
  }
}
