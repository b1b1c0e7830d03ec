import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { API_ROOT, STORAGE_KEYS } from '../../../src/providers/config'
import { partnerSession } from '../../../src/providers/auth/partnerSession'
import { staffSession, type StaffUser } from '../../../src/providers/auth/session'
import { httpClient, setSessionLostHandler } from '../../../src/providers/http/httpClient'
import { problemOf, statusOf } from '../../../src/providers/http/problem'

vi.mock('../../../contract/core/limits/console', async (original) => ({
  ...(await original<object>()),
  READ_RETRY_DELAY_MS: 1,
}))

const server = setupServer()
const USER: StaffUser = {
  id: '1',
  username: 'ana',
  first_name: 'Ana',
  last_name: 'Ruiz',
  email: 'ana@example.com',
  is_staff: true,
  role: 'admin',
}
const PARTNER_TOKEN = 'p'.repeat(40)
const lost = vi.fn()

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(() => {
  staffSession.start({ tokens: { access: 'old', refresh: 'r1' }, user: USER })
  setSessionLostHandler(lost)
})
afterEach(() => {
  server.resetHandlers()
  window.localStorage.clear()
  lost.mockReset()
})
afterAll(() => server.close())

const bearer = (request: Request) => request.headers.get('authorization')

/** Answers calls with the valid token only, and records the tokens that it receives. */
function guarded(path: string, good: string) {
  const seen: (string | null)[] = []
  server.use(
    http.get(`${API_ROOT}${path}`, ({ request }) => {
      seen.push(bearer(request))
      return bearer(request) === good
        ? HttpResponse.json({ ok: true })
        : HttpResponse.json({ code: 'token_expired' }, { status: 401 })
    }),
  )
  return seen
}

