import '../../../support/console/media'
import { renderInFrame, signedIn } from '../../../support/console/frame'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BACK_TO_TOP_THRESHOLD_PX } from '../../../../contract/core/limits/console'
import { CONSOLE_RESOURCES } from '../../../../contract/core/vocabulary'
import { BackToTop } from '../../../../src/layout/BackToTop'
import { Footer } from '../../../../src/layout/AppLayout'
import { HorizontalMenu } from '../../../../src/layout/HorizontalMenu'
import { Sidebar } from '../../../../src/layout/Sidebar'
import { TopBar } from '../../../../src/layout/TopBar'
import { NotFoundPage, UnknownAddressPage } from '../../../../src/layout/pages/ErrorPage'
import { staffSession } from '../../../../src/providers/auth/session'
import { i18n } from '../../../../src/providers/i18n/i18n'
import { setMedia } from '../../../support/console/media'

const ROOMY = '(min-width:768px)'
const bar = <TopBar menu={null} customizing={false} onCustomize={() => undefined} />
const hrefs = (scope: HTMLElement) =>
  within(scope)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'))

beforeEach(async () => {
  await i18n.changeLanguage('en')
  signedIn()
})
afterEach(() => {
  staffSession.clear()
  window.localStorage.clear()
  setMedia(ROOMY, false)
  vi.useRealTimers()
})

