import '../../support/console/media'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { StrictMode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { PARTNER_REFRESH_CHECK_MS } from '../../../contract/core/limits/token-lifetimes'
import { API_ROOT, STORAGE_KEYS } from '../../../src/providers/config'
import { refreshPartner, signInPartner, signOutPartner } from '../../../src/providers/auth/partnerAuth'
import { partnerSession } from '../../../src/providers/auth/partnerSession'
import { PartnerGuard } from '../../../src/partner/PartnerSession'
import { PartnerSession, usePartnerSession } from '../../../src/partner/PartnerSession'
import { httpClient } from '../../../src/providers/http/httpClient'
import { logWarning } from '../../../src/providers/log'

vi.mock('../../../src/providers/log', () => ({ logWarning: vi.fn() }))
vi.mock('../../../contract/core/limits/console', async (original) => ({
  ...(await original<object>()),
  READ_RETRY_DELAY_MS: 1,
}))

const TOKEN = `wps_${'p'.repeat(36)}`
const NEXT = `wps_${'n'.repeat(36)}`
const USER = { id: '7', email: 'ana@sunvia.example.com', first_name: 'Ana', last_name: 'Ruiz', role: 'owner' }
const PARTNER = {
  id: '9',
  code: 'SUNVIA',
  legal_name: 'Sunvia Ltd',
  trading_name: 'Sunvia',
  currency: 'EUR',
  timezone: 'Europe/London',
}
const KEYS = [STORAGE_KEYS.partnerUser, STORAGE_KEYS.partner, STORAGE_KEYS.partnerToken] as const

const asked: string[] = []
const server = setupServer()
server.events.on('request:start', ({ request }) => asked.push(`${request.method} ${new URL(request.url).pathname}`))

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.mocked(logWarning).mockClear()
  server.resetHandlers()
  partnerSession.end()
  partnerSession.forget()
  window.localStorage.clear()
  asked.length = 0
})
afterAll(() => server.close())

function keep(entries: Record<string, string> = {}): void {
  const whole = {
    [STORAGE_KEYS.partnerUser]: JSON.stringify(USER),
    [STORAGE_KEYS.partner]: JSON.stringify(PARTNER),
    [STORAGE_KEYS.partnerToken]: TOKEN,
    ...entries,
  }
  for (const [key, value] of Object.entries(whole)) window.localStorage.setItem(key, value)
}
const storedSession = () => KEYS.map((key) => window.localStorage.getItem(key))

/** Renders the portal with a page behind the guard, and records every state. */
function open() {
  const states: string[] = []
  const Witness = () => {
    states.push(usePartnerSession().status)
    return null
  }
  const router = createMemoryRouter(
    [
      { path: '/partner-dashboard', element: <PartnerGuard>{({ partner }) => partner.trading_name}</PartnerGuard> },
      { path: '/partner-login', element: 'The sign-in page' },
    ],
    { initialEntries: ['/partner-dashboard'] },
  )
  const client = new QueryClient()
  const view = render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <PartnerSession>
          <Witness />
          <RouterProvider router={router} />
        </PartnerSession>
      </QueryClientProvider>
    </StrictMode>,
  )
  return { ...view, states, router, client }
}

