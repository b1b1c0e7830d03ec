import { describe, expect, test } from 'vitest'
import { enqueue } from '../../server/db/jobs'
import { inTransaction } from '../../server/db/transaction'
import { createWorker, type Attempt, type JobHandlers } from '../../server/jobs/worker'
import { useApi } from '../support/api'

const api = useApi()
const START = Date.parse('2026-06-01T08:00:00Z')
const after = (seconds: number) => new Date(START + seconds * 1_000)

/** A worker with a clock of its own, and what it could not do. */
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

const leave = (kind: string, payload = {}, more: { runAt?: Date; key?: string } = {}) =>
  inTransaction(api.db, (tx) => enqueue(tx, { kind, payload, ...more }))

describe('jobs', () => {
  test('a job exists if and only if its transaction committed', async () => {
    const done: unknown[] = []
    const { worker } = workerOf({ 'test.note': { run: async (payload) => void done.push(payload['n']) } })
    await expect(
      inTransaction(api.db, async (tx) => {
        await enqueue(tx, { kind: 'test.note', payload: { n: 1 } })
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    await leave('test.note', { n: 2 })
    expect(await worker.work()).toBe(1)
    expect(done).toEqual([2])
    expect(await worker.work()).toBe(0)
  })

  test('a job waits for its time and for a worker that knows its kind', async () => {
    const done: string[] = []
    const { worker, clock } = workerOf({ 'test.later': { run: async () => void done.push('later') } })
    await leave('test.later', {}, { runAt: after(60) })
    await leave('test.unknown')
    expect(await worker.work()).toBe(0)
    clock.now = after(60)
    await worker.work()
    expect(done).toEqual(['later'])
  })

  test('a job that fails is tried again after growing waits, then given up with its last error', async () => {
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
    await leave('test.fails')
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
    expect(job).toMatchObject({ last_error: 'refused 3', done_at: null })
    expect(job.failed_at).not.toBeNull()
  })

  test('of jobs under one key the latest counts, also when the one before is just being done', async () => {
    const done: unknown[] = []
    const { worker, clock } = workerOf({
      'test.keyed': {
        run: async (payload) => {
          done.push(payload['n'])
          if (payload['n'] === 2) await leave('test.keyed', { n: 3 }, { key: 'a' })
        },
      },
    })
    await leave('test.keyed', { n: 1 }, { key: 'a' })
    await leave('test.keyed', { n: 2 }, { key: 'a' })
    await leave('test.keyed', { n: 9 }, { key: 'b', runAt: after(30) })
    await worker.work()
    expect(done).toEqual([2, 3])
    clock.now = after(30)
    await worker.work()
    expect(done).toEqual([2, 3, 9])
  })

  test('workers of several processes do each job once, and take over what a dead one had in hand', async () => {
    const done: unknown[] = []
    const handlers: JobHandlers = { 'test.share': { run: async ({ n }) => void done.push(n) } }
    const workers = [1, 2, 3].map(() => workerOf(handlers))
    await inTransaction(api.db, async (tx) => {
      for (let n = 0; n < 40; n += 1) await enqueue(tx, { kind: 'test.share', payload: { n } })
    })
    await Promise.all(workers.map(({ worker }) => worker.work()))
    expect([...done].sort((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 40 }, (_, n) => n))

    await leave('test.share', { n: 'orphan' })
    await api.db
      .updateTable('jobs')
      .set({ locked_until: after(100).toISOString(), attempts: 1 })
      .where('done_at', 'is', null)
      .where('kind', '=', 'test.share')
      .execute()
    const [heir] = workers
    expect(await heir?.worker.work()).toBe(0)
    if (heir) heir.clock.now = after(100)
    expect(await heir?.worker.work()).toBe(1)
    expect(done.at(-1)).toBe('orphan')
  })

  test('a worker that stops waits for what it has in hand and begins nothing more', async () => {
    const steps: string[] = []
    let begun: () => void = () => undefined
    let letGo: () => void = () => undefined
    const inHand = new Promise<void>((resolve) => (begun = resolve))
    const held = new Promise<void>((resolve) => (letGo = resolve))
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
    await leave('test.long')
    worker.start()
    await inHand
    await leave('test.long')
    const stopped = worker.stop().then(() => steps.push('stopped'))
    letGo()
    await stopped
    expect(steps).toEqual(['begun', 'ended', 'stopped'])
  })
})
