import type { Db } from '../db/database'
import { inTransaction, type Tx } from '../db/transaction'
import {
  claim,
  handBack,
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
/** What comes every half minute may come a little later. */
const RECURRING_POLL_MS = 5_000
const LEASE_MS = 120_000
/** Where a process dies, another goes on with what cannot wait. */
const SHORT_LEASE_MS = 30_000
const AT_ONCE = 8
/** What comes in a burst is done together, yet callers of the embedded database wait no longer for it than for a page. */
const TOGETHER_MAX = 100
const CALLS_AT_ONCE = 32
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
  /**
   * Notes the job as done in a transaction of the handler's: what that writes is there once, whenever the process ends.
   * @throws where somebody else has the job in hand meanwhile
   */
  finish: (tx: Tx) => Promise<void>
  /** Aborted with Interrupted or Crashed when the process is about to end: what takes long breaks off and throws that. */
  signal: AbortSignal
}

/** Does the jobs of one kind. It may run twice for one job, when a process dies between the deed and its noting. */
export interface JobHandler {
  /** @returns when it is to be done again; anything else where it is done */
  run: (payload: Record<string, unknown>, attempt: Attempt) => Promise<unknown>
  /**
   * Does several jobs in the one transaction that takes them from the queue: quicker, for each waits for a connection and
   * for the disk. Where it fails, nothing of it is there and each is done by `run`.
   */
  together?: (tx: Tx, payloads: readonly Record<string, unknown>[]) => Promise<void>
  /** Seconds before the second try, the third, …; after the last one the job is given up. */
  retryAfterS?: readonly number[]
  /** It is done one at a time and apart from the others, so that mail does not wait for it. */
  takesMinutes?: boolean
  /** It waits for somebody else's machine: it is done beside the others and keeps none of them waiting. */
  isRemote?: boolean
  /** It is done before and beside all others, so that a bell rings at once. */
  isPrompt?: boolean
  /** It comes again that many seconds after it was done last, or failed, for as long as there is a worker for it. */
  everyS?: number
}

export type JobHandlers = Readonly<Record<string, JobHandler>>

interface Settings {
  db: Db
  handlers: JobHandlers
  now: () => Date
  /** Jobs that are done at the same time. */
  atOnce?: number
  /** How long it waits before it looks for jobs again. */
  pollMs?: number
  /** How long a job is kept from others where its process has died. */
  leaseMs?: number
  /** Told of a job that is given up, and of a database that does not answer. */
  onError: (error: unknown, job?: Pick<Claimed, 'id' | 'kind'>) => void
}

export interface Worker {
  /** Does everything that is due by now. @returns how many tries it made */
  work: () => Promise<number>
  start: () => void
  /** Looks for jobs now, if it does any of these kinds. */
  wake: (kinds: readonly string[]) => void
  /**
   * Begins nothing more, interrupts what takes long and waits for what is in hand.
   * @param crash the error that ends the process: what takes long then fails instead of beginning again
   */
  stop: (crash?: unknown) => Promise<void>
}

export interface Workers extends Worker {
  /** Does what is prompt. @returns how many tries it made */
  follow: () => Promise<number>
  /** Does what waits for other machines. @returns how many tries it made */
  call: () => Promise<number>
  /** Does what comes again and again, as far as it is due by now. @returns how many tries it made */
  recur: () => Promise<number>
}