describe('a stored session', () => {
  it('R-15 R-97 is resumed without a request, and the sign-in page is never shown during that', async () => {
    keep()
    const { states } = open()
    expect(await screen.findByText('Sunvia')).toBeVisible()
    expect([states[0], states.includes('unauthenticated')]).toEqual(['loading', false])
    expect(asked).toEqual([])
  })

  it.each([
    ['39 characters', { [STORAGE_KEYS.partnerToken]: 'x'.repeat(39) }],
    ['41 characters', { [STORAGE_KEYS.partnerToken]: 'x'.repeat(41) }],
    ['R-99 40 and a newline', { [STORAGE_KEYS.partnerToken]: `${TOKEN}\n` }],
    ['R-99 39 and a space', { [STORAGE_KEYS.partnerToken]: `${'x'.repeat(39)} ` }],
    ['R-100 no ASCII', { [STORAGE_KEYS.partnerToken]: '李'.repeat(40) }],
    ['R-103 a user null', { [STORAGE_KEYS.partnerUser]: 'null' }],
    ['R-103 a user "x"', { [STORAGE_KEYS.partnerUser]: '"x"' }],
    ['R-103 a user 7', { [STORAGE_KEYS.partnerUser]: '7' }],
    ['R-103 a user []', { [STORAGE_KEYS.partnerUser]: '[]' }],
    ['a partner that is no JSON', { [STORAGE_KEYS.partner]: '{bad json' }],
  ])('of %s is discarded as a whole', async (_, entries) => {
    keep(entries)
    open()
    expect(await screen.findByText('The sign-in page')).toBeVisible()
    expect(storedSession()).toEqual([null, null, null])
    expect(asked).toEqual([])
  })

  it('with a missing part is no session', async () => {
    keep()
    window.localStorage.removeItem(STORAGE_KEYS.partner)
    open()
    expect(await screen.findByText('The sign-in page')).toBeVisible()
    expect(storedSession()).toEqual([null, null, null])
  })

  it('R-13 requires no staff session, and leaves a stored one unchanged', async () => {
    window.localStorage.setItem(STORAGE_KEYS.tokens, '{"access":"a","refresh":"r"}')
    keep({ [STORAGE_KEYS.partnerToken]: 'short' })
    open()
    expect(await screen.findByText('The sign-in page')).toBeVisible()
    expect(window.localStorage.getItem(STORAGE_KEYS.tokens)).toBe('{"access":"a","refresh":"r"}')
  })

  it('of another user, signed in from another tab, shows no data of the previous user', async () => {
    keep()
    const { client } = open()
    await screen.findByText('Sunvia')
    client.setQueryData(['partner', PARTNER.id, 'keys'], ['a key of the owner'])
    window.localStorage.setItem(STORAGE_KEYS.partnerUser, JSON.stringify({ ...USER, id: '8', role: 'viewer' }))
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: STORAGE_KEYS.partnerUser })))
    await waitFor(() => expect(client.getQueryData(['partner', PARTNER.id, 'keys'])).toBeUndefined())
    client.setQueryData(['partner', PARTNER.id, 'keys'], ['a key'])
    act(() => partnerSession.end())
    await waitFor(() => expect(client.getQueryData(['partner', PARTNER.id, 'keys'])).toBeUndefined())
  })

  it('ends here when it ends in another tab', async () => {
    keep()
    open()
    await screen.findByText('Sunvia')
    for (const key of KEYS) window.localStorage.removeItem(key)
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: STORAGE_KEYS.partnerToken })))
    expect(await screen.findByText('The sign-in page')).toBeVisible()
  })
})

describe('signing in', () => {
  const answer = (token: string) =>
    server.use(
      http.post(`${API_ROOT}/partner/auth/login/`, () => HttpResponse.json({ token, user: USER, partner: PARTNER })),
    )

  it('R-104 stores exactly the three values', async () => {
    answer(TOKEN)
    await signInPartner('ana@sunvia.example.com', 'secret words of hers')
    expect(storedSession()).toEqual([JSON.stringify(USER), JSON.stringify(PARTNER), TOKEN])
    expect(Object.keys(window.localStorage)).toHaveLength(3)
  })

  it('R-105 is refused when the token does not have forty characters', async () => {
    answer('x'.repeat(39))
    await expect(signInPartner('a@b.example', 'x')).rejects.toThrow('app.partner.login.incomplete')
    expect(storedSession()).toEqual([null, null, null])
  })

  it.each([401, 422])('R-85 that is refused (%i) requests no refresh', async (status) => {
    server.use(
      http.post(`${API_ROOT}/partner/auth/login/`, () =>
        HttpResponse.json({ code: 'invalid_credentials' }, { status }),
      ),
    )
    await expect(signInPartner('a@b.example', 'wrong')).rejects.toMatchObject({ status })
    expect(asked).toEqual(['POST /api/partner/auth/login/'])
  })

  it('R-110 lasts for the tab when the browser stores nothing', async () => {
    const refuse = () => {
      throw new Error('Quota')
    }
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse)
    vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(refuse)
    answer(TOKEN)
    open()
    expect(await screen.findByText('The sign-in page')).toBeVisible()
    await signInPartner('a@b.example', 'x')
    partnerSession.restore()
    expect(partnerSession.state().status).toBe('authenticated')
  })
})

