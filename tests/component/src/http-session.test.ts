import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { HTTP_TIMEOUT_MS } from '../../../contract/core/limits/console'
import { API_ROOT, STORAGE_KEYS } from '../../../src/providers/config'
import { staffAccount } from '../../../src/providers/auth/accountApi'
import { partnerSession } from '../../../src/providers/auth/partnerSession'
import { staffSession } from '../../../src/providers/auth/session'
import { api, postJson } from '../../support/http-calls'
import { httpClient, setSessionLostHandler } from '../../../src/providers/http/httpClient'
import { renewToken } from '../../../src/providers/http/refresh'
import {
  ANA,
  answer,
  credential,
  failure,
  guarded,
  order,
  script,
  silence,
  type Call,
} from '../../support/console/session'

const PARTNER_TOKEN = 'p'.repeat(40)
const lost = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  setSessionLostHandler(lost)
  staffSession.start({ tokens: { access: 'old', refresh: 'r1' }, user: ANA })
})
afterEach(() => {
  staffSession.clear()
  window.localStorage.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  lost.mockReset()
})

const refreshed = { 'POST /token/refresh/': () => answer({ access: 'new', refresh: 'r2' }) }

describe('a 401 of staff', () => {
  it('R-62 is followed by one refresh and the same call with the new token', async () => {
    const { calls } = script({ 'GET /stations/': guarded('Bearer new'), ...refreshed })
    expect(await api('/stations/')).toEqual({ ok: true })
    expect(order(calls)).toEqual(['GET /stations/ Bearer old', 'POST /token/refresh/ -', 'GET /stations/ Bearer new'])
  })

  it('R-63 repeats a change byte for byte, with all its headers', async () => {
    const { calls } = script({ 'POST /stations/': guarded('Bearer new'), ...refreshed })
    await postJson('/stations/', { name: 'Zoë 李', n: 1.5 }, { 'Idempotency-Key': 'k-1', 'X-Own': 'yes' })
    const [first, , second] = calls
    const others = (call?: Call) => [...(call?.headers ?? [])].filter(([name]) => name !== 'authorization')
    expect(second?.body).toBe(first?.body)
    expect(others(second)).toEqual(others(first))
    expect(others(first)).toContainEqual(['idempotency-key', 'k-1'])
    expect(credential(second)).toBe('Bearer new')
  })

  it('that recurs after the refresh is the answer: no second refresh, and the session goes on', async () => {
    const { count } = script({ 'GET /stations/': () => answer({}, 401), ...refreshed })
    expect(await failure(api('/stations/'))).toBe(401)
    expect([count('/stations/'), count('/token/refresh/')]).toEqual([2, 1])
    expect([staffSession.tokens()?.access, lost.mock.calls.length]).toEqual(['new', 0])
  })

  it('R-67, R-32 without stored tokens leads to the sign-in page without a refresh', async () => {
    staffSession.clear()
    const { count } = script({ 'GET /stations/': () => answer({}, 401) })
    expect(await failure(api('/stations/'))).toBe(401)
    expect([count('/stations/'), count('/token/refresh/')]).toEqual([1, 0])
    expect(lost).toHaveBeenCalledExactlyOnceWith('/login')
  })

  it('R-68 that arrives after the refresh of another call uses the stored token', async () => {
    let late: (response: Response) => void = () => undefined
    const { count } = script({
      'GET /slow/': (call) =>
        credential(call) === 'Bearer new' ? answer({}) : new Promise<Response>((resolve) => (late = resolve)),
      'GET /stations/': guarded('Bearer new'),
      ...refreshed,
    })
    const slow = failure(api('/slow/'))
    await api('/stations/')
    late(answer({}, 401))
    expect(await slow).toBe('answered')
    expect([count('/slow/'), count('/token/refresh/')]).toEqual([2, 1])
  })

  it('R-69 lets a call that starts during the refresh wait for the new token', async () => {
    let finish: () => void = () => undefined
    const { calls, count } = script({
      'GET /stations/': guarded('Bearer new'),
      'GET /vehicles/': guarded('Bearer new'),
      'POST /token/refresh/': () =>
        new Promise<Response>((resolve) => (finish = () => resolve(answer({ access: 'new' })))),
    })
    const first = api('/stations/')
    await vi.advanceTimersByTimeAsync(0)
    const second = api('/vehicles/')
    await vi.advanceTimersByTimeAsync(0)
    expect(count('/vehicles/')).toBe(0)
    finish()
    await Promise.all([first, second])
    expect(order(calls.filter(({ path }) => path === '/vehicles/'))).toEqual(['GET /vehicles/ Bearer new'])
    expect(count('/token/refresh/')).toBe(1)
  })

  it('R-74 of several calls whose refresh fails ends the session once and repeats none of them', async () => {
    const { count } = script({
      'GET /stations/': () => answer({}, 401),
      'POST /token/refresh/': () => answer({}, 401),
    })
    const ends = await Promise.all([failure(api('/stations/')), failure(api('/stations/'))])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(ends).toEqual([401, 401])
    expect([count('/stations/'), count('/token/refresh/')]).toEqual([2, 1])
    expect(lost).toHaveBeenCalledExactlyOnceWith('/login')
  })

  it('R-39, R-71, R-95 on signing in is an answer, whatever token is stored', async () => {
    const { calls } = script({ 'POST /auth/login/': () => answer({ code: 'credentials_wrong' }, 401) })
    expect(await failure(postJson('/auth/login/', { username: 'ana', password: 'x' }))).toBe(401)
    expect(order(calls)).toEqual(['POST /auth/login/ -'])
    expect([staffSession.tokens()?.access, lost.mock.calls.length]).toEqual(['old', 0])
  })

  it.each([400, 403, 404, 409, 422, 429, 500, 503])(
    'R-73 differs from a %i, which causes no refresh',
    async (status) => {
      const { count } = script({ 'POST /stations/': () => answer({}, status) })
      expect(await failure(postJson('/stations/', {}))).toBe(status)
      expect([count('/stations/'), count('/token/refresh/')]).toEqual([1, 0])
      expect([staffSession.tokens()?.access, lost.mock.calls.length]).toEqual(['old', 0])
    },
  )
})

