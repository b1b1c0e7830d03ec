import type { Page } from '@playwright/test'
import type { CONSOLE_RESOURCES } from '../../contract/core/vocabulary'
import { LANGUAGES } from '../../contract/core/languages'
import { LANGUAGE_TABLE } from '../../src/providers/i18n/languages'
import type { Json } from '../support/api'
import { ADMINISTRATOR } from '../support/e2e-administrator'
import { PAYLOADS } from '../support/e2e/payloads'
import { button, heading, visit } from '../support/e2e/screen'
import { STORAGE_KEYS } from '../support/e2e/storage'
import { expect, test } from '../support/e2e/test'
import { word } from '../support/e2e/words'
import { make, unique } from '../support/factories'

const DICTIONARIES = '**/locales/*/translation.json'

/** Opens the language menu of the header, which lists languages by their own names. */
async function openLanguages(page: Page): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^(Language|Sprache|Langue|Idioma|اللغة)/ })
    .click()
  await expect(page.getByRole('menu')).toBeVisible()
}

async function chooseLanguage(page: Page, code: (typeof LANGUAGES)[number]): Promise<void> {
  await openLanguages(page)
  await page.getByRole('menuitem', { name: LANGUAGE_TABLE[code].name, exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', LANGUAGE_TABLE[code].tag)
}

test('R-167, R-168, R-195 console offers five languages and changes every word in place', async ({ page, api }) => {
  // Stored manually, because the usual fixture would reset the language at each load.
  await page.addInitScript(
    ([tokens, user]) => {
      window.localStorage.setItem('auth_tokens', tokens)
      window.localStorage.setItem('auth_user', user)
    },
    [JSON.stringify(api.session.tokens), JSON.stringify(api.session.user)] as const,
  )
  await page.goto('/stations')
  await expect(heading(page, 'Stations')).toBeVisible()
  await openLanguages(page)
  await expect(page.getByRole('menuitem')).toHaveText(['English', 'العربية', 'Français', 'Deutsch', 'Español'])
  await page.keyboard.press('Escape')
  await page.evaluate(() => Object.assign(window, { untouched: true }))

  await chooseLanguage(page, 'de')
  await expect(heading(page, word('resources.stations.name_other', 'de'))).toBeVisible()
  await expect(
    page.getByRole('navigation').getByRole('link', { name: word('resources.vehicles.name_other', 'de') }),
  ).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: word('app.nav.newReservation', 'de') })).toBeVisible()
  await expect(page).toHaveTitle(new RegExp(`^${word('resources.stations.name_other', 'de')} `))
  const storedLanguage = () => page.evaluate(() => window.localStorage.getItem('i18nextLng'))
  expect(await storedLanguage()).toBe('de')

  await chooseLanguage(page, 'ae')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(heading(page, word('resources.stations.name_other', 'ae'))).toBeVisible()
  expect(await page.evaluate(() => 'untouched' in window)).toBe(true)

  await page.reload()
  await expect(heading(page, word('resources.stations.name_other', 'ae'))).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  expect(await storedLanguage()).toBe('ae')
})

test('R-173, R-183 console waits for its dictionary, and fetches each once without a token', async ({
  office: page,
}) => {
  const asked: { path: string; authorization: string | undefined }[] = []
  let answer = () => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  await page.route(DICTIONARIES, async (route) => {
    const request = route.request()
    asked.push({ path: new URL(request.url()).pathname, authorization: request.headers()['authorization'] })
    await answered
    await route.continue()
  })
  await page.goto('/vehicles', { waitUntil: 'commit' })
  await expect(page.getByText('Loading translations...', { exact: true })).toBeVisible()
  answer()
  await expect(heading(page, 'Vehicles')).toBeVisible()
  await expect.poll(() => asked.length).toBe(LANGUAGES.length)
  await chooseLanguage(page, 'fr')
  await expect(heading(page, word('resources.vehicles.name_other', 'fr'))).toBeVisible()
  expect(asked.map(({ path }) => path).sort()).toEqual(
    LANGUAGES.map((code) => `/locales/${code}/translation.json`).sort(),
  )
  expect(asked.filter(({ authorization }) => authorization)).toEqual([])
})

test('R-175 sign-in works without any dictionary', async ({ page, expectedFaults }) => {
  expectedFaults.push(/Failed to load resource/)
  await page.route(DICTIONARIES, (route) => route.abort())
  await page.goto('/login')
  await expect(heading(page, 'Sign in')).toBeVisible()
  await page.getByLabel('Username').fill(ADMINISTRATOR.username)
  await page.getByLabel('Password').fill(ADMINISTRATOR.password)
  await button(page, 'Sign in').click()
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Stations' })).toBeVisible()
})

