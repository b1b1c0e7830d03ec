import { describe, expect, it } from 'vitest'
import { ALL_OPERATIONS } from '../../contract/all-operations'
import { BODY_MAX_BYTES, FIELD_ERRORS_MAX, PUBLIC_BODY_MAX_BYTES } from '../../contract/core/limits/requests'
import { openApiDocument } from '../../server/http/openapi/document'
import { useApi, type Json } from '../support/api'

const api = useApi()
const OWN_PAGES = /^\/api\/docs|^\/\.well-known\/|^\/?\*$/

/** Returns every route of the router from its printed tree, in which each level is indented by four characters. */
function registered(): { method: string; url: string }[] {
  const routes: { method: string; url: string }[] = []
  const above: string[] = []
  for (const line of api.app.printRoutes({ commonPrefix: false, includeHooks: false }).split('\n')) {
    const [, indent = '', part = '', methods = ''] = /^([│ ]*)(?:├|└)── (\S+)(?: \(([^)]+)\))?/.exec(line) ?? []
    if (part === '') continue
    const depth = indent.length / 4
    above[depth] = part
    const url = above.slice(0, depth + 1).join('')
    for (const method of methods.split(', ').filter((name) => !['', 'HEAD', 'OPTIONS'].includes(name)))
      routes.push({ method, url })
  }
  return routes
}

describe('the contract', () => {
  it('R-220 lists every route of the server, and no other', () => {
    const served = new Set(
      registered()
        .filter(({ url }) => !OWN_PAGES.test(url))
        .map(({ method, url }) => `${method} ${url}`),
    )
    const promised = new Set(
      ALL_OPERATIONS.map(({ method, path, root }) => `${method} ${root === 'host' ? '' : '/api'}${path}`),
    )
    expect([...served].sort()).toEqual([...promised].sort())
  })

  it('R-220 is served as OpenAPI with a page that shows it', async () => {
    const document = await api.app.inject('/api/openapi.json')
    const { version } = document.json<{ info: { version: string } }>().info
    expect(document.json()).toEqual(await openApiDocument({ version, publicUrl: null }))
    const page = await api.app.inject('/api/docs/')
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-type']).toContain('text/html')
    const operations = Object.values(document.json<{ paths: Record<string, object> }>().paths).flatMap(Object.keys)
    expect(operations).toHaveLength(ALL_OPERATIONS.length)
  })

  it('gives every operation a unique name', () => {
    const names = ALL_OPERATIONS.map(({ id }) => id)
    expect(new Set(names).size).toBe(names.length)
  })

  it('describes every operation in words, without names of the code', () => {
    const words = ALL_OPERATIONS.flatMap(({ summary, ok }) => [summary, ok.description])
    expect(words.filter((text) => /\b[a-z]+[A-Z]/.test(text))).toEqual([])
  })

  it('R-219 is the same with and without the trailing slash, without a redirect', async () => {
    const anonymous = api.client({})
    for (const path of ['/auth/login', '/auth/login/', '/token/refresh', '/token/refresh/'])
      expect([400, 422], path).toContain((await anonymous.post(path, {})).status)
    const admin = await api.as('admin')
    expect((await admin.get('/stations')).status).toBe(200)
    expect((await admin.get('/stations/')).status).toBe(200)
  })
})

