import '../../../support/console/media'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { staffSession } from '../../../../src/providers/auth/session'
import { api } from '../../../support/http-calls'
import { notificationStyle } from '../../../../src/features/notifications/NotificationItem'
import { NotificationBell } from '../../../../src/features/notifications/NotificationBell'
import { LITTLE_MOTION, setMedia } from '../../../support/console/media'
import { takeWarnings } from '../../../support/console/complaints'
import { liveFrame, signInHere } from '../../../support/console/live'
import { ScriptedSocket } from '../../../support/console/scripted-socket'
import { NOTIFICATION_TYPES } from '../../../../contract/core/vocabulary'

vi.mock('../../../../contract/core/limits/live', async (original) => ({
  ...(await original<object>()),
  LIVE_RECONNECT_BASE_MS: 1,
}))

/** jsdom does not implement animations. */
const animate = vi.fn()

beforeEach(() => {
  SVGElement.prototype.animate = animate
  animate.mockClear()
  ScriptedSocket.install()
  signInHere()
})
afterEach(() => {
  setMedia(LITTLE_MOTION, false)
  vi.unstubAllGlobals()
  window.localStorage.clear()
})

const notification = (id: string | number, more: object = {}) => ({
  id,
  title: `Title ${id}`,
  message: `Message ${id}`,
  notification_type: 'vehicle_update',
  is_read: false,
  read_at: null,
  time_ago: '3 minutes ago',
  action_url: null,
  ...more,
})

/** Renders and connects the bell, and waits until it shows these notifications and counts. */
async function bell(items: object[], unread: number, total = items.length) {
  const { Frame } = await liveFrame()
  render(<NotificationBell />, { wrapper: Frame })
  await waitFor(() => expect(ScriptedSocket.alive).toBe(1))
  act(() => ScriptedSocket.last.accept())
  await receive(items, unread, total)
  return screen.getByRole('button', { name: /^Notifications/, hidden: true })
}

async function receive(items: object[], unread: number, total = items.length) {
  act(() => {
    ScriptedSocket.last.say({ type: 'notifications', data: items })
    ScriptedSocket.last.say({ type: 'notification_stats', data: { total, unread, read: total - unread } })
  })
  if (unread > 0) await screen.findByRole('button', { name: new RegExp(`, ${unread} unread$`), hidden: true })
}

async function open(button: HTMLElement) {
  fireEvent.click(button)
  return screen.findByRole('dialog', { name: 'Notifications' })
}

const sent = (type: string) => ScriptedSocket.last.sent.filter((message) => (message as { type: string }).type === type)
const path = () => screen.getByTestId('path').textContent