test('R-176 console shows the English text when a translation is missing', async ({ office: page }) => {
  await page.addInitScript((key) => window.localStorage.setItem(key, 'de'), STORAGE_KEYS.language)
  await page.route('**/locales/de/translation.json', async (route) => {
    type Names = Record<string, Record<string, string>>
    const dictionary = (await (await route.fetch()).json()) as { resources: Names }
    delete dictionary.resources['stations']?.['name_other']
    await route.fulfill({ json: dictionary })
  })
  await page.goto('/stations')
  await expect(heading(page, 'Stations')).toBeVisible()
  await expect(
    page.getByRole('navigation').getByRole('link', { name: word('resources.vehicles.name_other', 'de') }),
  ).toBeVisible()
})

/** Returns payloads in turn, each one short enough for a field. */
function payloads() {
  let next = 0
  return (maxChars: number): string => {
    for (;;) {
      const text = PAYLOADS[next++ % PAYLOADS.length] ?? ''
      if (text.length <= maxChars) return text
    }
  }
}

test('R-180 console never executes markup in a name, in any language', async ({ office: page, api }) => {
  const faults: string[] = []
  await page.exposeFunction('xss', () => faults.push('a script ran'))
  await page.exposeFunction('reportViolation', (what: string) => faults.push(`refused by the policy: ${what}`))
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      (window as unknown as { reportViolation: (what: string) => void }).reportViolation(
        `${violatedDirective} ${blockedURI}`,
      ),
    ),
  )
  page.on('dialog', (dialog) => void dialog.dismiss())
  expect(PAYLOADS).toHaveLength(60)

  const text = payloads()
  const town = unique('Payload ')
  for (let place = 0; place < PAYLOADS.length; place += LANGUAGES.length) {
    const name = Object.fromEntries(LANGUAGES.map((code, index) => [code, PAYLOADS[place + index]]))
    await make(api, 'stations', { name, city: town, address: text(80), boarding_instructions: name })
  }
  const name = () => ({ en: text(200) })
  const made: Partial<Record<(typeof CONSOLE_RESOURCES)[number], Json>> = {
    vehicles: await make(api, 'vehicles', {
      make: text(40),
      model: text(40),
      status: 'out_of_service',
      status_reason: text(80),
    }),
    'vehicle-types': await make(api, 'vehicle-types', { name: name() }),
    staff: await make(api, 'staff', { first_name: text(80), last_name: text(80) }),
    customers: await make(api, 'customers', {
      first_name: text(90),
      last_name: text(90),
      company_name: text(90),
      tags: [text(30)],
      notes: text(200),
    }),
    reservations: await make(api, 'reservations', {
      lead_name: text(90),
      internal_notes: text(200),
      customer_notes: text(200),
    }),
    seasons: await make(api, 'seasons', { name: name() }),
    addons: await make(api, 'addons', { name: name() }),
    'pricing-rules': await make(api, 'pricing-rules', { name: name() }),
    users: await make(api, 'users', { first_name: text(80), last_name: text(80) }),
    partners: await make(api, 'partners', { legal_name: text(90), trading_name: text(90) }),
  }
  const route = await make(api, 'routes', { name: name() })
  made.routes = route
  made.journeys = await make(api, 'journeys', { route_id: route['id'], notes: text(200) })

  const list = `/stations?filter=${encodeURIComponent(JSON.stringify({ city_like: town }))}`
  await page.goto(list)
  for (const code of LANGUAGES) {
    if (code !== 'en') await chooseLanguage(page, code)
    const first = PAYLOADS[LANGUAGES.indexOf(code)] ?? ''
    await expect(page.getByRole('link', { name: first, exact: true })).toBeVisible()
  }
  await chooseLanguage(page, 'en')
  for (const [resource, record] of Object.entries(made)) {
    const [title] = [word(`resources.${resource}.name_other`)]
    await visit(page, `/${resource}`)
    await expect(heading(page, title)).toBeVisible()
    await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false')
    await visit(page, `/${resource}/${String(record['id'])}/show`)
    await expect(page.getByRole('main').getByRole('link', { name: 'Edit', exact: true })).toBeVisible()
    await visit(page, `/${resource}/${String(record['id'])}`)
    await expect(button(page, 'Save')).toBeVisible()
    expect(faults, resource).toEqual([])
  }
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('onerror')
  await expect(page.getByRole('option').filter({ hasText: 'onerror' }).first()).toBeVisible()
  expect(faults).toEqual([])
})