describe('error responses', () => {
  it('R-20 are problems in JSON for unknown paths', async () => {
    const answer = await api.app.inject('/api/nothing/here')
    expect(answer.statusCode).toBe(404)
    expect(answer.headers['content-type']).toContain('application/problem+json')
    expect(answer.json()).toMatchObject({ code: 'not_found', status: 404, request_id: expect.any(String) as string })
  })

  it('contain the request id of the caller when it is a plain one', async () => {
    const given = await api.app.inject({ url: '/api/nothing', headers: { 'x-request-id': 'trace-42' } })
    expect(given.headers['x-request-id']).toBe('trace-42')
    const odd = await api.app.inject({ url: '/api/nothing', headers: { 'x-request-id': 'a b<script>' } })
    expect(odd.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('name the fault of a body that is not JSON, too large or of another type', async () => {
    const send = (payload: string, type = 'application/json') =>
      api.app.inject({ method: 'POST', url: '/api/auth/login', headers: { 'content-type': type }, payload })
    expect((await send('{oops')).json()).toMatchObject({ status: 400, code: 'malformed' })
    expect((await send('{}', 'text/plain')).json()).toMatchObject({ status: 415, code: 'unsupported_media_type' })
    expect((await send(JSON.stringify({ username: 'x'.repeat(2_000_000), password: 'x' }))).json()).toMatchObject({
      status: 413,
      code: 'body_too_large',
    })
  })

  it('are sent for bodies above 16 KiB without sign-in, and above 1 MiB otherwise', async () => {
    const anonymous = await api.as(null)
    const login = (chars: number) => anonymous.post('/auth/login', { x: 'x'.repeat(chars) })
    expect((await login(PUBLIC_BODY_MAX_BYTES - 100)).status).toBe(422)
    expect((await login(PUBLIC_BODY_MAX_BYTES)).body).toMatchObject({ code: 'body_too_large' })
    const admin = await api.as('admin')
    const create = (chars: number) => admin.post('/stations', { x: 'x'.repeat(chars) })
    expect((await create(BODY_MAX_BYTES - 100)).status).toBe(422)
    expect((await create(BODY_MAX_BYTES)).body).toMatchObject({ code: 'body_too_large' })
  })

  it('name the first 100 of many faults', async () => {
    const admin = await api.as('admin')
    const unknown = Object.fromEntries(Array.from({ length: 90_000 }, (_, index) => [`f${index}`, 0]))
    const { status, body } = await admin.post('/stations', unknown)
    expect([status, (body['errors'] as Json[]).length]).toEqual([422, FIELD_ERRORS_MAX])
    const stops = Array.from({ length: 200 }, () => ({}))
    const route = await admin.post('/routes', { stops })
    expect([route.status, (route.body['errors'] as Json[]).length]).toEqual([422, FIELD_ERRORS_MAX])
  })

  it('do not contain the text of unexpected errors', async () => {
    const admin = await api.as('admin')
    const broken = api.database.exec('alter table seasons rename to seasons_away')
    await broken
    const answer = await admin.list('seasons')
    await api.database.exec('alter table seasons_away rename to seasons')
    expect(answer).toMatchObject({ status: 500, body: { code: 'internal_error' } })
    expect(JSON.stringify(answer.body)).not.toContain('seasons_away')
    expect(JSON.stringify(answer.body)).not.toContain('relation')
  })
})

describe('other sites', () => {
  it('change nothing', async () => {
    const admin = await api.as('admin')
    const answer = await admin.post('/stations', {}, { headers: { origin: 'https://evil.example', host: 'localhost' } })
    expect(answer).toMatchObject({ status: 403, body: { code: 'origin_not_allowed' } })
  })

  it('get no CORS headers', async () => {
    const answer = await api.app.inject({ url: '/api/stations', headers: { origin: 'https://evil.example' } })
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  })

  it('cannot frame a page, sniff types or read the referrer', async () => {
    const { headers } = await api.app.inject('/healthz')
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['content-security-policy']).not.toContain("script-src 'self' 'unsafe")
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' })
  })
})

it('the server reports health, readiness and metrics', async () => {
  expect((await api.app.inject('/healthz')).json()).toEqual({ status: 'ok' })
  // A busy machine may be too slow for a single probe.
  await expect.poll(async () => (await api.app.inject('/readyz')).json<unknown>()).toEqual({ status: 'ready' })
  expect((await api.app.inject('/metrics')).body).toContain('http_request_duration_seconds')
  expect((await api.app.inject({ url: '/metrics', remoteAddress: '203.0.113.7' })).statusCode).toBe(403)
})

it('the server names metrics as Prometheus does: only counters end with _total', async () => {
  const { body } = await api.app.inject('/metrics')
  const kinds = [...body.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', kind]) => ({ name, kind }))
  expect(kinds.length).toBeGreaterThan(20)
  expect(kinds.filter(({ name, kind }) => name.endsWith('_total') !== (kind === 'counter'))).toEqual([])
})
