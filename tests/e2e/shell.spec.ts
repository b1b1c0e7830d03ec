import type { Page } from '@playwright/test'
import { LOADER_FADE_MS } from '../../contract/core/limits/console'
import { CONSOLE_RESOURCES } from '../../contract/core/vocabulary'
import { pauseClock, pressSequence } from '../support/e2e/clock'
import { button, heading } from '../support/e2e/screen'
import { expect, test } from '../support/e2e/test'
import { word } from '../support/e2e/words'
import { make } from '../support/factories'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Main menu' })
const LIST_CODE = '**/assets/list-*.js'

test('R-02, R-18 same screen is shown at / and /dashboard, and with a trailing slash', async ({ office: page }) => {
  for (const path of ['/', '/dashboard']) {
    await page.goto(path)
    await expect(heading(page, 'Dashboard')).toBeVisible()
    expect(new URL(page.url()).pathname).toBe(path)
    await expect(sidebar(page).getByRole('link', { name: 'Dashboard', exact: true })).toHaveAttribute('aria-current')
  }
  await page.goto('/vehicles/')
  await expect(heading(page, 'Vehicles')).toBeVisible()
  await expect(sidebar(page).getByRole('link', { name: 'Vehicles', exact: true })).toHaveAttribute('aria-current')
})

test('R-24, R-198 screen shows its own text while it loads, and the console a loader that fades out once', async ({
  office: page,
}) => {
  await page.clock.install()
  await pauseClock(page)
  await page.goto('/')
  const loader = page.locator('#loader')
  await expect(loader).toHaveAttribute('data-done')
  await expect(loader).toHaveCSS('transition', `opacity ${LOADER_FADE_MS / 1000}s ease-out`)
  await expect(loader).toHaveCSS('opacity', '0')
  await page.clock.runFor(LOADER_FADE_MS - 1)
  await expect(loader).toHaveCount(1)
  await page.clock.runFor(1)
  await expect(loader).toHaveCount(0)
  await page.clock.resume()
  await expect(heading(page, 'Dashboard')).toBeVisible()

  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let fetched = 0
  await page.route(LIST_CODE, async (route) => {
    fetched += 1
    await held
    await route.continue()
  })
  await sidebar(page).getByRole('link', { name: 'Stations', exact: true }).click()
  const wait = page.getByText('Loading translations...')
  await expect(wait).toBeVisible()
  await expect(wait, 'a short wait does not flash its words').toHaveCSS('animation-delay', '0.3s')
  await expect(wait).toHaveCSS('opacity', '1')
  await expect(loader).toHaveCount(0)
  release()
  await expect(heading(page, 'Stations')).toBeVisible()
  expect(fetched).toBeGreaterThan(0)
})

test('R-25 screen that could not be fetched shows a notice, and loads when the network is back', async ({
  office: page,
  expectedFaults,
}) => {
  expectedFaults.push(/Failed to load resource/, /dynamically imported module/, /A page failed/)
  await page.goto('/')
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await page.route('**/*', (route) => route.abort('internetdisconnected'))
  await sidebar(page).getByRole('link', { name: 'Stations', exact: true }).click()
  const notice = page.getByRole('main').getByRole('alert')
  await expect(notice).toContainText('This page couldn’t be loaded')
  await expect(page).toHaveTitle('This page couldn’t be loaded · Wayline')
  await button(notice, 'Try again').click()
  await expect(notice).toContainText('The server still isn’t responding.')
  await page.unrouteAll()
  await button(notice, 'Try again').click()
  await expect(heading(page, 'Stations')).toBeVisible()
})

test('menu does not shift when a page is opened, and two keys open the board', async ({ office: page }) => {
  await page.clock.install()
  await page.goto('/')
  const places = () =>
    sidebar(page)
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => [link.textContent, link.getBoundingClientRect().top]))
  await expect(sidebar(page).getByRole('link', { name: 'Dispatch board', exact: true })).toBeVisible()
  const before = await places()
  for (const name of ['Journeys', 'Calendar', 'Customers', 'Stations', 'Outbox', 'Background tasks']) {
    await sidebar(page).getByRole('link', { name, exact: true }).click()
    await expect(sidebar(page).locator('[aria-current=page]')).toHaveText(name)
    expect(await places()).toEqual(before)
  }
  await expect(heading(page, 'Background tasks')).toBeVisible()
  await pressSequence(page, 'g', 'b')
  await expect(page).toHaveURL(/\/journeys\/board$/)
  expect(await places()).toEqual(before)
})

