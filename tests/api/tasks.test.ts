import { beforeEach, describe, expect, test } from 'vitest'
import { useApi, type Client, type Json } from '../support/api'
import { workOff } from '../support/work'

const api = useApi()

const work = () => workOff(api)

const station = (code: string, more: Json = {}): Json => ({
  code,
  name: { en: `Station ${code}` },
  timezone: 'Asia/Nicosia',
  ...more,
})

async function make(client: Client, resource: string, body: Json): Promise<Json & { id: string }> {
  const answer = await client.post(`/${resource}`, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body as Json & { id: string }
}

beforeEach(() => api.reset())

describe('a bulk operation by filter', () => {
  test('changes all that match, returns the result of each, and notifies its user', async () => {
    const admin = await api.as('admin')
    for (let index = 0; index < 130; index += 1)
      await make(admin, 'stations', station(`A${index}`, { city: index < 120 ? 'Paphos' : 'Limassol' }))
    const filter = { city: 'Paphos' }
    const body = { filter, action: 'change', changes: { status: 'inactive' }, expected: 120 }
    const started = await admin.post('/bulk/stations', body)
    expect(started).toMatchObject({ status: 202, body: { state: 'queued', total: 120, done: 0, kind: 'bulk' } })
    expect(await work()).toEqual([])
    const task = await admin.get(`/tasks/${String(started.body['id'])}`)
    expect(task.body).toMatchObject({ state: 'succeeded', done: 120, counts: { updated: 120 }, failure: null })
    expect((await admin.list('stations', { filter: { status: 'inactive' } })).headers['content-range']).toMatch(
      /\/120$/,
    )
    const actual = await admin.get('/notifications?filter={}')
    expect(actual.rows).toEqual([
      expect.objectContaining({ title: 'Stations: done', message: '120 records done, 0 refused.' }),
    ])
  })

  test('refuses another number of records than expected, and an unknown field', async () => {
    const admin = await api.as('admin')
    await make(admin, 'stations', station('AA'))
    await make(admin, 'stations', station('BB'))
    const ask = (more: Json) => admin.post('/bulk/stations', { filter: {}, action: 'change', ...more })
    expect(await ask({ changes: { city: 'X' }, expected: 1 })).toMatchObject({
      status: 409,
      body: { code: 'selection_changed' },
    })
    expect(await ask({ changes: { town: 'X' } })).toMatchObject({ status: 422 })
    expect(await ask({})).toMatchObject({ status: 422 })
    expect(await admin.post('/bulk/stations', { filter: { nope: 1 }, action: 'delete' })).toMatchObject({ status: 422 })
    const viewer = await api.as('viewer')
    expect(await viewer.post('/bulk/stations', { filter: {}, action: 'delete' })).toMatchObject({ status: 403 })
  })

  test('deletes what is possible, explains why not the rest, and restores the deleted records in an undo', async () => {
    const admin = await api.as('admin')
    const parent = await make(admin, 'stations', station('HUB'))
    const child = await make(admin, 'stations', station('HUB-1', { parent_station_id: parent.id }))
    const free = await make(admin, 'stations', station('FREE', { city: 'Paphos' }))
    const started = await admin.post('/bulk/stations', { ids: [parent.id, free.id], action: 'delete' })
    const path = `/tasks/${String(started.body['id'])}`
    await work()
    expect((await admin.get(path)).body).toMatchObject({ counts: { deleted: 1, refused: 1 } })
    const refused = await admin.get(`${path}/rows?filter=${JSON.stringify({ outcome: 'refused' })}`)
    expect(refused.rows).toEqual([
      expect.objectContaining({
        record_id: parent.id,
        problem: expect.objectContaining({
          code: 'still_referenced',
          blockers: [{ resource: 'stations', count: 1, examples: [{ id: child.id, label: 'HUB-1' }] }],
        }) as unknown,
      }),
    ])
    const undone = await admin.post(`${path}/undo`)
    expect(undone).toMatchObject({ status: 202, body: { kind: 'undo', total: 1, undoes_id: started.body['id'] } })
    expect(await admin.post(`${path}/undo`)).toMatchObject({ status: 409 })
    await work()
    expect((await admin.get(`/tasks/${String(undone.body['id'])}`)).body).toMatchObject({ counts: { restored: 1 } })
    expect((await admin.get(`/stations/${free.id}`)).body).toMatchObject({ code: 'FREE', city: 'Paphos' })
  })

  test('does not revert later changes when it is undone', async () => {
    const admin = await api.as('admin')
    const first = await make(admin, 'stations', station('AA', { city: 'Old' }))
    const second = await make(admin, 'stations', station('BB', { city: 'Old' }))
    const body = { ids: [first.id, second.id], action: 'change', changes: { city: 'New' } }
    const started = await admin.post('/bulk/stations', body)
    await work()
    await admin.patch(`/stations/${first.id}`, { city: 'Newer' }, { ifMatch: '*' })
    const undone = await admin.post(`/tasks/${String(started.body['id'])}/undo`)
    await work()
    const path = `/tasks/${String(undone.body['id'])}`
    expect((await admin.get(path)).body).toMatchObject({ counts: { restored: 1, refused: 1 } })
    expect((await admin.get(`${path}/rows`)).rows.map((row) => [row['label'], row['outcome']])).toEqual([
      ['BB', 'restored'],
      ['AA', 'refused'],
    ])
    expect((await admin.get(`/stations/${first.id}`)).body['city']).toBe('Newer')
    expect((await admin.get(`/stations/${second.id}`)).body['city']).toBe('Old')
  })

  test('stops when it is cancelled, and is not visible to other users', async () => {
    const dispatcher = await api.as('dispatcher')
    const person = await make(dispatcher, 'customers', { last_name: 'Ray' })
    const body = { ids: [person.id], action: 'change', changes: { notes: 'x' } }
    const started = await dispatcher.post('/bulk/customers', body)
    const path = `/tasks/${String(started.body['id'])}`
    expect(await (await api.as('agent')).get(path)).toMatchObject({ status: 404 })
    expect(await (await api.as('manager')).get(path)).toMatchObject({ status: 200 })
    expect(await dispatcher.post(`${path}/cancel`)).toMatchObject({ status: 200, body: { state: 'cancelled' } })
    await work()
    expect((await dispatcher.get(path)).body).toMatchObject({ state: 'cancelled', done: 0, undo_until: null })
    expect(await dispatcher.post(`${path}/cancel`)).toMatchObject({ status: 409 })
    expect((await dispatcher.get(`/customers/${person.id}`)).body['notes']).toBeNull()
  })

  test('fails when its user has lost access', async () => {
    const admin = await api.as('admin')
    const person = await make(admin, 'customers', { last_name: 'Ray' })
    const started = await admin.post('/bulk/customers', { ids: [person.id], action: 'delete' })
    await api.db.updateTable('users').set({ status: 'disabled' }).execute()
    await work()
    const manager = await api.as('manager')
    expect((await manager.get(`/tasks/${String(started.body['id'])}`)).body).toMatchObject({
      state: 'failed',
      failure: { code: 'person_gone', quote: null, problem: null },
    })
    expect((await manager.get(`/customers/${person.id}`)).status).toBe(200)
  })
})

describe('a deletion', () => {
  test('has a preview, which changes nothing', async () => {
    const admin = await api.as('admin')
    const parent = await make(admin, 'stations', station('HUB'))
    await make(admin, 'stations', station('HUB-1', { parent_station_id: parent.id }))
    const free = await make(admin, 'stations', station('FREE'))
    const seen = await admin.post('/deletions/stations/preview', { ids: [parent.id, free.id] })
    expect(seen.body).toMatchObject({ free: 1, refused: [{ label: 'HUB', problem: { code: 'still_referenced' } }] })
    expect((await admin.get(`/stations/${free.id}`)).status).toBe(200)
    expect((await admin.list('audit-events', { filter: { action: 'stations.deleted' } })).rows).toEqual([])
  })
})

describe('undo', () => {
  const undo = (client: Client, resource: string, id: string) => client.post('/undo', { resource, record_id: id })

  test('reverts a creation, a change and a deletion', async () => {
    const admin = await api.as('admin')
    const made = await make(admin, 'stations', station('AA', { city: 'Old' }))
    await admin.patch(`/stations/${made.id}`, { city: 'New' }, { ifMatch: '*' })
    expect(await undo(admin, 'stations', made.id)).toMatchObject({ status: 200, body: { record: { city: 'Old' } } })
    await admin.delete(`/stations/${made.id}`, { ifMatch: '*' })
    expect(await undo(admin, 'stations', made.id)).toMatchObject({
      status: 200,
      body: { record: { id: made.id, city: 'Old' } },
    })
    const second = await make(admin, 'stations', station('BB'))
    expect(await undo(admin, 'stations', second.id)).toMatchObject({ status: 200, body: { record: null } })
    expect((await admin.get(`/stations/${second.id}`)).status).toBe(404)
  })

  test('is refused after a day, to other users, and after another change', async () => {
    const [admin, other] = [await api.as('admin'), await api.as('manager')]
    const made = await make(admin, 'stations', station('AA'))
    await admin.patch(`/stations/${made.id}`, { city: 'New' }, { ifMatch: '*' })
    expect(await undo(other, 'stations', made.id)).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
    const history = await admin.list('audit-events', { filter: { entity_id: made.id, action: 'stations.created' } })
    const creation = { resource: 'stations', record_id: made.id, event_id: history.rows[0]?.['id'] }
    expect(await admin.post('/undo', creation)).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
    const now = api.now
    api.now = new Date(Date.now() + 25 * 3_600_000)
    try {
      const late = await api.as('admin')
      const event = await late.list('audit-events', { filter: { entity_id: made.id, action: 'stations.updated' } })
      const body = { ...creation, event_id: event.rows[0]?.['id'] }
      expect(await late.post('/undo', body)).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
    } finally {
      api.now = now
    }
  })

  test('does not restore an account, because its password is deleted', async () => {
    const admin = await api.as('admin')
    const user = await make(admin, 'users', {
      username: 'sam',
      email: 'sam@example.com',
      role: 'agent',
      password: 'A-very-long-secret-1',
    })
    await admin.delete(`/users/${user.id}`, { ifMatch: '*' })
    expect(await undo(admin, 'users', user.id)).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
  })
})
