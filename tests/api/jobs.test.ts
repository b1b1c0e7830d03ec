import { sql, type KyselyPlugin } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Db } from '../../server/db/database'
import { enqueue } from '../../server/db/jobs'
import { inTransaction, type Tx } from '../../server/db/transaction'
import { DatabaseUnavailable } from '../../server/db/unavailable'
import { claim, releaseFirstAttempts, take } from '../../server/jobs/queue'
import { createWorker, createWorkers, type Attempt, type JobHandlers } from '../../server/jobs/worker'
import { useApi } from '../support/api'
import { collectErrors } from '../support/collect-errors'

const api = useApi()
const START = Date.parse('2026-06-01T08:00:00Z')
const after = (seconds: number) => new Date(START + seconds * 1_000)

/** Creates a worker with its own clock, and collects the jobs that it gives up. */
function workerOf(handlers: JobHandlers) {
  const clock = { now: after(0) }
  const givenUp: unknown[] = []
  const worker = createWorker({
    db: api.db,
    handlers,
    now: () => clock.now,
    onError: (error, job) => givenUp.push(job?.kind ?? error),
  })
  return { clock, givenUp, worker }
}

const onError = collectErrors()

/** Wraps a database so that its statements fail during an outage. */
function outageOf(real: Db) {
  let isAway = false
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (isAway) throw new Error('The database is away.')
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { db: real.withPlugin(plugin), begin: () => void (isAway = true), end: () => void (isAway = false) }
}

const enqueueJob = (kind: string, payload = {}, more: { runAt?: Date; key?: string } = {}) =>
  inTransaction(api.db, (tx) => enqueue(tx, { kind, payload, ...more }))

