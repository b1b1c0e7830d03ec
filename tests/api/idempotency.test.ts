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
})
