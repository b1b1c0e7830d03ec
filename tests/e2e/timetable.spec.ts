import type { Page } from '@playwright/test'
import { islandLines } from '../support/feed/island-lines'
import { publicFeed } from '../support/feed/public-feeds'
import { zipFeed } from '../support/feed/zip'
import { button, heading, rows } from '../support/e2e/screen'
import { expect, test } from '../support/e2e/test'
import { POLL_TIMEOUT_MS } from '../support/timeouts'

const hawaii = publicFeed('hawaii')

type Feed = string | { name: string; mimeType: string; buffer: Buffer }

const main = (page: Page) => page.getByRole('main')
const countsOf = (page: Page, kind: string) => main(page).getByRole('row', { name: new RegExp(`^${kind} `) })

async function checkFeed(page: Page, feed: Feed, day: string): Promise<void> {
  await page.getByLabel('Choose file').setInputFiles(feed)
  await page.getByLabel('First service date').fill(day)
  await page.getByLabel('Last service date').fill(day)
  await button(page, 'Check').click()
  await expect(main(page).getByText('Import preview')).toBeVisible({ timeout: POLL_TIMEOUT_MS })
}

async function importFeed(page: Page): Promise<void> {
  await button(page, 'Import').click()
  await expect(main(page).getByText('Timetable imported.')).toBeVisible({ timeout: POLL_TIMEOUT_MS })
}

/** Compares the counts of new, changed, unchanged and omitted records, in this order of the columns. */
async function expectCounts(page: Page, kind: string, counts: [number, number, number, number]): Promise<void> {
  await expect(countsOf(page, kind).getByRole('cell')).toHaveText(counts.map(String))
}

async function importDay(page: Page, feed: Feed, day: string, journeys: number): Promise<void> {
  await page.goto('/routes/import')
  await expect(heading(page, 'Import timetable')).toBeVisible()
  await checkFeed(page, feed, day)
  await expectCounts(page, 'Journeys', [journeys, 0, 0, 0])
  await importFeed(page)
  await expectCounts(page, 'Journeys', [journeys, 0, 0, 0])
  await page.getByRole('link', { name: 'See journeys' }).click()
  await expect(heading(page, 'Journeys')).toBeVisible()
  await expect(main(page).getByText(`${journeys} journeys match`)).toBeVisible()
}

test('import of a small feed shows its journeys, and changes nothing the second time', async ({ office: page }) => {
  const feed = {
    name: 'island-lines.zip',
    mimeType: 'application/zip',
    buffer: await zipFeed(islandLines()),
  }
  await importDay(page, feed, '2025-03-28', 6)
  await expect(rows(page)).toHaveCount(6)
  await rows(page).first().getByRole('link').first().click()
  const calls = main(page).locator('ol').filter({ hasText: '7:15' }).getByRole('listitem')
  await expect(calls).toHaveCount(4)
  await expect(calls.first()).toContainText('7:15')
  await expect(calls.last()).toContainText('8:45')

  await page.goto('/routes/import')
  await checkFeed(page, feed, '2025-03-28')
  await importFeed(page)
  await expectCounts(page, 'Journeys', [0, 0, 6, 0])
})

test.describe('with the public feed of Hawaii', () => {
  test.skip(!hawaii.isHere, `needs ${hawaii.path}`)

  test('import from the list of routes creates 200 journeys of 2015-06-22, and none the second time', async ({
    office: page,
  }) => {
    await page.goto('/routes')
    await page.getByRole('link', { name: 'Import timetable' }).first().click()
    await importDay(page, hawaii.path, '2015-06-22', 200)
    await rows(page).first().getByRole('link').first().click()
    const calls = main(page)
      .locator('ol')
      .getByRole('listitem')
      .filter({ hasText: /\d:\d\d/ })
    await expect(calls.nth(1)).toBeVisible()

    await page.goto('/routes/import')
    await checkFeed(page, hawaii.path, '2015-06-22')
    await importFeed(page)
    await expectCounts(page, 'Journeys', [0, 0, 200, 0])
  })
})