describe('a call whose token has expired', () => {
  it('is repeated with a new token, which any number of calls renew once', async () => {
    const seen = guarded('/stations/', 'Bearer new')
    let refreshes = 0
    server.use(
      http.post(`${API_ROOT}/token/refresh/`, async ({ request }) => {
        refreshes += 1
        expect(await request.json()).toEqual({ refresh: 'r1' })
        expect(bearer(request)).toBeNull()
        return HttpResponse.json({ access: 'new', refresh: 'r2' })
      }),
    )
    const answers = await Promise.all(Array.from({ length: 5 }, () => httpClient(`${API_ROOT}/stations/`)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(refreshes).toBe(1)
    expect(seen.filter((header) => header === 'Bearer new')).toHaveLength(5)
    expect(staffSession.tokens()).toEqual({ access: 'new', refresh: 'r2' })
  })

  it('uses the token that another call has fetched in the meantime', async () => {
    guarded('/stations/', 'Bearer new')
    server.use(
      http.get(
        `${API_ROOT}/stations/`,
        () => {
          staffSession.setTokens({ access: 'new', refresh: 'r2' })
          return new HttpResponse(null, { status: 401 })
        },
        { once: true },
      ),
    )
    expect((await httpClient(`${API_ROOT}/stations/`)).status).toBe(200)
  })

  it('ends the session when it cannot be renewed', async () => {
    guarded('/stations/', 'Bearer never')
    let refreshes = 0
    server.use(
      http.post(`${API_ROOT}/token/refresh/`, () => {
        refreshes += 1
        return new HttpResponse(null, { status: 500 })
      }),
    )
    window.localStorage.setItem(STORAGE_KEYS.theme, 'dark')
    const error: unknown = await httpClient(`${API_ROOT}/stations/`).catch((reason: unknown) => reason)
    expect(statusOf(error)).toBe(401)
    expect(refreshes).toBe(1)
    expect(staffSession.tokens()).toBeNull()
    expect(staffSession.user()).toBeNull()
    expect(lost).toHaveBeenCalledExactlyOnceWith('/login')
    expect(window.localStorage.getItem(STORAGE_KEYS.theme)).toBe('dark')
  })

  it('requests no refresh without a session', async () => {
    staffSession.clear()
    guarded('/stations/', 'Bearer never')
    const error: unknown = await httpClient(`${API_ROOT}/stations/`).catch((reason: unknown) => reason)
    expect(statusOf(error)).toBe(401)
  })

  it('returns the 401 of a sign-in as its answer', async () => {
    server.use(
      http.post(`${API_ROOT}/auth/login/`, ({ request }) => {
        expect(bearer(request)).toBeNull()
        return HttpResponse.json({ code: 'credentials_wrong' }, { status: 401 })
      }),
    )
    const error: unknown = await httpClient(`${API_ROOT}/auth/login/`, { method: 'POST', body: '{}' }).catch(
      (reason: unknown) => reason,
    )
    expect(problemOf(error).code).toBe('credentials_wrong')
    expect(staffSession.tokens()?.access).toBe('old')
    expect(lost).not.toHaveBeenCalled()
  })
})

describe('a partner’s call', () => {
  it('carries the partner’s token and renews that one', async () => {
    partnerSession.setToken(PARTNER_TOKEN)
    const renewed = 'q'.repeat(40)
    const seen = guarded('/partner/trips/', `Token ${renewed}`)
    server.use(
      http.post(`${API_ROOT}/partner/auth/refresh/`, async ({ request }) => {
        expect(await request.json()).toEqual({ token: PARTNER_TOKEN })
        return HttpResponse.json({ token: renewed })
      }),
    )
    expect((await httpClient(`${API_ROOT}/partner/trips/`)).status).toBe(200)
    expect(seen).toEqual([`Token ${PARTNER_TOKEN}`, `Token ${renewed}`])
    expect(partnerSession.token()).toBe(renewed)
    expect(staffSession.tokens()?.access).toBe('old')
  })

  it('refuses a new token of another length and leaves the staff session alone', async () => {
    partnerSession.setToken(PARTNER_TOKEN)
    guarded('/partner/trips/', 'never')
    server.use(http.post(`${API_ROOT}/partner/auth/refresh/`, () => HttpResponse.json({ token: 'q'.repeat(39) })))
    await expect(httpClient(`${API_ROOT}/partner/trips/`)).rejects.toThrow()
    expect(partnerSession.token()).toBeNull()
    expect(staffSession.tokens()?.access).toBe('old')
    expect(lost).toHaveBeenCalledExactlyOnceWith('/partner-login')
  })
})

describe('a call that fails', () => {
  /** Answers with these statuses in turn, then with 200. */
  function failing(method: 'get' | 'post', ...statuses: number[]) {
    let calls = 0
    server.use(
      http[method](`${API_ROOT}/stations/`, () => {
        const status = statuses[calls] ?? 200
        calls += 1
        return status === 0 ? HttpResponse.error() : HttpResponse.json({ ok: true }, { status })
      }),
    )
    return () => calls
  }

  it.each([[500], [503, 502], [408, 429, 504], [0, 0, 0]])(
    'is repeated when it reads and the reason may pass',
    async (...statuses) => {
      const calls = failing('get', ...statuses)
      expect((await httpClient(`${API_ROOT}/stations/`)).status).toBe(200)
      expect(calls()).toBe(statuses.length + 1)
    },
  )

  it('is given up after three retries', async () => {
    const calls = failing('get', 503, 503, 503, 503, 503)
    await expect(httpClient(`${API_ROOT}/stations/`)).rejects.toThrow()
    expect(calls()).toBe(4)
  })

  it.each([400, 403, 404, 409, 422])('fails at once when the answer is %i', async (status) => {
    const calls = failing('get', status)
    const error: unknown = await httpClient(`${API_ROOT}/stations/`).catch((reason: unknown) => reason)
    expect(statusOf(error)).toBe(status)
    expect(calls()).toBe(1)
    expect(staffSession.tokens()?.access).toBe('old')
  })

  it('is never repeated when it writes', async () => {
    const calls = failing('post', 503)
    await expect(httpClient(`${API_ROOT}/stations/`, { method: 'POST', body: '{}' })).rejects.toThrow()
    expect(calls()).toBe(1)
  })

  it('has no status when no answer arrives', async () => {
    failing('post', 0)
    const error: unknown = await httpClient(`${API_ROOT}/stations/`, { method: 'POST', body: '{}' }).catch(
      (reason: unknown) => reason,
    )
    expect(statusOf(error)).toBe(0)
  })
})

describe('an answer', () => {
  it('may be empty', async () => {
    server.use(http.post(`${API_ROOT}/auth/logout/`, () => new HttpResponse(null, { status: 204 })))
    const answer = await httpClient(`${API_ROOT}/auth/logout/`, { method: 'POST', body: '{}' })
    expect([answer.status, answer.json]).toEqual([204, null])
  })

  it('with a problem has its field errors under the names of the form fields', async () => {
    const errors = [{ pointer: '/name/en', code: 'required', detail: 'Needed.' }]
    server.use(
      http.post(`${API_ROOT}/stations/`, () =>
        HttpResponse.json(
          { status: 422, code: 'validation', title: 'Some fields', request_id: 'r', errors },
          { status: 422 },
        ),
      ),
    )
    const error: unknown = await httpClient(`${API_ROOT}/stations/`, { method: 'POST', body: '{}' }).catch(
      (reason: unknown) => reason,
    )
    expect(problemOf(error)).toMatchObject({ code: 'validation', errors: { name: { en: 'Needed.' } } })
  })
})