describe('jobs', () => {
  test('at most the limit of jobs is claimed, whatever plan the database chooses', async () => {
    for (let n = 0; n < 6; n += 1) await enqueueJob('test.limited', { n })
    const due = { kinds: ['test.limited'], at: after(0), limit: 2 }
    await inTransaction(api.db, async (tx) => {
      await sql`set local enable_hashjoin = off`.execute(tx)
      await sql`set local enable_mergejoin = off`.execute(tx)
      await sql`set local enable_hashagg = off`.execute(tx)
      await sql`set local enable_sort = off`.execute(tx)
      await sql`set local enable_material = off`.execute(tx)
      expect(await claim(tx, { ...due, leaseMs: 60_000 })).toHaveLength(2)
      expect(await take(tx, due)).toHaveLength(2)
    })
  })

  test('a job exists if and only if its transaction committed', async () => {
    const done: unknown[] = []
    const { worker } = workerOf({ 'test.note': { run: async (payload) => void done.push(payload['n']) } })
    await expect(
      inTransaction(api.db, async (tx) => {
        await enqueue(tx, { kind: 'test.note', payload: { n: 1 } })
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    await enqueueJob('test.note', { n: 2 })
    expect(await worker.work()).toBe(1)
    expect(done).toEqual([2])
    expect(await worker.work()).toBe(0)
  })

  test('a job waits for its time and for a worker that handles its kind', async () => {
    const done: string[] = []
    const { worker, clock } = workerOf({ 'test.later': { run: async () => void done.push('later') } })
    await enqueueJob('test.later', {}, { runAt: after(60) })
    await enqueueJob('test.unknown')
    expect(await worker.work()).toBe(0)
    clock.now = after(60)
    await worker.work()
    expect(done).toEqual(['later'])
  })

  test('a job that fails is retried after growing waits, then given up with its last error', async () => {
    const tries: Attempt[] = []
    const { worker, clock, givenUp } = workerOf({
      'test.fails': {
        retryAfterS: [10, 100],
        run: async (_, attempt) => {
          tries.push(attempt)
          throw new Error(`refused ${attempt.attempt}`)
        },
      },
    })
    await enqueueJob('test.fails')
    for (const [seconds, count] of [
      [0, 1],
      [9, 1],
      [10, 2],
      [109, 2],
      [110, 3],
      [9_999, 3],
    ] as const) {
      clock.now = after(seconds)
      await worker.work()
      expect(tries).toHaveLength(count)
    }
    expect(tries.map(({ isLast }) => isLast)).toEqual([false, false, true])
    expect(givenUp).toEqual(['test.fails'])
    const job = await api.db.selectFrom('jobs').selectAll().where('kind', '=', 'test.fails').executeTakeFirstOrThrow()
    expect(job).toMatchObject({ last_error: 'refused 3' })
    expect(job.failed_at).not.toBeNull()
  })

  test('the latest of several jobs with one key counts, also while an earlier one is running', async () => {
    const done: unknown[] = []
    const { worker, clock } = workerOf({
      'test.keyed': {
        run: async (payload) => {
          done.push(payload['n'])
          if (payload['n'] === 2) await enqueueJob('test.keyed', { n: 3 }, { key: 'a' })
        },
      },
    })
    await enqueueJob('test.keyed', { n: 1 }, { key: 'a' })
    await enqueueJob('test.keyed', { n: 2 }, { key: 'a' })
    await enqueueJob('test.keyed', { n: 9 }, { key: 'b', runAt: after(30) })
    await worker.work()
    expect(done).toEqual([2, 3])
    clock.now = after(30)
    await worker.work()
    expect(done).toEqual([2, 3, 9])
  })

  test('workers of several processes do each job once, and take over the jobs of a dead process', async () => {
    const done: unknown[] = []
    const handlers: JobHandlers = { 'test.share': { run: async ({ n }) => void done.push(n) } }
    const workers = [1, 2, 3].map(() => workerOf(handlers))
    await inTransaction(api.db, async (tx) => {
      for (let n = 0; n < 40; n += 1) await enqueue(tx, { kind: 'test.share', payload: { n } })
    })
    await Promise.all(workers.map(({ worker }) => worker.work()))
    expect([...done].sort((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 40 }, (_, n) => n))

    await enqueueJob('test.share', { n: 'orphan' })
    await api.db
      .updateTable('jobs')
      .set({ locked_until: after(100).toISOString(), attempts: 1 })
      .where('kind', '=', 'test.share')
      .execute()
    const [heir] = workers
    expect(await heir?.worker.work()).toBe(0)
    if (heir) heir.clock.now = after(100)
    expect(await heir?.worker.work()).toBe(1)
    expect(done.at(-1)).toBe('orphan')
  })

  test('a worker starts at once with a job for it, and stays idle for jobs of others', async () => {
    let onDone: () => void = () => undefined
    let isDone = false
    const done = new Promise<void>((resolve) => (onDone = resolve))
    const run = async () => {
      isDone = true
      onDone()
    }
    const settings = { db: api.db, handlers: { 'test.woken': { run } }, now: () => after(0), pollMs: 3_600_000 }
    const [idle, woken] = [createWorker({ ...settings, onError }), createWorker({ ...settings, onError })]
    await enqueueJob('test.woken')
    idle.start()
    idle.wake(['test.other'])
    await idle.stop()
    expect(isDone).toBe(false)
    woken.start()
    woken.wake(['test.other', 'test.woken'])
    await done
    await woken.stop()
  })

  test('a worker that stops waits for its running jobs and starts no more', async () => {
    const steps: string[] = []
    let begun: () => void = () => undefined
    let release: () => void = () => undefined
    const inHand = new Promise<void>((resolve) => (begun = resolve))
    const held = new Promise<void>((resolve) => (release = resolve))
    const { worker } = workerOf({
      'test.long': {
        run: async () => {
          steps.push('begun')
          begun()
          await held
          steps.push('ended')
        },
      },
    })
    await enqueueJob('test.long')
    worker.start()
    await inHand
    await enqueueJob('test.long')
    const stopped = worker.stop().then(() => steps.push('stopped'))
    release()
    await stopped
    expect(steps).toEqual(['begun', 'ended', 'stopped'])
  })

  test('a job whose result is not recorded is repeated as soon as the database responds', async () => {
    const attempts: number[] = []
    const outage = outageOf(api.db)
    const worker = createWorker({
      db: outage.db,
      handlers: {
        'test.cut_off': {
          run: async (_, { attempt }) => {
            attempts.push(attempt)
            if (attempt === 1) outage.begin()
          },
        },
      },
      now: () => after(0),
      onError,
    })
    await enqueueJob('test.cut_off')
    await expect(worker.work()).rejects.toThrow('The database is away.')
    await expect(worker.work()).rejects.toThrow('The database is away.')
    outage.end()
    expect(await worker.work()).toBe(1)
    expect(attempts).toEqual([1, 2])
    expect(await worker.work()).toBe(0)
  })

  test('a start on the embedded database releases the first attempts of the previous process', async () => {
    const done: unknown[] = []
    const { worker } = workerOf({ 'test.left': { run: async ({ n }) => void done.push(n) } })
    for (const n of [1, 2]) {
      await enqueueJob('test.left', { n })
      await sql`
        update jobs set locked_until = ${after(100).toISOString()}, attempts = ${n}
        where payload->>'n' = ${String(n)} and kind = 'test.left'`.execute(api.db)
    }
    expect(await worker.work()).toBe(0)
    await releaseFirstAttempts(api.db)
    expect(await worker.work()).toBe(1)
    expect(done).toEqual([1])
  })
})

describe('a worker', () => {
  test('delays a recurring job by no more than its interval when the clock is set back', async () => {
    const done: number[] = []
    const { worker, clock } = workerOf({ 'test.swept': { everyS: 30, run: async () => void done.push(1) } })
    await worker.work()
    clock.now = after(-86_400)
    await worker.work()
    clock.now = after(-86_400 + 30)
    await worker.work()
    expect(done).toHaveLength(2)
  })

  test('repeats a failed recurring job, runs the others, and shares each with the other processes', async () => {
    const done: string[] = []
    const handlers: JobHandlers = {
      'test.broken': {
        everyS: 30,
        run: async () => {
          done.push('broken')
          throw new Error('not today')
        },
      },
      'test.sound': { everyS: 30, run: async () => void done.push('sound') },
    }
    const [here, there] = [workerOf(handlers), workerOf(handlers)]
    for (const [seconds, all] of [
      [0, ['broken', 'sound']],
      [29, []],
      [30, ['broken', 'sound']],
    ] as const) {
      for (const { clock } of [here, there]) clock.now = after(seconds)
      await Promise.all([here.worker.work(), there.worker.work()])
      expect(done.splice(0).sort()).toEqual(all)
    }
    expect([...here.givenUp, ...there.givenUp]).toEqual(['test.broken', 'test.broken'])
    const jobs = await api.db.selectFrom('jobs').select(['kind', 'last_error', 'failed_at']).orderBy('kind').execute()
    expect(jobs.filter(({ kind }) => kind in handlers)).toEqual([
      { kind: 'test.broken', last_error: 'not today', failed_at: null },
      { kind: 'test.sound', last_error: null, failed_at: null },
    ])
  })

  test('takes over a recurring or prompt job within half a minute when its process has died', async () => {
    const ended: (() => void)[] = []
    const hang = () => new Promise<void>((resolve) => ended.push(resolve))
    const handlers: JobHandlers = {
      'test.swept': { everyS: 30, run: hang },
      'test.followed': { isPrompt: true, run: hang },
    }
    const workers = createWorkers({ db: api.db, handlers, now: () => after(0), onError: () => undefined })
    await enqueueJob('test.followed')
    const working = Promise.all([workers.recur(), workers.follow()])
    await expect.poll(() => ended).toHaveLength(2)
    const inHand = await api.db
      .selectFrom('jobs')
      .select('locked_until')
      .where('kind', 'in', Object.keys(handlers))
      .execute()
    expect(inHand.map(({ locked_until }) => Date.parse(String(locked_until)))).toEqual([START + 30_000, START + 30_000])
    for (const end of ended) end()
    await working
  })

  test('a job whose commit was not confirmed runs again if it was not made', async () => {
    const runs: string[] = []
    const unconfirmed = new DatabaseUnavailable('unconfirmed', null)
    const { worker, clock, givenUp } = workerOf({
      'test.made': {
        run: async (_, { finish }) => {
          runs.push('made')
          await inTransaction(api.db, finish)
          throw unconfirmed
        },
      },
      'test.lost': {
        run: async (_, { attempt, finish }) => {
          runs.push('lost')
          if (attempt === 1) throw unconfirmed
          await inTransaction(api.db, finish)
        },
      },
    })
    await enqueueJob('test.made')
    await enqueueJob('test.lost')
    await worker.work()
    clock.now = after(60)
    await worker.work()
    clock.now = after(86_400)
    expect(await worker.work()).toBe(0)
    expect(runs.sort()).toEqual(['lost', 'lost', 'made'])
    expect(givenUp).toEqual([])
  })

  test('runs a burst of jobs in one transaction, or one by one when that fails', async () => {
    await sql`create table burst (n int)`.execute(api.db)
    // The next test file uses the same database, and a backup refuses unknown tables.
    onTestFinished(async () => void (await sql`drop table burst`.execute(api.db)))
    const groups: unknown[][] = []
    const { worker, givenUp } = workerOf({
      'test.burst': {
        retryAfterS: [],
        together: async (tx, payloads) => {
          groups.push(payloads.map(({ n }) => n))
          for (const { n } of payloads) await write(tx, n)
        },
        run: ({ n }, { finish }) =>
          inTransaction(api.db, async (tx) => {
            await write(tx, n)
            await finish(tx)
          }),
      },
    })
    const write = async (tx: Tx, n: unknown) => {
      await sql`insert into burst values (${n})`.execute(tx)
      if (n === 13) throw new Error('not this one')
    }
    const left = async () => (await sql<{ n: number }>`delete from burst returning n`.execute(api.db)).rows
    for (const n of [1, 2, 3]) await enqueueJob('test.burst', { n })
    await worker.work()
    expect(groups.splice(0)).toEqual([[1, 2, 3]])
    expect(await left()).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
    for (const n of [12, 13, 14]) await enqueueJob('test.burst', { n })
    await worker.work()
    expect(groups).toEqual([[12, 13, 14]])
    expect(await left()).toEqual([{ n: 12 }, { n: 14 }])
    expect(givenUp).toEqual(['test.burst'])
  })
})
