import { sql } from 'kysely'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { TASK_ATTEMPTS_MAX, TIMETABLES_WAITING_MAX } from '../../contract/core/limits/tasks'
import type { ImportRun } from '../../contract/operations/timetable-report'
import { enqueue } from '../../server/db/jobs'
import { inTransaction } from '../../server/db/transaction'
import { timetableTask } from '../../server/wiring/task-ports'
import { longTaskJobs, type LongTask } from '../../server/features/tasks/long-task'
import { claim } from '../../server/jobs/queue'
import { Stopped } from '../../server/jobs/stopped'
import { createWorker, type JobHandlers } from '../../server/jobs/worker'
import { useApi, type Json } from '../support/api'
import { collectErrors } from '../support/collect-errors'
import { make } from '../support/factories'
import { DATES, Imports } from '../support/feed/imports'
import { islandLines } from '../support/feed/island-lines'
import { zipFeed } from '../support/feed/zip'
import { workOff } from '../support/work'

const api = useApi()
const onError = collectErrors()
const imports = new Imports(api)
const LEASE_MS = 120_000

async function started(fields: Record<string, string> = {}): Promise<string> {
  const { status, body } = await imports.post(imports.manager, { ...DATES, ...fields }, await zipFeed(islandLines()))
  expect(status).toBe(202)
  return String(body['id'])
}
const runOf = async (id: string) => (await imports.manager.get(`/gtfs/imports/${id}`)).body as unknown as ImportRun
const taskOf = async (id: string) => (await imports.manager.get(`/tasks/${id}`)).body
const workerOf = (handlers: JobHandlers) => createWorker({ db: api.db, handlers, now: () => api.now, onError })
const feeds = () => api.db.selectFrom('jobs').select('id').where('kind', '=', 'task.piece').execute()

beforeEach(() => imports.startAnew())

