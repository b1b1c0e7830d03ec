import type { Page } from '@playwright/test'
import { pressSequence } from '../support/e2e/clock'
import { heading } from '../support/e2e/screen'
import { expect, test } from '../support/e2e/test'
import { word } from '../support/e2e/words'
import { make, unique } from '../support/factories'

const box = (page: Page) => page.getByRole('dialog', { name: 'Search' }).getByRole('combobox', { name: 'Search' })
const option = (page: Page, name: string | RegExp) =>
  page.getByRole('dialog', { name: 'Search' }).getByRole('option', { name })

/** Marks the document, so that a reload is detected. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { untouched: true }))
const isUntouched = (page: Page) => page.evaluate(() => 'untouched' in window)

test('R-189 search box opens a screen or a record without a reload', async ({ office: page, api }) => {
  const reservation = await make(api, 'reservations', { lead_name: unique('Castellanos '), lead_phone: '+35799887766' })
  await page.goto('/stations')
  await expect(heading(page, 'Stations')).toBeVisible()
  await mark(page)
  await page.getByRole('banner').getByRole('button', { name: 'Search', exact: true }).click()
  await box(page).fill('vehicle ty')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/vehicle-types$/)
  await expect(heading(page, 'Vehicle types')).toBeVisible()

  // Enter before the answer of the server waits for it.
  const reference = String(reservation['reference'])
  await page.keyboard.press('Control+k')
  await box(page).fill(reference.toLowerCase())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/reservations/${String(reservation['id'])}/show$`))
  await expect(heading(page, reference)).toBeVisible()

  await page.keyboard.press('/')
  await expect(option(page, new RegExp(reference))).toBeVisible()
  await box(page).fill('99 88 77 66')
  await expect(option(page, new RegExp(reference))).toBeVisible()
  await box(page).fill('zzqqxxyy')
  await expect(page.getByRole('dialog', { name: 'Search' }).getByRole('status')).toContainText(
    'Nothing found for “zzqqxxyy”',
  )
  await page.keyboard.press('Enter')
  await expect(box(page)).toBeVisible()
  await box(page).fill('dispatch bo')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/journeys\/board/)
  await expect(box(page)).toBeHidden()
  expect(await isUntouched(page)).toBe(true)
})

test('search keeps what is typed before its box is loaded', async ({ office: page }) => {
  let bring = () => {}
  const brought = new Promise<void>((resolve) => (bring = resolve))
  await page.route('**/assets/CommandPalette-*.js', async (route) => {
    await brought
    await route.continue()
  })
  await page.goto('/vehicles')
  await expect(heading(page, 'Vehicles')).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('n g s c')
  bring()
  await expect(box(page)).toHaveValue('n g s c')
  await expect(page).toHaveURL(/\/vehicles$/)
})

test('search works by keyboard alone and returns the focus', async ({ office: page, api }) => {
  const station = await make(api, 'stations', { name: { en: unique('Keyboard Bay ') } })
  await page.goto(`/stations/${String(station['id'])}/show`)
  const opener = page.getByRole('banner').getByRole('button', { name: 'Search', exact: true })
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(box(page)).toBeFocused()
  const active = () => page.locator('[role="option"][aria-selected="true"]')
  await expect(active()).toContainText('Edit')
  await page.keyboard.press('ArrowDown')
  await expect(active()).toContainText('Copy link')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(active()).toContainText(word('app.shortcuts.title'))
  await expect(box(page)).toHaveAttribute('aria-activedescendant', (await active().getAttribute('id')) ?? '')
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
})

test('search shows that it failed and retries', async ({ office: page, expectedFaults }) => {
  expectedFaults.push(/status of 400/)
  await page.goto('/')
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await page.route('**/api/search/**', (route) =>
    route.fulfill({ status: 400, json: { code: 'malformed', status: 400 } }),
  )
  await page.keyboard.press('Control+k')
  await box(page).fill('anything')
  await expect(page.getByRole('alert')).toContainText('The search failed')
  await page.unroute('**/api/search/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('dialog').getByRole('status')).toContainText(/Nothing found|result/)
})

test('shortcuts are off while the user types, and listed in a sheet', async ({ office: page, api }) => {
  const station = await make(api, 'stations', { city: 'Paphos' })
  const path = `/stations/${String(station['id'])}`
  await page.clock.install()
  await page.goto('/')
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await pressSequence(page, 'g', 's')
  await expect(heading(page, 'Stations')).toBeVisible()
  await page.getByRole('searchbox').pressSequentially('c?/gs')
  await expect(page.getByRole('searchbox')).toHaveValue('c?/gs')
  await expect(heading(page, 'Stations')).toBeVisible()
  await page.getByRole('searchbox').blur()
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet.getByText('Create a reservation')).toBeVisible()
  await page.keyboard.press('c')
  await expect(sheet).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await page.keyboard.press('c')
  await expect(page).toHaveURL(/\/reservations\/create$/)

  await page.goto(`${path}/show`)
  await expect(heading(page, 'Larnaca Airport')).toBeVisible()
  await page.keyboard.press('e')
  await page.getByRole('main').getByLabel('City').fill('Limassol')
  await page.keyboard.press('Control+s')
  await expect(page).toHaveURL(/\/show$/)
  expect((await api.get(path)).body).toMatchObject({ city: 'Limassol' })
})
