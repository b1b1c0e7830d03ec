import type { Db } from '../db/database'
import { inTransaction, type Tx } from '../db/transaction'
import {
  claim,
  releaseInterrupted,
  enqueueRecurring,
  markDone,
  markFailed,
  markNext,
  release,
  renew,
  take,
  type Claimed,
} from './queue'
import { Crashed, Interrupted } from './stopped'

const POLL_MS = 1_000
/** Recurring jobs may start a little late. */
const RECURRING_POLL_MS = 5_000
const LEASE_MS = 120_000
/** Lease of urgent jobs: another process continues them soon after theirs has died. */
const SHORT_LEASE_MS = 30_000
const AT_ONCE = 8
/** Jobs per transaction: callers of the embedded database wait for it no longer than for a page. */
const TOGETHER_MAX = 100
const CALLS_AT_ONCE = 32
const ERROR_MAX_CHARS = 1_000
/** Seconds between attempts by default: jobs survive failures of minutes as well as of hours. */
const RETRY_AFTER_S = [5, 60, 300, 1_800, 7_200, 18_000, 36_000]

/** Thrown by a handler if every further attempt would fail in the same way. */
export class PermanentFailure extends Error {}

export interface Attempt {
  /** Constant for all attempts of a job, so that its writes elsewhere can be recognised. */
  jobId: string
  /** From 1. */
  attempt: number
  /** No attempt follows this one. */
  isLast: boolean
  /**
   * Marks the job as done in a transaction of the handler, so that its writes exist exactly once.
   * @throws Error if another process has claimed the job
   */
  finish: (tx: Tx) => Promise<void>
  /** Aborted with Interrupted or Crashed when the process is about to end: long work stops and throws that reason. */
  signal: AbortSignal
}

/** Handles jobs of one kind. It may run twice for one job, if a process dies before it records the result. */
export interface JobHandler {
  /** @returns a Date to run the job again at that time; any other value if it is done */
  run: (payload: Record<string, unknown>, attempt: Attempt) => Promise<unknown>
  /**
   * Handles several jobs in the transaction that removes them from the queue, which saves each the wait for a connection
   * and for the disk. If it fails, it is rolled back and each job is handled by `run`.
   */
  together?: (tx: Tx, payloads: readonly Record<string, unknown>[]) => Promise<void>
  /** Seconds before the second attempt, the third, …; the job is given up after the last one. */
  retryAfterS?: readonly number[]
  /** Runs one at a time and apart from other jobs, so that emails do not wait for it. */
  takesMinutes?: boolean
  /** Waits for a remote system; runs concurrently with other jobs, so that they do not wait for it. */
  isRemote?: boolean
  /** Runs before other jobs and concurrently with them, so that notifications appear at once. */
  isPrompt?: boolean
  /** Seconds from the end of a run, failed or not, to the next one, for as long as there is a worker for it. */
  everyS?: number
}

export type JobHandlers = Readonly<Record<string, JobHandler>>

interface Deps {
  db: Db
  handlers: JobHandlers
  now: () => Date
  /** Maximum number of concurrent jobs. */
  atOnce?: number
  /** Milliseconds between polls. */
  pollMs?: number
  /** Lease in milliseconds, after which another process may claim the job of a process that has died. */
  leaseMs?: number
  /** Called for a job that is given up, and when the database does not answer. */
  onError: (error: unknown, job?: Pick<Claimed, 'id' | 'kind'>) => void
}

export interface Worker {
  /** Processes all due jobs. @returns number of attempts */
  work: () => Promise<number>
  start: () => void
  /** Polls at once if the worker handles any of these kinds. */
  wake: (kinds: readonly string[]) => void
  /**
   * Starts no more jobs, interrupts long ones and waits for those that are running.
   * @param crash the error that ends the process: long jobs then fail instead of starting again
   */
  stop: (crash?: unknown) => Promise<void>
}

export interface Workers extends Worker {
  /** Processes due prompt jobs. @returns number of attempts */
  follow: () => Promise<number>
  /** Processes due remote jobs. @returns number of attempts */
  call: () => Promise<number>
  /** Processes due recurring jobs. @returns number of attempts */
  recur: () => Promise<number>
}

