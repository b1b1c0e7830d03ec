import type { Locator, Page, WebSocketRoute } from '@playwright/test'
import { makeColleague } from '../support/e2e/colleague'
import { bringAxe, violationsIn } from '../support/e2e/axe'
import { pauseClock } from '../support/e2e/clock'
import { button, heading } from '../support/e2e/screen'
import { accessToken, scriptApi, store, stored } from '../support/e2e/scripted'
import { expect, keepSession, test } from '../support/e2e/test'
import { word } from '../support/e2e/words'
import { make } from '../support/factories'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const bell = (page: Page, name: RegExp | string = /^Notifications/) =>
  page.getByRole('banner').getByRole('button', { name })
const menu = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })
/** Longer than the console gathers messages before it renders them. */
const SPAN_MS = 50
/** Counts animations of icons, on every page that is opened from here on. */
const countPulses = (page: Page) =>
  page.addInitScript(() => {
    const { animate } = SVGElement.prototype
    const seen = window as unknown as { pulses: number }
    seen.pulses = 0
    SVGElement.prototype.animate = function (...how) {
      seen.pulses += 1
      return animate.apply(this, how)
    }
  })
const pulses = (page: Page) => page.evaluate(() => (window as unknown as { pulses: number }).pulses)

/** Returns the visible state of the connection. Red has much more red in it than green or blue. */
async function looks(page: Page) {
  const [icon = '', dot = ''] = await Promise.all([
    bell(page)
      .locator('svg')
      .evaluate((node) => getComputedStyle(node).color),
    page.getByTestId('live-disconnected').evaluateAll(([node]) => (node ? getComputedStyle(node).backgroundColor : '')),
  ])
  const isRed = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).map(Number)
    return red > 1.5 * Math.max(green, blue)
  }
  return { bell: isRed(icon) ? 'red' : 'calm', dot: dot === '' ? 'none' : isRed(dot) ? 'red' : dot }
}

