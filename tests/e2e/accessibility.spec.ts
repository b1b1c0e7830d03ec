import type { Page } from '@playwright/test'
import { CONSOLE_RESOURCES, LANGUAGES, type ConsoleResource } from '../../contract/vocabulary'
import { LANGUAGE_TABLE } from '../../src/providers/i18n/languages'
import type { Client, Json } from '../support/api'
import { bringAxe, violationsIn } from '../support/e2e/axe'
import { box, button, heading, visit } from '../support/e2e/screen'
import { STORAGE_KEYS } from '../support/e2e/storage'
import { expect, test } from '../support/e2e/test'
import { word } from '../support/e2e/words'
import { make } from '../support/factories'

/** A company with a record of each kind. @returns the path of each record */
async function fillCompany(api: Client): Promise<Record<ConsoleResource, string>> {
  const made: [string, Json][] = [['reservations', await make(api, 'reservations')]]
  for (const resource of CONSOLE_RESOURCES)
    if (resource !== 'reservations') made.push([resource, await make(api, resource)])
  const paths = made.map(([resource, { id }]) => [resource, `/${resource}/${String(id)}`])
  return Object.fromEntries(paths) as Record<ConsoleResource, string>
}

/** Collects what is found on one page after the other, so that a run names all of it. */
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

/** Goes to a page within the console and waits until nothing is on its way any more. */
async function open(page: Page, path: string): Promise<void> {
  await visit(page, path)
  await expect(page).toHaveURL((url) => url.pathname === path)
  await expect(main(page).locator('h1')).toBeVisible()
  const content = main(page).locator('table, ul, dl, form, p, [role=status], [role=alert]')
  await expect(content.filter({ visible: true }).first()).toBeVisible()
  await expect(loading(page)).toHaveCount(0)
}

/** The four pages of a resource, by the path of one of its records. */
const pagesOf = (resource: ConsoleResource, record: string) =>
  [`/${resource}`, `${record}/show`, record, `/${resource}/create`] as const

test.beforeEach(({ page }) => bringAxe(page))

for (const theme of ['light', 'dark'] as const)
  test.describe(() => {
    test.use({ reader: { language: 'en', theme } })

    test(`every screen of the console keeps nobody out (${theme})`, async ({ office: page, api, expectedFaults }) => {
      test.setTimeout(240_000)
      expectedFaults.push(/status of 404/)
      const records = await fillCompany(api)
      const { found, check } = collector(page)
      await page.goto('/')
      await expect(main(page).getByRole('link', { name: 'Airport to city' }).first()).toBeVisible()
      await expect(loading(page)).toHaveCount(0)
      await check('dashboard')
      for (const resource of CONSOLE_RESOURCES)
        // The parts are the same in the dark; what differs is their colours, on a list and on a form.
        for (const path of pagesOf(resource, records[resource]).filter(
          (_, place) => theme === 'light' || place % 2 === 0,
        )) {
          await open(page, path)
          await check(path)
        }
      for (const path of ['/notifications', '/routes/import', '/stations/0190a000-0000-7000-8000-000000000099/show']) {
        await open(page, path)
        await check(path)
      }
      expect(found).toEqual({})
    })

    test(`what opens above a page keeps nobody out, nor does a form with a fault (${theme})`, async ({
      office: page,
      api,
    }) => {
      test.setTimeout(120_000)
      const station = await make(api, 'stations')
      const { found, check } = collector(page)
      const overlay = async (name: string, role: 'dialog' | 'menu', opening: () => Promise<void>) => {
        await opening()
        await expect(page.getByRole(role).first()).toBeVisible()
        // The name of the button that was clicked would stand beside it for a moment.
        await page.mouse.move(0, 0)
        await expect(page.getByRole('tooltip')).toHaveCount(0)
        // A menu is no part of the page, and so in none of its landmarks.
        await check(name, role === 'menu' ? ['region'] : [])
        await page.keyboard.press('Escape')
        await expect(page.getByRole(role)).toHaveCount(0)
      }
      const press = (name: string | RegExp) => () => page.getByRole('button', { name }).first().click()
      await page.goto('/stations')
      await expect(heading(page, 'Stations')).toBeVisible()
      await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false')
      await overlay('customizer', 'dialog', press('Appearance'))
      await overlay('search', 'dialog', () => page.keyboard.press('Control+k'))
      await overlay('shortcuts', 'dialog', () => page.keyboard.press('?'))
      await overlay('notifications', 'dialog', press(/^Notifications/))
      await overlay('account', 'menu', press(/^Account of/))
      await overlay('languages', 'menu', press(/^Language/))
      await overlay('columns', 'dialog', press(word('ra.action.select_columns')))
      await overlay('filter', 'dialog', press('Kind'))
      await overlay('row', 'menu', press(/^Actions for/))
      await visit(page, `/stations/${String(station['id'])}/show`)
      await overlay('deletion', 'dialog', () => button(main(page), 'Delete').click())
      await visit(page, `/stations/${String(station['id'])}`)
      await box(main(page), 'Code').fill('x')
      await button(page, 'Save').click()
      await expect(main(page).getByRole('alert')).toBeVisible()
      await check('a form with a fault')
      expect(found).toEqual({})
    })
  })

