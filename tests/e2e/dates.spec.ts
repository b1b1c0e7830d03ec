import type { Page } from '@playwright/test'
import { addDays, formatDate, today } from '../../src/providers/format/dates'
import { bringAxe, violationsIn } from '../support/e2e/axe'
import { box } from '../support/e2e/screen'
import { expect, test } from '../support/e2e/test'
import { label, word } from '../support/e2e/words'

const SHORT = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const
const inField = (day: string, locale = 'en-GB') => formatDate(day, locale, SHORT)
const dayBox = (page: Page) => box(page.getByRole('main'), word('app.reservation.date'))

test('the day at the desk is typed, stepped and chosen from a calendar by keyboard alone', async ({ office: page }) => {
  const now = today(Date.now())
  await bringAxe(page)
  await page.goto('/reservations/create')
  await expect(dayBox(page)).toHaveValue(inField(now))
  await dayBox(page).fill('tomorrow')
  await page.keyboard.press('Enter')
  await expect(dayBox(page)).toHaveValue(inField(addDays(now, 1)))
  await page.keyboard.press('ArrowUp')
  await expect(dayBox(page)).toHaveValue(inField(addDays(now, 2)))

  await page.keyboard.press('Alt+ArrowDown')
  const calendar = page.getByRole('dialog', { name: word('app.reservation.date') })
  await expect(calendar).toBeVisible()
  expect(await violationsIn(page)).toEqual([])
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(calendar).toBeHidden()
  await expect(dayBox(page)).toBeFocused()
  await expect(dayBox(page)).toHaveValue(inField(addDays(now, 3)))

  await page.keyboard.type('31.2.')
  await page.keyboard.press('Tab')
  await expect(dayBox(page)).toHaveValue('31.2.')
  await expect(page.getByRole('main').getByText(/“31\.2\.” is not a day\./)).toBeVisible()
})

test('a filter of days accepts a typed day', async ({ office: page }) => {
  await page.goto('/journeys')
  await page.getByRole('button', { name: new RegExp(`^${label('journeys', 'service_date')} `) }).click()
  const from = page.getByLabel(word('app.filter.from'), { exact: true })
  await expect(from).toBeFocused()
  await from.fill('20 may 2030')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/2030-05-20/)
  await expect(from).toHaveValue('Mon, 20 May 2030')
})

test.describe('in Arabic', () => {
  test.use({ reader: { language: 'ae', theme: 'light' } })

  test('a form accepts a day in Arabic words and digits', async ({ office: page }) => {
    await page.goto('/staff/create')
    const licence = box(page.getByRole('main'), label('staff', 'licence_expires_on', 'ae'))
    await licence.fill('٣ ديسمبر ٢٠٣٠')
    await licence.press('Enter')
    await expect(licence).toHaveValue(inField('2030-12-03', 'ar-AE'))
    await licence.press('Alt+ArrowDown')
    const calendar = page.getByRole('dialog')
    await expect(calendar).toBeVisible()
    // In a right-to-left layout, the next day is to the left.
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await expect(licence).toHaveValue(inField('2030-12-04', 'ar-AE'))
  })
})
