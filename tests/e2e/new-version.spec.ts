import type { Page } from '@playwright/test'
import { make } from '../support/factories'
import { box, button, heading, openList } from '../support/e2e/screen'
import { expect, test } from '../support/e2e/test'
import { word } from '../support/e2e/words'

/** The server may close an idle connection just as a stand-in answer reuses it. */
const RETRIES = 3

/** Simulates a newer build on the server: another version in answers, and 404 for the files of this page's build. */
async function installNewVersion(page: Page): Promise<void> {
  await page.route('**/assets/**', (route) => route.fulfill({ status: 404 }))
  await page.route(/\/(api\/|healthz)/, async (route) => {
    const response = await route.fetch({ maxRetries: RETRIES })
    await route.fulfill({ response, headers: { ...response.headers(), 'x-console-version': 'another' } })
  })
}

/** Begins a new station, and then installs the newer version. @returns the box with the typed text */
async function typeBeforeUpdate(page: Page) {
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto('/stations/create')
  const city = box(page.getByRole('main'), 'City')
  await city.fill('Limassol')
  await installNewVersion(page)
  return city
}

async function expectRestored(page: Page, typed: string): Promise<void> {
  await button(page, 'Restore').click()
  await expect(box(page.getByRole('main'), 'City')).toHaveValue(typed)
}

test.beforeEach(({ expectedFaults }) => {
  expectedFaults.push(/status of 404/, /dynamically imported module/)
})

test('parts of a page that an update has removed leave the form unchanged, and a reload keeps what was typed', async ({
  office: page,
}) => {
  const city = await typeBeforeUpdate(page)
  const outdated = page.getByRole('alert').filter({ hasText: /^This part belongs to/ })
  await page.keyboard.press('Control+k')
  await expect(outdated).toBeVisible()
  await city.press('End')
  await city.pressSequentially(' port')
  await expect(city).toHaveValue('Limassol port')
  await page.keyboard.press('Escape')
  await expect(outdated).toBeHidden()

  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(outdated).toBeVisible()
  await button(outdated, 'Later').click()
  await expect(outdated).toBeHidden()
  await heading(page, word('resources.stations.page.create')).click()
  await page.keyboard.press('?')
  await expect(outdated).toBeVisible()
  await button(page, word('app.customizer.open')).click()
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(outdated, 'one notice for all parts').toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(outdated).toBeHidden()
  await button(page, word('app.customizer.open')).click()
  await expect(outdated).toBeVisible()
  await expect(city).toHaveValue('Limassol port')

  await page.unrouteAll({ behavior: 'wait' })
  await button(outdated, 'Reload').click()
  await expectRestored(page, 'Limassol port')
})

test('a dialog that an update has removed leaves the form unchanged, and a reload keeps what was typed', async ({
  office: page,
  api,
  expectedFaults,
}) => {
  expectedFaults.push(/status of 412/)
  const { id } = await make(api, 'stations')
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto(`/stations/${String(id)}`)
  const city = box(page.getByRole('main'), 'City')
  await city.fill('Limassol')
  await installNewVersion(page)
  await api.patch(`/stations/${String(id)}`, { city: 'Paphos' }, { ifMatch: '*' })
  // The dialog would show both versions.
  await button(page, word('ra.action.save')).click()
  const outdated = page.getByRole('alert').filter({ hasText: /^This part belongs to/ })
  await expect(outdated).toBeVisible()
  await expect(city).toHaveValue('Limassol')

  await page.unrouteAll({ behavior: 'wait' })
  await button(outdated, 'Reload').click()
  await expectRestored(page, 'Limassol')
})

test('messages that an update has removed show a notice with each of them', async ({ office: page, api }) => {
  const { id } = await make(api, 'stations')
  await page.goto(`/stations/${String(id)}/show`)
  await page.getByRole('link', { name: word('ra.action.edit') }).click()
  const city = box(page.getByRole('main'), 'City')
  await expect(city).toBeVisible()
  await installNewVersion(page)
  const outdated = page.getByRole('alert').filter({ hasText: /^This part belongs to/ })
  for (const typed of ['Limassol', 'Paphos']) {
    await city.fill(typed)
    await page.keyboard.press('Control+s')
    await expect(page.getByRole('main').getByText(typed).first()).toBeVisible()
    await expect(outdated).toBeVisible()
    await button(outdated, 'Later').click()
    await expect(outdated).toBeHidden()
    await page.getByRole('link', { name: word('ra.action.edit') }).click()
  }
})

test('a page that an update has removed can be reloaded, and its form is restored', async ({
  office: page,
  expectedFaults,
}) => {
  expectedFaults.push(/A page failed/)
  await typeBeforeUpdate(page)
  await page.getByRole('navigation').getByRole('link', { name: 'Payments', exact: true }).click()
  const outdated = page.getByRole('main').getByRole('alert')
  await expect(outdated).toContainText('A newer version is installed. Reload to open this page.')

  await page.unrouteAll({ behavior: 'wait' })
  await button(outdated, 'Reload').click()
  await expect(heading(page, 'Payments')).toBeVisible()
  await page.goto('/stations/create')
  await expectRestored(page, 'Limassol')
})

test('a newer version is offered at the next navigation, and can be postponed', async ({ office: page, api }) => {
  await make(api, 'stations')
  await page.goto('/stations')
  await expect(page.getByRole('table')).toBeVisible()
  await openList(page, 'Seasons')
  await openList(page, 'Stations')
  await installNewVersion(page)
  const offer = page.getByRole('status').filter({ hasText: 'A newer version is installed.' })
  await page.getByRole('searchbox').fill('nothing like it')
  await expect(page.getByText(/No stations match/)).toBeVisible()
  await openList(page, 'Seasons')
  await expect(offer).toBeVisible()
  await button(offer, 'Later').click()
  await expect(offer).toBeHidden()
  await openList(page, 'Stations')
  await expect(offer).toBeHidden()
})