test('pages without the frame keep nobody out, in both themes', async ({ page, expectedFaults }) => {
  expectedFaults.push(/status of 404/)
  const { found, check } = collector(page)
  for (const theme of ['light', 'dark'])
    for (const path of ['/login', '/partner-login', '/partner/accept-invitation/unknown', '/pages/error404']) {
      await page.goto('/favicon.svg')
      await page.evaluate(([key, value]) => window.localStorage.setItem(key, value), [
        STORAGE_KEYS.theme,
        theme,
      ] as const)
      await page.goto(path)
      await expect(page.locator('h1')).toBeVisible()
      await expect(loading(page)).toHaveCount(0)
      await check(`${path} ${theme}`)
    }
  expect(found).toEqual({})
})

test('every language keeps nobody out, on a phone as well', async ({ office: page, api }) => {
  test.setTimeout(180_000)
  const records = await fillCompany(api)
  const { found, check } = collector(page)
  await page.goto('/')
  for (const language of LANGUAGES.filter((code) => code !== 'en')) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page
      .getByRole('banner')
      .getByRole('button', { name: LANGUAGE_TABLE[languageBefore(language)].name })
      .click()
    await page.getByRole('menuitem', { name: LANGUAGE_TABLE[language].name, exact: true }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', LANGUAGE_TABLE[language].tag)
    await open(page, '/')
    await check(`${language} dashboard`)
    // The parts are those of the English pages; what differs is the length of the words and the direction.
    for (const resource of language === 'ae'
      ? (['stations', 'journeys', 'customers'] as const)
      : (['journeys'] as const))
      for (const path of pagesOf(resource, records[resource])) {
        await open(page, path)
        await check(`${language} ${path}`)
      }
    await page.setViewportSize({ width: 390, height: 844 })
    for (const path of ['/', '/vehicles', `${records.partners}/show`, '/pricing-rules/create']) {
      await open(page, path)
      await check(`${language} ${path} on a phone`)
    }
    await button(page, word('ra.action.open_menu', language)).click()
    await expect(page.getByRole('navigation', { name: word('app.nav.label', language) })).toBeVisible()
    await check(`${language} menu on a phone`)
    await page.keyboard.press('Escape')
  }
  expect(found).toEqual({})
})

/** The language that is in use when the next one of the list is chosen. */
function languageBefore(language: (typeof LANGUAGES)[number]): (typeof LANGUAGES)[number] {
  return LANGUAGES[LANGUAGES.indexOf(language) - 1] ?? 'en'
}

test('a step to another page is told, and puts the keyboard where the page begins', async ({ office: page, api }) => {
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
