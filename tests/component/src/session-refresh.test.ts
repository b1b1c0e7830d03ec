import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { HTTP_TIMEOUT_MS } from '../../../contract/core/limits/console'
import { TOKEN_REFRESH_CHECK_MS } from '../../../contract/core/limits/token-lifetimes'
import { STORAGE_KEYS } from '../../../src/providers/config'
import { authProvider } from '../../../src/providers/auth/authProvider'
import { keepSession } from '../../../src/providers/auth/useSessionWatch'
import { learnClock } from '../../../src/providers/auth/jwt'
import { partnerSession } from '../../../src/providers/auth/partnerSession'
import { staffSession } from '../../../src/providers/auth/session'
import { api } from '../../support/http-calls'
import { setSessionLostHandler } from '../../../src/providers/http/httpClient'
import { renewToken } from '../../../src/providers/http/refresh'
import { accessToken, ANA, answer, jwt, script as scripted, silence } from '../../support/console/session'

const MINUTE_MS = TOKEN_REFRESH_CHECK_MS
const lost = vi.fn()
let stop: () => void = () => undefined

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-02T08:00:00Z') })
  setSessionLostHandler(lost)
})
afterEach(() => {
  stop()
  staffSession.clear()
  window.localStorage.clear()
  learnClock(accessToken(1))
  vi.unstubAllGlobals()
  vi.useRealTimers()
  lost.mockReset()
})

function script(scripts: Parameters<typeof scripted>[0]) {
  const made = scripted(scripts)
  return { ...made, refreshes: () => made.count('/token/refresh/') }
}
const signedIn = (access: string, refresh: string | null = 'r1') =>
  staffSession.start({ tokens: { access, refresh }, user: ANA })
const keep = () => (stop = keepSession(lost))
const pass = (minutes: number) => vi.advanceTimersByTimeAsync(minutes * MINUTE_MS)
const renewing = (lifeS = 3600) => ({ 'POST /token/refresh/': () => answer({ access: accessToken(lifeS) }) })

describe('the check of every minute', () => {
  it('R-45, R-47 refreshes once when less than 300 s are left, and keeps the refresh token', async () => {
    const { refreshes } = script(renewing())
    signedIn(accessToken(3600))
    keep()
    await pass(54)
    expect(refreshes()).toBe(0)
    await pass(1)
    expect(refreshes()).toBe(0)
    await pass(1)
    expect(refreshes()).toBe(1)
    expect(staffSession.tokens()?.refresh).toBe('r1')
  })

  it('R-46, R-47 stores the new token, and the next call sends it', async () => {
    const fresh = accessToken(7200)
    const { calls } = script({
      'POST /token/refresh/': () => answer({ access: fresh, refresh: 'r2' }),
      'GET /stations/': () => answer([]),
    })
    signedIn(accessToken(200))
    const received = vi.fn()
    const unsubscribe = staffSession.subscribe(received)
    keep()
    await pass(1)
    await api('/stations/')
    expect(staffSession.tokens()).toEqual({ access: fresh, refresh: 'r2' })
    expect(calls.at(-1)?.headers.get('authorization')).toBe(`Bearer ${fresh}`)
    expect(received).not.toHaveBeenCalled()
    unsubscribe()
  })

  it.each([401, 500])('R-48, R-29 ends the session when the refresh answers %i', async (status) => {
    const { refreshes } = script({ 'POST /token/refresh/': () => answer({}, status) })
    signedIn(accessToken(200))
    keep()
    await pass(10)
    expect([refreshes(), staffSession.tokens(), staffSession.user()]).toEqual([1, null, null])
    expect(lost).toHaveBeenCalledOnce()
  })

  it('R-49 happens once a minute however often the page was mounted', async () => {
    const { refreshes } = script(renewing(100))
    for (let times = 0; times < 5; times += 1) {
      keepSession(lost)()
      signedIn(accessToken(100))
      if (times < 4) staffSession.clear()
    }
    keep()
    await pass(3)
    expect(refreshes()).toBe(3)
  })

  it('R-50 sends nothing after the sign-out', async () => {
    const { refreshes } = script(renewing())
    signedIn(accessToken(100))
    keep()
    staffSession.clear()
    await pass(10)
    expect([refreshes(), lost.mock.calls.length]).toEqual([0, 0])
  })

  it('R-54 sends one refresh after eight hours of sleep, or ends the session once', async () => {
    const { refreshes } = script(renewing())
    signedIn(accessToken(900))
    keep()
    vi.setSystemTime(Date.now() + 8 * 3_600_000)
    await pass(2)
    expect([refreshes(), lost.mock.calls.length]).toEqual([1, 0])

    const refused = script({ 'POST /token/refresh/': () => answer({}, 401) })
    vi.setSystemTime(Date.now() + 8 * 3_600_000)
    await pass(5)
    expect([refused.refreshes(), lost.mock.calls.length]).toEqual([1, 1])
  })

  it('R-37 works with a clock that is twenty minutes fast', async () => {
    const serverMs = () => Date.now() - 20 * 60_000
    const { refreshes } = script({
      'POST /token/refresh/': () => answer({ access: accessToken(900, serverMs()), refresh: 'next' }),
    })
    signedIn(accessToken(900, serverMs()))
    keep()
    for (let minute = 0; minute < 9; minute += 1) {
      await authProvider.checkAuth()
      await authProvider.checkAuth()
      await pass(1)
    }
    expect(refreshes()).toBe(1)
    await pass(4)
    expect(refreshes()).toBe(2)
    expect(lost).not.toHaveBeenCalled()
  })
})