/** Creates a worker for the jobs of the database. Any number of processes may run workers concurrently. */
export function createWorker({
  db,
  handlers,
  now,
  atOnce = AT_ONCE,
  pollMs = POLL_MS,
  leaseMs = LEASE_MS,
  onError,
}: Deps): Worker {
  const kinds = Object.keys(handlers)
  const recurring = kinds.filter((kind) => handlers[kind]?.everyS !== undefined)
  const areTogether = kinds.length > 0 && kinds.every((kind) => handlers[kind]?.together)
  const longestS = Math.max(0, ...kinds.map((kind) => handlers[kind]?.everyS ?? 0))
  let timer: NodeJS.Timeout | undefined
  let turn: Promise<unknown> = Promise.resolve()
  let isWorking = false
  let isWoken = false
  let lookUp = (): void => undefined
  /** Claimed jobs that this process no longer handles, with an outcome that could not be recorded. */
  const unrecorded = new Set<Claimed>()
  const end = new AbortController()
  const { signal } = end

  const later = (seconds: number) => new Date(now().getTime() + seconds * 1_000)

  async function work(): Promise<number> {
    await releaseUnrecorded()
    if (recurring.length > 0) await enqueueRecurring(db, recurring, later(longestS))
    return areTogether ? workTogether() : workConcurrently()
  }

  /** Processes one batch after another, so that subscribers use at most one of the connections that API calls need. */
  async function workTogether(): Promise<number> {
    let tries = 0
    while (!signal.aborted) {
      isWoken = false
      const done = await takeTogether().catch(takeAlone)
      if (done === 0) break
      tries += done
    }
    return tries
  }

  async function takeTogether(): Promise<number> {
    return inTransaction(db, async (tx) => {
      const jobs = await take(tx, { kinds, at: now(), limit: TOGETHER_MAX })
      for (const kind of kinds) {
        const payloads = jobs.filter((job) => job.kind === kind).map(({ payload }) => payload)
        if (payloads.length > 0) await handlers[kind]?.together?.(tx, payloads)
      }
      return jobs.length
    })
  }

  /** Handles jobs one by one, so that each failure is recorded for its own job. */
  async function takeAlone(): Promise<number> {
    const jobs = await claim(db, { kinds, at: now(), leaseMs, limit: TOGETHER_MAX })
    for (const [index, job] of jobs.entries())
      await attempt(job).catch((error: unknown) => {
        for (const next of jobs.slice(index + 1)) unrecorded.add(next)
        throw error
      })
    return jobs.length
  }

  async function workConcurrently(): Promise<number> {
    let tries = 0
    const running = new Set<Promise<void>>()
    while (!signal.aborted) {
      isWoken = false
      const room = atOnce - running.size
      const jobs = await claim(db, { kinds, at: now(), leaseMs, limit: room })
      tries += jobs.length
      for (const job of jobs) {
        const trying = attempt(job).finally(() => running.delete(trying))
        running.add(trying)
      }
      if (running.size === 0) break
      await waitForChange(running)
    }
    await Promise.all(running)
    return tries
  }

  /** Waits until a running job ends, or until there may be more jobs to start if there is room. */
  async function waitForChange(running: ReadonlySet<Promise<void>>): Promise<void> {
    if (isWoken && running.size < atOnce) return
    let pause: NodeJS.Timeout | undefined
    const more = new Promise<void>((resolve) => {
      if (running.size === atOnce) return
      pause = setTimeout(resolve, pollMs)
      lookUp = resolve
    })
    await Promise.race([...running, more])
    clearTimeout(pause)
  }

  async function attempt(job: Claimed): Promise<void> {
    try {
      await runOnce(job)
    } catch (error) {
      unrecorded.add(job)
      throw error
    }
  }

  /** Releases jobs that this process no longer handles, as soon as the database answers again. */
  async function releaseUnrecorded(): Promise<void> {
    for (const job of unrecorded) {
      await release(db, job)
      unrecorded.delete(job)
    }
  }

  /** @throws if the outcome cannot be recorded */
  async function runOnce(job: Claimed): Promise<void> {
    const handler = handlers[job.kind]
    if (!handler) return
    const delays = handler.retryAfterS ?? RETRY_AFTER_S
    const delayS = delays[job.attempt - 1]
    let isFinished = false
    const finish = async (tx: Tx) => {
      if (!(await markDone(tx, job))) throw new Error('Another process has claimed the job.')
      isFinished = true
    }
    const about = { jobId: job.id, attempt: job.attempt, isLast: delayS === undefined, finish, signal }
    try {
      const again = await withLeaseRenewal(job, () => handler.run(job.payload, about))
      if (handler.everyS !== undefined) await reschedule(job, handler.everyS, null)
      else if (again instanceof Date) await markNext(db, job, { next: again, error: null })
      else if (!isFinished) await markDone(db, job)
    } catch (error) {
      if (error instanceof Interrupted) return releaseInterrupted(db, job)
      if (handler.everyS !== undefined) {
        await reschedule(job, handler.everyS, messageOf(error))
        return onError(error, job)
      }
      const at = now()
      const next =
        delayS === undefined || error instanceof PermanentFailure ? null : new Date(at.getTime() + delayS * 1_000)
      await markFailed(db, job, { error: messageOf(error), at, next })
      if (next === null) onError(error, job)
    }
  }

  const reschedule = (job: Claimed, afterS: number, error: string | null) =>
    markNext(db, job, { next: later(afterS), error })

  /** Renews the lease of a job while it runs. */
  async function withLeaseRenewal<T>(job: Claimed, run: () => Promise<T>): Promise<T> {
    let asking: Promise<void> | undefined
    const interval = setInterval(() => {
      asking ??= renew(db, job, { at: now(), leaseMs })
        .catch((error: unknown) => onError(error, job))
        .finally(() => (asking = undefined))
    }, leaseMs / 3)
    try {
      return await run()
    } finally {
      clearInterval(interval)
      await asking
    }
  }

  async function takeTurn(): Promise<void> {
    isWorking = true
    do {
      isWoken = false
      await work().catch((error: unknown) => onError(error))
    } while (isWoken && !signal.aborted)
    isWorking = false
    if (!signal.aborted) schedule()
  }

  function schedule(): void {
    timer = setTimeout(begin, pollMs)
  }

  function begin(): void {
    clearTimeout(timer)
    turn = takeTurn()
  }

  function wake(enqueued: readonly string[]): void {
    if (!enqueued.some((kind) => kind in handlers)) return
    isWoken = true
    lookUp()
    if (timer && !isWorking && !signal.aborted) begin()
  }

  return {
    work,
    start: schedule,
    wake,
    stop: async (crash) => {
      end.abort(crash === undefined ? new Interrupted() : new Crashed(crash))
      clearTimeout(timer)
      await turn
    },
  }
}

