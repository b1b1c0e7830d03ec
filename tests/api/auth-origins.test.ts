import fc from 'fast-check'
import { sql } from 'kysely'
import type { InjectOptions } from 'fastify'
import { describe, expect, it } from 'vitest'
import { ALL_OPERATIONS } from '../../contract/all-operations'
import { signIn } from '../support/live'
import { useApi } from '../support/api'

const OURS = 'https://console.example'
const api = useApi({ allowedOrigins: [OURS], publicUrl: 'https://wayline.example' })
const FORGED_REQUESTS = 500

const CHANGES = ALL_OPERATIONS.filter(({ method }) => method !== 'GET')
const addressOf = ({ path, root }: (typeof CHANGES)[number]) =>
  `${root === 'host' ? '' : '/api'}${path.replaceAll(/:\w+/g, '0190a000-0000-7000-8000-000000000001')}`

/** Reads the rows of every table, which a forged request must not change. */
async function readAllTables(): Promise<Record<string, unknown>> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' order by 1`.execute(api.db)
  const found: Record<string, unknown> = {}
  for (const { name } of rows) {
    const counted = await sql<{ digest: string | null }>`
      select md5(string_agg(t::text, '|' order by t::text)) as digest from ${sql.table(name)} t`.execute(api.db)
    found[name] = counted.rows[0]?.digest
  }
  return found
}

const FOREIGN_ORIGINS = [
  'https://evil.example',
  'null',
  'http://wayline.example',
  'https://wayline.example.evil.example',
  'https://evil-wayline.example',
  'https://wayline.example:8443',
  'https://sub.console.example',
  `${OURS}.evil.example`,
  'file://',
]

const forged = fc.record({
  operation: fc.constantFrom(...CHANGES),
  origin: fc.constantFrom(...FOREIGN_ORIGINS, undefined),
  site: fc.constantFrom('cross-site', 'same-site'),
  type: fc.constantFrom(
    'application/json',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    undefined,
  ),
  override: fc.constantFrom('PUT', 'DELETE', 'PATCH', undefined),
  body: fc.constantFrom('{"code":"EVL","name":{"en":"Evil"},"status":"active"}', 'code=EVL', '{}', ''),
})

describe('P-25 requests of another site', () => {
  it('change nothing in five hundred forged requests with the credential of the user', async () => {
    const { token } = await signIn(api)
    await api.db.updateTable('users').set({ role: 'admin' }).execute()
    const before = await readAllTables()
    const answers = new Set<number>()
    for (const { operation, origin, site, type, override, body } of fc.sample(forged, {
      numRuns: FORGED_REQUESTS,
      seed: 25,
    })) {
      const headers = {
        host: 'wayline.example',
        authorization: `Bearer ${token}`,
        'if-match': '*',
        'sec-fetch-site': site,
        ...(origin && { origin }),
        ...(type && { 'content-type': type }),
        ...(override && { 'x-http-method-override': override }),
      }
      const method = operation.method as NonNullable<InjectOptions['method']>
      const answer = await api.app.inject({ method, url: addressOf(operation), headers, payload: body })
      answers.add(answer.statusCode)
      expect(answer.headers['access-control-allow-origin']).toBeUndefined()
    }
    expect([...answers]).toEqual([403])
    expect(await readAllTables()).toEqual(before)
  })

  it('are distinguished from those of this site and of allowed sites', async () => {
    const { token } = await signIn(api)
    const call = async (headers: Record<string, string>) =>
      (
        await api.app.inject({
          method: 'POST',
          url: '/api/auth/logout/',
          headers: { host: 'wayline.example', authorization: `Bearer ${token}`, ...headers },
          payload: { refresh: 'unknown' },
        })
      ).statusCode
    expect(await call({})).toBe(200)
    expect(await call({ 'sec-fetch-site': 'same-origin' })).toBe(200)
    expect(await call({ origin: 'https://wayline.example', 'sec-fetch-site': 'same-origin' })).toBe(200)
    expect(await call({ origin: OURS, 'sec-fetch-site': 'cross-site' })).toBe(200)
    expect(await call({ 'sec-fetch-site': 'cross-site' })).toBe(403)
    expect(await call({ origin: 'http://wayline.example', 'sec-fetch-site': 'cross-site' })).toBe(403)
  })

  it('are allowed by CORS only with an origin that is exactly in the list', async () => {
    const preflight = (origin: string) =>
      api.app.inject({
        method: 'OPTIONS',
        url: '/api/stations/',
        headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
      })
    const ours = await preflight(OURS)
    expect(ours.headers).toMatchObject({
      'access-control-allow-origin': OURS,
      'access-control-allow-credentials': 'true',
    })
    for (const origin of [...FOREIGN_ORIGINS, `${OURS}/`, OURS.toUpperCase()])
      expect((await preflight(origin)).headers['access-control-allow-origin'], origin).toBeUndefined()
  })
})

describe('P-24 every response', () => {
  it('has the security headers, whatever its status', async () => {
    const { token } = await signIn(api)
    const authorization = `Bearer ${token}`
    const answers = [
      await api.app.inject({ url: '/api/stations/', headers: { authorization } }),
      await api.app.inject({ url: '/api/stations/' }),
      await api.app.inject({ url: '/api/nothing/' }),
      await api.app.inject({ method: 'POST', url: '/api/auth/login/', payload: '{oops' }),
      await api.app.inject({ url: '/api/openapi.json' }),
    ]
    for (const { headers } of answers)
      expect(headers).toMatchObject({
        'content-security-policy': "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'x-frame-options': 'DENY',
        'cache-control': 'no-store',
        'strict-transport-security': 'max-age=31536000',
      })
  })

  it('R-220 with the API documentation allows only its own script', async () => {
    const { headers } = await api.app.inject('/api/docs/')
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/unsafe-eval|https:/)
  })
})
