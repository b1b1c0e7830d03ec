import { uuidv7 } from 'uuidv7'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  PARTNER_LOG_DAY_MAX_BYTES,
  PARTNER_LOG_TEXT_MAX_BYTES,
  PARTNER_READS_PER_MINUTE,
  PARTNER_WRITES_PER_MINUTE,
} from '../../contract/core/limits/partner-api'
import { PARTNER_LOG_RETENTION_MIN_DAYS } from '../../contract/core/limits/retention'
import { createRecorder } from '../../server/features/partner/logs/recorder'
import { useApi, type Client, type Json } from '../support/api'
import { adults, ride } from '../support/booking'
import { make } from '../support/factories'
import { PARTNER_CONTRACT, PARTNER_PASSWORD, usePartners } from '../support/partner'
import { sweepOf } from '../support/work'

/** A successful call, as it is passed to the log. */
const ENTRY = {
  at: '2030-05-20T04:00:00Z',
  credential_id: null,
  environment: 'live',
  direction: 'inbound',
  method: 'GET',
  query: '',
  status: 200,
  problem_code: null,
  ip: null,
  user_agent: null,
  request_id: 'r',
  idempotency_key: null,
  trip_reference: null,
  partner_reference: null,
  request_headers: {},
  request_body: null,
  response_headers: {},
  response_body: null,
} as const

const api = useApi({ rateLimitPerMinute: 1_000_000 })
const { portal, program, bearer } = usePartners(api)

let admin: Client
let sunvia: Awaited<ReturnType<typeof portal>>
let nordtrip: Awaited<ReturnType<typeof portal>>
let key: Awaited<ReturnType<typeof program>>
let journey: Json

beforeAll(async () => {
  api.now = new Date('2030-05-20T04:00:00Z')
  admin = await api.as('admin')
  sunvia = await portal({ contract: PARTNER_CONTRACT })
  nordtrip = await portal({ contract: PARTNER_CONTRACT })
  key = await program(sunvia.partner)
  journey = await make(admin, 'journeys')
  await make(admin, 'fares', { route_id: journey['route_id'] })
})

const book = (reference: string, more: Json = {}) =>
  key.client.post(
    '/partner/trips/',
    {
      partner_reference: reference,
      legs: [ride(journey)],
      passengers: adults(1),
      lead_name: 'Ana Ruiz',
      ...more,
    },
    {
      headers: {
        'idempotency-key': `key-${reference}`,
        'user-agent': 'Booking engine',
        'x-request-id': `r-${reference}`,
      },
    },
  )
const log = async (query = '', by: Client = sunvia.client) => {
  const { body } = await by.get(`/partner/api-logs/?${query}`)
  return body as unknown as { results: Json[]; next: string | null }
}

