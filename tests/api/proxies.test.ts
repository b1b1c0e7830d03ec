import type { InjectOptions } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../server/app'
import type { Config } from '../../server/config/env'
import { useApi } from '../support/api'
import { make } from '../support/factories'
import { usePartners } from '../support/partner'

const PROXY = '10.1.2.3'
const CALLER = '203.0.113.7'
const FORGED = '198.51.100.1'

const api = useApi({ trustProxy: ['10.0.0.0/8'], publicUrl: 'https://wayline.example' })
const { program } = usePartners(api)

/** Calls the server through the proxy, which appends the address of the caller. */
const throughProxy = (url: string, headers: Record<string, string> = {}, more: InjectOptions = {}) =>
  api.app.inject({
    url,
    remoteAddress: PROXY,
    ...more,
    headers: { host: 'wayline.example', 'x-forwarded-for': `${FORGED}, ${CALLER}`, ...headers },
  })

describe('behind a proxy that appends the caller', () => {
  it('the caller can forge neither the address for a key nor the one in the history', async () => {
    const partner = await make(await api.as('admin'), 'partners', { status: 'active' })
    const key = await program(partner)
    const from = async (ip: string) => {
      await api.db
        .updateTable('partner_credentials')
        .set({ ip_allowlist: [ip] })
        .where('id', '=', key.id)
        .execute()
      return (await throughProxy('/api/partner/trips/', { authorization: `Token ${key.secret}` })).statusCode
    }
    expect([await from(FORGED), await from(PROXY), await from(CALLER)]).toEqual([403, 403, 200])
    const payload = { username: 'nobody-here', password: 'wrong' }
    await throughProxy('/api/auth/login/', {}, { method: 'POST', payload })
    const noted = await api.db
      .selectFrom('audit_events')
      .select('ip')
      .where('action', '=', 'auth.login_failed')
      .executeTakeFirst()
    expect(noted?.ip).toBe(CALLER)
  })

  it('the metrics are refused to a caller who claims the address of this machine', async () => {
    expect((await throughProxy('/metrics', { 'x-forwarded-for': '127.0.0.1, 203.0.113.7' })).statusCode).toBe(403)
    expect((await throughProxy('/metrics', { 'x-forwarded-for': '127.0.0.1' })).statusCode).toBe(403)
    expect((await api.app.inject({ url: '/metrics' })).statusCode).toBe(200)
  })

  it('a caller who is not a proxy is not trusted, and an unknown proxy gets no metrics', async () => {
    const headers = { host: 'localhost', 'x-forwarded-for': '127.0.0.1' }
    expect((await api.app.inject({ url: '/metrics', remoteAddress: CALLER, headers })).statusCode).toBe(403)
    expect((await api.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1', headers })).statusCode).toBe(403)
  })
})

describe('a host name', () => {
  let origin: string
  let listening: Awaited<ReturnType<typeof buildApp>>
  beforeAll(async () => {
    const { secrets, database } = api
    const config: Config = { ...api.config, host: '0.0.0.0', trustProxy: [], demo: true }
    const logger = pino({ level: 'silent' })
    const people = [{ role: 'admin', username: 'ana', name: 'Ana', password: 'public' }] as const
    const now = () => api.now
    listening = await buildApp({ config, secrets, database, consoleDir: '/none', logger, now, demoPeople: people })
    origin = await listening.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(() => listening.close())

  const ask = async (host: string, url = '/api/demo/') => {
    const answer = await api.app.inject({ url, headers: { host } })
    return [answer.statusCode, answer.statusCode === 421 ? answer.json<{ code: string }>().code : null]
  }

  it.each([
    'evil.example',
    'wayline.example.evil.example',
    'evil-wayline.example',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '203.0.113.9',
    '[2001:db8::1]:8080',
    'wayline.example@evil.example',
    'wayline.example, evil.example',
  ])('is refused when it is not configured: %s', async (host) => {
    expect(await ask(host)).toEqual([421, 'host_unknown'])
    expect(await ask(host, '/')).toEqual([421, 'host_unknown'])
  })

  it.each(['wayline.example', 'WAYLINE.example.:443', 'localhost:9000', '127.0.0.1:8080', '[::1]:8080'])(
    'is accepted when it is configured, at any port: %s',
    async (host) => expect((await ask(host))[0]).toBe(200),
  )

  it('is not checked for health checks', async () => {
    for (const url of ['/healthz', '/readyz'])
      await expect.poll(async () => (await ask('10.9.8.7:8080', url))[0]).toBe(200)
  })

  it('must be configured both in the request to the proxy and in its forwarded header', async () => {
    const status = async (headers: Record<string, string>) => (await throughProxy('/api/demo/', headers)).statusCode
    expect(await status({ 'x-forwarded-host': 'evil.example' })).toBe(421)
    expect(await status({ host: 'evil.example', 'x-forwarded-host': 'wayline.example' })).toBe(421)
    expect(await status({ 'x-forwarded-host': 'wayline.example' })).toBe(200)
  })

  it('of another site that resolves to this machine does not get the passwords of the demo', async () => {
    const own = await fetch(`${origin}/api/demo/`)
    expect(await own.json()).toMatchObject({ people: [{ password: 'public' }] })
    const rebound = await listening.inject({
      url: '/api/demo/',
      headers: { host: `evil.example:${new URL(origin).port}` },
    })
    expect([rebound.statusCode, rebound.body.includes('public')]).toEqual([421, false])
  })
})
