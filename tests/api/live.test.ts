import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { SignJWT } from 'jose'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  LIVE_CHECK_MS,
  LIVE_CONNECTIONS_PER_USER,
  LIVE_MESSAGES_PER_MINUTE,
  LIVE_TICKET_LIFE_S,
} from '../../contract/core/limits/live'
import { ACCESS_TOKEN_LIFE_S } from '../../contract/core/limits/token-lifetimes'
import { buildApp } from '../../server/app'
import { inTransaction } from '../../server/db/transaction'
import { revokeSession } from '../../server/kernel/sessions'
import { useApi } from '../support/api'
import { LiveClient, notify, refusal, signIn, type SignedIn } from '../support/live'

// The server checks its connections at intervals, which pass only when a test advances the timers.
beforeAll(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterAll(() => void vi.useRealTimers())

const api = useApi({ allowedOrigins: ['https://console.example'] })
const clients: LiveClient[] = []
let host = ''

beforeAll(async () => {
  host = (await api.app.listen({ port: 0, host: '127.0.0.1' })).replace('http:', 'ws:')
})
afterEach(() => clients.splice(0).forEach(({ socket }) => socket.terminate()))

/** The 16 bytes of a WebSocket handshake, in base64. */
const KEY = 'dGhlIHNhbXBsZSBub25jZQ=='
const address = (token: string) => `${host}/ws/notifications/?token=${encodeURIComponent(token)}`

async function open({ token }: SignedIn, options = {}): Promise<LiveClient> {
  const client = await LiveClient.open(address(token), options)
  clients.push(client)
  return client
}

describe('the live connection', () => {
  it('R-128 answers with the counts and the newest notifications of its user', async () => {
    const [me, other] = [await signIn(api), await signIn(api)]
    const ids = await notify(api, me.userId, 60)
    await notify(api, other.userId, 3)
    const client = await open(me)
    expect(await client.ask({ type: 'get_stats' })).toEqual({
      type: 'notification_stats',
      data: { total: 60, unread: 60, read: 0 },
    })
    const answer = await client.ask({ type: 'get_notifications' })
    if (answer.type !== 'notifications') throw new Error(answer.type)
    expect(answer.data.map(({ id }) => id)).toEqual(ids.slice(0, 50))
    expect(answer.data[0]).toMatchObject({ user_id: me.userId, is_read: false, entity: null, time_ago: '1 minute ago' })
  })

  it('shows in the language of the user how long ago a notification was sent', async () => {
    for (const [locale, words] of [
      ['de', 'vor 1 Minute'],
      ['ae', 'قبل دقيقة واحدة'],
    ] as const) {
      const me = await signIn(api, { locale })
      await notify(api, me.userId, 1)
      expect(await (await open(me)).ask({ type: 'get_notifications' })).toMatchObject({ data: [{ time_ago: words }] })
    }
  })

  it('R-133 marks the named notifications as read, and none of other users', async () => {
    const [me, other] = [await signIn(api), await signIn(api)]
    const [mine = ''] = await notify(api, me.userId, 3)
    const [theirs = ''] = await notify(api, other.userId, 2)
    const client = await open(me)
    expect(await client.ask({ type: 'mark_read', notification_ids: [mine, theirs] })).toEqual({
      type: 'mark_read_response',
    })
    expect(await client.next()).toEqual({ type: 'notification_stats', data: { total: 3, unread: 2, read: 1 } })
    const read = await api.db
      .selectFrom('notifications')
      .select(['id', 'read_at'])
      .where('is_read', '=', true)
      .execute()
    expect(read.map(({ id }) => id)).toEqual([mine])
    expect(new Date(read[0]?.read_at ?? 0)).toEqual(api.now)
  })

  it('R-133 marks all notifications of the user as read when none is named', async () => {
    const [me, other] = [await signIn(api), await signIn(api)]
    await notify(api, me.userId, 3)
    await notify(api, other.userId, 2)
    const client = await open(me)
    expect(await client.ask({ type: 'mark_read', notification_ids: [] })).toMatchObject({ type: 'mark_read_response' })
    expect(await client.next()).toMatchObject({ data: { total: 3, unread: 0, read: 3 } })
    expect(await (await open(other)).ask({ type: 'get_stats' })).toMatchObject({ data: { unread: 2 } })
  })
})

describe('a handshake', () => {
  it('R-130 is refused without a token that is valid for requests', async () => {
    const [ended, expired, fresh] = [
      await signIn(api),
      await signIn(api),
      await signIn(api, { mustChangePassword: true }),
    ]
    await api.db
      .updateTable('auth_sessions')
      .set({ revoked_at: api.now.toISOString() })
      .where('id', '=', ended.sessionId)
      .execute()
    const notAccess = await new SignJWT({ token_type: 'refresh', sid: fresh.sessionId })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(fresh.userId)
      .setIssuer('wayline')
      .setAudience('wayline-staff')
      .setJti('1')
      .setExpirationTime('5m')
      .sign(api.secrets.access_token_key)
    expect(await refusal(`${host}/ws/notifications/`)).toEqual({ status: 401, code: 'not_authenticated' })
    expect(await refusal(address(''))).toEqual({ status: 401, code: 'not_authenticated' })
    expect(await refusal(`${address(expired.token)}&token=2`)).toEqual({ status: 401, code: 'not_authenticated' })
    expect(await refusal(address('nonsense'))).toEqual({ status: 401, code: 'token_invalid' })
    expect(await refusal(address('a'.repeat(40)))).toEqual({ status: 401, code: 'token_invalid' })
    expect(await refusal(address(notAccess))).toEqual({ status: 401, code: 'token_invalid' })
    expect(await refusal(address(ended.token))).toEqual({ status: 401, code: 'token_invalid' })
    expect(await refusal(address(fresh.token))).toEqual({ status: 403, code: 'password_change_required' })
    const before = api.now
    api.now = new Date(before.getTime() + ACCESS_TOKEN_LIFE_S * 1000)
    expect(await refusal(address(expired.token))).toEqual({ status: 401, code: 'token_expired' })
    api.now = before
  })

  it('accepts a ticket in place of the token, once and within half a minute, for the session that requested it', async () => {
    const me = await signIn(api)
    await notify(api, me.userId, 2)
    const ticketOf = async ({ token }: SignedIn) => {
      const { status, body } = await api.client({ authorization: `Bearer ${token}` }).post('/auth/live-ticket', {})
      expect(status).toBe(201)
      return String(body['ticket'])
    }
    const invalid = { status: 401, code: 'token_invalid' }
    const ticket = await ticketOf(me)
    expect(await (await open({ ...me, token: ticket })).ask({ type: 'get_stats' })).toMatchObject({
      data: { total: 2 },
    })
    expect(await refusal(address(ticket))).toEqual(invalid)
    expect(await refusal(address(`wlt_${'a'.repeat(43)}`))).toEqual(invalid)
    expect((await api.client({ authorization: `Bearer ${await ticketOf(me)}` }).get('/auth/user')).status).toBe(401)

    const late = await ticketOf(me)
    const before = api.now
    api.now = new Date(before.getTime() + LIVE_TICKET_LIFE_S * 1000)
    expect(await refusal(address(late))).toEqual(invalid)
    api.now = before

    const left = await signIn(api)
    const useless = await ticketOf(left)
    await inTransaction(api.db, (tx) => revokeSession(tx, 'staff', left.sessionId, { reason: 'logout', at: api.now }))
    expect(await refusal(address(useless))).toEqual(invalid)
    const stored = await api.db.selectFrom('live_tickets').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(late)
  })

  it('R-131 is refused for pages of other sites, with any token', async () => {
    const me = await signIn(api)
    const refused = { status: 403, code: 'origin_not_allowed' }
    expect(await refusal(address(me.token), { origin: 'https://evil.example' })).toEqual(refused)
    expect(await refusal(address(me.token), { origin: 'null' })).toEqual(refused)
    expect(await refusal(address('nonsense'), { origin: 'https://evil.example' })).toEqual(refused)
    for (const origin of ['https://console.example', host.replace('ws:', 'http:')])
      expect(await (await open(me, { origin })).ask({ type: 'get_stats' })).toMatchObject({ data: { total: 0 } })
  })

  it('is refused on any other path, and its path answers no plain request', async () => {
    const me = await signIn(api)
    expect(await refusal(`${host}/healthz?token=${me.token}`)).toEqual({ status: 404, code: 'not_found' })
    expect(await refusal(`${host}/ws/other/?token=${me.token}`)).toEqual({ status: 404, code: 'not_found' })
    const plain = await api.app.inject(`/ws/notifications/?token=${me.token}`)
    expect(plain.json()).toMatchObject({ status: 400, code: 'malformed' })
  })

  it.each([
    ['HEAD', 404],
    ['POST', 404],
    ['OPTIONS', 204],
  ])('is not accepted with the method %s, and the socket is closed', async (method, status) => {
    const { token } = await signIn(api)
    const handshake = request(address(token).replace('ws:', 'http:'), {
      method,
      headers: { connection: 'upgrade', upgrade: 'websocket', 'sec-websocket-version': '13', 'sec-websocket-key': KEY },
    })
    const [answer] = (await once(handshake.end(), 'response')) as [IncomingMessage]
    expect(answer.statusCode).toBe(status)
    answer.resume()
    if (!answer.socket.destroyed) await once(answer.socket, 'close')
  })
})

describe('a message of a client', () => {
  it('R-132 gets an error when it is not valid, and the connection stays open', async () => {
    const client = await open(await signIn(api))
    const id = '0190a1b2-0000-7000-8000-000000000000'
    const wrong: unknown[] = [
      '{oops',
      '',
      'null',
      '[]',
      { type: 'subscribe' },
      { type: 'mark_read' },
      { type: 'mark_read', notification_ids: 'all' },
      { type: 'mark_read', notification_ids: ['7'] },
      { type: 'mark_read', notification_ids: [7] },
      { type: 'mark_read', notification_ids: Array.from({ length: 501 }, () => id) },
    ]
    for (const message of wrong)
      expect(await client.ask(message), JSON.stringify(message)?.slice(0, 80)).toMatchObject({ type: 'error' })
    client.socket.send(Buffer.from('{"type":"get_stats"}'), { binary: true })
    expect(await client.next()).toMatchObject({ type: 'error' })
    expect(await client.ask({ type: 'get_stats' })).toMatchObject({ type: 'notification_stats' })
  })

  it('R-132 closes the connection when it is too large', async () => {
    const client = await open(await signIn(api))
    client.say(' '.repeat(65 * 1024))
    expect(await client.closed).toBe(1009)
    expect((await api.app.inject('/healthz')).statusCode).toBe(200)
  })

  it('R-132 closes the connection when it exceeds the limit per minute', async () => {
    const client = await open(await signIn(api))
    for (let sent = 0; sent <= LIVE_MESSAGES_PER_MINUTE; sent += 1) client.say('x')
    expect(await client.closed).toBe(1008)
  })

  it('is counted per minute', async () => {
    const client = await open(await signIn(api))
    const before = api.now
    for (let sent = 1; sent < LIVE_MESSAGES_PER_MINUTE; sent += 1) await client.ask('x')
    expect(await client.ask({ type: 'get_stats' })).toMatchObject({ type: 'notification_stats' })
    api.now = new Date(before.getTime() + 60_000)
    expect(await client.ask({ type: 'get_stats' })).toMatchObject({ type: 'notification_stats' })
    api.now = before
  })
})

describe('an open connection', () => {
  it('is closed for good when its user opens more than the limit', async () => {
    const me = await signIn(api)
    const oldest = await open(me)
    const others: LiveClient[] = []
    for (let opened = 0; opened < LIVE_CONNECTIONS_PER_USER; opened += 1) others.push(await open(me))
    expect(await oldest.closed).toBe(1000)
    for (const client of others) expect(await client.ask({ type: 'get_stats' })).toMatchObject({ data: { total: 0 } })
  })

  it('R-130 closes soon after its session has ended or its account is not active', async () => {
    const [left, disabled, stays] = [await signIn(api), await signIn(api), await signIn(api)]
    const [first, second, third] = [await open(left), await open(disabled), await open(stays)]
    await api.db
      .updateTable('auth_sessions')
      .set({ revoked_at: api.now.toISOString() })
      .where('id', '=', left.sessionId)
      .execute()
    await api.db.updateTable('users').set({ status: 'disabled' }).where('id', '=', disabled.userId).execute()
    vi.advanceTimersByTime(LIVE_CHECK_MS)
    expect([await first.closed, await second.closed]).toEqual([1008, 1008])
    expect(await third.ask({ type: 'get_stats' })).toMatchObject({ data: { total: 0 } })
  })

  it('is closed when its peer is silent, and stays open when it responds', async () => {
    const [silent, alive] = [await open(await signIn(api), { autoPong: false }), await open(await signIn(api))]
    const pinged = new Promise((resolve) => alive.socket.once('ping', resolve))
    vi.advanceTimersByTime(LIVE_CHECK_MS)
    await pinged
    // The pong was sent before this message, so the server has received it.
    await alive.ask({ type: 'get_stats' })
    vi.advanceTimersByTime(LIVE_CHECK_MS)
    expect(await silent.closed).toBe(1006)
    expect(await alive.ask({ type: 'get_stats' })).toMatchObject({ data: { total: 0 } })
  })

  it('R-134 is asked to reconnect when the server stops, and its token is in no log', async () => {
    const log = new PassThrough()
    const lines: string[] = []
    log.on('data', (line: Buffer) => lines.push(line.toString()))
    const app = await buildApp({
      config: api.config,
      secrets: api.secrets,
      database: api.database,
      consoleDir: '/nonexistent',
      logger: pino({ level: 'trace' }, log),
      now: () => api.now,
    })
    const other = (await app.listen({ port: 0, host: '127.0.0.1' })).replace('http:', 'ws:')
    const { token } = await signIn(api)
    const client = await LiveClient.open(`${other}/ws/notifications/?token=${token}`)
    clients.push(client)
    for (const path of ['/healthz', '/api/docs/', '/ws/other/', '/api/stations/'])
      await refusal(`${other}${path}?token=${token}`)
    await refusal(`${other}/ws/notifications/?token=${token}&token=${token}`)
    await refusal(`${other}/ws/notifications/?token=${token}`, { origin: 'https://evil.example' })
    const tooLarge = await LiveClient.open(`${other}/ws/notifications/?token=${token}`)
    tooLarge.say(' '.repeat(65 * 1024))
    await tooLarge.closed
    await app.close()
    expect(await client.closed).toBe(1012)
    expect(lines.join('')).toContain('/ws/notifications')
    expect(lines.join('')).not.toContain(token.split('.')[2])
  })
})