describe('the API log', () => {
  it('contains refused requests of a known key, and none of an unknown one', async () => {
    const far = await program(sunvia.partner)
    await api.db
      .updateTable('partner_credentials')
      .set({ ip_allowlist: ['203.0.113.7'] })
      .where('id', '=', far.id)
      .execute()
    const ended = await program(sunvia.partner)
    await api.db.updateTable('partner_credentials').set({ state: 'revoked' }).where('id', '=', ended.id).execute()
    expect((await far.client.get('/partner/trips/')).body).toMatchObject({ code: 'ip_not_allowed' })
    expect((await ended.client.get('/partner/trips/')).body).toMatchObject({ code: 'token_invalid' })
    await bearer('tk_live_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa').get('/partner/trips/')
    expect((await log(`credential_id=${far.id}`)).results).toMatchObject([
      { status: 403, problem_code: 'ip_not_allowed' },
    ])
    expect((await log(`credential_id=${ended.id}`)).results).toMatchObject([{ status: 401 }])
    expect((await log('status_class=4xx')).results).toHaveLength(2)
    await api.db.deleteFrom('partner_api_logs').execute()
  })

  it('contains requests and answers, and no secret', async () => {
    const trip = await book('LOG-1', { customer_notes: 'Card 4111 1111 1111 1111, phone +34600111222' })
    await book('LOG-1', { passengers: [] })
    await sunvia.client.post('/partner/credentials/', {
      name: 'Staging',
      scopes: ['trips:read'],
      password: PARTNER_PASSWORD,
    })
    await sunvia.client.get('/partner/dashboard/')
    const { results } = await log()
    expect(results.map(({ method, path, status }) => [method, path, status])).toEqual([
      ['POST', '/api/partner/credentials/', 201],
      ['POST', '/api/partner/trips/', 422],
      ['POST', '/api/partner/trips/', 201],
    ])
    expect(results[0]).toMatchObject({ credential: null })
    expect(results[1]).toMatchObject({ problem_code: 'validation', partner_reference: 'LOG-1', trip_reference: null })
    expect(results[2]).toMatchObject({
      environment: 'live',
      direction: 'inbound',
      credential: { id: key.id, last4: key.secret.slice(-4) },
      request_id: 'r-LOG-1',
      idempotency_key: 'key-LOG-1',
      user_agent: 'Booking engine',
      trip_reference: trip.body['reference'],
    })
    const details = await Promise.all(results.map(({ id }) => sunvia.client.get(`/partner/api-logs/${String(id)}/`)))
    expect(details[2]?.body).toMatchObject({ request_headers: { authorization: '[redacted]' } })
    const text = JSON.stringify(details.map(({ body }) => body))
    expect(text).toContain('+34600111222')
    for (const secret of [key.secret, sunvia.token, PARTNER_PASSWORD, '4111 1111 1111 1111'])
      expect(text).not.toContain(secret)
    expect(text).not.toMatch(/tk_(live|test)_[0-9A-Za-z]{32}/)
  })

  it('is filtered by status, key, subject and time', async () => {
    const lost = await program(sunvia.partner, 'test', ['trips:read'])
    api.now = new Date('2030-05-20T04:05:00Z')
    await lost.client.get('/partner/journeys/?origin=A')
    const found = async (query: string) => (await log(query)).results.map(({ status }) => status)
    expect(await found('status_class=2xx')).toEqual([201, 201])
    expect(await found('status_class=4xx&status_class=5xx')).toEqual([403, 422])
    expect(await found('code=scope_missing')).toEqual([403])
    expect(await found('environment=test')).toEqual([403])
    expect(await found(`credential_id=${key.id}`)).toEqual([422, 201])
    expect(await found('path=/journeys')).toEqual([403])
    expect(await found('reference=LOG-1')).toEqual([422, 201])
    expect(await found('request_id=r-LOG-1&status_class=2xx')).toEqual([201])
    expect(await found('from=2030-05-20T04:04:00Z')).toEqual([403])
    expect(await found('min_duration_ms=60000')).toEqual([])
    const first = await log('limit=3')
    expect((await log(`limit=3&cursor=${String(first.next)}`)).results.map(({ status }) => status)).toEqual([201])
  })

  it('is exported without formulas', async () => {
    await book('=1+1')
    const answer = await api.app.inject({
      url: '/api/partner/api-logs/export/?path=/trips',
      headers: { authorization: `Token ${sunvia.token}` },
    })
    expect(answer.headers['content-type']).toContain('text/csv')
    const [names, first = ''] = answer.body.split('\r\n')
    expect(names).toMatch(/^at,environment,/)
    expect(first).toContain(",'=1+1,")
    expect(answer.body.trim().split('\r\n')).toHaveLength(4)
  })

  it('is visible to its own partner, and to staff with permission', async () => {
    const [{ id } = { id: '' }] = (await log()).results
    expect((await log('', nordtrip.client)).results).toEqual([])
    expect((await nordtrip.client.get(`/partner/api-logs/${String(id)}/`)).status).toBe(404)
    expect((await key.client.get('/partner/api-logs/')).status).toBe(403)
    const path = `/partners/${String(sunvia.partner['id'])}/api-logs`
    const { body } = await admin.get(`${path}?reference=LOG-1`)
    expect(body['results']).toHaveLength(2)
    expect((await admin.get(`${path}/${String(id)}`)).body).toMatchObject({ id, request_headers: {} })
    const other = `/partners/${String(nordtrip.partner['id'])}/api-logs/${String(id)}`
    expect((await admin.get(other)).status).toBe(404)
    expect((await bearer(sunvia.token).get(path)).status).toBe(401)
  })

  it('is deleted after the number of days in the settings', async () => {
    const later = new Date(api.now.getTime() + PARTNER_LOG_RETENTION_MIN_DAYS * 86_400_000 - 120_000)
    const sweep = sweepOf(api, () => later)
    const before = (await log()).results.length
    await sweep()
    expect((await log()).results).toHaveLength(before)
    await admin.patch('/company', { partner_log_kept_days: PARTNER_LOG_RETENTION_MIN_DAYS }, { ifMatch: '*' })
    await sweep()
    const { results } = await log()
    expect(results.length).toBeLessThan(before)
    expect(results.length).toBeGreaterThan(0)
    expect(results.every(({ at }) => String(at) >= '2030-05-20T04:03')).toBe(true)
  })
})

