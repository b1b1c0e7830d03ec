import type { Page } from '@playwright/test'
import type { Api } from '../support/e2e/api'
import { makeColleague } from '../support/e2e/colleague'
import { bringAxe, violationsIn } from '../support/e2e/axe'
import { departures, line, nameBox, openDesk, phoneBox, sold } from '../support/e2e/desk'
import { withoutRules } from '../support/e2e/prices'
import { box, button, heading, openList } from '../support/e2e/screen'
import { expect, keepSession, test as base } from '../support/e2e/test'
import { label, word } from '../support/e2e/words'
import { make, unique } from '../support/factories'

/** A new seller without any sale, because holds of other tests last a quarter of an hour. */
const test = base.extend<{ seller: Api; desk: Page }>({
  seller: async ({ api, address }, use) => use(await makeColleague(api, address, 'manager')),
  desk: async ({ page, seller, reader }, use) => {
    await keepSession(page, seller.session, reader)
    await use(page)
  },
})

test.beforeEach(({ api }) => withoutRules(api))

/** Password of all users that `makeColleague` creates. */
const OWN_PASSWORD = 'a few words of my own'

const main = (page: Page) => page.getByRole('main')
const resumeOf = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('link', { name: word('app.sales.resume').replace('{{name}}', name) })
const held = (page: Page) => page.getByRole('timer')
const notesBox = (page: Page) => box(main(page), label('reservations', 'customer_notes'))
const childBox = (page: Page) =>
  page.getByRole('spinbutton', { name: word('choices.passengerCategories.child'), exact: true })
const childName = (page: Page) => box(main(page), `2. ${word('choices.passengerCategories.child')}`)

async function hold(page: Page, name: string): Promise<void> {
  await nameBox(page).fill(name)
  await departures(page).getByRole('radio').first().click()
  await expect(held(page)).toBeVisible()
}

const signOut = async (page: Page) => {
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(heading(page, 'Sign in')).toBeVisible()
}

const signIn = async (page: Page, username: string, password: string) => {
  await box(page, word('ra.auth.username')).fill(username)
  await box(page, word('ra.auth.password')).fill(password)
  await button(page, word('ra.auth.sign_in')).click()
  await expect(heading(page, 'Sign in')).toBeHidden()
}

test('the time left of an unfinished sale fits into its button on a phone', async ({ desk: page, api }) => {
  const name = unique('Eleni Georgiou ')
  await openDesk(page, await line(api))
  await hold(page, name)
  await openList(page, 'Stations')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(resumeOf(page, name)).toHaveText(/1[45]:\d\d/)
  expect(await resumeOf(page, name).evaluate((shown) => shown.scrollWidth - shown.clientWidth)).toBeLessThanOrEqual(0)
})

test('unfinished sale continues by link, back, reload and in another tab, with all typed text and the same hold', async ({
  desk: page,
  api,
  context,
}) => {
  await bringAxe(page)
  const addon = await make(api, 'addons', { name: { en: unique('Bicycle ') }, amount_minor: 300 })
  const way = await line(api)
  const name = unique('Eleni Georgiou ')
  await openDesk(page, way)
  await phoneBox(page).fill('+35799123456')
  await childBox(page).fill('1')
  await childName(page).fill('Leo')
  await page.getByRole('spinbutton', { name: (addon['name'] as { en: string }).en }).fill('2')
  await notesBox(page).fill('Meets us at the gate')
  await hold(page, name)
  await button(page, word('app.desk.setPrice')).click()
  const dialog = page.getByRole('dialog')
  await box(dialog, `${label('reservations', 'price_override_total_minor')} (EUR)`).fill('15')
  await box(dialog, label('reservations', 'price_override_reason')).fill('Regular')
  await button(dialog, word('app.desk.apply')).click()
  await expect(dialog).toBeHidden()

  const isAllThere = async (tab: Page) => {
    await expect(held(tab)).toBeVisible()
    await expect(nameBox(tab)).toHaveValue(name)
    await expect(phoneBox(tab)).toHaveValue(/^\+357[\d ]+$/)
    await expect(childBox(tab)).toHaveValue('1')
    await expect(childName(tab)).toHaveValue('Leo')
    await expect(tab.getByRole('spinbutton', { name: (addon['name'] as { en: string }).en })).toHaveValue('2')
    await expect(notesBox(tab)).toHaveValue('Meets us at the gate')
    await expect(tab.getByRole('complementary', { name: word('app.desk.sale') })).toContainText('€15.00')
    await expect(departures(tab).getByRole('radio', { checked: true })).toBeVisible()
    for (const source of ['origin_station_id', 'destination_station_id'])
      await expect(box(main(tab), label('reservations', source))).not.toHaveValue('')
  }
  await isAllThere(page)

  await openList(page, 'Stations')
  await expect(resumeOf(page, name)).toContainText(/1[45]:\d\d/)
  expect(await violationsIn(page)).toEqual([])
  await resumeOf(page, name).click()
  await isAllThere(page)
  await expect(resumeOf(page, name)).toBeHidden()

  await openList(page, 'Stations')
  await page.goBack()
  await isAllThere(page)
  await page.reload()
  await isAllThere(page)

  // A second tab knows only the hold, and nothing of the first tab.
  await page.goto('/stations')
  const tab = await context.newPage()
  await tab.goto('/stations')
  await resumeOf(tab, name).click()
  await isAllThere(tab)
  await tab.keyboard.press('Control+Enter')
  await expect(sold(tab)).toBeVisible()
  const { rows } = await api.list('reservations', { filter: { lead_name: name } })
  expect(rows).toMatchObject([{ status: 'confirmed', total_minor: 1500, customer_notes: 'Meets us at the gate' }])
  expect(rows[0]?.['passengers']).toMatchObject([{ name }, { name: 'Leo' }])
  await openList(tab, 'Stations')
  await expect(resumeOf(tab, name)).toBeHidden()
})