test('R-135, R-138, R-141, R-143, R-145, R-154 a notification appears as soon as a colleague acts, and links to the record', async ({
  page,
  api,
  baseURL,
}) => {
  const reader = await makeColleague(api, baseURL ?? '', 'dispatcher')
  const vehicle = await make(api, 'vehicles')
  const code = String(vehicle['fleet_code'])
  const plate = String(vehicle['registration_plate'])
  await keepSession(page, reader.session, { language: 'en', theme: 'light' })
  await bringAxe(page)
  await countPulses(page)
  await page.goto('/stations')
  await expect(heading(page, 'Stations')).toBeVisible()

  await bell(page, 'Notifications').click()
  await expect(menu(page).getByRole('status')).toHaveText('All caught up! (0 total)')
  await expect(menu(page).getByText('No notifications yet')).toBeVisible()
  await expect(menu(page).getByRole('region', { name: 'Samples' })).toContainText('5days ago')
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  expect(await violationsIn(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(menu(page)).toBeHidden()
  await expect(bell(page)).toBeFocused()
  expect(await pulses(page)).toBe(0)

  const withdrawn = { status: 'out_of_service', status_reason: 'Gearbox' }
  await api.patch(`/vehicles/${String(vehicle['id'])}`, withdrawn, { ifMatch: '*' })
  await expect(bell(page, 'Notifications, 1 unread')).toBeVisible()
  await expect(bell(page)).toHaveText('1')
  await expect.poll(() => pulses(page)).toBeGreaterThan(0)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.reload()
  await expect(bell(page)).toHaveText('1')
  expect(await pulses(page)).toBe(0)

  await bell(page).focus()
  await page.keyboard.press('Enter')
  await expect(menu(page).getByRole('status')).toHaveText('1 unread of 1 total')
  await expect(menu(page).getByRole('region', { name: 'Samples' })).toHaveCount(0)
  expect(await violationsIn(page)).toEqual([])
  await menu(page)
    .getByRole('button', { name: `${code} is out of service` })
    .focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/vehicles/${String(vehicle['id'])}/show$`))
  await expect(heading(page, plate)).toBeVisible()
  await expect(bell(page, 'Notifications')).toBeVisible()

  await page.goto('/notifications')
  const item = page.getByRole('main').getByRole('button', { name: `${code} is out of service` })
  await expect(item).toBeVisible()
  expect(await violationsIn(page)).toEqual([])
  await button(page, 'Unread').click()
  await expect(page.getByRole('main')).toContainText('No matching notifications')
  await button(page, 'Read').click()
  await item.click()
  await expect(heading(page, plate)).toBeVisible()
  await expect(bell(page, 'Notifications')).toBeVisible()
})

test('grouped notifications are one line with place and time, and open the list of exactly those', async ({
  page,
  api,
  baseURL,
}) => {
  const reader = await makeColleague(api, baseURL ?? '', 'dispatcher')
  const delayed = [await make(api, 'journeys'), await make(api, 'journeys')]
  await make(api, 'journeys')
  await keepSession(page, reader.session, { language: 'en', theme: 'light' })
  await bringAxe(page)
  await page.goto('/stations')
  for (const { id } of delayed) await api.post(`/journeys/${String(id)}/delay`, { delay_min: 20 }, { ifMatch: '*' })
  await expect(bell(page, 'Notifications, 1 unread')).toBeVisible()
  await bell(page).click()
  const line = menu(page).getByRole('button', { name: /^2 journeys run late/ })
  await expect(line).toContainText(/Latest: .+ → .+ \d\d:\d\d/)
  expect(await violationsIn(page)).toEqual([])
  await line.click()
  await expect(page.getByText('2 journeys match', { exact: true })).toBeVisible()
  for (const { code } of delayed) await expect(page.getByRole('link', { name: String(code) })).toBeVisible()
  await expect(bell(page, 'Notifications')).toBeVisible()
  expect(await violationsIn(page)).toEqual([])
  await button(page, 'Remove filter: 2 selected').click()
  await expect(page.getByText('2 selected')).toHaveCount(0)
})

test('R-154 notifications are read by keyboard from right to left', async ({ page, api, baseURL }) => {
  const reader = await makeColleague(api, baseURL ?? '', 'dispatcher', { locale: 'ae' })
  const vehicle = await make(api, 'vehicles')
  const withdrawn = { status: 'out_of_service', status_reason: 'Gearbox' }
  await api.patch(`/vehicles/${String(vehicle['id'])}`, withdrawn, { ifMatch: '*' })
  await keepSession(page, reader.session, { language: 'ae', theme: 'dark' })
  await bringAxe(page)
  await page.goto('/stations')
  await page
    .getByRole('banner')
    .getByRole('button', { name: new RegExp(`^${word('app.live.title', 'ae')}،`) })
    .focus()
  await page.keyboard.press('Enter')
  const opened = page.getByRole('dialog', { name: word('app.live.title', 'ae') })
  await expect(opened.getByRole('listitem')).toContainText(String(vehicle['fleet_code']))
  expect(await violationsIn(page)).toEqual([])
  const entry = opened.getByRole('listitem').getByRole('button')
  for (let presses = 0; presses < 4 && !(await entry.evaluate((node) => node === document.activeElement)); presses += 1)
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/vehicles/${String(vehicle['id'])}/show$`))
})