describe('a request that the database cannot store unchanged', () => {
  const written = async () => (await log('limit=100')).results.map(({ path }) => path)

  it.each([
    ['U+0000', '\u0000'],
    ['its escape as six characters', '\\u0000'],
    ['the escape after a backslash', '\\\\u0000'],
    ['the first half of a surrogate pair', '\ud800'],
    ['the second half of a surrogate pair', 'x\udc00'],
  ])('is stored with the others of its batch: %s', async (_, text) => {
    await api.db.deleteFrom('partner_api_logs').execute()
    const ended = await program(sunvia.partner)
    await api.db.updateTable('partner_credentials').set({ state: 'revoked' }).where('id', '=', ended.id).execute()
    await sunvia.client.post('/partner/credentials/', { name: 'Before', scopes: [], password: 'x' })
    // A header accepts no control characters.
    const agent = /^[ -~]+$/.test(text) ? text : 'none'
    await ended.client.get('/partner/journeys/', { headers: { 'user-agent': agent } })
    await key.client.post('/partner/trips/', { partner_reference: `R${text}`, [`name${text}`]: text })
    expect(await written()).toEqual(['/api/partner/trips/', '/api/partner/journeys/', '/api/partner/credentials/'])
  })

  it('is lost alone when it is refused, and counted', async () => {
    await api.db.deleteFrom('partner_api_logs').execute()
    const lost: number[] = []
    const recorder = createRecorder(api.db, (_, entries) => lost.push(entries))
    const entry = { ...ENTRY, partner_id: String(sunvia.partner['id']) }
    for (const durationMs of [1, 2, 3e9, 4, 3e9, 6])
      recorder.push({ ...entry, id: uuidv7(), path: `/${durationMs}`, duration_ms: durationMs })
    await recorder.flush()
    expect((await written()).sort()).toEqual(['/1', '/2', '/4', '/6'])
    expect([lost, recorder.lostCount()]).toEqual([[1, 1], 2])
    const metrics = await api.app.inject({ url: '/metrics' })
    expect(metrics.body).toMatch(/^partner_calls_lost_total 0$/m)
  })
})

