import { describe, expect, it } from 'vitest'
import { useApi } from '../support/api'

const api = useApi()
const skopje = { code: 'SKP', name: { en: 'Skopje', mk: 'Скопје' }, timezone: 'Europe/Skopje', kind: 'rail_station' }

describe('stations', () => {
  it('are created, read, changed and deleted', async () => {
    const admin = await api.as('admin')
    const made = await admin.post('/stations', skopje)
    expect(made).toMatchObject({
      status: 201,
      body: { ...skopje, version: 1, status: 'active' },
      headers: { etag: '"1"' },
    })
    const changed = await admin.patch(`/stations/${String(made.body['id'])}`, { city: 'Skopje' }, { ifMatch: '"1"' })
    expect(changed).toMatchObject({ status: 200, body: { city: 'Skopje', version: 2 } })
    const stale = await admin.patch(`/stations/${String(made.body['id'])}`, { city: 'Bitola' }, { ifMatch: '"1"' })
    expect(stale).toMatchObject({
      status: 412,
      body: { code: 'version_mismatch', current: { city: 'Skopje', version: 2 } },
    })
    const found = await admin.list('stations', { filter: { q: 'скоп' }, sort: ['name', 'ASC'] })
    expect(found.rows).toHaveLength(1)
    expect(found.headers['content-range']).toBe('stations 0-0/1')
    const gone = await admin.delete(`/stations/${String(made.body['id'])}`, { ifMatch: 2 })
    expect(gone.status).toBe(200)
    expect((await admin.get(`/stations/${String(made.body['id'])}`)).status).toBe(404)
  })
})
