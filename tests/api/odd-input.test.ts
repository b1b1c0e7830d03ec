import { beforeAll, describe, expect, it } from 'vitest'
import { useApi, type NearClient } from '../support/api'
import { make } from '../support/factories'
import { usePartners } from '../support/partner'

const api = useApi()
const { portal, program } = usePartners(api)

let admin: NearClient
let vehicleId = ''
beforeAll(async () => {
  admin = await api.as('admin')
  vehicleId = String((await make(admin, 'vehicles'))['id'])
})

const refused = (pointer: string) => ({
  status: 422,
  body: { code: 'validation', retryable: false, errors: [{ pointer, code: 'unstorable' }] },
})

describe('text that the database cannot store', () => {
  it.each([['a\u0000b'], ['half \uD83D']])('is refused in every field: %j', async (text) => {
    const station = { code: 'ODD', name: { en: text }, timezone: 'Asia/Nicosia' }
    expect(await admin.post('/stations', station)).toMatchObject(refused('/name/en'))
    expect(await admin.list('stations', { filter: { q: text } })).toMatchObject(refused('/query/filter/q'))
    const request = { filter: { city: [text] } }
    expect(await admin.post('/exports/stations', request)).toMatchObject(refused('/filter/city/0'))
    expect(await admin.post('/auth/login', { username: text, password: 'x' })).toMatchObject(refused('/username'))
    expect(await api.client({ 'x-odd': text }).get('/demo')).toMatchObject(refused('/header/x-odd'))
  })

  it('is refused in an address, and in the error format of the API', async () => {
    expect(await admin.get('/stations/%00')).toMatchObject(refused('/path/id'))
    expect(await admin.get('/search?q=ab%00')).toMatchObject(refused('/query/q'))
    const { partner, client } = await portal()
    expect(await client.get('/partner/trips?reference=%00')).toMatchObject(refused('/query/reference'))
    const { secret } = await program(partner)
    const reseller = api.client({ authorization: `Bearer ${secret}` })
    const body = { productId: '\u0000', localDateStart: '2026-11-21', localDateEnd: '2026-11-22' }
    expect(await reseller.post('/octo/availability', body)).toMatchObject({
      status: 400,
      body: { error: 'BAD_REQUEST', code: 'validation' },
    })
  })

  it('is refused when it is nested too deeply', async () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'deep' }
    const send = (payload: string) => admin.send('/stations', Buffer.from(payload), headers['content-type'])
    expect(await send(deep)).toMatchObject(refused('/0'))
    expect(await send(`{"name":${deep}}`)).toMatchObject(refused('/name'))
    expect(await admin.get(`/stations?filter={"q":${deep.slice(15_000, 25_000)}}`)).toMatchObject(
      refused('/query/filter'),
    )
  })
})

describe('a body that is not JSON', () => {
  it.each(['{"code":', '{"__proto__":{}}', "{'code':1}"])('is refused with a remedy: %s', async (body) => {
    expect(await admin.send('/stations', Buffer.from(body), 'application/json')).toMatchObject({
      status: 400,
      body: { code: 'malformed', detail: expect.stringContaining('Check its quotes, commas and brackets') as string },
    })
  })
})

describe('times and numbers out of range', () => {
  it.each(['0000-01-01T00:00:00Z', '2026-03-29T01:30:00+16:00'])(
    'are refused with the field: %s',
    async (starts_at) => {
      const downtime = { vehicle_id: vehicleId, starts_at, ends_at: null, kind: 'maintenance' }
      expect(await admin.post('/vehicle-downtimes', downtime)).toMatchObject({
        status: 422,
        body: { errors: [{ pointer: '/starts_at' }] },
      })
      const cause = { kind: 'downtime', vehicle_id: vehicleId, starts_at, downtime_kind: 'maintenance' }
      expect((await admin.post('/resolutions', { cause, jobs: [], reason: 'x', simulate: true })).status).toBe(422)
      expect((await admin.get(`/vehicles/${vehicleId}/jobs?from=${encodeURIComponent(starts_at)}`)).status).toBe(400)
      expect((await admin.list('journeys', { filter: { departs_at_gte: starts_at } })).status).toBe(422)
    },
  )

  it('are refused when an end is before its start', async () => {
    const [from, to] = ['2026-11-22T00:00:00Z', '2026-11-21T00:00:00Z']
    for (const whose of ['vehicles', 'staff'])
      expect(await admin.get(`/${whose}/${vehicleId}/jobs?from=${from}&to=${to}`)).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: '/query/to' }] },
      })
    const cause = {
      kind: 'downtime',
      vehicle_id: vehicleId,
      starts_at: from,
      ends_at: to,
      downtime_kind: 'maintenance',
    }
    expect(await admin.post('/resolutions', { cause, jobs: [], reason: 'x', simulate: true })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/cause/ends_at' }] },
    })
  })

  it('are refused beyond the range of the column', async () => {
    const { client } = await portal()
    expect((await client.get('/partner/api-logs?min_duration_ms=3000000000')).status).toBe(400)
    expect((await admin.list('journeys', { filter: { version_gte: 3_000_000_000 } })).status).toBe(422)
    expect((await admin.list('routes', { filter: { distance_km: 1e30 } })).status).toBe(422)
  })

  it('and invalid sort fields of exports are refused', async () => {
    for (const path of ['/exports/stations', '/exports/stations/tasks'])
      expect(await admin.post(path, { sort: ['nonsense', 'ASC'] })).toMatchObject({
        status: 422,
        body: { errors: [{ pointer: '/sort' }] },
      })
  })
})

describe('an invalid form', () => {
  const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\ncode,name\r\n'
  it.each([
    ['cut short', head, 'multipart/form-data; boundary=x'],
    ['without a boundary', `${head}--x--\r\n`, 'multipart/form-data'],
    ['with an empty boundary', `${head}--x--\r\n`, 'multipart/form-data; boundary='],
    ['empty', '', 'multipart/form-data; boundary=x'],
  ])('is refused with a permanent error: %s', async (_, form, type) => {
    for (const path of ['/imports/stations', '/gtfs/imports']) {
      const answer = await admin.send(path, Buffer.from(form), type)
      expect([400, 422], path).toContain(answer.status)
      expect(answer.body).toMatchObject({ retryable: false })
    }
  })

  it('gets a valid file name', async () => {
    const form = `--x\r\nContent-Disposition: form-data; name="file"; filename*=utf-8''a%00%07%F0%9F%92%BA.csv\r\n\r\ncode\nAA\r\n--x--\r\n`
    const answer = await admin.send('/imports/stations', Buffer.from(form), 'multipart/form-data; boundary=x')
    expect(answer).toMatchObject({ status: 201 })
    expect(String(answer.body['file_name'])).not.toMatch(/\p{Control}/u)
  })

  it('is refused when a cell is not text', async () => {
    const form = `--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\ncode\nA\u0000A\r\n--x--\r\n`
    const answer = await admin.send('/imports/stations', Buffer.from(form), 'multipart/form-data; boundary=x')
    expect(answer).toMatchObject({ status: 422, body: { code: 'file_unreadable', retryable: false } })
  })
})
