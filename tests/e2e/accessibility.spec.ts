import type { Page } from '@playwright/test'
import { LANGUAGES } from '../../contract/core/languages'
import { bringAxe, violationsIn } from '../support/e2e/axe'
import { addressOf, fillCompany, PAGES_WITHOUT_FRAME, PARTNER_SECTIONS, STAFF_PAGES } from '../support/e2e/pages'
import { invite, keepPortal, portal } from '../support/e2e/portal'
import { box, button, heading, visit } from '../support/e2e/screen'
import { STORAGE_KEYS } from '../support/e2e/storage'
import { expect, test } from '../support/e2e/test'
import { label, word } from '../support/e2e/words'
import { make } from '../support/factories'
import { LONG_TEST_TIMEOUT_MS } from '../support/timeouts'

const WIDE = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }
const USUAL = { language: 'en', theme: 'light', size: WIDE } as const
const IN_ALL_LOOKS = process.env['WAYLINE_AXE'] === 'all'
/** Languages, themes and sizes to check. The parts are the same in all; colours, lengths and directions differ. */
const LOOKS = IN_ALL_LOOKS
  ? [
      ...LANGUAGES.flatMap((language) => [
        { language, theme: 'light', size: WIDE } as const,
        { language, theme: 'dark', size: WIDE } as const,
      ]),
      { language: 'de', theme: 'light', size: PHONE } as const,
    ]
  : [USUAL]

/** Collects the violations of several pages, so that a run reports all of them. */
function collector(page: Page) {
  const found: Record<string, string[]> = {}
  const check = async (name: string, without: readonly string[] = []) => {
    const violations = await violationsIn(page, without)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
    if (wide) violations.push('the page is wider than the window')
    if (violations.length > 0) found[name] = violations
  }
  return { found, check }
}

const main = (page: Page) => page.getByRole('main')
const loading = (page: Page) => page.locator('.MuiSkeleton-root, [aria-busy=true], #loader')

/** Waits until a page is complete and has no pending requests. */
async function settled(page: Page, shows: string): Promise<void> {
  await expect(main(page).locator('h1:not([data-left])').filter({ visible: true })).toHaveCount(1)
  await expect(main(page).locator(shows).filter({ visible: true }).first()).toBeVisible()
  await expect(loading(page)).toHaveCount(0)
}

/** Opens a page within the console. The title of the previous page is marked, so that it does not count as the new one. */
async function open(page: Page, path: string, shows: string): Promise<void> {
  await page.evaluate(() => document.querySelector('main h1')?.setAttribute('data-left', ''))
  await visit(page, path)
  await expect(page).toHaveURL((url) => url.pathname === path.split('?')[0])
  await settled(page, shows)
}

test.beforeEach(({ page }) => bringAxe(page))

for (const size of [{ width: 1440, height: 900 }, PHONE, { width: 844, height: 390 }])
  test(`the buttons of a long dialog stay in sight at ${size.width} × ${size.height}`, async ({
    office: page,
    api,
  }) => {
    const journey = await make(api, 'journeys')
    await make(api, 'fares', { route_id: journey['route_id'] })
    const legs = [{ journey_id: journey['id'], board_seq: 1, alight_seq: journey['call_count'] }]
    const reservation = await make(api, 'reservations', { legs })
    await page.setViewportSize(size)
    await page.goto(`/reservations/${String(reservation['id'])}/show`)
    await button(page, word('app.desk.steps.change')).click()
    const dialog = page.getByRole('dialog')
    const apply = dialog.locator('button[type=submit]')
    await expect(apply).toBeInViewport({ ratio: 1 })
    await dialog.getByRole('button', { name: 'Passengers', exact: true }).click()
    await expect(dialog.getByRole('group', { name: label('reservations', 'passengers') })).toBeAttached()
    await expect(apply).toBeInViewport({ ratio: 1 })
  })

