import { CONSOLE_RESOURCES } from '../../contract/core/vocabulary'
import { box, button, heading, openList, pick } from '../support/e2e/screen'
import { expect, test } from '../support/e2e/test'
import { label, word } from '../support/e2e/words'
import { make, unique } from '../support/factories'

const ar = (key: string) => word(key, 'ae')
const field = (source: string) => label('stations', source, 'ae')
/** A dictionary key without a translation. */
const KEY = /\b(resources|choices|app|ra|errors)\.[a-zA-Z_-]+\.\w+/

test.use({ reader: { language: 'ae', theme: 'light' } })

test('a station is created in Arabic, from right to left, with the error on its field', async ({ office: page }) => {
  await page.goto('/stations/create')
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(heading(page, ar('resources.stations.page.create'))).toBeVisible()
  const main = page.getByRole('main')
  const code = unique('AR')
  await box(main, field('code')).fill(code)
  await pick(box(main, field('timezone')), 'Nicosia')
  await button(page, ar('ra.action.create')).click()
  await expect(box(main, field('name'))).toHaveAttribute('aria-invalid', 'true')
  await expect(main.getByText(ar('app.validation.required')).first()).toBeVisible()

  await box(main, field('name')).fill('محطة الميناء')
  await button(page, ar('ra.action.create')).click()
  await expect(page).toHaveURL(/\/show$/)
  await expect(heading(page, 'محطة الميناء')).toBeVisible()

  await page.goto('/stations')
  await expect(heading(page, ar('resources.stations.name_other'))).toBeVisible()
  await page.getByRole('searchbox').fill(code)
  await expect(page.getByRole('link', { name: 'محطة الميناء' })).toBeVisible()
})

test('a stale edit is resolved in Arabic', async ({ office: page, api, expectedFaults }) => {
  expectedFaults.push(/status of 412/)
  const station = await make(api, 'stations', { city: 'Paphos' })
  const path = `/stations/${String(station['id'])}`
  await page.goto(path)
  const city = box(page.getByRole('main'), field('city'))
  await city.fill('ليماسول')
  expect((await api.patch(path, { city: 'Nicosia' }, { ifMatch: '*' })).status).toBe(200)
  await button(page, ar('ra.action.save')).click()
  const dialog = page.getByRole('dialog', { name: ar('app.conflict.title') })
  await expect(dialog).toContainText('ليماسول')
  await expect(dialog).toContainText('Nicosia')
  await button(dialog, ar('app.conflict.keepMine')).click()
  await expect(page).toHaveURL(/\/show$/)
  expect((await api.get(path)).body).toMatchObject({ city: 'ليماسول' })
})

test('no list or form shows an untranslated key in Arabic', async ({ office: page, api }) => {
  await make(api, 'reservations')
  await page.goto('/')
  for (const resource of CONSOLE_RESOURCES) {
    await openList(page, ar(`resources.${resource}.name_other`))
    await expect(page.getByRole('main')).not.toContainText(KEY)
    const create = ar(`resources.${resource}.page.create`)
    await page.getByRole('main').getByRole('link', { name: create, exact: true }).click()
    await expect(heading(page, create)).toBeVisible()
    // Reservations are created at the desk instead of in a form.
    const done = resource === 'reservations' ? 'app.desk.confirm' : 'ra.action.create'
    await expect(button(page, ar(done))).toBeVisible()
    await expect(page.locator('body')).not.toContainText(KEY)
  }
})
