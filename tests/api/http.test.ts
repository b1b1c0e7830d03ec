import { beforeAll, describe, expect, it } from 'vitest'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { InjectOptions } from 'fastify'
import { ALL_OPERATIONS } from '../../contract/all-operations'
import { ERRORS } from '../../contract/core/errors'
import { LANGUAGES } from '../../contract/core/languages'
import { PUBLIC_PAGES_PER_MINUTE } from '../../contract/core/limits/requests'
import { DICTIONARIES } from '../../server/documents/words'
import { useApi, type Client, type Json } from '../support/api'
import { make, unique } from '../support/factories'
import { usePartners } from '../support/partner'

const api = useApi({ rateLimitPerMinute: 100_000, publicUrl: 'https://wayline.example' })
const { portal, program } = usePartners(api)

let admin: Client
let authorization: string

beforeAll(async () => {
  authorization = `Bearer ${await api.tokenFor('admin')}`
  admin = api.client({ authorization })
})

const ask = (url: string, headers: Record<string, string> = {}, method: InjectOptions['method'] = 'GET') =>
  api.app.inject({ url, method, headers: { authorization, ...headers } })

describe('If-None-Match', () => {
  it('gives 304 without a body for an unchanged record, and a changed record in full', async () => {
    const { id } = await make(admin, 'stations')
    const path = `/api/stations/${String(id)}/`
    const etag = String((await ask(path)).headers['etag'])
    expect(etag).toMatch(/^"1-[\w-]{12}"$/)
    for (const given of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const had = await ask(path, { 'if-none-match': given })
      expect([had.statusCode, had.body, had.headers['etag']], given).toEqual([304, '', etag])
    }
    expect((await ask(path, { 'if-none-match': '"1"' })).statusCode).toBe(200)
    await admin.patch(`/stations/${String(id)}/`, { city: 'Paphos' }, { ifMatch: etag })
    const changed = await ask(path, { 'if-none-match': etag })
    expect([changed.statusCode, changed.json<Json>()['city']]).toEqual([200, 'Paphos'])
    expect(changed.headers['etag']).toMatch(/^"2-/)
  })

  it('notices new sales on a journey, though its version is the same', async () => {
    const journey = await make(admin, 'journeys')
    const path = `/api/journeys/${String(journey['id'])}/`
    const before = await ask(path)
    await make(admin, 'reservations', { journey_id: journey['id'] })
    const after = await ask(path, { 'if-none-match': String(before.headers['etag']) })
    expect(after.statusCode).toBe(200)
    expect(after.json<Json>()['version']).toBe(before.json<Json>()['version'])
  })

  it('gives 304 for lists and for HEAD', async () => {
    const list = await ask('/api/stations/')
    const etag = String(list.headers['etag'])
    expect(etag).toMatch(/^W\//)
    for (const method of ['GET', 'HEAD'] as const) {
      const had = await ask('/api/stations/', { 'if-none-match': etag }, method)
      expect([had.statusCode, had.body, had.headers['content-range']]).toEqual([304, '', list.headers['content-range']])
    }
    await make(admin, 'stations')
    expect((await ask('/api/stations/', { 'if-none-match': etag })).statusCode).toBe(200)
  })
})

describe('If-Match', () => {
  it('is compared strongly, and accepts several tags', async () => {
    const { id } = await make(admin, 'stations')
    const path = `/stations/${String(id)}/`
    const change = (ifMatch: string) => admin.patch(path, { city: unique('City ') }, { ifMatch })
    expect((await change('"7", "1"')).body['version']).toBe(2)
    const weak = await change('W/"2"')
    expect(weak).toMatchObject({ status: 412, body: { code: 'version_mismatch', current: { version: 2 } } })
    expect((await change('W/"2", "3"')).status).toBe(412)
    expect((await change('"2-abcdefghijkl"')).body['version']).toBe(3)
    for (const bad of ['', '"', 'three', '"three"', '"1",,"2"']) expect((await change(bad)).status, bad).toBe(400)
  })
})

describe('compression', () => {
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync }

  it.each(['br', 'gzip'] as const)('reduces a list as %s to a fraction of its size', async (encoding) => {
    for (let made = 0; made < 10; made += 1) await make(admin, 'stations')
    const plain = await ask('/api/stations/')
    const packed = await ask('/api/stations/', { 'accept-encoding': encoding })
    expect(packed.headers).toMatchObject({
      'content-encoding': encoding,
      'content-range': plain.headers['content-range'],
    })
    expect(packed.headers['vary']).toContain('accept-encoding')
    expect(packed.headers['etag']).toBe(plain.headers['etag'])
    expect(unpack[encoding](packed.rawPayload).toString()).toBe(plain.body)
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4)
  })

  it('does not apply to short responses and responses with secrets', async () => {
    const all = { 'accept-encoding': 'br, gzip' }
    expect((await ask('/healthz', all)).headers['content-encoding']).toBeUndefined()
    const { id } = await make(admin, 'seasons')
    expect((await ask(`/api/seasons/${String(id)}/`, all)).headers['content-encoding']).toBeUndefined()
    const secret = /^(access|refresh|token|secret|ticket|recovery_codes)$/
    const cellContext = ALL_OPERATIONS.filter(
      ({ ok, method, tag }) =>
        (method === 'GET' || tag === 'octo') &&
        Object.keys((ok.schema as { shape?: object } | undefined)?.shape ?? {}).some((name) => secret.test(name)),
    )
    expect(cellContext.map(({ id: name }) => name)).toEqual([])
  })
})

