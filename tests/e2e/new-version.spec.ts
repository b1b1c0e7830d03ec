import type { Page } from '@playwright/test'
import { make } from '../support/factories'
import { box, button, openList } from '../support/e2e/screen'
import { expect, test } from '../support/e2e/test'

/** From now on the server hands out another build: it names it in its answers, and has no file of this page's build. */
async function installNewVersion(page: Page): Promise<void> {
  await page.route('**/assets/**', (route) => route.fulfill({ status: 404 }))
  await page.route(/\/(api\/|healthz)/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), 'x-console-version': 'another' } })
  })
}

test('parts of a page that an update has taken away leave the form as it is, and a reload keeps what was typed', async ({
  office: page,
  expectedFaults,
}) => {
  expectedFaults.push(/status of 404/, /dynamically imported module/)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto('/stations/create')
  const city = box(page.getByRole('main'), 'City')
  await city.fill('Limassol')
  await installNewVersion(page)
  const outdated = page.getByRole('alert').filter({ hasText: /^This part belongs to/ })
  await page.keyboard.press('Control+k')
  await expect(outdated).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(outdated).toHaveCount(2)
  await expect(city).toHaveValue('Limassol')

  await page.unrouteAll({ behavior: 'wait' })
  await button(outdated.last(), 'Reload').click()
  await button(page, 'Restore').click()
  await expect(city).toHaveValue('Limassol')
})

test('a newer version is offered at the next change of page, and may wait', async ({
  office: page,
  api,
  expectedFaults,
}) => {
  expectedFaults.push(/status of 404/, /dynamically imported module/)
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