for (const theme of ['light', 'dark'] as const)
  test.describe(theme, () => {
    test.use({ reader: { language: 'en', theme } })
    test(`the undo button of a message has enough contrast (${theme})`, async ({ office: page, api }) => {
      const station = await make(api, 'stations')
      await page.goto(`/stations/${String(station['id'])}`)
      await box(page, label('stations', 'city')).fill('Elsewhere')
      await button(page, word('ra.action.save')).click()
      const undo = page.locator('.MuiSnackbar-root').getByRole('button', { name: word('ra.action.undo') })
      // A message stays open while the pointer is over it.
      await page.locator('.MuiSnackbar-root').hover({ position: { x: 4, y: 4 } })
      await expect(undo).toBeVisible()
      expect(await violationsIn(page)).toEqual([])
      await undo.hover()
      expect(await violationsIn(page)).toEqual([])
    })
  })

for (const { language, theme, size } of LOOKS)
  test.describe(() => {
    test.use({ reader: { language, theme }, viewport: size })
    const look = `(${language}, ${theme}, ${size.width}${LOOKS.length === 1 ? '; all looks with WAYLINE_AXE=all' : ''})`

    // In the usual look, each page is checked where its layout shift is measured.
    if (IN_ALL_LOOKS)
      test(`every page of the console and of the portal is accessible ${look}`, async ({
        office: page,
        api,
        expectedFaults,
      }) => {
        test.setTimeout(LONG_TEST_TIMEOUT_MS)
        expectedFaults.push(/status of 404/)
        const ids = await fillCompany(api)
        const { found, check } = collector(page)
        await page.goto('/')
        await settled(page, 'section')
        for (const [route, shows] of Object.entries(STAFF_PAGES)) {
          await open(page, addressOf(route, ids), shows)
          await check(route)
        }
        const theirs = await portal(api)
        await make(api, 'reservations', { partner_id: theirs.partner['id'], channel: 'partner' })
        await keepPortal(page, theirs, { language, theme })
        await page.goto('/partner-dashboard?section=docs')
        await settled(page, PARTNER_SECTIONS.docs)
        for (const [section, shows] of Object.entries(PARTNER_SECTIONS)) {
          await open(page, `/partner-dashboard?section=${section}`, shows)
          await check(`the portal's ${section}`)
        }
        expect(found).toEqual({})
      })

    test(`pages without a record or a right are accessible ${look}`, async ({ office: page, expectedFaults }) => {
      expectedFaults.push(/status of 404/)
      const { found, check } = collector(page)
      await page.goto('/')
      await settled(page, 'section')
      for (const path of [
        '/stations/0190a000-0000-7000-8000-000000000099/show',
        '/access-denied',
        '/authentication-error',
      ]) {
        await open(page, path, '[role=alert]')
        await check(path)
      }
      expect(found).toEqual({})
    })

    test(`menus, dialogs and forms with errors are accessible ${look}`, async ({ office: page, api }) => {
      test.setTimeout(LONG_TEST_TIMEOUT_MS)
      const station = await make(api, 'stations')
      const { found, check } = collector(page)
      const overlay = async (name: string, role: 'dialog' | 'menu', opening: () => Promise<void>) => {
        await opening()
        await expect(page.getByRole(role).first()).toBeVisible()
        // Moves the pointer away, because a tooltip of the clicked button would stay for a moment.
        await page.mouse.move(0, 0)
        await expect(page.getByRole('tooltip')).toHaveCount(0)
        // A menu is rendered outside the landmarks of the page.
        await check(name, role === 'menu' ? ['region'] : [])
        await page.keyboard.press('Escape')
        await expect(page.getByRole(role)).toHaveCount(0)
      }
      const named = (key: string) =>
        new RegExp(
          `^${word(key, language)
            .replace(/\{\{\w+\}\}/, '.+')
            .replaceAll(/\s/g, String.raw`\s`)}`,
        )
      const press = (key: string) => () =>
        page
          .getByRole('button', { name: named(key) })
          .first()
          .click()
      await page.goto('/stations')
      await settled(page, size === PHONE ? 'ul' : 'table[aria-busy=false]')
      await overlay('customizer', 'dialog', press('app.customizer.open'))
      await overlay('search', 'dialog', () => page.keyboard.press('Control+k'))
      await overlay('shortcuts', 'dialog', () => page.keyboard.press('?'))
      await overlay('notifications', 'dialog', press('app.live.title'))
      await overlay('account', 'menu', press('app.user.menu'))
      await overlay('languages', 'menu', press('app.language.choose'))
      await overlay('filter', 'dialog', press('resources.stations.fields.kind'))
      // Narrow windows show cards, which have no columns and no row menu.
      if (size === WIDE) {
        await overlay('columns', 'dialog', press('ra.action.select_columns'))
        await overlay('row', 'menu', press('app.list.rowActions'))
      }
      await open(page, `/stations/${String(station['id'])}/show`, 'dl')
      await overlay('deletion', 'dialog', () => button(main(page), word('ra.action.delete', language)).click())
      await open(page, `/stations/${String(station['id'])}`, 'form')
      await box(main(page), word('resources.stations.fields.code', language)).fill('x')
      await button(page, word('ra.action.save', language)).click()
      await expect(main(page).getByRole('alert')).toBeVisible()
      await check('a form with a fault')
      expect(found).toEqual({})
    })

    test(`pages without a frame are accessible ${look}`, async ({ page, api, expectedFaults }) => {
      expectedFaults.push(/status of 404/)
      const { welcome } = await fillCompany(api)
      const partner = await make(api, 'partners', { status: 'active' })
      const { token } = await invite(api, partner)
      const { found, check } = collector(page)
      await page.addInitScript(
        (entries) => entries.forEach(([key, value]) => window.localStorage.setItem(key, value)),
        [
          [STORAGE_KEYS.language, language],
          [STORAGE_KEYS.theme, theme],
        ] as const,
      )
      for (const [route, shows] of Object.entries(PAGES_WITHOUT_FRAME))
        for (const known of route.includes(':') ? [true, false] : [true]) {
          const path = addressOf(route, known ? { welcome: welcome ?? '', partner: token } : {})
          await page.goto(path)
          await settled(page, shows)
          await check(known ? route : `${route}, unknown`)
        }
      expect(found).toEqual({})
    })
  })