/**
 * Creates five workers as one: prompt, remote, long and recurring jobs run concurrently with the rest, so that no group
 * waits for another.
 */
export function createWorkers({ handlers, ...deps }: Omit<Deps, 'atOnce' | 'pollMs' | 'leaseMs'>): Workers {
  const those = (pace: ReturnType<typeof paceOf>) =>
    Object.fromEntries(Object.entries(handlers).filter(([, handler]) => paceOf(handler) === pace))
  const prompt = createWorker({
    ...deps,
    handlers: those('prompt'),
    leaseMs: SHORT_LEASE_MS,
  })
  const short = createWorker({ ...deps, handlers: those('short') })
  const long = createWorker({ ...deps, handlers: those('long'), atOnce: 1 })
  const recurring = createWorker({
    ...deps,
    handlers: those('recurring'),
    atOnce: 1,
    pollMs: RECURRING_POLL_MS,
    leaseMs: SHORT_LEASE_MS,
  })
  const remote = createWorker({
    ...deps,
    handlers: those('remote'),
    atOnce: CALLS_AT_ONCE,
    leaseMs: SHORT_LEASE_MS,
  })
  const all = [prompt, remote, short, long, recurring]
  return {
    work: async () => {
      let tries = 0
      for (;;) {
        const some = (await prompt.work()) + (await short.work()) + (await long.work())
        if (some === 0) return tries
        tries += some
      }
    },
    follow: () => prompt.work(),
    call: () => remote.work(),
    recur: () => recurring.work(),
    wake: (kinds) => [prompt, remote, short].forEach((worker) => worker.wake(kinds)),
    start: () => all.forEach((worker) => worker.start()),
    stop: async (crash) => void (await Promise.all(all.map((worker) => worker.stop(crash)))),
  }
}

function paceOf({ everyS, takesMinutes = false, isPrompt = false, isRemote = false }: JobHandler) {
  if (everyS !== undefined) return 'recurring'
  if (isPrompt) return 'prompt'
  if (isRemote) return 'remote'
  return takesMinutes ? 'long' : 'short'
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, ERROR_MAX_CHARS)