describe('methods', () => {
  it('not supported by a path are refused with 405 and the supported ones', async () => {
    const { id } = await make(admin, 'stations')
    for (const [method, path, allow] of [
      ['POST', `/api/stations/${String(id)}/`, 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT'],
      ['DELETE', '/api/stations', 'GET, HEAD, OPTIONS, POST'],
      ['PUT', '/api/auth/login/', 'OPTIONS, POST'],
    ] as const) {
      const refused = await ask(path, {}, method)
      expect(refused.json(), path).toMatchObject({ status: 405, code: 'method_not_allowed' })
      expect(refused.headers['allow'], path).toBe(allow)
      const options = await ask(path, {}, 'OPTIONS')
      expect([options.statusCode, options.body, options.headers['allow']], path).toEqual([204, '', allow])
    }
    expect((await ask('/api/nothing', {}, 'OPTIONS')).statusCode).toBe(404)
    expect((await ask('/api/nothing', {}, 'POST')).statusCode).toBe(404)
  })
})

describe('401', () => {
  it('names the scheme of the sign-in, and opens no dialog of the browser', async () => {
    const challenge = async (path: string, given?: string, method: InjectOptions['method'] = 'GET') => {
      const { statusCode, headers } = await api.app.inject({
        url: path,
        method,
        headers: given === undefined ? {} : { authorization: given },
        ...(method === 'POST' && { payload: { username: 'nobody', password: 'wrong' } }),
      })
      return [statusCode, headers['www-authenticate']]
    }
    expect(await challenge('/api/stations')).toEqual([401, 'Bearer realm="Wayline"'])
    expect(await challenge('/api/stations', 'Bearer a.b.c')).toEqual([
      401,
      'Bearer realm="Wayline", error="invalid_token"',
    ])
    expect(await challenge('/api/partner/trips/')).toEqual([401, 'Token realm="Wayline"'])
    expect(await challenge('/octo/products', 'Token x')).toEqual([401, 'Bearer realm="Wayline", error="invalid_token"'])
    expect(await challenge('/api/auth/login/', undefined, 'POST')).toEqual([401, 'Bearer realm="Wayline"'])
  })
})

it('a response 201 names the address of the new record, which exists', async () => {
  const { id } = await make(admin, 'stations')
  const made = await admin.post('/seasons/', {
    code: unique('SEA'),
    name: { en: 'Summer' },
    date_ranges: [{ from: '2030-06-01', to: '2030-08-31' }],
  })
  expect(made.status).toBe(201)
  expect(made.headers['location']).toBe(`/api/seasons/${String(made.body['id'])}`)
  expect((await ask(String(made.headers['location']))).json()).toMatchObject({ id: made.body['id'] })
  const again = await admin.post('/stations/', { code: String(id) })
  expect([again.status, again.headers['location']]).toEqual([422, undefined])
})

describe('rate limits', () => {
  it('are in the headers of the current draft and of the earlier one', async () => {
    const { headers } = await ask('/api/stations')
    expect(headers['ratelimit-policy']).toBe('"address";q=100000;w=60')
    expect(headers['ratelimit']).toMatch(/^"address";r=\d+;t=\d+$/)
    expect(headers['x-ratelimit-limit']).toBeDefined()
    const { partner } = await portal()
    const { client } = await program(partner)
    const actual = (await client.get('/partner/trips/')).headers
    expect(actual['ratelimit-policy']).toBe('"address";q=100000;w=60, "key";q=120;w=60')
    expect(actual['ratelimit']).toMatch(/^"address";r=\d+;t=\d+, "key";r=119;t=60$/)
    expect(actual['ratelimit-limit']).toBe('120')
  })

  it.each(['/api/docs/errors', '/.well-known/security.txt', '/.well-known/change-password'])(
    'are lower for the public page %s',
    async (path) => {
      const { headers } = await ask(path)
      expect(headers['ratelimit-policy']).toBe(`"address";q=${PUBLIC_PAGES_PER_MINUTE};w=60`)
    },
  )
})

describe('documentation for other programs', () => {
  it.each(LANGUAGES)('has a page in %s behind the type of every problem', async (language) => {
    const type = (await api.app.inject('/api/stations')).json<{ type: string }>().type
    const [page = '', anchor] = type.split('#')
    expect(anchor).toBe('not_authenticated')
    const answer = await api.app.inject({
      url: page,
      headers: { 'accept-language': language === 'ae' ? 'ar' : language },
    })
    expect(answer.headers['content-type']).toContain('text/html')
    expect(answer.headers['content-security-policy']).toMatch(/default-src 'none'.*style-src 'sha256-/)
    expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' })
    for (const code of Object.keys(ERRORS)) expect(answer.body).toContain(`id="${code}"`)
    expect(answer.body).toContain(DICTIONARIES[language].app.errorCatalogue.title)
    expect(answer.body).toContain(
      language === 'ae' ? '<html lang="ar" dir="rtl">' : `<html lang="${language}" dir="ltr">`,
    )
  })

  it('names the contact for vulnerabilities, and the page to change a password', async () => {
    const security = await api.app.inject('/.well-known/security.txt')
    expect(security.headers['content-type']).toBe('text/plain; charset=utf-8')
    const fields = new Map(
      security.body
        .trim()
        .split('\n')
        .map((line) => line.split(': ') as [string, string]),
    )
    expect(fields.get('Contact')).toBe('mailto:security@example.com')
    expect(fields.get('Canonical')).toBe('https://wayline.example/.well-known/security.txt')
    const days = (Date.parse(fields.get('Expires') ?? '') - api.now.getTime()) / 86_400_000
    expect(days).toBeGreaterThan(30)
    expect(days).toBeLessThan(365)
    const change = await api.app.inject('/.well-known/change-password')
    expect([change.statusCode, change.headers['location']]).toEqual([302, '/account'])
  })
})