describe('the menu beside the page', () => {
  it('R-190 groups the links to the dashboard and the thirteen screens, and marks the one that is open', () => {
    renderInFrame(<Sidebar />, '/pricing-rules/7/show')
    const menu = screen.getByRole('navigation')
    expect(hrefs(menu).slice(1, -1)).toEqual([
      '/',
      '/journeys/board',
      '/journeys/calendar',
      '/payments',
      '/tills',
      ...CONSOLE_RESOURCES.map((name) => `/${name}`),
      '/mails',
      '/tasks',
      '/company',
    ])
    expect(
      within(menu)
        .getAllByRole('heading')
        .map((title) => title.textContent),
    ).toEqual(['Transportation management', 'Pricing and seasons', 'Administration', 'System'])
    const marked = within(menu)
      .getAllByRole('link')
      .filter((link) => link.hasAttribute('aria-current'))
    expect(marked.map((link) => link.textContent)).toEqual(['Pricing rules'])
  })

  it.each(['/', '/journeys', '/stations/map', '/customers/duplicates'])('has the same links at %s', (path) => {
    renderInFrame(<Sidebar />, path)
    expect(hrefs(screen.getByRole('navigation'))).toHaveLength(CONSOLE_RESOURCES.length + 10)
  })

  it('links to the board and the calendar, and marks the one that is open', () => {
    renderInFrame(<Sidebar />, '/journeys/board')
    const marked = screen.getAllByRole('link', { current: 'page' })
    expect(marked.map((link) => link.textContent)).toEqual(['Dispatch board'])
    expect(screen.getByRole('link', { name: 'Calendar' })).toHaveAttribute('href', '/journeys/calendar')
  })

  it.each(['/', '/dashboard', '/dashboard/'])('R-02 marks the dashboard at %s', (path) => {
    renderInFrame(<Sidebar />, path)
    expect(screen.getByRole('link', { current: 'page' })).toHaveTextContent('Dashboard')
  })

  it('R-191 opens the API documentation in a new tab without access to the opener', () => {
    renderInFrame(<Sidebar />)
    const link = screen.getByRole('link', { name: 'API documentation' })
    expect(link).toHaveAttribute('target', '_blank')
    expect(link.getAttribute('rel')).toContain('noopener')
    expect(link.getAttribute('href')).toMatch(/\/docs\/$/)
  })

  it('omits what a role may not see, and groups without entries', () => {
    signedIn({ role: 'agent' })
    renderInFrame(<Sidebar />)
    expect(screen.queryByRole('link', { name: 'Users' })).toBeNull()
    expect(screen.queryByRole('heading', { name: 'Administration' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Reservations' })).toBeVisible()
  })

  it('R-195 changes its language at once', async () => {
    renderInFrame(<Sidebar />)
    await act(() => i18n.changeLanguage('de'))
    expect(screen.getByRole('link', { name: 'Fahrzeuge' })).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Vehicles' })).toBeNull()
  })
})

describe('the menu in the header', () => {
  it('R-188 has nine entries', () => {
    renderInFrame(<HorizontalMenu />, '/journeys')
    expect(hrefs(screen.getByRole('navigation'))).toEqual([
      '/',
      '/stations',
      '/vehicles',
      '/routes',
      '/customers',
      '/journeys',
      '/reservations',
      '/users',
      '/partners',
    ])
    expect(screen.getByRole('link', { current: 'page' })).toHaveTextContent('Journeys')
  })

  it('omits what a role may not see', () => {
    signedIn({ role: 'viewer' })
    renderInFrame(<HorizontalMenu />)
    expect(screen.queryByRole('link', { name: 'Users' })).toBeNull()
  })
})

describe('the header', () => {
  it.each([
    ['Ana', 'Ruiz', 'ar', 'Ana Ruiz'],
    ['Ana', '', 'ar', 'Ana'],
    ['', '', 'ar', 'ar'],
    [' ', ' ', 'ar', 'ar'],
    ['', '', '', 'User'],
  ])(
    'R-184 shows the name of the user (%s, %s, %s) with the e-mail address',
    (first_name, last_name, username, name) => {
      setMedia(ROOMY, true)
      signedIn({ first_name, last_name, username })
      renderInFrame(bar)
      expect(screen.getByText(name, { exact: true })).toBeVisible()
      expect(screen.getByText('a@b.example')).toBeVisible()
      expect(document.body.textContent).not.toMatch(/undefined|null|\{/)
    },
  )

  it('R-185 has a badge for staff only', () => {
    setMedia(ROOMY, true)
    const { unmount } = renderInFrame(bar)
    expect(screen.getByText('Staff')).toBeVisible()
    unmount()
    signedIn({ is_staff: false })
    renderInFrame(bar)
    expect(screen.queryByText('Staff')).toBeNull()
  })

  it('R-184, R-185, R-186 moves name, address and badge into the menu when the bar is narrow, and always offers to sign out', async () => {
    renderInFrame(bar)
    expect(screen.queryByText('a@b.example')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Account of Ana Ruiz' }))
    const menu = within(await screen.findByRole('menu'))
    expect(menu.getByText('Ana Ruiz')).toBeVisible()
    expect(menu.getByText('a@b.example')).toBeVisible()
    expect(menu.getByText('Staff')).toBeVisible()
    expect(menu.getByRole('menuitem', { name: 'Sign out' })).toBeVisible()
  })

  it('R-187 offers a new reservation to users who may create one', () => {
    const { unmount } = renderInFrame(bar)
    expect(screen.getByRole('link', { name: 'Create reservation' })).toHaveAttribute('href', '/reservations/create')
    unmount()
    signedIn({ role: 'viewer' })
    renderInFrame(bar)
    expect(screen.queryByRole('link', { name: 'Create reservation' })).toBeNull()
  })

  it('R-167 offers five languages, each in its own words', () => {
    renderInFrame(bar)
    fireEvent.click(screen.getByRole('button', { name: /^Language/ }))
    expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
      'English',
      'العربية',
      'Français',
      'Deutsch',
      'Español',
    ])
  })
})

it('R-196 the footer has the current year', () => {
  vi.useFakeTimers({ now: new Date(2031, 0, 1) })
  renderInFrame(<Footer />)
  expect(screen.getByRole('contentinfo')).toHaveTextContent('© 2031 Wayline')
})

it('R-197 the button to the top appears after more than 50 px, and scrolls to the top', () => {
  const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
  const scroll = (y: number) =>
    act(() => {
      Object.defineProperty(window, 'scrollY', { value: y, configurable: true })
      window.dispatchEvent(new Event('scroll'))
    })
  renderInFrame(<BackToTop />)
  const button = () => screen.queryByRole('button', { name: 'Back to top' })
  scroll(BACK_TO_TOP_THRESHOLD_PX)
  expect(button()).toBeNull()
  scroll(BACK_TO_TOP_THRESHOLD_PX + 1)
  fireEvent.click(button() as HTMLElement)
  expect(scrollTo).toHaveBeenCalledWith(expect.objectContaining({ top: 0 }))
  scroll(0)
  expect(button()).toBeNull()
})

describe('an unknown address', () => {
  it('R-19, R-199 offers a link home, with a title in the current language', async () => {
    renderInFrame(<NotFoundPage />, '/nowhere')
    expect(screen.getByRole('link', { name: 'Go to the dashboard' })).toHaveAttribute('href', '/')
    expect(document.title).toBe('Not found · Wayline')
    await act(() => i18n.changeLanguage('fr'))
    expect(document.title).toBe('Page introuvable · Wayline')
  })

  it('R-19 shows the error page, which differs from the page of a missing record', () => {
    const { unmount } = renderInFrame(<UnknownAddressPage />, '/nowhere')
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Something went wrong')
    expect(screen.getByRole('alert')).toHaveTextContent('We couldn’t find that page.')
    expect(screen.queryByRole('button')).toBeNull()
    unmount()
    renderInFrame(<NotFoundPage />, '/pages/error404')
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Not found')
  })

  it('R-19 leads a partner to the partner dashboard', () => {
    staffSession.clear()
    window.localStorage.setItem('partner_token', 'x'.repeat(40))
    renderInFrame(<NotFoundPage />, '/nowhere')
    expect(screen.getByRole('link')).toHaveAttribute('href', '/partner-dashboard')
  })
})
