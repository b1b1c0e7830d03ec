import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { STORAGE_KEYS } from '../../../../src/config'
import { httpClient } from '../../../../src/providers/http/httpClient'

const API = 'http://localhost:8080/api'
const server = setupServer()
let requests: string[] = []

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(() => {
  requests = []
  server.events.on('request:start', ({ request }) => {
    requests.push(`${request.method} ${new URL(request.url).pathname} ${request.headers.get('authorization') ?? '-'}`)
  })
  localStorage.setItem(STORAGE_KEYS.tokens, JSON.stringify({ access: 'old', refresh: 'r1' }))
})
afterEach(() => {
  server.resetHandlers()
  server.events.removeAllListeners()
  localStorage.clear()
})
afterAll(() => server.close())

/** A server that takes one access token and gives it out for one refresh token. */
const guarded = (refreshed: () => Response = () => HttpResponse.json({ access: 'new', refresh: 'r2' })) => [
  http.get(`${API}/stations/`, ({ request }) =>
    request.headers.get('authorization') === 'Bearer new'
      ? HttpResponse.json([])
      : new HttpResponse(null, { status: 401 }),
  ),
  http.post(`${API}/token/refresh/`, refreshed),
]
const refreshes = () => requests.filter((request) => request.includes('/token/refresh/'))
const list = () => httpClient(`${API}/stations/`)

describe('a 401', () => {
  it('R-62 renews the token once and repeats the call with it', async () => {
    server.use(...guarded())
    expect((await list()).status).toBe(200)
    expect(requests).toEqual([
      'GET /api/stations/ Bearer old',
      'POST /api/token/refresh/ -',
      'GET /api/stations/ Bearer new',
    ])
  })

  it('of many calls at once renews the token once', async () => {
    server.use(...guarded())
    const answers = await Promise.all(Array.from({ length: 5 }, list))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(refreshes()).toHaveLength(1)
  })

  it('ends the session when the token cannot be renewed, and leaves the rest of the storage alone', async () => {
    localStorage.setItem(STORAGE_KEYS.theme, 'dark')
    server.use(...guarded(() => new HttpResponse(null, { status: 401 })))
    await expect(list()).rejects.toMatchObject({ status: 401 })
    expect(localStorage.getItem(STORAGE_KEYS.tokens)).toBeNull()
    expect(localStorage.getItem(STORAGE_KEYS.theme)).toBe('dark')
  })
})

describe('a failure that is no 401', () => {
  it.each([400, 403, 404, 409, 422])(
    'R-73 %i is an answer: one request, no renewal, the session stays',
    async (status) => {
      server.use(http.get(`${API}/stations/`, () => HttpResponse.json({ code: 'x', detail: 'y' }, { status })))
      await expect(list()).rejects.toMatchObject({ status })
      expect(requests).toHaveLength(1)
      expect(localStorage.getItem(STORAGE_KEYS.tokens)).not.toBeNull()
    },
  )

  it('of a change is never repeated', async () => {
    server.use(http.post(`${API}/stations/`, () => new HttpResponse(null, { status: 503 })))
    await expect(httpClient(`${API}/stations/`, { method: 'POST', body: '{}' })).rejects.toMatchObject({ status: 503 })
    expect(requests).toHaveLength(1)
  })
})