describe('a refresh', () => {
  it('R-51, R-109 without a token fails with a message', async () => {
    await expect(renewToken('staff')).rejects.toThrow(/^No refresh token available$/)
    await expect(renewToken('partner')).rejects.toThrow(/^No partner token available$/)
  })

  it('R-70 that never answers ends the session after ten seconds, and leaves nothing waiting', async () => {
    script({ 'POST /token/refresh/': silence, 'GET /stations/': () => answer({}, 401) })
    signedIn(accessToken(3600))
    const settled = vi.fn()
    void api('/stations/').catch(settled)
    void api('/stations/').catch(settled)
    await vi.advanceTimersByTimeAsync(HTTP_TIMEOUT_MS - 1)
    expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(2)
    expect(settled).toHaveBeenCalledTimes(2)
    expect(staffSession.tokens()).toBeNull()
    expect(lost).toHaveBeenCalledExactlyOnceWith('/login')
  })

  it('that answers after the sign-out restores no session', async () => {
    let late: (response: Response) => void = () => undefined
    script({ 'POST /token/refresh/': () => new Promise<Response>((resolve) => (late = resolve)) })
    signedIn(accessToken(100))
    const renewal = renewToken('staff')
    const refused = expect(renewal).rejects.toThrow('Signed out during the request')
    await vi.advanceTimersByTimeAsync(0)
    staffSession.clear()
    late(answer({ access: 'fresh', refresh: 'r2' }))
    await refused
    expect(staffSession.tokens()).toBeNull()
  })

  it.each([[{ access: '' }], [{}], [[]], [null]])('R-28 that answers %j fails', async (body) => {
    script({ 'POST /token/refresh/': () => answer(body) })
    signedIn(accessToken(-1))
    await expect(authProvider.checkAuth()).rejects.toThrow()
    expect(staffSession.tokens()).toBeNull()
  })

  it('R-78, R-86, R-109 of a partner replaces the token and nothing else', async () => {
    const [old, fresh] = ['p'.repeat(40), 'q'.repeat(40)]
    const { calls } = script({ 'POST /partner/auth/refresh/': () => answer({ token: fresh }) })
    window.localStorage.setItem(STORAGE_KEYS.partnerUser, '{"id":"u"}')
    window.localStorage.setItem(STORAGE_KEYS.partner, '{"id":"o"}')
    partnerSession.setToken(old)
    await renewToken('partner')
    expect(calls[0]?.headers.get('authorization')).toBe(`Token ${old}`)
    expect(calls[0]?.body).toBe(JSON.stringify({ token: old }))
    expect(partnerSession.token()).toBe(fresh)
    expect(window.localStorage.getItem(STORAGE_KEYS.partnerUser)).toBe('{"id":"u"}')
    expect(window.localStorage.getItem(STORAGE_KEYS.partner)).toBe('{"id":"o"}')
  })
})

describe('opening a page', () => {
  const opened = () =>
    authProvider.checkAuth().then(
      () => 'in',
      () => 'out',
    )

  it('R-26 with a valid token sends no request', async () => {
    const { calls } = script({})
    signedIn(accessToken(3600))
    expect([await opened(), calls.length]).toEqual(['in', 0])
  })

  it.each([200, 401, 500])('R-28, R-29 with an expired token refreshes once (%i)', async (status) => {
    const { refreshes } = script({ 'POST /token/refresh/': () => answer({ access: accessToken(900) }, status) })
    signedIn(accessToken(-1))
    expect(await opened()).toBe(status === 200 ? 'in' : 'out')
    expect([refreshes(), staffSession.user() === null]).toEqual([1, status !== 200])
    expect(lost).toHaveBeenCalledTimes(status === 200 ? 0 : 1)
  })

  it.each([
    ['R-30', { access: jwt({ exp: 1 }), refresh: null }, ANA],
    ['R-31', { access: jwt({ exp: 9_999_999_999 }), refresh: 'r1' }, null],
    ['R-33', { access: jwt({ exp: 9_999_999_999 }), refresh: 'r1' }, '{bad json'],
  ])('%s without what a session needs leads to the sign-in page and sends no request', async (_, tokens, user) => {
    const { calls } = script({})
    window.localStorage.setItem(STORAGE_KEYS.tokens, JSON.stringify(tokens))
    if (user) window.localStorage.setItem(STORAGE_KEYS.user, typeof user === 'string' ? user : JSON.stringify(user))
    window.dispatchEvent(new StorageEvent('storage', { key: null }))
    expect([await opened(), calls.length]).toEqual(['out', 0])
    expect(window.localStorage.getItem(STORAGE_KEYS.tokens)).toBeNull()
    expect(window.localStorage.getItem(STORAGE_KEYS.user)).toBeNull()
  })

  it.each(['', 'abc', 'a.b.c', jwt([]), jwt({}), jwt({ exp: 'soon' })])(
    'R-34 with the access token %j tries a refresh',
    async (access) => {
      const { refreshes } = script(renewing())
      signedIn(access)
      expect([await opened(), refreshes()]).toEqual(['in', 1])
    },
  )

  it('R-34, R-35, R-36 reads the expiry to the second, in milliseconds, with any name in the token', async () => {
    const { refreshes } = script(renewing())
    const nowS = Date.now() / 1000
    for (const [exp, expected] of [
      [nowS + 1, 0],
      [nowS * 1000, 0],
      [nowS, 1],
    ] as const) {
      signedIn(jwt({ exp, name: 'Zoë 李 ~~~???' }))
      expect([await opened(), refreshes()]).toEqual(['in', expected])
    }
  })
})
