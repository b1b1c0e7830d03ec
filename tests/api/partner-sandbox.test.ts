import { beforeAll, describe, expect, it } from 'vitest'
import { CERTIFICATION_ITEMS, SANDBOX_SCENARIOS } from '../../contract/core/vocabulary'
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
const SCOPES = ['journeys:read', 'trips:read', 'trips:write', 'webhooks:manage'] as const

let partner: Json
let test: Client
let live: Client
let foreign: Client
let journey: Json

beforeAll(async () => {
  await desk.at('2030-05-19T04:00:00Z')
  partner = await make(desk.admin, 'partners', { status: 'active', contract: PARTNER_CONTRACT })
  const other = await make(desk.admin, 'partners', { status: 'active', contract: PARTNER_CONTRACT })
  test = (await program(partner, 'test', [...SCOPES])).client
  live = (await program(partner, 'live', [...SCOPES])).client
  foreign = (await program(other, 'test', [...SCOPES])).client
  const route = await make(desk.admin, 'routes')
  await make(desk.admin, 'fares', { route_id: route['id'], amount_minor: 1000 })
  journey = await make(desk.admin, 'journeys', { route_id: route['id'], departure_time: '14:00:00', capacity: 10 })
  await make(desk.admin, 'journeys', { route_id: route['id'], departure_time: '16:00:00', capacity: 10 })
  const events = ['trip.confirmed', 'trip.moved', 'trip.cancelled', 'trip.no_show', 'trip.expired', 'trip.checked_in']
  await test.post('/partner/credentials/webhooks/', {
    url: receiver.url,
    events: [...events, 'trip.held', 'journey.delayed', 'journey.vehicle_changed'],
    environment: 'test',
  })
})

const play = async (scenario: string, more: Json = {}, by = test): Promise<Json> => {
  const { body, status } = await by.post('/partner/mock-trips/', { scenario, ...more })
  expect(status, JSON.stringify(body)).toBe(201)
  return (body['results'] as Json[])[0] ?? {}
}
const step = async (sandbox: Json, verb: string, by = test) =>
  by.post(`/partner/mock-trips/${String(sandbox['id'])}/${verb}/`)
const tripOf = (sandbox: Json) => (sandbox['trip'] ?? {}) as Json
const confirm = (sandbox: Json) =>
  test.post(`/partner/trips/${String(tripOf(sandbox)['id'])}/confirm/`, {}, { ifMatch: '*' })

/** Advances a scenario to the end of its script. */
async function playOut(scenario: string): Promise<Json> {
  let sandbox = await play(scenario, { seed: 1 })
  while (sandbox['state'] === 'running') {
    const answer = await step(sandbox, 'advance')
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    sandbox = answer.body
  }
  return sandbox
}

const send = () => sendWebhooks(api)
const typesSentFor = (sandbox: Json) =>
  receiver.received.filter(({ text }) => text.includes(String(tripOf(sandbox)['id']))).map(({ body }) => body.type)

