import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { NOTIFICATION_TYPES } from '../../../../contract/vocabulary'
import { notificationKind } from '../../../../src/layout/notifications/notificationKinds'
import { NotificationBell } from '../../../../src/layout/notifications/NotificationBell'
import { takeWarnings } from '../../../support/console/complaints'
import { liveFrame, signInHere } from '../../../support/console/live'
import { ScriptedSocket } from '../../../support/console/scripted-socket'

beforeEach(() => {
  ScriptedSocket.install()
  signInHere()
})
afterEach(() => {
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

/** The bell, connected, once it has drawn these notifications and counts. */
async function bell(items: object[], unread: number, total = items.length) {
  const { Frame } = await liveFrame()
  render(<NotificationBell />, { wrapper: Frame })
  await waitFor(() => expect(ScriptedSocket.alive).toBe(1))
  act(() => ScriptedSocket.last.accept())
  await told(items, unread, total)
  return screen.getByRole('button', { name: /^Notifications/ })
}

async function told(items: object[], unread: number, total = items.length) {
  act(() => {
    ScriptedSocket.last.say({ type: 'notifications', data: items })
    ScriptedSocket.last.say({ type: 'notification_stats', data: { total, unread, read: total - unread } })
  })
  if (unread > 0) await screen.findByRole('button', { name: new RegExp(`, ${unread} unread$`) })
}

async function open(button: HTMLElement) {
  fireEvent.click(button)
  return screen.findByRole('dialog', { name: 'Notifications' })
}

const path = () => screen.getByTestId('path').textContent

describe('the bell', () => {
  it('R-142 is red with a red dot while disconnected, keeps its count, and is itself again afterwards', async () => {
    const button = await bell([notification('a')], 2, 3)
    expect(screen.queryByTestId('live-disconnected')).toBeNull()
    act(() => ScriptedSocket.last.drop(1006))
    expect(await screen.findByTestId('live-disconnected')).toBeInTheDocument()
    expect(button).toHaveAccessibleName('Notifications (disconnected). Notifications, 2 unread')
    fireEvent.mouseOver(button)
    expect(await screen.findByRole('tooltip')).toHaveTextContent('Notifications (disconnected)')
    await waitFor(() => expect(ScriptedSocket.alive).toBe(1), { timeout: 3_000 })
    act(() => ScriptedSocket.last.accept())
    await waitFor(() => expect(screen.queryByTestId('live-disconnected')).toBeNull())
  })
})

describe('the menu', () => {
  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.tld',
    '/\\evil.tld',
    'https://evil.tld',
    '/nope',
    'vehicles',
  ])('R-144 never leads to %s', async (action_url) => {
    const menu = await open(await bell([notification('a', { action_url })], 1))
    fireEvent.click(within(menu).getByRole('button', { name: /Title a/ }))
    expect(path()).toBe('/')
    expect(window.location.origin).toBe('http://localhost:8080')
  })

  it('R-149 says that the server was not told while disconnected', async () => {
    const menu = await open(await bell([notification('a')], 1))
    act(() => ScriptedSocket.last.drop(1006))
    await within(menu).findByText(/Live updates are off/)
    fireEvent.click(within(menu).getByRole('button', { name: /Title a/ }))
    expect(takeWarnings()).toEqual([[expect.stringMatching(/not open/), 'mark_read']])
    expect(screen.getByRole('button', { name: 'Notifications (disconnected)', hidden: true })).toBeInTheDocument()
  })

  it('R-150 gives each type a look of its own, and the default to any other', () => {
    const looks = NOTIFICATION_TYPES.map((type) => notificationKind(type))
    expect(new Set(looks.map(({ icon }) => icon)).size).toBe(7)
    const standard = notificationKind('anything')
    expect(notificationKind('constructor')).toBe(standard)
    expect(looks.includes(standard)).toBe(false)
  })

  it('R-152 shows title, message and time as text', async () => {
    const html = '<img src=x onerror="alert(1)">'
    const menu = await open(await bell([notification('a', { title: html, message: html, time_ago: html })], 1))
    expect(menu.querySelector('img')).toBeNull()
    expect(within(menu).getByRole('listitem').textContent).toBe(`${html}${html}${html}Unread`)
  })

  it('words what the product wrote in the language of the console', async () => {
    const wording = { kind: 'reservation_created', values: { label: 'ABC123', count: 2, journey: 'N7-0830' } }
    const created_at = new Date(Date.now() - 3_600_000).toISOString()
    const menu = await open(await bell([notification('a', { title: 'ABC123 gebucht', wording, created_at })], 1))
    expect(within(menu).getByRole('listitem')).toHaveTextContent('ABC123 booked1 hour ago2 seats, N7-0830.')
  })
})