describe('a partner’s call', () => {
  beforeEach(() => partnerSession.setToken(PARTNER_TOKEN))
  const fresh = 'q'.repeat(40)

  it('R-81 refreshes once for ten refused calls', async () => {
    const { count } = script({
      'GET /partner/trips/': guarded(`Token ${fresh}`),
      'POST /partner/auth/refresh/': () => answer({ token: fresh }),
    })
    await Promise.all(Array.from({ length: 10 }, () => api('/partner/trips/')))
    expect([count('/partner/auth/refresh/'), count('/partner/trips/')]).toEqual([1, 20])
  })

  it.each([401, 500])('R-80, R-84 whose refresh answers %i ends the partner session only', async (status) => {
    const { count } = script({
      'GET /partner/trips/': () => answer({}, 401),
      'POST /partner/auth/refresh/': () => answer({}, status),
    })
    await Promise.all([failure(api('/partner/trips/')), failure(api('/partner/trips/'))])
    expect([count('/partner/auth/refresh/'), count('/partner/trips/')]).toEqual([1, 2])
    expect([partnerSession.token(), staffSession.tokens()?.access]).toEqual([null, 'old'])
    expect(lost).toHaveBeenCalledExactlyOnceWith('/partner-login')
  })

  it.each([39, 41])('R-82 refuses a new token of %i characters and never stores it', async (length) => {
    script({
      'GET /partner/trips/': () => answer({}, 401),
      'POST /partner/auth/refresh/': () => answer({ token: 'q'.repeat(length) }),
    })
    const stored = vi.spyOn(partnerSession, 'setToken')
    expect(await failure(api('/partner/trips/'))).toBe(401)
    expect(stored).not.toHaveBeenCalled()
    expect(partnerSession.token()).toBeNull()
  })

  it('R-83 renews its token independently of the one of staff', async () => {
    const { count } = script({
      'GET /stations/': guarded('Bearer new'),
      'GET /partner/trips/': guarded(`Token ${fresh}`),
      'POST /partner/auth/refresh/': () => answer({ token: fresh }),
      ...refreshed,
    })
    await Promise.all([api('/stations/'), api('/partner/trips/')])
    expect([count('/token/refresh/'), count('/partner/auth/refresh/')]).toEqual([1, 1])
  })

  it('that is refused without a stored token clears the rest of the session and leads to the sign-in page', async () => {
    partnerSession.clear()
    window.localStorage.setItem(STORAGE_KEYS.partner, '{"id":"p"}')
    const { count } = script({ 'GET /partner/trips/': () => answer({}, 401) })
    expect(await failure(api('/partner/trips/'))).toBe(401)
    expect([count('/partner/trips/'), count('/partner/auth/refresh/')]).toEqual([1, 0])
    expect(window.localStorage.getItem(STORAGE_KEYS.partner)).toBeNull()
    expect(lost).toHaveBeenCalledExactlyOnceWith('/partner-login')
    expect(staffSession.tokens()?.access).toBe('old')
  })

  it('R-85 to sign in returns a 401 as its answer', async () => {
    const { calls } = script({ 'POST /partner/auth/login/': () => answer({}, 401) })
    expect(await failure(postJson('/partner/auth/login/', {}))).toBe(401)
    expect(order(calls)).toEqual(['POST /partner/auth/login/ -'])
    expect(lost).not.toHaveBeenCalled()
  })
})