describe('the bell', () => {
  it.each([
    [0, ''],
    [1, '1'],
    [99, '99'],
    [100, '99+'],
  ])(
    'R-140 R-141 R-154 with %d unread shows "%s", also in its label, and pulses while there are any',
    async (unread, shown) => {
      const button = await bell([notification('a')], unread, 100)
      expect(button.textContent).toBe(shown)
      expect(button.querySelector('.MuiBadge-invisible') !== null).toBe(unread === 0)
      expect(animate).toHaveBeenCalledTimes(unread > 0 ? 1 : 0)
      expect(button).toHaveAccessibleName(unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`)
    },
  )

  it('R-141 does not move for users who prefer reduced motion', async () => {
    setMedia(LITTLE_MOTION, true)
    await bell([notification('a')], 2, 3)
    expect(animate).not.toHaveBeenCalled()
  })

  it('R-142 is red with a red dot while disconnected, keeps its count, and recovers afterwards', async () => {
    const button = await bell([notification('a')], 2, 3)
    expect(screen.queryByTestId('live-disconnected')).toBeNull()
    act(() => ScriptedSocket.last.drop(1006))
    expect(await screen.findByTestId('live-disconnected')).toBeInTheDocument()
    expect(button).toHaveAccessibleName('Notifications (disconnected). Notifications, 2 unread')
    fireEvent.mouseOver(button)
    expect(await screen.findByRole('tooltip')).toHaveTextContent('Notifications (disconnected)')
    await waitFor(() => expect(ScriptedSocket.alive).toBe(1))
    act(() => ScriptedSocket.last.accept())
    await waitFor(() => expect(screen.queryByTestId('live-disconnected')).toBeNull())
  })

  it('R-112 has one socket under StrictMode, and none after the sign-out', async () => {
    await bell([], 0)
    expect(ScriptedSocket.alive).toBe(1)
    const socket = ScriptedSocket.last
    act(() => staffSession.clear())
    expect(socket.closedWith).toBe(1000)
    expect(ScriptedSocket.alive).toBe(0)
  })
})

describe('a session that a refused call ends', () => {
  const refused = async () => {
    vi.stubGlobal('fetch', async () => new Response('{}', { status: 401 }))
    await act(() => api('/stations/').then(undefined, () => undefined))
  }
  afterEach(() => vi.useRealTimers())

  it('R-77 closes the connection with 1000', async () => {
    await bell([], 0)
    const socket = ScriptedSocket.last
    await refused()
    expect(staffSession.tokens()).toBeNull()
    expect([socket.closedWith, ScriptedSocket.alive]).toEqual([1000, 0])
  })

  it('R-77 cancels the wait for the next connection', async () => {
    await bell([], 0)
    vi.useFakeTimers()
    const made = ScriptedSocket.all.length
    act(() => ScriptedSocket.last.drop(1006))
    await refused()
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(ScriptedSocket.all).toHaveLength(made)
  })
})

describe('the menu', () => {
  it('R-135 R-136 R-137 R-146 has a title, counts, a refresh button, and a button to read all while some are unread', async () => {
    const menu = await open(await bell([notification('a'), notification('b', { is_read: true })], 1))
    expect(within(menu).getByRole('heading')).toHaveTextContent('Notifications')
    expect(within(menu).getByRole('status')).toHaveTextContent('1 unread of 2 total')
    const before = sent('get_notifications').length
    fireEvent.click(within(menu).getByRole('button', { name: 'Refresh' }))
    expect(sent('get_notifications')).toHaveLength(before + 1)
    fireEvent.click(within(menu).getByRole('button', { name: 'Mark all as read' }))
    expect(sent('mark_read')).toEqual([{ type: 'mark_read', notification_ids: [] }])
    expect(within(menu).getByRole('status')).toHaveTextContent('All caught up! (2 total)')
    expect(within(menu).queryByRole('button', { name: 'Mark all as read' })).toBeNull()
  })

  it('R-138 R-153 without notifications shows a message, and its samples are labelled and not counted', async () => {
    const button = await bell([], 0)
    const menu = await open(button)
    expect(within(menu).getByRole('status')).toHaveTextContent('All caught up! (0 total)')
    expect(within(menu).getByText('No notifications yet')).toBeInTheDocument()
    const samples = within(menu).getByRole('region', { name: 'Samples' })
    expect(samples.textContent).toMatch(/1hr.*2hr.*2days.*5days/)
    expect(within(menu).queryByRole('list')).toBeNull()
    expect(button).toHaveAccessibleName('Notifications')
    await receive([notification('a')], 1)
    expect(within(menu).queryByRole('region', { name: 'Samples' })).toBeNull()
    expect(within(menu).getAllByRole('listitem')).toHaveLength(1)
  })

  it.each([
    [10, false],
    [11, true],
  ])('R-139 of %d lists at most ten, and offers all of them: %s', async (count, offered) => {
    const menu = await open(
      await bell(
        Array.from({ length: count }, (_, index) => notification(`n${index}`)),
        count,
      ),
    )
    expect(within(menu).getAllByRole('listitem')).toHaveLength(10)
    const all = within(menu).queryByRole('button', { name: 'View all notifications' })
    expect(all !== null).toBe(offered)
    if (all) fireEvent.click(all)
    expect(path()).toBe(offered ? '/notifications' : '/')
  })

  it('R-143 R-145 marks an unread notification as read on a click and opens its target', async () => {
    const items = [
      notification(7, { action_url: '/vehicles/7' }),
      notification('b', { is_read: true, read_at: 'then', action_url: '/routes/3' }),
      notification('c'),
    ]
    const button = await bell(items, 2)
    fireEvent.click(within(await open(button)).getByRole('button', { name: /Title 7/ }))
    expect(sent('mark_read')).toEqual([{ type: 'mark_read', notification_ids: [7] }])
    expect(path()).toBe('/vehicles/7')
    expect(button).toHaveAccessibleName('Notifications, 1 unread')
    fireEvent.click(within(await open(button)).getByRole('button', { name: /Title b/ }))
    expect(path()).toBe('/routes/3')
    expect(sent('mark_read')).toHaveLength(1)
    fireEvent.click(within(await open(button)).getByRole('button', { name: /Title c/ }))
    expect(path()).toBe('/routes/3')
    expect(sent('mark_read')).toHaveLength(2)
  })

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.tld',
    '/\\evil.tld/vehicles/7',
    '//evil.tld/vehicles/7',
    '/\t/evil.tld/vehicles/7',
    'https://evil.tld/vehicles/7',
    '/nope',
    'vehicles',
  ])('R-144 never leads to %s', async (action_url) => {
    const menu = await open(await bell([notification('a', { action_url })], 1))
    fireEvent.click(within(menu).getByRole('button', { name: /Title a/ }))
    expect(path()).toBe('/')
    expect(window.location.origin).toBe('http://localhost:8080')
  })

  it('R-149 shows that the server was not notified while disconnected', async () => {
    const menu = await open(await bell([notification('a')], 1))
    act(() => ScriptedSocket.last.drop(1006))
    await within(menu).findByText(/Live updates are off/)
    fireEvent.click(within(menu).getByRole('button', { name: /Title a/ }))
    expect(takeWarnings()).toEqual([[expect.stringMatching(/not open/), 'mark_read']])
    expect(screen.getByRole('button', { name: 'Notifications (disconnected)', hidden: true })).toBeInTheDocument()
  })

  it('R-150 R-151 gives each type its own icon, and the default to any other', () => {
    const looks = NOTIFICATION_TYPES.map((type) => notificationStyle(type))
    expect(new Set(looks.map(({ icon }) => icon)).size).toBe(7)
    const standard = notificationStyle('anything')
    expect(notificationStyle('constructor')).toBe(standard)
    expect(looks.includes(standard)).toBe(false)
  })

  it('R-152 shows title, message and time as text', async () => {
    const html = '<img src=x onerror="alert(1)">'
    const menu = await open(await bell([notification('a', { title: html, message: html, time_ago: html })], 1))
    expect(menu.querySelector('img')).toBeNull()
    expect(within(menu).getByRole('listitem').textContent).toBe(`${html}${html}${html}Unread`)
  })

  it('shows notifications of the product in the language of the console', async () => {
    const trip = { who: 'Anna Keller', from: 'Málaga', to: 'Granada', at: '2020-02-07T14:05' }
    const wording = { kind: 'reservation_created', values: { label: 'ABC123', count: 2, by: 'Maria Lopez', ...trip } }
    const created_at = new Date(Date.now() - 3_600_000).toISOString()
    const menu = await open(await bell([notification('a', { title: 'ABC123 gebucht', wording, created_at })], 1))
    expect(within(menu).getByRole('listitem')).toHaveTextContent(
      'Anna Keller, Málaga → Granada, 7 Feb 14:05' + '1 hour ago' + 'Booked: ABC123, 2 seats. By Maria Lopez.',
    )
  })

  it('shows grouped notifications as one, which replaces its earlier version and opens the list of all', async () => {
    const grouped = (id: string, count: number) =>
      notification(id, {
        group: 'holds',
        action_url: `/reservations?filter=${encodeURIComponent('{"id":["a","b"]}')}`,
        wording: { kind: 'reservation_expired', values: { label: 'ABC123', group: count, who: 'Anna Keller' } },
      })
    const button = await bell([grouped('a', 2)], 1)
    act(() => ScriptedSocket.last.say({ type: 'new_notification', data: grouped('b', 12) }))
    const menu = await open(button)
    await waitFor(() => expect(within(menu).getByRole('listitem')).toHaveTextContent('12 holds expired'))
    expect(within(menu).getByRole('listitem')).toHaveTextContent('Latest: Anna Keller')
    expect(within(menu).getByRole('status')).toHaveTextContent('1 unread of 1 total')
    fireEvent.click(within(menu).getByRole('button', { name: /12 holds expired/ }))
    expect(sent('mark_read')).toEqual([{ type: 'mark_read', notification_ids: ['b'] }])
    expect(path()).toMatch(/^\/reservations/)
  })

  it('R-154 closes with Escape and gives the focus back', async () => {
    const button = await bell([notification('a')], 1)
    button.focus()
    const menu = await open(button)
    await waitFor(() => expect(menu.contains(document.activeElement)).toBe(true))
    fireEvent.keyDown(menu, { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(button).toHaveFocus()
  })
})