/** Works off the jobs of the database. Any number of processes may do it at once. */
export function createWorker({
  db,
  handlers,
  now,
  atOnce = AT_ONCE,
  pollMs = POLL_MS,
  leaseMs = LEASE_MS,
  onError,
}: Settings): Worker {
  const kinds = Object.keys(handlers)
  const recurring = kinds.filter((kind) => handlers[kind]?.everyS !== undefined)
  const areTogether = kinds.length > 0 && kinds.every((kind) => handlers[kind]?.together)
  const longestS = Math.max(0, ...kinds.map((kind) => handlers[kind]?.everyS ?? 0))
  let timer: NodeJS.Timeout | undefined
  let turn: Promise<unknown> = Promise.resolve()
  let isWorking = false
  let isWoken = false
  let lookUp = (): void => undefined
  /** Claimed jobs that this process no longer works on, and whose outcome the database did not take. */
  const unrecorded = new Set<Claimed>()
  const end = new AbortController()
  const { signal } = end

  const later = (seconds: number) => new Date(now().getTime() + seconds * 1_000)

  async function work(): Promise<number> {
    await releaseUnrecorded()
    if (recurring.length > 0) await enqueueRecurring(db, recurring, later(longestS))
    return areTogether ? workTogether() : workAtOnce()
  }

  /** One burst after another, so that what follows the calls takes no more than one of the connections that they need. */
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

  /** Each says what is wrong with it when it is done alone. */
  async function takeAlone(): Promise<number> {
    const jobs = await claim(db, { kinds, at: now(), leaseMs, limit: TOGETHER_MAX })
    for (const [index, job] of jobs.entries())
      await attempt(job).catch((error: unknown) => {
        for (const next of jobs.slice(index + 1)) unrecorded.add(next)
        throw error
      })
    return jobs.length
  }

  async function workAtOnce(): Promise<number> {
    let tries = 0
    const inHand = new Set<Promise<void>>()
    while (!signal.aborted) {
      isWoken = false
      const room = atOnce - inHand.size
      const jobs = await claim(db, { kinds, at: now(), leaseMs, limit: room })
      tries += jobs.length
      for (const job of jobs) {
        const trying = attempt(job).finally(() => inHand.delete(trying))
        inHand.add(trying)
      }
      if (inHand.size === 0) break
      await somethingOf(inHand)
    }
    await Promise.all(inHand)
    return tries
  }

  /** Waits until one of those in hand is done, or there may be more to do beside them. */
  async function somethingOf(inHand: ReadonlySet<Promise<void>>): Promise<void> {
    if (isWoken && inHand.size < atOnce) return
    let pause: NodeJS.Timeout | undefined
    const more = new Promise<void>((resolve) => {
      if (inHand.size === atOnce) return
      pause = setTimeout(resolve, pollMs)
      lookUp = resolve
    })
    await Promise.race([...inHand, more])
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

  /** Releases what this process has stopped doing, as soon as the database answers again. */
  async function releaseUnrecorded(): Promise<void> {
    for (const job of unrecorded) {
      await release(db, job)
      unrecorded.delete(job)
    }
  }

  /** @throws where the outcome cannot be recorded */
  async function runOnce(job: Claimed): Promise<void> {
    const handler = handlers[job.kind]
    if (!handler) return
    const delays = handler.retryAfterS ?? RETRY_AFTER_S
    const delayS = delays[job.attempt - 1]
    let isFinished = false
    const finish = async (tx: Tx) => {
      if (!(await markDone(tx, job))) throw new Error('Somebody else has it in hand.')
      isFinished = true
    }
    const about = { jobId: job.id, attempt: job.attempt, isLast: delayS === undefined, finish, signal }
    try {
      const again = await withLeaseRenewal(job, () => handler.run(job.payload, about))
      if (handler.everyS !== undefined) await reschedule(job, handler.everyS, null)
      else if (again instanceof Date) await markNext(db, job, { next: again, error: null })
      else if (!isFinished) await markDone(db, job)
    } catch (error) {
      if (error instanceof Interrupted) return handBack(db, job)
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

  /** Keeps a job in hand for as long as its work takes. */
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
 * Five workers as one: what is prompt, what waits for other machines, what takes minutes and what comes again and again
 * are done beside the rest.
 */
export function createWorkers({ handlers, ...settings }: Omit<Settings, 'atOnce' | 'pollMs' | 'leaseMs'>): Workers {
  const those = (pace: ReturnType<typeof paceOf>) =>
    Object.fromEntries(Object.entries(handlers).filter(([, handler]) => paceOf(handler) === pace))
  const prompt = createWorker({
    ...settings,
    handlers: those('prompt'),
    leaseMs: SHORT_LEASE_MS,
  })
  const short = createWorker({ ...settings, handlers: those('short') })
  const long = createWorker({ ...settings, handlers: those('long'), atOnce: 1 })
  const recurring = createWorker({
    ...settings,
    handlers: those('recurring'),
    atOnce: 1,
    pollMs: RECURRING_POLL_MS,
    leaseMs: SHORT_LEASE_MS,
  })
  const remote = createWorker({
    ...settings,
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
