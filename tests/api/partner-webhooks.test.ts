import { uuidv7 } from 'uuidv7'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isGenuine } from '../../server/adapters/webhook-signing'
import { sweepDeliveries } from '../../server/features/partner/webhooks/repository/deliveries'
import { useApi, type Client, type Json } from '../support/api'
import { adults, ride, useBooking } from '../support/booking'
import { make, unique } from '../support/factories'
import { PARTNER_CONTRACT, usePartners } from '../support/partner'
import { useReceiver } from '../support/webhook-receiver'
import { sendWebhooks, sweepOf } from '../support/work'

const api = useApi()
const desk = useBooking(api)
const { program, portal } = usePartners(api)
const receiver = useReceiver()

const ROOT = '/partner/credentials/webhooks'
const SCOPES = ['journeys:read', 'trips:read', 'trips:write', 'webhooks:manage'] as const
const EVERYTHING = [
  ...['trip.held', 'trip.confirmed', 'trip.changed', 'trip.moved', 'trip.cancelled', 'trip.expired'],
  ...['trip.checked_in', 'trip.no_show', 'journey.delayed', 'journey.cancelled', 'journey.vehicle_changed'],
]

let live: Client
let test: Client
let foreign: Client
let partner: Json
let route: Json
let journey: Json

beforeAll(async () => {
  await desk.at('2030-05-20T04:00:00Z')
  partner = await make(desk.admin, 'partners', { status: 'active', contract: PARTNER_CONTRACT })
  const other = await make(desk.admin, 'partners', { status: 'active', contract: PARTNER_CONTRACT })
  live = (await program(partner, 'live', [...SCOPES])).client
  test = (await program(partner, 'test', [...SCOPES])).client
  foreign = (await program(other, 'live', [...SCOPES])).client
  route = await make(desk.admin, 'routes')
  await make(desk.admin, 'fares', { route_id: route['id'], amount_minor: 1000 })
})
beforeEach(async () => {
  await api.db.deleteFrom('webhook_endpoints').execute()
  receiver.received.length = 0
  receiver.answer = () => 204
  journey = await make(desk.admin, 'journeys', { route_id: route['id'], departure_time: '12:00:00', capacity: 10 })
})

const book = async (by: Client = live, more: Json = {}): Promise<Json> => {
  const request = {
    partner_reference: unique('WH-'),
    legs: [ride(journey)],
    passengers: adults(2),
    lead_name: 'Ana Ruiz',
  }
  return (await by.post('/partner/trips/', { ...request, ...more })).body
}
const step = (trip: Json, verb: string, body: Json = {}, by = live) =>
  by.post(`/partner/trips/${String(trip['id'])}/${verb}/`, body, { ifMatch: '*' })