describe('a mock trip', () => {
  it('runs every scenario to its end, with real test trips', async () => {
    const outcome: Record<string, unknown> = {}
    for (const scenario of SANDBOX_SCENARIOS) {
      const sandbox = await playOut(scenario)
      expect(sandbox['state'], scenario).toBe('finished')
      outcome[scenario] = tripOf(sandbox)['status']
    }
    expect(outcome).toMatchObject({
      happy_path: 'completed',
      hold_expires: 'expired',
      operator_cancels: 'cancelled',
      moved_to_later: 'confirmed',
      no_show: 'no_show',
      amend_pending: 'confirmed',
      sold_out_on_confirm: 'on_hold',
    })
    expect((await desk.counters(journey)).flat().every((count) => count === 0)).toBe(true)
  })

  it('sends webhooks of its events, and fails the first attempt when the scenario requires it', async () => {
    const late = await playOut('delay_45')
    const moved = await playOut('moved_to_later')
    const broken = await playOut('webhook_500_then_ok')
    await send()
    expect(typesSentFor(late).sort()).toEqual(['journey.delayed', 'trip.confirmed', 'trip.held'])
    const delay = receiver.received.find(({ body }) => body.type === 'journey.delayed')
    expect(delay?.body).toMatchObject({
      environment: 'test',
      data: { journey: { delay_min: 45 }, previous: { delay_min: 0 } },
    })
    expect(typesSentFor(moved)).toContain('trip.moved')
    expect(typesSentFor(broken)).toEqual(['trip.held'])
    await desk.at(new Date(api.now.getTime() + 10_000).toISOString())
    await send()
    expect(typesSentFor(broken)).toEqual(['trip.held', 'trip.confirmed'])
  })

  it('changes the answer of the next request, once', async () => {
    const soldOut = await play('sold_out_on_confirm')
    const dearer = await play('price_changed')
    const busy = await play('rate_limited')
    expect(await confirm(soldOut)).toMatchObject({ status: 409, body: { code: 'sold_out' } })
    expect((await confirm(soldOut)).status).toBe(200)
    expect(await confirm(dearer)).toMatchObject({ status: 409, body: { code: 'price_changed' } })
    const limited = await test.get(`/partner/trips/${String(tripOf(busy)['id'])}/`)
    expect(limited).toMatchObject({ status: 429, headers: { 'retry-after': '5' } })
    expect((await test.get(`/partner/trips/${String(tripOf(busy)['id'])}/`)).status).toBe(200)
    const after = (await test.get(`/partner/mock-trips/${String(busy['id'])}/`)).body
    expect(after).toMatchObject({ state: 'finished', steps: [{}, { problem_code: 'too_many_requests' }] })
  })

  it('advances with the clock, ends after an hour, and can be reset', async () => {
    const sandbox = await play('operator_cancels', { seed: 7 })
    await desk.at(new Date(api.now.getTime() + 21_000).toISOString())
    const seen = (await test.get(`/partner/mock-trips/${String(sandbox['id'])}/`)).body
    expect(seen).toMatchObject({ state: 'finished', trip: { status: 'cancelled' } })
    const again = (await step(sandbox, 'reset')).body
    expect(again).toMatchObject({ id: sandbox['id'], seed: 7, state: 'running', trip: { status: 'on_hold' } })
    expect(tripOf(again)['id']).not.toBe(tripOf(sandbox)['id'])
    const idle = await play('slow_9s')
    await desk.at(new Date(api.now.getTime() + 3_601_000).toISOString())
    await sweepOf(api)()
    const ended = (await test.get(`/partner/mock-trips/${String(idle['id'])}/`)).body
    expect(ended['state']).toBe('stopped')
    expect(['cancelled', 'expired']).toContain(tripOf(ended)['status'])
    expect(await step(idle, 'advance')).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
  })

  it('acts as the partner and the operator also when only the sweep advances it', async () => {
    const ids: unknown[] = []
    for (const scenario of ['happy_path', 'operator_cancels', 'amend_pending', 'no_show'])
      ids.push((await play(scenario))['id'])
    await desk.at(new Date(api.now.getTime() + 31_000).toISOString())
    await sweepOf(api)()
    const { body } = await test.get('/partner/mock-trips/')
    const ended = (body['results'] as Json[]).filter(({ id }) => ids.includes(id)).reverse()
    const outcome = ended.map((trip) => [trip['scenario'], trip['state'], tripOf(trip)['status']])
    expect(outcome).toEqual([
      ['happy_path', 'finished', 'completed'],
      ['operator_cancels', 'finished', 'cancelled'],
      ['amend_pending', 'finished', 'confirmed'],
      ['no_show', 'finished', 'no_show'],
    ])
  })

  it('is the same for the same seed, and differs from others of one request', async () => {
    const [one, two] = [await play('happy_path', { seed: 4 }), await play('happy_path', { seed: 4 })]
    expect([tripOf(one)['lead_name'], tripOf(one)['travel_at']]).toEqual([
      tripOf(two)['lead_name'],
      tripOf(two)['travel_at'],
    ])
    const { body } = await test.post('/partner/mock-trips/', { scenario: 'happy_path', count: 3, seed: 1 })
    expect(new Set((body['results'] as Json[]).map((sandbox) => tripOf(sandbox)['lead_name'])).size).toBe(3)
  })

  it('P-12, I14 is accessible to the test environment of its partner only', async () => {
    const sandbox = await play('happy_path')
    expect((await live.get('/partner/mock-trips/')).body).toMatchObject({ code: 'environment_mismatch' })
    for (const verb of ['advance', 'reset']) expect((await step(sandbox, verb, foreign)).status).toBe(404)
    expect((await foreign.get(`/partner/mock-trips/${String(sandbox['id'])}/`)).status).toBe(404)
    expect((await foreign.get('/partner/mock-trips/')).body['results']).toEqual([])
    const people = await portal({})
    const theirs = await play('happy_path', {}, people.client)
    expect(theirs).toMatchObject({ trip: { environment: 'test' } })
    expect((await test.get('/partner/mock-trips/?limit=2')).body['next']).not.toBeNull()
  })
})