describe('a counter instead of a log entry', () => {
  const summary = async (client: Client) =>
    (await client.get('/partner/api-logs/summary?from=2030-05-20T00:00:00Z&to=2030-05-20T23:59:59Z')).body
  const rowsOf = (partner: Json) =>
    api.db
      .selectFrom('partner_api_logs')
      .select(['query', 'user_agent', 'request_headers'])
      .where('partner_id', '=', String(partner['id']))
      .execute()

  it('is used for requests beyond the limit of a key', async () => {
    const { partner, client } = await portal({ contract: PARTNER_CONTRACT })
    const caller = await program(partner)
    for (let count = 0; count < PARTNER_READS_PER_MINUTE + 3; count += 1) await caller.client.get('/partner/trips/')
    expect(await summary(client)).toMatchObject({
      points: [{ calls: PARTNER_READS_PER_MINUTE }],
      throttled: 3,
      unrecorded: 0,
    })
    expect(await rowsOf(partner)).toHaveLength(PARTNER_READS_PER_MINUTE)
  })

  it('is used for requests of a day with a full log, of this partner only', async () => {
    const full = await portal({ contract: PARTNER_CONTRACT })
    const other = await portal({ contract: PARTNER_CONTRACT })
    const [one, two] = [await program(full.partner), await program(other.partner)]
    await one.client.get('/partner/trips/')
    await summary(full.client)
    await api.db
      .updateTable('partner_call_days')
      .set({ recorded_bytes: PARTNER_LOG_DAY_MAX_BYTES - 10 })
      .where('partner_id', '=', String(full.partner['id']))
      .execute()
    await one.client.get('/partner/trips/')
    await two.client.get('/partner/trips/')
    expect(await summary(full.client)).toMatchObject({ points: [{ calls: 1 }], throttled: 0, unrecorded: 1 })
    expect(await summary(other.client)).toMatchObject({ points: [{ calls: 1 }], unrecorded: 0 })
    const at = api.now
    api.now = new Date(at.getTime() + 86_400_000)
    await one.client.get('/partner/trips/')
    api.now = at
    await summary(full.client)
    expect(await rowsOf(full.partner)).toHaveLength(2)
  })

  it('is deleted with the requests of its day', async () => {
    const { partner, client } = await portal({ contract: PARTNER_CONTRACT })
    const days = ['2030-03-01', '2030-05-19'].map((day) => ({ partner_id: String(partner['id']), day, throttled: 7 }))
    await api.db.insertInto('partner_call_days').values(days).execute()
    await sweepOf(api)()
    const period = '/partner/api-logs/summary?from=2030-01-01T00:00:00Z&to=2030-05-20T23:59:59Z'
    expect((await client.get(period)).body).toMatchObject({ throttled: 7 })
  })

  it('is used for long texts, of which the log has the beginning', async () => {
    const { partner, client } = await portal({ contract: PARTNER_CONTRACT })
    const caller = await program(partner)
    const long = 'x'.repeat(5_000)
    const headers = { 'user-agent': long, 'x-long': long }
    await caller.client.get(`/partner/trips/?reference=${long}`, { headers })
    await summary(client)
    const [row] = await rowsOf(partner)
    const start = `${'x'.repeat(PARTNER_LOG_TEXT_MAX_BYTES)}… (5000 bytes in all)`
    expect(row).toMatchObject({ user_agent: start, request_headers: { 'x-long': start } })
    expect(row?.query).toMatch(/^reference=x+… \(5010 bytes in all\)$/)
  })
})

describe('the requests of a key', () => {
  it('are limited per minute, separately for reads and writes, and each answer has the number left', async () => {
    const { client } = await program(nordtrip.partner)
    const first = await client.get('/partner/trips/')
    expect(first.headers).toMatchObject({
      'ratelimit-limit': String(PARTNER_READS_PER_MINUTE),
      'ratelimit-remaining': String(PARTNER_READS_PER_MINUTE - 1),
      'ratelimit-reset': '60',
    })
    for (let count = 0; count < PARTNER_WRITES_PER_MINUTE; count += 1)
      expect((await client.post('/partner/trips/', {})).status).toBe(422)
    const beyond = await client.post('/partner/trips/', {})
    expect(beyond).toMatchObject({
      status: 429,
      headers: { 'retry-after': '60', 'ratelimit-remaining': '0' },
      body: { code: 'too_many_requests', retryable: true },
    })
    expect((await client.get('/partner/trips/')).status).toBe(200)
    expect((await key.client.post('/partner/trips/', {})).status).toBe(422)
    api.now = new Date(api.now.getTime() + 60_000)
    expect((await client.post('/partner/trips/', {})).status).toBe(422)
  })
})
