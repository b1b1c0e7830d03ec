import type { Page } from '@playwright/test'
import { bringAxe, violationsIn } from '../support/e2e/axe'
import { countEffort } from '../support/e2e/effort'
import { withoutRules } from '../support/e2e/prices'
import { box, button, choose, heading, suggested } from '../support/e2e/screen'
import { expect, test } from '../support/e2e/test'
import { word } from '../support/e2e/words'
import { make, unique } from '../support/factories'
import type { Client, Json } from '../support/api'

const PHONE = { width: 390, height: 844 }

/** Creates a route with a fare of 10.00, and an Easter of its own in a later spring. */
async function easterOnRoute(api: Client, yearsAhead = 2): Promise<{ route: Json; easter: string; from: string }> {
  const year = new Date().getUTCFullYear() + yearsAhead
  const journey = await make(api, 'journeys')
  const route = (await api.get(`/routes/${String(journey['route_id'])}`)).body
  await make(api, 'fares', { route_id: route['id'], amount_minor: 1000 })
  const easter = unique('Easter')
  const from = `${year}-04-10`
  await make(api, 'seasons', {
    code: unique('EASTER'),
    name: { en: easter },
    date_ranges: [{ from, to: `${year}-04-20` }],
    priority: 900,
  })
  return { route, easter, from }
}

async function addCondition(page: Page, key: string): Promise<void> {
  await button(page, word('app.rule.add')).click()
  await page.getByRole('menuitem', { name: word(`app.rule.asks.${key}`) }).click()
}

test.beforeEach(async ({ page, api }) => {
  await bringAxe(page)
  await withoutRules(api)
})

test('workflow 12: the prices of Easter are raised by 12.5 % and previewed before they are saved', async ({
  office: page,
  api,
}) => {
  const { route, easter } = await easterOnRoute(api)
  await page.goto('/pricing-rules/create')
  const effort = await countEffort(page)
  await choose(page, word('app.rule.job'), word('app.rule.jobs.farePercent'))
  await box(page, word('resources.pricing-rules.fields.percent_bp')).click()
  await page.keyboard.type('12.5')
  await addCondition(page, 'season')
  await expect(page.getByRole('combobox', { name: word('resources.pricing-rules.fields.season_ids') })).toBeFocused()
  await page.keyboard.type(easter)
  await (await suggested(page, easter)).click()
  await page.keyboard.press('Escape')
  await addCondition(page, 'route')
  const code = String(route['code'])
  await expect(page.getByRole('combobox', { name: word('resources.pricing-rules.fields.route_ids') })).toBeFocused()
  await page.keyboard.type(code)
  await (await suggested(page, code)).click()
  await page.keyboard.press('Escape')
  await expect(page.getByText(`Raises each fare by 12.5%: in ${easter}`)).toBeVisible()
  const seen = await effort()
  expect(seen.clicks).toBe(9)
  expect(seen.keystrokes).toBe('12.5'.length + easter.length + code.length + 2)
  const grid = page.getByRole('grid', { name: word('app.rule.preview') })
  await expect(grid.getByRole('gridcell', { name: /€10\.00 becomes €11\.25/ })).toHaveCount(11)
  await expect(grid.getByRole('gridcell', { name: /€10\.00, unchanged/ }).first()).toBeVisible()
  await expect(page.getByText('Existing bookings keep their price:')).toBeVisible()

  await grid
    .getByRole('gridcell', { name: /becomes/ })
    .first()
    .click()
  const why = page.getByRole('dialog')
  await expect(why.getByText('€10.00 becomes €11.25')).toBeVisible()
  await expect(why.getByText('12.5% of €10.00')).toBeVisible()
  await expect(why.getByText('€1.25', { exact: true })).toBeVisible()
  await expect(why.getByText('€11.25', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(why).toBeHidden()
  expect(await violationsIn(page)).toEqual([])

  await box(page, word('resources.pricing-rules.fields.name')).fill('Easter')
  await box(page, word('resources.pricing-rules.fields.code')).fill(unique('EASTER-UP'))
  await button(page, 'Create').click()
  await expect(heading(page, 'Easter')).toBeVisible()
  await expect(page.getByText(`Raises each fare by 12.5%: in ${easter}`)).toBeVisible()
})

test('fares of a route form a triangle that the keyboard fills and one save stores', async ({ office: page, api }) => {
  const { route } = await easterOnRoute(api)
  await page.goto(`/routes/${String(route['id'])}/show`)
  const cells = page.getByLabel(/^Fare from /)
  await expect(cells.first()).toBeVisible()
  const count = await cells.count()
  const last = cells.nth(count - 1)
  await cells.first().fill('12.5')
  await last.fill('x')
  await expect(page.getByText(word('app.fares.wrong'))).toBeVisible()
  await expect(button(page, 'Save 2 fares')).toBeDisabled()
  await last.fill('9')
  expect(await violationsIn(page)).toEqual([])
  await button(page, 'Save 2 fares').click()
  await expect(page.getByText('2 fares saved. Bookings keep their price.')).toBeVisible()
  await page.reload()
  await expect(cells.first()).toHaveValue('12.50')
  await expect(last).toHaveValue('9.00')
})

test('year shows which season applies on a day', async ({ office: page, api }) => {
  const { easter, from } = await easterOnRoute(api, 3)
  await page.goto('/seasons')
  const calendar = page.getByRole('region', { name: word('app.season.calendar') })
  await calendar.getByLabel(word('app.season.day')).fill(from)
  await page.keyboard.press('Enter')
  await expect(calendar.getByText(`${easter} applies on this day.`)).toBeVisible()
  for (let year = 0; year < 3; year += 1) await button(calendar, word('app.season.yearAfter')).click()
  await expect(calendar.getByRole('img', { name: new RegExp(`^${easter}: `) })).toHaveCount(2)
  expect(await violationsIn(page)).toEqual([])
})

test.describe('in Arabic on a phone', () => {
  test.use({ reader: { language: 'ae', theme: 'dark' }, viewport: PHONE })

  test('rules, fares and seasons fit and are accessible', async ({ office: page, api }) => {
    const { route } = await easterOnRoute(api)
    const rule = await make(api, 'pricing-rules', { percent_bp: 1250, route_ids: [route['id']], weekdays: [5, 6] })
    const fits = async () => {
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
      expect(await violationsIn(page)).toEqual([])
    }
    await page.goto(`/pricing-rules/${String(rule['id'])}`)
    await expect(page.getByRole('grid')).toBeVisible()
    await fits()
    await page.goto(`/routes/${String(route['id'])}/show`)
    await expect(page.locator('[data-box]').first()).toBeVisible()
    await fits()
    await page.goto('/seasons')
    await expect(page.getByRole('region', { name: word('app.season.calendar', 'ae') })).toBeVisible()
    await fits()
  })
})