test('unfinished sale is visible only to the user who started it in the same browser', async ({
  desk: page,
  seller,
  api,
  address,
}) => {
  const colleague = await makeColleague(api, address, 'agent')
  const way = await line(api)
  const name = unique('Eleni Georgiou ')
  await openDesk(page, way)
  await hold(page, name)
  await expect(page).toHaveURL(/sale=/)
  const sale = page.url()

  await signOut(page)
  await signIn(page, String(colleague.session.user['username']), OWN_PASSWORD)
  await page.evaluate((url) => {
    window.history.pushState({}, '', url)
    window.dispatchEvent(new PopStateEvent('popstate'))
  }, sale)
  await expect(nameBox(page)).toHaveValue('')
  await expect(page.getByText(name)).toBeHidden()
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain(name)

  await signOut(page)
  await signIn(page, String(seller.session.user['username']), OWN_PASSWORD)
  await resumeOf(page, name).click()
  await expect(nameBox(page)).toHaveValue(name)
  await expect(held(page)).toBeVisible()
})

test('unfinished sale stays when a new sale is started', async ({ desk: page, api }) => {
  const way = await line(api)
  const [first, second, third] = [unique('Eleni '), unique('Maria '), unique('Nikos ')]
  await openDesk(page, way)
  await hold(page, first)
  const create = page.getByRole('banner').getByRole('link', { name: word('app.nav.newReservation') })
  await create.click()
  await expect(nameBox(page)).toHaveValue('')
  await expect(resumeOf(page, first)).toBeVisible()
  // A caller without a hold.
  await nameBox(page).fill(second)
  await create.click()
  await nameBox(page).fill(third)
  const several = page.getByRole('button', { name: word('app.sales.several_other').replace('{{count}}', '2') })
  await several.click()
  await expect(page.getByRole('menuitem')).toHaveText([new RegExp(first), new RegExp(second)])
  await page.getByRole('menuitem', { name: second }).click()
  await expect(nameBox(page)).toHaveValue(second)
  await several.click()
  await page.getByRole('menuitem', { name: first }).click()
  await expect(nameBox(page)).toHaveValue(first)
  await expect(held(page)).toBeVisible()
  const { rows } = await api.list('reservations', { filter: { status: 'on_hold', lead_name: first } })
  expect(rows).toHaveLength(1)
})

test('unfinished sale with an expired hold shows that, keeps what was typed, and holds the seats again with one key', async ({
  desk: page,
  api,
}) => {
  const way = await line(api)
  const name = unique('Eleni Georgiou ')
  await openDesk(page, way)
  await hold(page, name)
  await openList(page, 'Stations')
  await expect(resumeOf(page, name)).toBeVisible()
  const [before] = (await api.list('reservations', { filter: { lead_name: name } })).rows
  await api.post(`/reservations/${String(before?.['id'])}/release`, {}, { ifMatch: '*' })
  // The session storage of the tab is lost, and the expired reservation still has the data.
  await page.evaluate(() => sessionStorage.clear())
  await page.goBack()
  const over = page.getByRole('alert').filter({ hasText: word('app.desk.holdOver') })
  await expect(over).toBeVisible()
  await expect(nameBox(page)).toHaveValue(name)
  await expect(over.getByRole('button')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(held(page)).toBeVisible()
  const { rows } = await api.list('reservations', { filter: { lead_name: name }, sort: ['created_at', 'ASC'] })
  expect(rows).toMatchObject([{ status: 'expired' }, { status: 'on_hold' }])
  await openList(page, 'Stations')
  await expect(resumeOf(page, name)).toBeVisible()
})