describe('the credential of a call', () => {
  const sent = async (url: string) => {
    const headers: (string | null)[] = []
    vi.stubGlobal('fetch', async (_: URL, init: RequestInit) => {
      headers.push(new Headers(init.headers).get('authorization'))
      return answer({})
    })
    await httpClient(url)
    return headers[0]
  }
  beforeEach(() => partnerSession.setToken(PARTNER_TOKEN))

  it.each([
    '/partner/dashboard/',
    '/partner/trips/42/',
    '/partner/api-logs/export.csv?from=1',
    '/v2/partner/journeys/',
  ])('R-86, R-87, R-94 is the partner’s token for %s', async (path) =>
    expect(await sent(`${API_ROOT}${path}`)).toBe(`Token ${PARTNER_TOKEN}`),
  )

  it.each([
    '/partner/',
    '/partner/profile/',
    '/partner-dashboard/',
    '/xpartner/trips/',
    '/Partner/Trips/',
    '/stations/',
  ])('R-90, R-94 is the token of staff for %s', async (path) =>
    expect(await sent(`${API_ROOT}${path}`)).toBe('Bearer old'),
  )

  it.each(['https://evil.example/partner/trips/', 'https://evil.example/api/stations/', `${API_ROOT}/auth/login/`])(
    'R-93, R-95 is none for %s',
    async (url) => expect(await sent(url)).toBeNull(),
  )
})