test('right-to-left pages in the dark theme on a phone are accessible', async ({ office: page, api }) => {
  const station = await make(api, 'stations')
  const { found, check } = collector(page)
  await page.setViewportSize(PHONE)
  await page.addInitScript((entries) => entries.forEach(([key, value]) => window.localStorage.setItem(key, value)), [
    [STORAGE_KEYS.language, 'ae'],
    [STORAGE_KEYS.theme, 'dark'],
  ] as const)
  await page.goto('/dashboard')
  await settled(page, 'section')
  await check('dashboard')
  for (const route of [
    '/stations',
    '/stations/:id',
    '/stations/:id/show',
    '/journeys/board',
    '/pricing-rules/create',
  ]) {
    await open(page, addressOf(route, { stations: String(station['id']) }), STAFF_PAGES[route] ?? '')
    await check(route)
  }
  await button(page, word('ra.action.open_menu', 'ae')).click()
  await expect(page.getByRole('navigation', { name: word('app.nav.label', 'ae') })).toBeVisible()
  await check('menu')
  expect(found).toEqual({})
})

test('navigation is announced to screen readers, and moves the focus to the start of the page', async ({
  office: page,
  api,
}) => {
  const station = await make(api, 'stations')
  await page.goto('/')
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await page.getByRole('navigation').getByRole('link', { name: 'Stations', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Stations')).toBeVisible()
  await expect(main(page)).toBeFocused()
  await expect(page.locator('[aria-live=polite]').filter({ hasText: 'Stations · Wayline' })).toBeAttached()
  await page.keyboard.press('Tab')
  expect(await main(page).evaluate((element) => element.contains(document.activeElement))).toBe(true)
  await visit(page, `/stations/${String(station['id'])}/show`)
  await expect(page.locator('[aria-live=polite]').filter({ hasText: 'Larnaca Airport · Wayline' })).toBeAttached()
  await expect(main(page)).toBeFocused()

  await page.reload()
  await expect(heading(page, 'Larnaca Airport')).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(main(page)).toBeFocused()
})

test('a row of a list is reached and opened by the keyboard alone', async ({ office: page, api }) => {
  const { id, legal_name: name } = await make(api, 'partners', { legal_name: 'Keyboard Travel' })
  await page.goto('/partners')
  const link = page.getByRole('link', { name: String(name), exact: true })
  await expect(link).toBeVisible()
  await page.getByRole('checkbox', { name: `Select ${String(name)}` }).focus()
  await page.keyboard.press('Tab')
  await expect(link).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/${String(id)}/show$`))
  await expect(heading(page, String(name))).toBeVisible()
})
