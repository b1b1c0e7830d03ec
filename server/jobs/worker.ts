import type { Db } from '../db/database'
import { claim, handBack, markDone, markFailed, renew, type Claimed } from './queue'
import { Interrupted } from './stopped'

const POLL_MS = 1_000
const LEASE_MS = 120_000
const RENEW_EVERY_MS = LEASE_MS / 3
const AT_ONCE = 8
const ERROR_MAX_CHARS = 1_000
/** Waits between the tries of a job whose handler names none: a failure of minutes and one of hours are both survived. */
const RETRY_AFTER_S = [5, 60, 300, 1_800, 7_200, 18_000, 36_000]

/** Thrown by a handler whose job would fail in the same way for ever. */
export class PermanentFailure extends Error {}

export interface Attempt {
  /** The same for all tries of a job: what it leaves elsewhere is recognised by it. */
  jobId: string
  /** From 1. */
  attempt: number
  /** Nothing comes after this one. */
  isLast: boolean
  /** Aborted with Interrupted when the process is about to end: what takes long breaks off and throws that. */
  signal: AbortSignal
}

/** Does the jobs of one kind. It may run twice for one job, when a process dies between the deed and its noting. */
export interface JobHandler {
  run: (payload: Record<string, unknown>, attempt: Attempt) => Promise<void>
  /** Seconds before the second try, the third, …; after the last one the job is given up. */
  retryAfterS?: readonly number[]
  /** It is done one at a time and apart from the others, so that mail does not wait for it. */
  takesMinutes?: boolean
}

export type JobHandlers = Readonly<Record<string, JobHandler>>

interface Settings {
  db: Db
  handlers: JobHandlers
  now: () => Date
  /** Jobs that are done at the same time. */
  atOnce?: number
  /** Told of a job that is given up, and of a database that does not answer. */
  onError: (error: unknown, job?: Pick<Claimed, 'id' | 'kind'>) => void
}

export interface Worker {
  /** Does everything that is due by now. @returns how many tries it made */
  work: () => Promise<number>
  start: () => void
  /** Begins nothing more, interrupts what takes long and waits for what is in hand. */
  stop: () => Promise<void>
}

/** Works off the jobs of the database. Any number of processes may do it at once. */
export function createWorker({ db, handlers, now, atOnce = AT_ONCE, onError }: Settings): Worker {
  const kinds = Object.keys(handlers)
  let timer: NodeJS.Timeout | undefined
  let turn: Promise<unknown> = Promise.resolve()
  const end = new AbortController()
  const { signal } = end

  async function work(): Promise<number> {
    let tries = 0
    while (!signal.aborted) {
      const jobs = await claim(db, { kinds, at: now(), leaseMs: LEASE_MS, limit: atOnce })
      if (jobs.length === 0) break
      await Promise.all(jobs.map(attempt))
      tries += jobs.length
    }
    return tries
  }

  async function attempt(job: Claimed): Promise<void> {
    const handler = handlers[job.kind]
    if (!handler) return
    const delays = handler.retryAfterS ?? RETRY_AFTER_S
    const delayS = delays[job.attempt - 1]
    const about = { jobId: job.id, attempt: job.attempt, isLast: delayS === undefined, signal }
    try {
      await withLeaseRenewal(job, () => handler.run(job.payload, about))
      await markDone(db, job, now())
    } catch (error) {
      if (error instanceof Interrupted) return handBack(db, job)
      const at = now()
      const next =
        delayS === undefined || error instanceof PermanentFailure ? null : new Date(at.getTime() + delayS * 1_000)
      await markFailed(db, job, { error: messageOf(error), at, next })
      if (next === null) onError(error, job)
    }
  }

  /** Keeps a job in hand for as long as its work takes. */
  async function withLeaseRenewal(job: Claimed, run: () => Promise<unknown>): Promise<void> {
    let asking: Promise<void> | undefined
    const interval = setInterval(() => {
      asking ??= renew(db, job, { at: now(), leaseMs: LEASE_MS })
        .catch((error: unknown) => onError(error, job))
        .finally(() => (asking = undefined))
    }, RENEW_EVERY_MS)
    try {
      await run()
    } finally {
      clearInterval(interval)
      await asking
    }
  }

  async function takeTurn(): Promise<void> {
    await work().catch((error: unknown) => onError(error))
    if (!signal.aborted) schedule()
  }

  function schedule(): void {
    timer = setTimeout(() => {
      turn = takeTurn()
    }, POLL_MS)
  }

  return {
    work,
    start: schedule,
    stop: async () => {
      end.abort(new Interrupted())
      clearTimeout(timer)
      await turn
    },
  }
}

/** Two workers as one: what takes minutes is done beside what does not. */
export function createWorkers({ handlers, ...settings }: Omit<Settings, 'atOnce'>): Worker {
  const those = (takesMinutes: boolean) =>
    Object.fromEntries(
      Object.entries(handlers).filter(([, handler]) => (handler.takesMinutes ?? false) === takesMinutes),
    )
  const short = createWorker({ ...settings, handlers: those(false) })
  const long = createWorker({ ...settings, handlers: those(true), atOnce: 1 })
  return {
    work: async () => {
      let tries = 0
      for (;;) {
        const some = (await short.work()) + (await long.work())
        if (some === 0) return tries
        tries += some
      }
    },
    start: () => [short, long].forEach((worker) => worker.start()),
    stop: async () => void (await Promise.all([short.stop(), long.stop()])),
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, ERROR_MAX_CHARS)