describe('the time limit of a call', () => {
  const answerAfter = (milliseconds: number) => (call: Call) =>
    Promise.race([
      new Promise<Response>((resolve) => setTimeout(() => resolve(answer({})), milliseconds)),
      silence(call),
    ])

  it('R-201 is not reached at 9.5 s, and closes the connection at 10 s', async () => {
    expect(HTTP_TIMEOUT_MS).toBe(10_000)
    const { calls } = script({ 'POST /a/': answerAfter(9_500), 'POST /b/': answerAfter(10_500) })
    const ends = [failure(postJson('/a/', {})), failure(postJson('/b/', {}))]
    const onSettled = vi.fn()
    void ends[1]?.then(onSettled)
    await vi.advanceTimersByTimeAsync(9_999)
    expect(onSettled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(2)
    expect(await Promise.all(ends)).toEqual(['answered', 0])
    expect(calls[1]?.signal?.aborted).toBe(true)
  })

  it('R-201 also applies to a body that never ends', async () => {
    script({
      'POST /a/': ({ signal }) => {
        const body = new ReadableStream({
          start: (stream) => signal?.addEventListener('abort', () => stream.error(new Error('Aborted'))),
        })
        return new Response(body)
      },
    })
    const end = failure(postJson('/a/', {}))
    await vi.advanceTimersByTimeAsync(HTTP_TIMEOUT_MS + 1)
    expect(await end).toBe(0)
  })

  it('is followed by retries of a read after 1, 2 and 4 s', async () => {
    const at: number[] = []
    const start = Date.now()
    script({
      'GET /stations/': () => {
        at.push(Date.now() - start)
        return answer({}, 503)
      },
    })
    const end = failure(api('/stations/'))
    await vi.advanceTimersByTimeAsync(10_000)
    expect([await end, at]).toEqual([503, [0, 1_000, 3_000, 7_000]])
  })
})

it('R-208 calls send and accept JSON, and accept an empty answer', async () => {
  const { calls } = script({ 'POST /stations/': () => answer(null, 204), 'GET /stations/': () => answer([]) })
  expect(await postJson('/stations/', {})).toBeNull()
  await api('/stations/')
  expect(calls.map(({ headers }) => [headers.get('accept'), headers.get('content-type')])).toEqual([
    ['application/json', 'application/json'],
    ['application/json', null],
  ])
})

describe('a change of one’s own password', () => {
  const isOld = (headers: Headers) => headers.get('authorization') !== 'Bearer next'

  it('prevents calls of the old session from renewing it: they continue with the new one', async () => {
    let commit: () => void = () => undefined
    const committed = new Promise<void>((resolve) => (commit = resolve))
    const { count } = script({
      'POST /auth/password/': async () => {
        await committed
        return answer({ access: 'next', refresh: 'next-r' })
      },
      'GET /stations/': ({ headers }) => (isOld(headers) ? answer({}, 401) : answer([])),
    })
    const changing = staffAccount.changePassword('old one', 'new one')
    const reading = api('/stations/')
    await expect.poll(() => count('/stations/')).toBe(1)
    commit()
    await changing
    expect(await reading).toEqual([])
    expect([count('/token/refresh/'), staffSession.tokens()]).toEqual([0, { access: 'next', refresh: 'next-r' }])
  })

  it('renews an expired token once, and leaves the session unchanged when it is refused', async () => {
    const { count } = script({
      'POST /auth/password/': ({ headers }) =>
        headers.get('authorization') === 'Bearer old' ? answer({}, 401) : answer({}, 422),
      'POST /token/refresh/': () => answer({ access: 'renewed', refresh: 'renewed-r' }),
    })
    expect(await failure(staffAccount.changePassword('wrong', 'new one'))).toBe(422)
    expect([count('/auth/password/'), count('/token/refresh/')]).toEqual([2, 1])
    expect(staffSession.tokens()?.access).toBe('renewed')
  })
})

it('a change of one’s own password in an ended session leads to the sign-in page', async () => {
  script({ 'POST /auth/password/': () => answer({}, 401), 'POST /token/refresh/': () => answer({}, 401) })
  expect(await failure(staffAccount.changePassword('old one', 'new one'))).toBe(401)
  expect(staffSession.tokens()).toBeNull()
  expect(lost).toHaveBeenCalledExactlyOnceWith('/login')
})

it('a call with its own credential renews nothing', async () => {
  const { count } = script({ 'POST /auth/password/': () => answer({}, 401) })
  expect(await failure(postJson('/auth/password/', {}, { Authorization: 'Bearer own' }))).toBe(401)
  expect([count('/auth/password/'), staffSession.tokens()?.access]).toEqual([1, 'old'])
  await expect(renewToken('partner')).rejects.toThrow()
})