test('R-187, R-191, R-192, R-194, R-199 every screen has menu, header, footer and title', async ({
  office: page,
  context,
}) => {
  await context.route('**/api/docs/**', (route) => route.fulfill({ contentType: 'text/html', body: 'The API' }))
  await page.goto('/')
  const titles = new Set<string>()
  for (const resource of CONSOLE_RESOURCES) {
    const name = word(`resources.${resource}.name_other`)
    await sidebar(page).getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveTitle(`${name} · Wayline`)
    titles.add(await page.title())
  }
  expect(titles.size).toBe(CONSOLE_RESOURCES.length)
  await expect(page.getByRole('contentinfo')).toContainText(String(new Date().getFullYear()))

  const panel = page.locator('#side-panel')
  await expect(panel).toHaveCSS('width', '260px')
  await button(page, 'Close menu').click()
  await expect(sidebar(page)).toBeHidden()
  await page.reload()
  await expect(heading(page, 'Partners')).toBeVisible()
  await expect(sidebar(page)).toBeHidden()
  await button(page, 'Open menu').click()
  await expect(panel).toHaveCSS('width', '260px')

  const opened = context.waitForEvent('page')
  await sidebar(page).getByRole('link', { name: 'API documentation' }).click()
  const documentation = await opened
  await expect(documentation.getByText('The API')).toBeVisible()
  expect(await documentation.evaluate(() => window.opener === null)).toBe(true)
  await documentation.close()

  await page.getByRole('banner').getByRole('link', { name: 'Create reservation' }).click()
  await expect(page).toHaveURL(/\/reservations\/create$/)
})

test('R-193 menu closes after a choice on a narrow screen, and stays open on a wide one', async ({ office: page }) => {
  await page.setViewportSize({ width: 1023, height: 800 })
  await page.goto('/')
  await button(page, 'Open menu').click()
  await expect(sidebar(page)).toBeVisible()
  await sidebar(page).getByRole('link', { name: 'Vehicles', exact: true }).click()
  await expect(heading(page, 'Vehicles')).toBeVisible()
  await expect(sidebar(page)).toBeHidden()

  await page.setViewportSize({ width: 1024, height: 800 })
  await sidebar(page).getByRole('link', { name: 'Stations', exact: true }).click()
  await expect(heading(page, 'Stations')).toBeVisible()
  await expect(sidebar(page)).toBeVisible()
})

test('R-195, R-199 menu, header and title follow the language', async ({ office: page }) => {
  await page.goto('/vehicles')
  await expect(page).toHaveTitle('Vehicles · Wayline')
  // A reload would restore the initial language of the test.
  await page.getByRole('button', { name: /^Language/ }).click()
  await page.getByRole('menuitem', { name: 'Deutsch' }).click()
  await expect(page).toHaveTitle('Fahrzeuge · Wayline')
  await expect(page.getByRole('link', { name: 'Buchung anlegen' }).first()).toBeVisible()
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Fahrten' })).toBeVisible()
})

test('R-199 error and sign-in pages have titles of their own', async ({ page }) => {
  for (const [path, title] of [
    ['/pages/error404', 'Not found · Wayline'],
    ['/vehicles/a/b/c', 'Something went wrong · Wayline'],
    ['/login', 'Sign in · Wayline'],
  ] as const) {
    await page.goto(path)
    await expect(page).toHaveTitle(title)
  }
})

test('R-197, R-200 button to the top appears after 50 px; menus cover the page, trap the focus and close on Escape', async ({
  office: page,
  api,
}) => {
  const station = await make(api, 'stations')
  await page.goto(`/stations/${String(station['id'])}`)
  await expect(button(page, 'Save')).toBeVisible()
  const up = button(page, 'Back to top')
  await page.evaluate(() => window.scrollTo(0, 50))
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(50)
  await expect(up).toBeHidden()
  await page.evaluate(() => window.scrollTo(0, 51))
  await up.click()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await expect(up).toBeHidden()

  const opener = button(page, 'Appearance')
  for (const [open, role] of [
    [opener, 'dialog'],
    [page.getByRole('button', { name: /^Account of/ }), 'menu'],
  ] as const) {
    await open.click()
    const popup = page.getByRole(role)
    await expect(popup).toBeVisible()
    expect(await popup.evaluate((element) => document.getElementById('root')?.contains(element))).toBe(false)
    for (let step = 0; step < 12; step += 1) await page.keyboard.press(role === 'menu' ? 'ArrowDown' : 'Tab')
    expect(await page.evaluate(() => document.getElementById('root')?.contains(document.activeElement))).toBe(false)
    await page.keyboard.press('Escape')
    await expect(popup).toBeHidden()
    await expect(open).toBeFocused()
  }
})
