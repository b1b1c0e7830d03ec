import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { EXPORT_FILE_RETENTION_H, EXPORT_PAGE_ROWS } from '../../contract/core/limits/files'
import { TotalCache } from '../../server/crud/total-cache'
import { openStores } from '../../server/wiring/stores'
import { exportTask } from '../../server/wiring/task-ports'
import { longTaskJobs, type LongTask } from '../../server/features/tasks/long-task'
import { Stopped } from '../../server/jobs/stopped'
import { createWorker } from '../../server/jobs/worker'
import { useApi, type Json, type NearClient } from '../support/api'
import { collectErrors } from '../support/collect-errors'
import { sweepOf, workOff } from '../support/work'

const api = useApi()
const onError = collectErrors()
const ROWS = EXPORT_PAGE_ROWS * 3 + 7
const REQUEST = { columns: [{ field: 'code' }, { field: 'name' }], sort: ['code', 'ASC'], timezone: 'Asia/Nicosia' }
let manager: NearClient

beforeAll(async () => {
  manager = await api.as('manager')
  const stations = Array.from({ length: ROWS }, (_, index) => ({
    id: `0190aaaa-0000-7000-8000-${String(index).padStart(12, '0')}`,
    code: `S-${index}`,
    name: JSON.stringify({ en: `Stop ${index}`, ae: `محطة ${index}` }),
    timezone: 'Asia/Nicosia',
  }))
  await api.db.insertInto('stations').values(stations).execute()
})

async function started(body: Json = REQUEST, client = manager): Promise<string> {
  const answer = await client.post('/exports/stations/tasks', body)
  expect(answer).toMatchObject({
    status: 202,
    body: { kind: 'export', resource: 'stations', state: 'queued', file: null },
  })
  return String(answer.body['id'])
}
const taskOf = async (id: string) => (await manager.get(`/tasks/${id}`)).body
const storedParts = async () => (await sql`select 1 from task_files`.execute(api.db)).rows
const noted = async () =>
  (await (await api.as('admin')).list('audit-events', { filter: { action: 'stations.exported' } })).rows

/** Runs waiting jobs with a different export task. */
async function workWith(longTask: LongTask): Promise<void> {
  const handlers = longTaskJobs({ db: api.db, now: () => api.now, longTasks: { export: longTask } })
  await createWorker({ db: api.db, handlers, now: () => api.now, onError }).work()
}
const deps = () => ({ db: api.db, ...openStores(api.db, new TotalCache(() => api.now)) })