describe('the checklist', () => {
  it('is completed by real requests of a test key only', async () => {
    const items = async (by: Client = test) => {
      const { body } = await by.get('/partner/mock-trips/certification/')
      return body as { items: { item: string; done_at: string | null }[]; is_complete: boolean }
    }
    const program2 = await make(desk.admin, 'partners', { status: 'active', contract: PARTNER_CONTRACT })
    const { client: key } = await program(program2, 'test', [...SCOPES])
    const { client: liveKey } = await program(program2, 'live', [...SCOPES])
    await desk.at('2030-05-19T05:00:00Z')
    const quote = (by: Client) =>
      by.post(`/partner/journeys/${String(journey['id'])}/quote/`, {
        board_seq: 1,
        alight_seq: 3,
        passengers: { adult: 1 },
      })
    await quote(liveKey)
    expect((await items(key)).items.every(({ done_at }) => done_at === null)).toBe(true)
    const [from, to] = ((await key.get(`/partner/journeys/${String(journey['id'])}/`)).body['calls'] as Json[])
      .filter((_, index, all) => index === 0 || index === all.length - 1)
      .map((call) => (call['station'] as Json)['code'])
    await key.get(`/partner/journeys/?origin=${String(from)}&destination=${String(to)}&date=2030-05-20`)
    const { price_hash } = (await quote(key)).body
    const request = {
      partner_reference: unique('C-'),
      legs: [ride(journey)],
      passengers: adults(1),
      lead_name: 'Ana Ruiz',
    }
    const { body: trip } = await key.post('/partner/trips/', request, { headers: { 'idempotency-key': 'c-1' } })
    const act = (verb: string, body: Json) =>
      key.post(`/partner/trips/${String(trip['id'])}/${verb}/`, body, { ifMatch: '*' })
    expect((await act('confirm', { price_hash: 'a'.repeat(64) })).status).toBe(409)
    await act('confirm', { price_hash })
    await key.get(`/partner/trips/${String(trip['id'])}/tickets/`)
    await key.patch(`/partner/trips/${String(trip['id'])}/`, { lead_name: 'Eva Ruiz' }, { ifMatch: '*' })
    await act('cancel', { simulate: true })
    const before = await items(key)
    expect(before.items.filter(({ done_at }) => done_at === null).map(({ item }) => item)).toEqual([
      'cancel',
      'receive_webhook',
    ])
    await act('cancel', {})
    const { body: hook } = await key.post('/partner/credentials/webhooks/', {
      url: receiver.url,
      events: ['trip.held'],
      environment: 'test',
    })
    await key.post(`/partner/credentials/webhooks/${String(hook['id'])}/test/`)
    await send()
    expect(await items(key)).toMatchObject({ is_complete: true })
    await api.db.deleteFrom('partner_api_logs').execute()
    expect((await items(key)).items.map(({ item }) => item)).toEqual([...CERTIFICATION_ITEMS])
    const staff = await desk.admin.get(`/partners/${String(program2['id'])}/certification`)
    expect(staff.body).toMatchObject({ is_complete: true })
    expect((await items(foreign)).is_complete).toBe(false)
  })
})
