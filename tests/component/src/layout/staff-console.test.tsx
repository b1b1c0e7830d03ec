import { DARK_SYSTEM, LITTLE_MOTION, setMedia } from '../../../support/console/media'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useResourceDefinitions, useTheme } from 'react-admin'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CONSOLE_RESOURCES } from '../../../../contract/core/vocabulary'
import { prefetchPage, StaffConsole } from '../../../../src/layout/StaffConsole'
import { staffSession } from '../../../../src/providers/auth/session'
import { I18nContext } from '../../../../src/providers/i18n/I18nContext'
import { SettingsProvider, useSettings } from '../../../../src/providers/settings/SettingsProvider'
import { words } from '../../../support/console/frame'
import { ScriptedSocket } from '../../../support/console/scripted-socket'
import { accessToken, ANA, answer, script } from '../../../support/console/session'

const { faults } = vi.hoisted(() => ({ faults: { frame: false, page: false } }))

vi.mock('../../../../src/layout/Header', () => ({
  Header: () => {
    if (faults.frame) throw new Error('The header failed')
    return <header>Header</header>
  },
}))
vi.mock('../../../../src/resources/dashboard/Dashboard', () => ({
  default: function Dashboard() {
    const [theme, setTheme] = useTheme()
    const { scheme, theme: setting } = useSettings()
    const definitions = useResourceDefinitions()
    if (faults.page) throw new Error('The page failed')
    return (
      <>
        <p>Resources: {Object.keys(definitions).join(' ')}</p>
        <p>
          Themes: {theme} {scheme} {setting}
        </p>
        <button onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}>Toggle</button>
      </>
    )
  },
}))

const WIDE = '(min-width:768px)'
const STATION = { id: '1', version: 1, code: 'HRB', name: { en: 'Harbour' }, is_active: true }

beforeEach(() => {
  ScriptedSocket.install()
  setMedia(LITTLE_MOTION, true)
  script({ 'GET /auth/me/': () => answer(ANA), 'GET /notifications/': () => answer([]) })
})
afterEach(() => {
  Object.assign(faults, { frame: false, page: false })
  staffSession.clear()
  window.localStorage.clear()
  setMedia(DARK_SYSTEM, false)
  setMedia(LITTLE_MOTION, false)
  vi.unstubAllGlobals()
})

const open = (path: string) => {
  const router = createMemoryRouter([{ path: '*', Component: StaffConsole }], { initialEntries: [path] })
  render(
    <SettingsProvider>
      <I18nContext value={words}>
        <RouterProvider router={router} />
      </I18nContext>
    </SettingsProvider>,
  )
  return router
}

const signIn = () => staffSession.start({ tokens: { access: accessToken(600), refresh: null }, user: ANA })

/** Discards the log entries of React about an error that a boundary caught. */
const forgetErrors = () => vi.mocked(globalThis.console.error).mockClear()

describe('the staff console', () => {
  it('registers every resource with react-admin', async () => {
    signIn()
    open('/')
    expect(await screen.findByText(`Resources: ${CONSOLE_RESOURCES.join(' ')}`)).toBeVisible()
  })

  it('shows the rows that were read before it was rendered, and reads them once', async () => {
    setMedia(WIDE, true)
    signIn()
    const listed = vi.fn(
      () => new Response(JSON.stringify([STATION]), { headers: { 'Content-Range': 'stations 0-0/1' } }),
    )
    script({
      'GET /auth/me/': () => answer(ANA),
      'GET /notifications/': () => answer([]),
      'GET /saved-views/': () => answer([]),
      'GET /list-columns/': () => answer({}),
      'GET /facets/stations/': () => answer({}),
      'GET /stations/': listed,
    })
    window.history.replaceState(null, '', '/stations')
    await prefetchPage(window.location)
    open('/stations')
    expect(await screen.findByRole('link', { name: 'Harbour' })).toBeVisible()
    expect(listed).toHaveBeenCalledOnce()
    setMedia(WIDE, false)
  })

  it('shows the sign-in page to visitors without a session', async () => {
    const router = open('/dashboard')
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    expect(screen.queryByText('Header')).toBeNull()
  })

  it('shows unknown addresses to anyone, without a frame', async () => {
    open('/unknown')
    expect(await screen.findByRole('alert')).toBeVisible()
    expect(screen.queryByText('Header')).toBeNull()
  })

  it('keeps the frame around a page that fails', async () => {
    signIn()
    faults.page = true
    open('/')
    expect(await screen.findByRole('alert')).toBeVisible()
    expect(screen.getByText('Header')).toBeVisible()
    forgetErrors()
    vi.mocked(globalThis.console.warn).mockClear()
  })

  it('shows an error page when the frame fails, until the next navigation', async () => {
    signIn()
    faults.frame = true
    const router = open('/')
    expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong')
    forgetErrors()
    faults.frame = false
    await act(() => router.navigate('/dashboard'))
    expect(await screen.findByText('Header')).toBeVisible()
  })
})

describe("react-admin's theme", () => {
  it('changes the setting', async () => {
    signIn()
    open('/')
    expect(await screen.findByText('Themes: light light light')).toBeVisible()
    fireEvent.click(screen.getByRole('button', { name: 'Toggle' }))
    expect(await screen.findByText('Themes: dark dark dark')).toBeVisible()
  })

  it('follows the system when the setting does', async () => {
    window.localStorage.setItem('theme', 'system')
    signIn()
    open('/')
    expect(await screen.findByText('Themes: light light system')).toBeVisible()
    act(() => setMedia(DARK_SYSTEM, true))
    expect(await screen.findByText('Themes: dark dark system')).toBeVisible()
  })
})