const listen = async (by: Client = live, more: Json = {}): Promise<Json> => {
  const environment = by === test ? 'test' : 'live'
  const { body, status } = await by.post(`${ROOT}/`, { url: receiver.url, events: EVERYTHING, environment, ...more })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
const one = (endpoint: Json, part = '') => `${ROOT}/${String(endpoint['id'])}/${part}`
const deliveries = async (endpoint: Json, by = live) =>
  (await by.get(one(endpoint, 'deliveries/'))).body['results'] as Json[]

const send = () => sendWebhooks(api)
const later = (seconds: number) => desk.at(new Date(api.now.getTime() + seconds * 1000).toISOString())
const receivedTypes = () => receiver.received.map(({ body }) => body.type).sort()

describe('a receiver', () => {
  it('gets the events of a trip, signed, with previous values and in order', async () => {
    const endpoint = await listen()
    const trip = await book()
    await step(trip, 'confirm')
    await step(trip, 'change', { passengers: adults(3) })
    await desk.step(trip, 'cancel', { reason: 'Road closed' })
    await send()
    const messages = receiver.received.sort((a, b) => Number(a.body.data['sequence']) - Number(b.body.data['sequence']))
    expect(messages.map(({ body }) => [body.type, body.data['sequence'], body.environment])).toEqual([
      ['trip.held', 1, 'live'],
      ['trip.confirmed', 2, 'live'],
      ['trip.changed', 3, 'live'],
      ['trip.cancelled', 4, 'live'],
    ])
    const [, confirmed, changed, cancelled] = messages
    expect(confirmed?.body.data).toMatchObject({
      trip: { id: trip['id'], status: 'confirmed' },
      previous: { status: 'on_hold' },
    })
    expect(changed?.body.data).toMatchObject({ trip: { gross_minor: 3000 }, previous: { gross_minor: 2000, seats: 2 } })
    expect(cancelled?.body.data).toMatchObject({ trip: { status: 'cancelled', cancel_reason: 'Road closed' } })
    const now = (await live.get(`/partner/trips/${String(trip['id'])}/`)).body
    expect(cancelled?.body.data['trip']).toEqual(now)
    for (const { headers, text } of messages) {
      const named = headers as Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>
      expect(isGenuine(named, text, String(endpoint['secret']), api.now)).toBe(true)
      expect(text).not.toMatch(/rule_id|internal_notes|booked_by/)
    }
    expect((await deliveries(endpoint)).map(({ state, attempts }) => [state, attempts])).toEqual(
      Array.from({ length: 4 }, () => ['delivered', 1]),
    )
  })

  it('gets no events of dry runs, refused requests or rolled-back transactions', async () => {
    await listen()
    const trip = await book(live, { confirm: true })
    await step(trip, 'cancel', { simulate: true })
    await step(trip, 'change', { passengers: adults(11) })
    await step(trip, 'change', { passengers: adults(3), price_hash: 'a'.repeat(64) })
    await book(live, { price_hash: 'b'.repeat(64) })
    await send()
    expect(receivedTypes()).toEqual(['trip.confirmed'])
  })

  it('gets events of expired holds, of other departures, and of its journeys', async () => {
    await listen(live, { events: [...EVERYTHING, 'availability.changed'] })
    const held = await book()
    await later(1000)
    await sweepOf(api)()
    const trip = await book(live, { confirm: true })
    const next = await make(desk.admin, 'journeys', { route_id: route['id'], departure_time: '14:00:00', capacity: 10 })
    await desk.admin.patch(`/journeys/${String(journey['id'])}`, { delay_min: 45 }, { ifMatch: '*' })
    await desk.step(trip, 'move', { to_journey_id: next['id'], reason: 'Engine' })
    await send()
    expect(receivedTypes().filter((type) => type !== 'availability.changed')).toEqual([
      ...['journey.delayed', 'trip.confirmed', 'trip.expired', 'trip.held', 'trip.moved'],
    ])
    const delayed = receiver.received.find(({ body }) => body.type === 'journey.delayed')
    expect(delayed?.body.data).toMatchObject({
      journey: { id: journey['id'], delay_min: 45 },
      trips: [{ reference: trip['reference'] }],
      previous: { delay_min: 0 },
    })
    const expired = receiver.received.find(({ body }) => body.type === 'trip.expired')
    expect(expired?.body.data).toMatchObject({ trip: { id: held['id'], status: 'expired', hold_expires_at: null } })
    const seats = receiver.received.filter(({ body }) => body.type === 'availability.changed')
    // Several changes of the same seats before the first delivery become one message.
    expect(seats.map(({ body }) => (body.data['journey'] as Json)['id']).sort()).toEqual(
      [journey['id'], next['id']].sort(),
    )
  })

  it('P-12, I13 gets events of its own environment and partner only', async () => {
    await listen(live)
    const tried = await listen(test)
    await book(foreign, { confirm: true, lead_name: 'Canary of another' })
    const trip = await book(test, { confirm: true, lead_name: 'Wagtail of the test' })
    await send()
    expect(receiver.received).toHaveLength(1)
    expect(receiver.received[0]?.body).toMatchObject({ environment: 'test', data: { trip: { id: trip['id'] } } })
    const [delivery] = await deliveries(tried, test)
    const path = `${ROOT}/deliveries/${String(delivery?.['id'])}/`
    for (const by of [live, foreign]) {
      const code = by === live ? 'environment_mismatch' : 'not_found'
      expect((await by.get(one(tried))).body).toMatchObject({ code })
      expect((await by.get(one(tried, 'deliveries/'))).body).toMatchObject({ code })
      expect((await by.get(path)).body).toMatchObject({ code })
      expect((await by.post(`${path}replay/`)).body).toMatchObject({ code })
      expect((await by.post(one(tried, 'test/'))).body).toMatchObject({ code })
      expect((await by.post(one(tried, 'rotate-secret/'), {})).body).toMatchObject({ code })
      expect((await by.delete(one(tried), { ifMatch: '*' })).body).toMatchObject({ code })
    }
    expect((await foreign.get(`${ROOT}/`)).body['results']).toEqual([])
    expect((await live.get(`${ROOT}/`)).body['results']).toHaveLength(1)
  })
})

describe('a delivery', () => {
  it('is retried after growing waits, and given up after days', async () => {
    receiver.answer = () => 500
    const endpoint = await listen()
    await book()
    const waits: number[] = []
    for (let tries = 0; tries < 6; tries += 1) {
      await send()
      const [delivery] = await deliveries(endpoint)
      const next = String(delivery?.['next_attempt_at'])
      waits.push(Math.round((Date.parse(next) - api.now.getTime()) / 1000))
      await desk.at(next)
    }
    const usual = [5, 300, 1800, 7200, 18_000, 36_000]
    waits.forEach((wait, index) => {
      expect(wait).toBeGreaterThanOrEqual(usual[index] ?? 0)
      expect(wait).toBeLessThanOrEqual((usual[index] ?? 0) * 1.1 + 1)
    })
    const ids = new Set(receiver.received.map(({ headers }) => headers['webhook-id']))
    expect([receiver.received.length, ids.size]).toEqual([6, 1])
    await later(72 * 3600)
    await send()
    expect((await live.get(one(endpoint))).body).toMatchObject({ status: 'disabled', disabled_reason: 'failing' })
    const [delivery] = await deliveries(endpoint)
    expect(delivery).toMatchObject({ state: 'failed', attempts: 7, next_attempt_at: null, last_status: 500 })
    const notifications = await api.db.selectFrom('notifications').select('kind').execute()
    expect(notifications.map(({ kind }) => kind)).toContain('webhook_disabled')
  })

  it('is delayed as long as its receiver requests, and disables a receiver that is gone', async () => {
    receiver.answer = () => [503, { 'retry-after': '600' }]
    const endpoint = await listen()
    await book()
    await send()
    const [delivery] = await deliveries(endpoint)
    expect(Date.parse(String(delivery?.['next_attempt_at'])) - api.now.getTime()).toBe(600_000)
    receiver.answer = () => 410
    await later(601)
    await send()
    expect((await live.get(one(endpoint))).body).toMatchObject({ status: 'disabled', disabled_reason: 'gone' })
    const waiting = await live.post(`${ROOT}/deliveries/${String(delivery?.['id'])}/replay/`)
    expect(waiting).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
    receiver.answer = () => 204
    const back = await live.patch(one(endpoint), { status: 'active' }, { ifMatch: '*' })
    expect(back.body).toMatchObject({ status: 'active', disabled_reason: null, failing_since: null })
    await live.post(`${ROOT}/deliveries/${String(delivery?.['id'])}/replay/`)
    await send()
    const again = (await live.get(`${ROOT}/deliveries/${String(delivery?.['id'])}/`)).body
    expect(again).toMatchObject({ state: 'delivered', attempts: 3, url: receiver.url })
    expect((again['tries'] as Json[]).map(({ status }) => status)).toEqual([204, 410, 503])
    expect(JSON.parse(String(again['payload']))).toEqual(receiver.received.at(-1)?.body)
  })

  it('waits while its receiver is paused', async () => {
    const endpoint = await listen()
    await live.patch(one(endpoint), { status: 'paused' }, { ifMatch: '"1"' })
    await book()
    await send()
    expect(receiver.received).toEqual([])
    await live.patch(one(endpoint), { status: 'active' }, { ifMatch: '"2"' })
    await send()
    expect(receivedTypes()).toEqual(['trip.held'])
  })

  it('can be requested, and read by staff', async () => {
    const endpoint = await listen(live, { events: ['trip.confirmed'] })
    const asked = await live.post(one(endpoint, 'test/'))
    expect(asked).toMatchObject({ status: 202, body: { type: 'webhook.test', state: 'pending' } })
    const trip = await book(live, { confirm: true })
    await send()
    expect(receivedTypes()).toEqual(['trip.confirmed', 'webhook.test'])
    const root = `/partners/${String(partner['id'])}`
    const found = (await desk.admin.get(`${root}/webhook-deliveries?reference=${String(trip['reference'])}`)).body
    expect(found['results']).toMatchObject([{ type: 'trip.confirmed', trip_reference: trip['reference'] }])
    const [{ id } = {}] = found['results'] as Json[]
    expect((await desk.admin.get(`${root}/webhook-deliveries/${String(id)}`)).body).toMatchObject({
      state: 'delivered',
    })
    expect((await desk.admin.get(`${root}/webhooks`)).rows).toMatchObject([{ id: endpoint['id'] }])
    expect((await desk.admin.post(`${root}/webhook-deliveries/${String(id)}/replay`)).status).toBe(200)
    await send()
    expect(receivedTypes()).toEqual(['trip.confirmed', 'trip.confirmed', 'webhook.test'])
    const logs = (await desk.admin.get(`${root}/api-logs?request_id=${String(id)}`)).body['results']
    expect(logs).toMatchObject([{ direction: 'webhook' }, { direction: 'webhook', status: 204 }])
    const elsewhere = await make(desk.admin, 'partners')
    expect((await desk.admin.get(`/partners/${String(elsewhere['id'])}/webhook-deliveries/${String(id)}`)).status).toBe(
      404,
    )
    const viewer = await api.as('viewer')
    expect((await viewer.get(`${root}/webhooks`)).status).toBe(403)
  })
})

describe('a test message', () => {
  it('is refused beyond five a minute for one partner, over all of its receivers', async () => {
    const [first, second] = [await listen(), await listen(test)]
    const askFirst = () => live.post(one(first, 'test/'))
    for (let sent = 0; sent < 4; sent += 1) expect((await askFirst()).status).toBe(202)
    await later(20)
    expect((await test.post(one(second, 'test/'))).status).toBe(202)
    const refused = await askFirst()
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    expect(refused.headers['retry-after']).toBe('40')
    const stranger = await listen(foreign)
    expect((await foreign.post(one(stranger, 'test/'))).status).toBe(202)
    await later(40)
    expect((await askFirst()).status).toBe(202)
    await send()
    expect(receivedTypes().filter((type) => type === 'webhook.test')).toHaveLength(7)
  })

  it('is counted once for each of several simultaneous requests', async () => {
    const endpoint = await listen()
    const calls = Array.from({ length: 8 }, () => live.post(one(endpoint, 'test/')))
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([202, 202, 202, 202, 202, 429, 429, 429])
  })
})

describe('a secret', () => {
  it('is shown once, sealed, and stays valid for the requested hours after its rotation', async () => {
    const endpoint = await listen()
    const old = String(endpoint['secret'])
    const { body: rotated } = await live.post(one(endpoint, 'rotate-secret/'), { grace_hours: 1 })
    const fresh = String(rotated['secret'])
    expect(rotated).toMatchObject({ secret_last4: fresh.slice(-4), previous_secret_until: '2030-05-20T05:00:00Z' })
    const genuine = () => {
      const { headers, text } = receiver.received.at(-1) ?? { headers: {}, text: '' }
      const named = headers as Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>
      return [old, fresh].map((secret) => isGenuine(named, text, secret, api.now))
    }
    await book()
    await send()
    expect(genuine()).toEqual([true, true])
    await desk.at('2030-05-20T05:00:01Z')
    await book()
    await send()
    expect(genuine()).toEqual([false, true])
    const stored = JSON.stringify(await api.db.selectFrom('webhook_endpoints').selectAll().execute())
    const logged = JSON.stringify((await (await portal({})).client.get('/partner/api-logs/')).body)
    const remaining = JSON.stringify(await api.db.selectFrom('partner_api_logs').selectAll().execute())
    const history = JSON.stringify(await api.db.selectFrom('audit_events').selectAll().execute())
    for (const secret of [old, fresh].map((text) => text.slice(6, 40)))
      expect([stored, logged, remaining, history].join()).not.toContain(secret)
  })
})

describe('a webhook endpoint', () => {
  it('is refused in private networks and over plain http', async () => {
    for (const url of ['https://10.0.0.1/x', 'http://example.com/x', 'https://user:pw@example.com/', 'https://[::1]x/'])
      expect((await live.post(`${ROOT}/`, { url, events: ['trip.held'], environment: 'live' })).body).toMatchObject({
        code: 'validation',
        errors: [{ pointer: '/url' }],
      })
  })

  it('is accessible to developers and to keys with the scope', async () => {
    const reader = (await program(partner, 'live', ['trips:read'])).client
    expect((await reader.get(`${ROOT}/`)).body).toMatchObject({ code: 'scope_missing' })
    const seller = await portal({ role: 'agent' })
    expect((await seller.client.get(`${ROOT}/`)).status).toBe(403)
    expect(
      (await live.post(`${ROOT}/`, { url: receiver.url, events: ['trip.held'], environment: 'test' })).body,
    ).toMatchObject({
      code: 'environment_mismatch',
    })
    const owner = await portal({})
    const made = await owner.client.post(`${ROOT}/`, { url: receiver.url, events: ['trip.held'] })
    expect(made).toMatchObject({ status: 201, body: { environment: 'test' } })
    expect((await owner.client.get(one(made.body))).body['secret']).toBeUndefined()
    expect((await owner.client.delete(one(made.body), { ifMatch: '"1"' })).status).toBe(200)
    expect((await owner.client.get(one(made.body))).status).toBe(404)
  })
})

describe('the sequence number of messages', () => {
  it('is continued for a future journey, however long ago the last message was', async () => {
    const [ahead, gone] = [String(journey['id']), uuidv7()]
    const of = {
      partner_id: String(partner['id']),
      environment: 'live' as const,
      last: 3,
      updated_at: '2030-01-01T00:00:00Z',
    }
    await api.db
      .insertInto('webhook_sequences')
      .values([ahead, gone].map((object_id) => ({ ...of, object_id })))
      .execute()
    await sweepDeliveries(api.db, new Date('2030-04-20T00:00:00Z'))
    const remaining = await api.db.selectFrom('webhook_sequences').select('object_id').where('last', '=', 3).execute()
    expect(remaining.map(({ object_id }) => object_id)).toContain(ahead)
    expect(remaining.map(({ object_id }) => object_id)).not.toContain(gone)
  })
})