describe('a timetable import', () => {
  test('is a task that waits, runs without its starter, and notifies when it is complete', async () => {
    const id = await started()
    expect(await taskOf(id)).toMatchObject({
      kind: 'timetable',
      resource: 'routes',
      source: 'island-lines.zip',
      state: 'queued',
      total: 100,
      done: 0,
    })
    expect(await runOf(id)).toMatchObject({ status: 'running', stage: 'waiting', progress_pct: 0 })
    expect(await workOff(api)).toEqual([])
    expect(await taskOf(id)).toMatchObject({ state: 'succeeded', done: 100, failure: null, undo_until: null })
    expect(await runOf(id)).toMatchObject({ status: 'succeeded', stage: 'finished', report: { outcome: 'imported' } })
    expect((await imports.manager.get('/notifications?filter={}')).rows).toContainEqual(
      expect.objectContaining({ action_url: `/routes/import?run=${id}`, notification_type: 'success' }),
    )
  })

  test('that is cancelled while it waits is not started', async () => {
    const before = await imports.totals()
    const id = await started()
    expect(await imports.manager.post(`/tasks/${id}/cancel`)).toMatchObject({ status: 200 })
    expect(await workOff(api)).toEqual([])
    expect(await taskOf(id)).toMatchObject({ state: 'cancelled' })
    expect(await runOf(id)).toMatchObject({ status: 'cancelled', report: null })
    expect(await imports.totals()).toEqual(before)
  })

  test('that is cancelled halfway writes nothing', async () => {
    const before = await imports.totals()
    const id = await started()
    const importIt = timetableTask(api.db, () => undefined)
    const stages: string[] = []
    const timetable: LongTask = (task, context, reportProgress, signal) => {
      const stopping: typeof reportProgress = (stage, percent) => {
        reportProgress(stage, percent)
        stages.push(stage)
        if (stage === 'journeys') throw new Stopped()
      }
      return importIt(task, context, stopping, signal)
    }
    const handlers = longTaskJobs({ db: api.db, now: () => api.now, longTasks: { timetable } })
    await workerOf(handlers).work()
    expect(stages).toContain('journeys')
    expect(await runOf(id)).toMatchObject({ status: 'cancelled', report: null, failure: null })
    expect(await imports.totals()).toEqual(before)
  })

  test('whose process is stopped writes nothing and is repeated by the next one', async () => {
    const before = await imports.totals()
    const id = await started()
    const importIt = timetableTask(api.db, () => undefined)
    const ending: LongTask = (task, context, reportProgress, signal) => {
      const endAt: typeof reportProgress = (stage, percent) => {
        if (stage === 'journeys') void first.stop()
        reportProgress(stage, percent)
      }
      return importIt(task, context, endAt, signal)
    }
    const handlersOf = (timetable: LongTask) =>
      longTaskJobs({ db: api.db, now: () => api.now, longTasks: { timetable } })
    const first = workerOf(handlersOf(ending))
    await first.work()
    expect(await imports.totals()).toEqual(before)
    expect(await runOf(id)).toMatchObject({ status: 'running', failure: null })
    const { rows } = await sql`select attempts, locked_until from jobs where key = ${id}`.execute(api.db)
    expect(rows).toEqual([{ attempts: 0, locked_until: null }])
    await workerOf(handlersOf(importIt)).work()
    expect(await runOf(id)).toMatchObject({ status: 'succeeded' })
    expect(await imports.totals()).not.toEqual(before)
  })

  test('learns of its cancellation when it reports progress', async () => {
    const id = await started()
    let received: unknown
    const timetable: LongTask = async (_task, _context, reportProgress) => {
      reportProgress('reading', 10)
      await expect.poll(() => taskOf(id)).toMatchObject({ stage: 'reading', done: 10 })
      await imports.manager.post(`/tasks/${id}/cancel`)
      await expect
        .poll(() => {
          try {
            reportProgress('reading', 20)
          } catch (error) {
            received = error
          }
          return received
        })
        .toBeInstanceOf(Stopped)
      throw received as Stopped
    }
    const handlers = longTaskJobs({ db: api.db, now: () => api.now, longTasks: { timetable } })
    await workerOf(handlers).work()
    expect(await taskOf(id)).toMatchObject({ state: 'cancelled', stage: 'reading', done: 10 })
  })

  test('whose process has died is restarted, a limited number of times', async () => {
    const died = async () => {
      const at = new Date(api.now.getTime() + LEASE_MS)
      const [job] = await claim(api.db, { kinds: ['task.piece'], at: api.now, leaseMs: LEASE_MS, limit: 1 })
      expect(job).toBeDefined()
      api.now = at
    }
    const now = api.now
    try {
      const once = await started()
      await died()
      expect(await runOf(once)).toMatchObject({ status: 'running' })
      expect(await workOff(api)).toEqual([])
      expect(await runOf(once)).toMatchObject({ status: 'succeeded' })
      const deadly = await started()
      for (let tries = 0; tries < TASK_ATTEMPTS_MAX; tries += 1) await died()
      expect(await workOff(api)).toEqual([])
      expect(await taskOf(deadly)).toMatchObject({
        state: 'failed',
        failure: { code: 'internal', quote: expect.stringMatching(/-/) as string },
      })
      expect(await runOf(deadly)).toMatchObject({ status: 'failed' })
    } finally {
      api.now = now
    }
  })

  test('with rows in error fails permanently with a code', async () => {
    const feed = islandLines()
    const zip = await zipFeed({ ...feed, 'stop_times.txt': [{ trip_id: 'out' }] })
    const { body } = await imports.post(imports.manager, DATES, zip)
    await workOff(api)
    expect(await taskOf(String(body['id']))).toMatchObject({ state: 'failed', failure: { code: 'feed_in_error' } })
    expect(await runOf(String(body['id']))).toMatchObject({ status: 'refused', report: { outcome: 'refused' } })
  })

  test('is refused when too many are waiting', async () => {
    for (let count = 0; count < TIMETABLES_WAITING_MAX; count += 1) await started({ dry_run: 'true' })
    const { status, body } = await imports.post(imports.manager, DATES, await zipFeed(islandLines()))
    expect({ status, code: body['code'] }).toEqual({ status: 429, code: 'too_many_requests' })
    expect(await feeds()).toHaveLength(TIMETABLES_WAITING_MAX)
  })
})