describe('an export of a long list', () => {
  test.each(['csv', 'xlsx'])('is a task with the same file (%s) as a direct download', async (format) => {
    const request = { ...REQUEST, format }
    const id = await started(request)
    expect(await workOff(api)).toEqual([])
    const task = await taskOf(id)
    expect(task).toMatchObject({
      state: 'succeeded',
      done: 100,
      counts: { exported: ROWS },
      undo_until: null,
      file: { name: expect.stringMatching(new RegExp(`^stations-[-\\d]{10}\\.${format}$`)) as string },
    })
    const file = await manager.readBytes(`/tasks/${id}/file`)
    expect(file).toHaveLength((task['file'] as { bytes: number }).bytes)
    expect(file).toEqual(await manager.readBytes('/exports/stations', request))
  })

  test('writes only the selected records', async () => {
    const ids = [3, 5].map((index) => `0190aaaa-0000-7000-8000-${String(index).padStart(12, '0')}`)
    const id = await started({ ...REQUEST, columns: [{ field: 'code' }], ids })
    expect(await workOff(api)).toEqual([])
    expect(await taskOf(id)).toMatchObject({ state: 'succeeded', counts: { exported: 2 } })
    expect((await manager.readBytes(`/tasks/${id}/file`)).toString()).toBe('\uFEFFcode\r\nS-3\r\nS-5\r\n')
  })

  test('notifies its owner when it is ready, with a link, and is in the history', async () => {
    const before = (await noted()).length
    const id = await started()
    await workOff(api)
    expect((await manager.get('/notifications?filter={}')).rows[0]).toMatchObject({
      action_url: `/tasks?task=${id}`,
      notification_type: 'success',
      wording: { kind: 'export_ready', values: { resource: 'stations', count: ROWS } },
    })
    expect(await noted()).toHaveLength(before + 1)
    await manager.readBytes(`/tasks/${id}/file`)
    const { rows } = await (await api.as('admin')).list('audit-events', { filter: { action: 'task.downloaded' } })
    expect(rows[0]).toMatchObject({ entity_id: id })
  })

  test.each(['csv', 'xlsx'])('that is cancelled stores nothing (%s)', async (format) => {
    const [before, parts] = [(await noted()).length, (await storedParts()).length]
    const id = await started({ ...REQUEST, format })
    await workWith(async (task, context, _tell, signal) => {
      await manager.post(`/tasks/${id}/cancel`)
      const stopped = () => {
        throw new Stopped()
      }
      return exportTask(deps())(task, context, stopped, signal)
    })
    expect(await taskOf(id)).toMatchObject({ state: 'cancelled', file: null })
    expect(await storedParts()).toHaveLength(parts)
    expect(await noted()).toHaveLength(before)
    expect(await manager.get(`/tasks/${id}/file`)).toMatchObject({ status: 404 })
  })

  test('that is cancelled during its last step is cancelled', async () => {
    const parts = (await storedParts()).length
    const id = await started()
    await workWith(async (task, context, report, signal) => {
      const end = await exportTask(deps())(task, context, report, signal)
      await manager.post(`/tasks/${id}/cancel`)
      return end
    })
    expect(await taskOf(id)).toMatchObject({ state: 'cancelled', file: null })
    expect(await storedParts()).toHaveLength(parts)
  })

  test.each(['csv', 'xlsx'])('that grows too large fails with a remedy, and stores nothing (%s)', async (format) => {
    const parts = (await storedParts()).length
    const id = await started({ ...REQUEST, format })
    await workWith(exportTask(deps(), 10_000))
    expect(await taskOf(id)).toMatchObject({ state: 'failed', failure: { code: 'file_too_large' }, file: null })
    expect(await storedParts()).toHaveLength(parts)
  })

  test('fails, and is not restarted, when its process ends because of an unexpected error', async () => {
    const [before, parts] = [(await noted()).length, (await storedParts()).length]
    const id = await started()
    const fault = new Error('Nothing caught this.')
    const errors: unknown[] = []
    const crashing: LongTask = (task, context, report, signal) => {
      void worker.stop(fault)
      return exportTask(deps())(task, context, report, signal)
    }
    const worker = createWorker({
      db: api.db,
      handlers: longTaskJobs({ db: api.db, now: () => api.now, longTasks: { export: crashing } }),
      now: () => api.now,
      onError: (error) => errors.push(error),
    })
    await worker.work()
    expect(await taskOf(id)).toMatchObject({ state: 'failed', failure: { code: 'internal' }, file: null })
    expect(errors).toEqual([expect.objectContaining({ cause: fault })])
    expect(await workOff(api)).toEqual([])
    expect(await taskOf(id)).toMatchObject({ state: 'failed' })
    expect(await storedParts()).toHaveLength(parts)
    expect(await noted()).toHaveLength(before)
  })

  test('is refused at once when it is not possible', async () => {
    expect(await manager.post('/exports/stations/tasks', { filter: { nope: 1 } })).toMatchObject({ status: 422 })
    expect(await manager.post('/exports/stations/tasks', { columns: [{ field: 'nope' }] })).toMatchObject({
      status: 422,
    })
    expect(await (await api.as('agent')).post('/exports/users/tasks', {})).toMatchObject({ status: 403 })
  })

  test('can be downloaded by its owner only, for a day', async () => {
    const id = await started()
    await workOff(api)
    expect(await (await api.as('dispatcher')).get(`/tasks/${id}/file`)).toMatchObject({ status: 404 })
    const now = api.now
    try {
      api.now = new Date(now.getTime() + EXPORT_FILE_RETENTION_H * 3_600_000 + 1)
      expect(await (await api.as('manager')).get(`/tasks/${id}/file`)).toMatchObject({ status: 404 })
      await sweepOf(api)()
      expect(await storedParts()).toEqual([])
    } finally {
      api.now = now
    }
  })
})
