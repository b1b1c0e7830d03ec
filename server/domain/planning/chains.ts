import { fits, type EmptyRun, type PlanJob, type VehicleKind } from './jobs'
import { largestMatching } from './matching'
import type { Steps } from './steps'

const MINUTE_MS = 60_000

/**
 * Returns the jobs in the fewest chains that one vehicle each could run: one job ends, then come the turnaround and an
 * empty run, then the next job starts. No plan needs fewer vehicles than chains. The chains are a minimum path cover, which
 * follows from a maximum matching of jobs with successors.
 * @param kinds vehicles that exist or can be acquired; a job that none of them can run is a chain of its own
 */
export function* fewestChains(
  jobs: readonly PlanJob[],
  kinds: readonly VehicleKind[],
  emptyRun: EmptyRun,
): Steps<PlanJob[][]> {
  const order = jobs.toSorted((a, b) => a.from - b.from || a.to - b.to || (a.id < b.id ? -1 : 1))
  const turnaround = turnaroundsOf(order, kinds)
  const edges: number[][] = []
  for (const [index, job] of order.entries()) {
    const successors: number[] = []
    for (let later = firstFrom(order, job.to, index + 1); later < order.length; later += 1) {
      const next = order[later] as PlanJob
      const turn = turnaround(index, later)
      if (turn === null || job.to + turn * MINUTE_MS > next.from) continue
      const run = emptyRun(job.destination, next.origin)
      if (run !== null && job.to + turn * MINUTE_MS + run <= next.from) successors.push(later)
    }
    edges.push(successors)
    yield
  }
  const nextOf = yield* largestMatching(edges, order.length)
  const hasBefore = new Set(nextOf)
  return order.flatMap((_, index) => (hasBefore.has(index) ? [] : [chainFrom(index, order, nextOf)]))
}

function chainFrom(first: number, order: readonly PlanJob[], nextOf: readonly number[]): PlanJob[] {
  const chain: PlanJob[] = []
  for (let at = first; at >= 0; at = nextOf[at] ?? -1) chain.push(order[at] as PlanJob)
  return chain
}

/** Index of the first job, from `start` on, that begins at an instant or later. */
function firstFrom(order: readonly PlanJob[], instant: number, start: number): number {
  let [low, high] = [start, order.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((order[middle]?.from ?? Infinity) < instant) low = middle + 1
    else high = middle
  }
  return low
}

/** The shortest turnaround of any kind of vehicle that may run both jobs; null = there is none. */
function turnaroundsOf(jobs: readonly PlanJob[], all: readonly VehicleKind[]) {
  const kinds = [...new Map(all.map((one) => [`${one.vehicleTypeId} ${one.seats}`, one])).values()]
  const classes = new Map<string, { job: PlanJob; index: number }>()
  const classOf = jobs.map((job) => {
    const key = [job.vehicleTypeId, job.seatsTaken, job.capacity, ...Object.values(job.spaceTaken)].join(' ')
    const found = classes.get(key) ?? { job, index: classes.size }
    classes.set(key, found)
    return found.index
  })
  const known = new Map<number, number | null>()
  const fitting = [...classes.values()].map(({ job }) => kinds.filter((kind) => fits(kind, job)))
  return (a: number, b: number): number | null => {
    const key = (classOf[a] ?? 0) * classes.size + (classOf[b] ?? 0)
    const before = known.get(key)
    if (before !== undefined) return before
    const both = (fitting[classOf[a] ?? 0] ?? []).filter((kind) => fitting[classOf[b] ?? 0]?.includes(kind))
    const turn = both.length === 0 ? null : Math.min(...both.map(({ turnaroundMin }) => turnaroundMin))
    known.set(key, turn)
    return turn
  }
}