describe('generated departures', () => {
  async function request(): Promise<Json> {
    const admin = await api.as('admin')
    return {
      route_id: (await make(admin, 'routes'))['id'],
      vehicle_type_id: (await make(admin, 'vehicle-types'))['id'],
      from: '2030-04-01',
      to: '2030-04-30',
      departure_times: ['08:30:00', '12:00:00', '16:00:00', '18:00:00'],
    }
  }

  test('are made in batches, each reported, and are undone together', async () => {
    const body = await request()
    const manager = await api.as('manager')
    const task = await manager.post('/journeys/generate', body)
    expect(task).toMatchObject({ status: 202, body: { kind: 'generation', state: 'queued', total: 120, done: 0 } })
    const path = `/tasks/${String(task.body['id'])}`
    await workOff(api)
    expect((await manager.get(path)).body).toMatchObject({ state: 'succeeded', counts: { created: 120 } })
    const { rows } = await manager.get(`${path}/rows?range=[0,1]`)
    expect(rows).toEqual([
      expect.objectContaining({ outcome: 'created', label: expect.stringMatching(/-20300401-0830$/) as string }),
      expect.objectContaining({ outcome: 'created', label: expect.stringMatching(/-20300401-1200$/) as string }),
    ])
    const id = String(rows[1]?.['record_id'])
    await manager.patch(`/journeys/${id}`, { delay_min: 5 }, { ifMatch: '*' })
    const undo = await manager.post(`${path}/undo`)
    await workOff(api)
    expect((await manager.get(`/tasks/${String(undo.body['id'])}`)).body).toMatchObject({
      counts: { deleted: 119, refused: 1 },
    })
    const left = await manager.list('journeys', { filter: { route_id: body['route_id'] } })
    expect(left.rows.map((row) => row['id'])).toEqual([id])
  })

  test('are not made after the route is retired, and the reason is reported', async () => {
    const body = await request()
    const admin = await api.as('admin')
    const task = await admin.post('/journeys/generate', body)
    await admin.patch(`/routes/${String(body['route_id'])}`, { status: 'retired' }, { ifMatch: '*' })
    expect(await workOff(api)).toEqual([])
    expect((await admin.get(`/tasks/${String(task.body['id'])}`)).body).toMatchObject({
      state: 'failed',
      done: 0,
      failure: { code: 'refused', problem: { code: 'invalid_state' } },
    })
  })
})

function deferred() {
  let resolve = () => {}
  const promise = new Promise<void>((settle) => (resolve = settle))
  return { promise, resolve: () => resolve() }
}

test('a job that takes longer than its lease stays with its process', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const [begun, ended] = [deferred(), deferred()]
  let now = api.now
  const run = async () => {
    begun.resolve()
    await ended.promise
  }
  const handlers = { 'test.long': { run } }
  const worker = createWorker({ db: api.db, handlers, now: () => now, onError })
  const others = () => claim(api.db, { kinds: ['test.long'], at: now, leaseMs: LEASE_MS, limit: 1 })
  try {
    await inTransaction(api.db, (tx) => enqueue(tx, { kind: 'test.long', payload: {} }))
    const working = worker.work()
    await begun.promise
    const lease = async () => (await api.db.selectFrom('jobs').select('locked_until').execute())[0]?.locked_until
    for (let minutes = 0; minutes < 3; minutes += 1) {
      const before = await lease()
      now = new Date(now.getTime() + 60_000)
      vi.advanceTimersByTime(60_000)
      await expect.poll(lease).not.toBe(before)
    }
    expect(await others()).toEqual([])
    ended.resolve()
    expect(await working).toBe(1)
    now = new Date(now.getTime() + 2 * LEASE_MS)
    expect(await others()).toEqual([])
  } finally {
    vi.useRealTimers()
  }
})