describe('signing out', () => {
  it('R-106 deletes the three keys and nothing else, also with the API down', async () => {
    server.use(http.post(`${API_ROOT}/partner/auth/logout/`, () => HttpResponse.error()))
    keep({ [STORAGE_KEYS.tokens]: '{"access":"a"}', [STORAGE_KEYS.theme]: 'dark', [STORAGE_KEYS.language]: 'de' })
    open()
    await screen.findByText('Sunvia')
    const leaving = signOutPartner()
    expect(storedSession()).toEqual([null, null, null])
    expect(await screen.findByText('The sign-in page')).toBeVisible()
    await leaving
    expect(logWarning).toHaveBeenCalledOnce()
    expect(Object.keys(window.localStorage).sort()).toEqual(['auth_tokens', 'i18nextLng', 'theme'])
  })

  it('R-108 stops the session check that R-97 started, which never requests a refresh', async () => {
    keep()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    open()
    await expect.poll(() => screen.queryByText('Sunvia')).toBeVisible()
    expect(vi.getTimerCount()).toBe(1)
    await vi.advanceTimersByTimeAsync(10 * PARTNER_REFRESH_CHECK_MS)
    expect(asked).toEqual([])
    server.use(http.post(`${API_ROOT}/partner/auth/logout/`, () => HttpResponse.json({})))
    await act(() => signOutPartner())
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('renewing the token', () => {
  const refreshing = (reply: () => Response) => server.use(http.post(`${API_ROOT}/partner/auth/refresh/`, reply))
  const guarded = () =>
    server.use(
      http.get(`${API_ROOT}/partner/trips/`, ({ request }) =>
        request.headers.get('authorization') === `Token ${NEXT}`
          ? HttpResponse.json({ results: [] })
          : HttpResponse.json({ code: 'token_expired' }, { status: 401 }),
      ),
    )
  const read = () => httpClient(`${API_ROOT}/partner/trips/`)

  it('R-109 on request replaces the token alone', async () => {
    keep()
    refreshing(() => HttpResponse.json({ token: NEXT }))
    await refreshPartner()
    expect(storedSession()).toEqual([JSON.stringify(USER), JSON.stringify(PARTNER), NEXT])
  })

  it('R-109 on request fails with a message when there is no token', async () => {
    await expect(refreshPartner()).rejects.toThrow(/^No partner token available$/)
    expect(asked).toEqual([])
  })

  it.each([401, 500])(
    'R-109 R-80 that is refused (%i) clears the session and leads to the sign-in page',
    async (status) => {
      keep({ [STORAGE_KEYS.tokens]: '{"access":"a"}' })
      refreshing(() => HttpResponse.json({}, { status }))
      open()
      await screen.findByText('Sunvia')
      await act(() => refreshPartner().catch(() => undefined))
      expect(await screen.findByText('The sign-in page')).toBeVisible()
      expect(storedSession()).toEqual([null, null, null])
      expect(window.localStorage.getItem(STORAGE_KEYS.tokens)).not.toBeNull()
    },
  )

  it('R-78 R-81 happens once for ten refused calls, which are repeated', async () => {
    keep()
    guarded()
    refreshing(() => HttpResponse.json({ token: NEXT }))
    const answers = await Promise.all(Array.from({ length: 10 }, read))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
    expect(asked.filter((call) => call.endsWith('/refresh/'))).toHaveLength(1)
    expect(window.localStorage.getItem(STORAGE_KEYS.partnerToken)).toBe(NEXT)
  })

  it.each([39, 41])('R-82 with a token of %i characters fails', async (length) => {
    keep()
    guarded()
    refreshing(() => HttpResponse.json({ token: 'x'.repeat(length) }))
    open()
    await screen.findByText('Sunvia')
    await act(() => read().catch(() => undefined))
    expect(await screen.findByText('The sign-in page')).toBeVisible()
    expect(storedSession()).toEqual([null, null, null])
  })

  it('R-80 R-84 that answers 401 ends the session after one attempt', async () => {
    keep()
    guarded()
    refreshing(() => HttpResponse.json({ code: 'token_invalid' }, { status: 401 }))
    open()
    await screen.findByText('Sunvia')
    await act(() => read().catch(() => undefined))
    await waitFor(() => expect(screen.getByText('The sign-in page')).toBeVisible())
    expect(asked).toEqual(['GET /api/partner/trips/', 'POST /api/partner/auth/refresh/'])
  })
})
