import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { useApi, type Json } from '../support/api'
import { adults, ride, useBooking } from '../support/booking'
import { make } from '../support/factories'

const api = useApi()
const desk = useBooking(api)

describe('an Idempotency-Key', () => {
  it('I16 makes a booking happen once, and is valid for one request', async () => {
    const journey = await make(desk.admin, 'journeys')
    const body = { lead_name: 'Ana', legs: [ride(journey)], passengers: adults(1) }
    const post = (more: Json = {}, key = 'call-1') =>
      desk.admin.post('/reservations', { ...body, ...more }, { headers: { 'idempotency-key': key } })
    const first = await post()
    const again = await post()
    expect(first.headers['idempotent-replayed']).toBeUndefined()
    expect(again).toMatchObject({ status: 201, headers: { 'idempotent-replayed': 'true' } })
    expect(again.body).toEqual(first.body)
    expect(await desk.counters(journey)).toEqual([
      [0, 1],
      [0, 1],
    ])
    expect(await post({ lead_name: 'Eva' })).toMatchObject({ status: 422, body: { code: 'idempotency_mismatch' } })
    const agent = await api.as('agent')
    const other = await agent.post('/reservations', body, { headers: { 'idempotency-key': 'call-1' } })
    expect(other.body['id']).not.toBe(first.body['id'])
    const [one, two] = await Promise.all([post({}, 'call-2'), post({}, 'call-2')])
    // The second call is refused, or gets the first response where that call is already complete.
    const booked = [one, two].filter(({ status }) => status === 201)
    expect(new Set(booked.map(({ body: { id } }) => id)).size).toBe(1)
    for (const { status, body } of [one, two]) if (status !== 201) expect(body['code']).toBe('idempotency_in_progress')
    await desk.at('2030-05-21T04:00:01Z')
    expect((await post({ legs: [ride(journey)] })).body['code']).not.toBe('idempotency_mismatch')
  })
  it('is refused for another change of the settings, and for another version', async () => {
    const patch = (body: Json, ifMatch = '*') =>
      desk.admin.patch('/company', body, { ifMatch, headers: { 'idempotency-key': 'rename' } })
    expect((await patch({ name: 'Sun Coaches' })).status).toBe(200)
    expect(await patch({ name: 'Sun Coaches' })).toMatchObject({ headers: { 'idempotent-replayed': 'true' } })
    const mismatch = { status: 422, body: { code: 'idempotency_mismatch' } }
    expect(await patch({ name: 'Moon Coaches' })).toMatchObject(mismatch)
    expect(await patch({ name: 'Sun Coaches' }, '"7"')).toMatchObject(mismatch)
  })

  it('stores nothing that is derived from a password', async () => {
    const body = { username: 'ana', email: 'ana@example.com', role: 'agent' }
    const create = (password: string) =>
      desk.admin.post('/users', { ...body, password }, { headers: { 'idempotency-key': 'ana' } })
    const first = await create('correct horse battery staple')
    const again = await create('another horse battery staple')
    expect(again).toMatchObject({ status: 201, body: first.body, headers: { 'idempotent-replayed': 'true' } })
  })

  it('is ignored where the answer holds a secret, of which nothing is stored', async () => {
    const { id } = await make(desk.admin, 'users')
    const link = () => desk.admin.post(`/users/${String(id)}/link`, {}, { headers: { 'idempotency-key': 'link' } })
    const [first, again] = [await link(), await link()]
    expect([first.status, again.status, again.headers['idempotent-replayed']]).toEqual([201, 201, undefined])
    expect(again.body['link']).not.toBe(first.body['link'])
    const { rows } = await sql`select from idempotency_keys where key = 'link'`.execute(api.db)
    expect(rows).toEqual([])
  })
})
