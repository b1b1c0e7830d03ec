import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { STORAGE_KEYS } from '../../../src/providers/config'
import { fetchCsrfCookie } from '../../../src/providers/auth/authApi'
import { authProvider } from '../../../src/providers/auth/authProvider'
import { partnerSession } from '../../../src/providers/auth/partnerSession'
import { staffSession } from '../../../src/providers/auth/session'
import { api, postJson } from '../../support/http-calls'
import { setSessionLostHandler } from '../../../src/providers/http/httpClient'
import { accessToken, ANA, answer, failure, order, script, scriptedFetch, silence } from '../../support/console/session'

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

describe('signing out', () => {
  it('R-56, R-60 sends the refresh token once and clears this session only', async () => {
    window.localStorage.setItem(STORAGE_KEYS.theme, 'dark')
    window.localStorage.setItem(STORAGE_KEYS.language, 'de')
    partnerSession.setToken(PARTNER_TOKEN)
    const { calls } = script({ 'POST /auth/logout/': () => answer({}) })
    await authProvider.logout()
    await authProvider.logout()
    await vi.advanceTimersByTimeAsync(0)
    expect(order(calls)).toEqual(['POST /auth/logout/ Bearer old'])
    expect(calls[0]?.body).toBe('{"refresh":"r1"}')
    expect([staffSession.tokens(), staffSession.user()]).toEqual([null, null])
    expect({ ...window.localStorage }).toEqual({
      [STORAGE_KEYS.theme]: 'dark',
      [STORAGE_KEYS.language]: 'de',
      [STORAGE_KEYS.partnerToken]: PARTNER_TOKEN,
    })
  })

  it.each([401, 500, 0])('R-72 clears the session and logs when the call fails (%i)', async (status) => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const { calls } = script({
      'POST /auth/logout/': () => {
        if (status === 0) throw new TypeError('Failed to fetch')
        return answer({}, status)
      },
    })
    await authProvider.logout()
    expect(staffSession.tokens()).toBeNull()
    await vi.advanceTimersByTimeAsync(0)
    expect(calls).toHaveLength(1)
    expect(warned).toHaveBeenCalledExactlyOnceWith('The sign-out call failed', status)
    expect(lost).not.toHaveBeenCalled()
    warned.mockReset()
  })

  it('ends the reads that are in progress or waiting for a retry, and sends nothing more', async () => {
    const signals: (AbortSignal | null)[] = []
    const { calls } = script({
      'GET /slow/': (call) => {
        signals.push(call.signal)
        return silence(call)
      },
      'GET /failing/': () => answer({}, 503),
      'POST /auth/logout/': () => answer({}),
    })
    const ends = [failure(api('/slow/')), failure(api('/failing/'))]
    await vi.advanceTimersByTimeAsync(10)
    await authProvider.logout()
    expect(await Promise.all(ends)).toEqual([401, 401])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(signals[0]?.aborted).toBe(true)
    expect(calls.map(({ path }) => path)).toEqual(['/slow/', '/failing/', '/auth/logout/'])
    expect(lost).not.toHaveBeenCalled()
  })

  it('R-59 never returns a call of the previous user to the next one', async () => {
    let late: (response: Response) => void = () => undefined
    const { calls } = script({
      'POST /stations/': () => new Promise<Response>((resolve) => (late = resolve)),
    })
    const end = failure(postJson('/stations/', {}))
    await vi.advanceTimersByTimeAsync(0)
    staffSession.clear()
    staffSession.start({ tokens: { access: 'of-ben', refresh: 'r-ben' }, user: { ...ANA, id: '2' } })
    late(answer({}, 401))
    expect(await end).toBe(401)
    expect(calls).toHaveLength(1)
    expect(staffSession.tokens()?.access).toBe('of-ben')
  })

  it('R-53 in another tab ends the calls of this one', async () => {
    script({ 'GET /slow/': silence })
    expect(staffSession.user()).toEqual(ANA)
    const end = failure(api('/slow/'))
    await vi.advanceTimersByTimeAsync(0)
    window.localStorage.removeItem(STORAGE_KEYS.tokens)
    window.localStorage.removeItem(STORAGE_KEYS.user)
    window.dispatchEvent(new StorageEvent('storage', { key: STORAGE_KEYS.tokens }))
    expect(await end).toBe(401)
    expect(lost).not.toHaveBeenCalled()
  })
})

describe('signing in', () => {
  it.each([{ user: ANA }, { access: 'a' }, { access: '', user: ANA }, { access: 'a', user: 'ana' }])(
    'R-41 fails and stores nothing when the answer is %j',
    async (body) => {
      staffSession.clear()
      script({ 'POST /auth/login/': () => answer(body), 'GET /csrf/': () => answer({}) })
      await expect(authProvider.login({ username: 'ana', password: 'x' })).rejects.toThrow()
      expect(window.localStorage).toHaveLength(0)
    },
  )

  it('R-38, R-42, R-209 stores the session, never the password, and does without the cookie', async () => {
    staffSession.clear()
    const access = accessToken(900)
    const asked: (RequestCredentials | undefined)[] = []
    const { fetch } = scriptedFetch({
      'POST /auth/login/': () => answer({ access, refresh: 'r1', user: ANA }),
      'GET /csrf/': () => answer({}, 404),
    })
    vi.stubGlobal('fetch', (input: URL | string, init: RequestInit) => {
      if (String(input).endsWith('/csrf/')) asked.push(init.credentials)
      return fetch(input, init)
    })
    await authProvider.login({ username: 'ana', password: 'a secret of mine' })
    expect(staffSession.tokens()).toEqual({ access, refresh: 'r1' })
    expect(JSON.stringify({ ...window.localStorage })).not.toContain('secret of mine')
    expect(asked).toEqual(['include'])
    await expect(fetchCsrfCookie()).resolves.toBeUndefined()
  })
})
