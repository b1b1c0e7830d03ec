import type { EmptyRun, PlanJob, Taken } from './jobs'

const MINUTE_MS = 60_000

/** The jobs of one vehicle or person, in order of time. */
export class Line {
  readonly #jobs: Taken[]

  constructor(
    taken: readonly Taken[],
    /** Minimum minutes between two jobs. */
    private readonly turnaroundMin: number,
    private readonly emptyRun: EmptyRun,
    /** Start of the plan, ms. The station of the next job is not checked after a job that ends before it. */
    private readonly since: number,
  ) {
    this.#jobs = taken.toSorted((a, b) => a.from - b.from)
  }

  /** Returns whether a job fits between the others. */
  admits(job: PlanJob): boolean {
    const at = this.#placeOf(job)
    const [before, after] = [this.#jobs[at - 1], this.#jobs[at]]
    const to = job.to + this.turnaroundMin * MINUTE_MS
    return (
      (!before || this.#reaches(before, { from: job.from, origin: job.origin })) &&
      (!after || this.#reaches({ to, destination: job.destination }, after))
    )
  }

  add(job: PlanJob): void {
    const { from, origin, destination } = job
    this.#jobs.splice(this.#placeOf(job), 0, {
      from,
      to: job.to + this.turnaroundMin * MINUTE_MS,
      origin,
      destination,
    })
  }

  /** Removes a job that was added. */
  remove(job: PlanJob): void {
    const at = this.#jobs.findIndex(({ from }) => from === job.from)
    if (at >= 0) this.#jobs.splice(at, 1)
  }

  /** Returns the station before a job; null = unknown, undefined = no earlier job. */
  stationBefore(job: Pick<PlanJob, 'from'>): string | null | undefined {
    return this.#jobs[this.#placeOf(job) - 1]?.destination
  }

  #reaches(before: Pick<Taken, 'to' | 'destination'>, after: Pick<Taken, 'from' | 'origin'>): boolean {
    if (before.to > after.from) return false
    if (before.to <= this.since) return true
    const run = this.emptyRun(before.destination, after.origin)
    return run !== null && before.to + run <= after.from
  }

  /** Number of its jobs that start before this one. */
  #placeOf({ from }: Pick<PlanJob, 'from'>): number {
    let [low, high] = [0, this.#jobs.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#jobs[middle]?.from ?? Infinity) < from) low = middle + 1
      else high = middle
    }
    return low
  }
}