test.describe('with a scripted server', () => {
  /** Signs in at a scripted API and stops the clock. @returns every connection that the page has opened */
  async function start(page: Page, met: (socket: WebSocketRoute, count: number) => void): Promise<WebSocketRoute[]> {
    const sockets: WebSocketRoute[] = []
    let isOpen = false
    await page.clock.install()
    await scriptApi(page)
    await page.routeWebSocket(/\/ws\//, (socket) => {
      sockets.push(socket)
      socket.onMessage(() => (isOpen = true))
      met(socket, sockets.length)
    })
    await store(page, stored(accessToken(3_600)))
    await page.goto('/stations')
    await expect(bell(page)).toBeVisible()
    await expect.poll(() => isOpen).toBe(true)
    expect(sockets).toHaveLength(1)
    await pauseClock(page)
    return sockets
  }

  /** Advances the page's clock in short steps until a locator is visible or hidden. */
  const expectVisible = (page: Page, locator: Locator, isVisible = true) =>
    expect
      .poll(async () => {
        await page.clock.runFor(SPAN_MS)
        return locator.isVisible()
      })
      .toBe(isVisible)

  test('R-114, R-116, R-117, R-122, R-142 connection retries five times, then on request, and not at all after a normal close', async ({
    page,
  }) => {
    let isUp = true
    const sockets = await start(page, (socket) => {
      if (!isUp) void socket.close({ code: 1011 })
    })
    await expectVisible(page, bell(page, 'Notifications'))
    isUp = false
    await sockets[0]?.close({ code: 1012 })
    await expectVisible(page, bell(page, 'Notifications (disconnected)'))
    expect(await looks(page)).toEqual({ bell: 'red', dot: 'red' })
    await bell(page).hover()
    await expectVisible(page, page.getByRole('tooltip'))
    await expect(page.getByRole('tooltip')).toHaveText('Notifications (disconnected)')
    for (const [attempt, seconds] of [1, 2, 4, 8, 16].entries()) {
      await expect
        .poll(async () => {
          await page.clock.runFor(seconds * 500)
          return sockets.length
        })
        .toBe(attempt + 2)
    }
    await page.clock.runFor(600_000)
    await page.clock.runFor(600_000)
    expect(sockets).toHaveLength(6)

    isUp = true
    await bell(page).click()
    await expectVisible(page, button(menu(page), 'Reconnect'))
    await button(menu(page), 'Reconnect').click()
    await expectVisible(page, menu(page).getByText('Live updates are off'), false)
    expect(sockets).toHaveLength(7)
    // The pressed button is gone, and the menu receives the focus after a moment.
    await page.clock.runFor(100)
    await page.keyboard.press('Escape')
    await expectVisible(page, menu(page), false)
    expect(await looks(page)).toEqual({ bell: 'calm', dot: 'none' })
    await sockets[6]?.close({ code: 1000 })
    await expectVisible(page, bell(page, 'Notifications (disconnected)'))
    await page.clock.runFor(600_000)
    expect(sockets).toHaveLength(7)
  })

  test('R-123, R-124, R-129 connection ignores invalid frames, and handles a thousand messages without blocking', async ({
    page,
  }) => {
    const sockets = await start(page, () => undefined)
    const [socket] = sockets
    const say = (message: unknown) => socket?.send(typeof message === 'string' ? message : JSON.stringify(message))
    say('{oops')
    say({ type: 'notification_stats', data: { total: 'many', unread: -1, read: null } })
    say({ type: 'new_notification' })
    say({ type: 'something_else', data: 7 })
    say({ type: 'notification_stats', data: { total: 7, unread: 2, read: 5 } })
    await expectVisible(page, bell(page, 'Notifications, 2 unread'))

    await bell(page).evaluate((node) => {
      const names: (string | null)[] = []
      Object.assign(window, { names })
      new MutationObserver(() => names.push(node.getAttribute('aria-label'))).observe(node, {
        attributeFilter: ['aria-label'],
      })
    })
    const drawnNames = () => page.evaluate(() => (window as unknown as { names: string[] }).names)
    for (let id = 0; id < 1_000; id += 1)
      say({ type: 'new_notification', data: { id, title: `Message ${id}`, is_read: false } })
    const warned = page.waitForEvent('console', (message) => message.text().includes('{the end'))
    say('{the end')
    await warned
    // A thousand messages are rendered once, by the next timer.
    expect(await drawnNames()).toEqual([])
    await page.clock.runFor(SPAN_MS)
    await expect(bell(page, 'Notifications, 1,002 unread')).toBeVisible()
    expect(await drawnNames()).toEqual(['Notifications, 1,002 unread'])
    await expect(bell(page)).toHaveText('99+')
  })
})

test('notifications follow the preferences of the user', async ({ page, api, baseURL }) => {
  const reader = await makeColleague(api, baseURL ?? '', 'manager')
  await keepSession(page, reader.session, { language: 'en', theme: 'light' })
  await bringAxe(page)
  await page.goto('/notifications')
  await button(page, 'Preferences').click()
  const dialog = page.getByRole('dialog', { name: 'Notification preferences' })
  await dialog.getByRole('radio', { name: 'Everything my role can follow' }).check()
  await dialog.getByRole('checkbox', { name: 'Vehicle' }).uncheck()
  await dialog.getByRole('switch', { name: 'Quiet hours' }).check()
  await expect(dialog.getByLabel('From')).toHaveValue('22:00')
  expect(await violationsIn(page)).toEqual([])
  await button(dialog, 'Save').click()
  await expect(dialog).toBeHidden()

  const vehicle = await make(api, 'vehicles')
  const withdrawn = { status: 'out_of_service', status_reason: 'Gearbox' }
  await api.patch(`/vehicles/${String(vehicle['id'])}`, withdrawn, { ifMatch: '*' })
  await make(api, 'routes')
  await expect(bell(page, 'Notifications, 1 unread')).toBeVisible()
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
  await page.reload()
  await button(page, 'Preferences').click()
  await expect(dialog.getByRole('checkbox', { name: 'Vehicle' })).not.toBeChecked()
})
