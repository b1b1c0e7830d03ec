import type { Page } from '@playwright/test'
import type { Client, Json } from '../support/api'
import { bringAxe, violationsIn } from '../support/e2e/axe'
import { bookedBy, departures, nameBox, phoneBox, repeatLastTrip, sold, traveller } from '../support/e2e/desk'
import { countEffort } from '../support/e2e/effort'
import { withoutRules } from '../support/e2e/prices'
import { box, button } from '../support/e2e/screen'
import { expect, test } from '../support/e2e/test'
import { label, word } from '../support/e2e/words'
import { make, unique } from '../support/factories'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const DAY = '2030-05-20'

/** A journey there with a fare, one back later that day, and somebody who has been on it. */
async function line(api: Client, capacity = 10) {
  const [from, to] = [await make(api, 'stations'), await make(api, 'stations')]
  const stop = (station: Json, at: number, more: Json) => ({
    station_id: station['id'],
    arrive_offset_min: at,
    depart_offset_min: at,
    pickup_type: 'regular',
    drop_off_type: 'regular',
    ...more,
  })
  const start = async (first: Json, last: Json, departure_time: string) => {
    const stops = [stop(first, 0, { drop_off_type: 'none' }), stop(last, 45, { pickup_type: 'none' })]
    const route = await make(api, 'routes', { stops })
    await make(api, 'fares', { route_id: route['id'], amount_minor: 1000 })
    return make(api, 'journeys', { route_id: route['id'], service_date: DAY, departure_time, capacity })
  }
  return { from, to, there: await start(from, to, '08:30:00'), back: await start(to, from, '18:00:00') }
}

const openDesk = (page: Page, { from, to }: { from: Json; to: Json }) =>
  page.goto(`/reservations/create?date=${DAY}&origin=${String(from['id'])}&destination=${String(to['id'])}`)

test.beforeEach(({ api }) => withoutRules(api))

test('books for a returning caller by keyboard alone, and back again in two clicks', async ({ office: page, api }) => {
  const { there, back } = await line(api)
  const caller = await traveller(api, there)
  await page.goto(`/reservations/create?date=${DAY}`)
  await expect(phoneBox(page)).toBeFocused()
  const effort = await countEffort(page)
  await repeatLastTrip(page, caller)
  const { clicks, keystrokes } = await effort()
  expect(clicks).toBe(0)

  await button(page, word('app.desk.addReturn')).click()
  await departures(page).nth(1).getByRole('radio').click()
  await expect(page.getByRole('timer')).toHaveCount(2)
  expect(await effort()).toEqual({ clicks: 2, keystrokes })

  await page.keyboard.press('Control+Enter')
  await expect(sold(page)).toBeVisible()
  expect((await effort()).keystrokes).toBeLessThanOrEqual(40)
  const [second, first] = await bookedBy(api, caller.id)
  expect(second).toMatchObject({ status: 'confirmed', return_of_id: first?.['id'], journey_id: back['id'] })
  expect(first).toMatchObject({ status: 'confirmed', journey_id: there['id'], lead_name: caller.name })
})

test('tells prices without a customer and without holding anything', async ({ office: page, api }) => {
  const way = await line(api)
  const posts: string[] = []
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
  await page.goto(`/reservations/create?date=${DAY}`)
  const effort = await countEffort(page)
  await box(page.getByRole('main'), label('reservations', 'origin_station_id')).click()
  await page.keyboard.type(String(way.from['code']))
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await box(page.getByRole('main'), label('reservations', 'destination_station_id')).click()
  await page.keyboard.type(String(way.to['code']))
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(departures(page).getByRole('radio')).toContainText('€10.00')
  const { clicks, keystrokes } = await effort()
  expect(clicks + keystrokes).toBeLessThanOrEqual(20)
  expect(posts.filter((url) => url.includes('/api/'))).toEqual([])
})

test('says what happened and keeps what was typed when seats go, prices change and holds run out', async ({
  office: page,
  api,
  expectedFaults,
}) => {
  expectedFaults.push(/status of 409/)
  await page.clock.install()
  const way = await line(api, 2)
  // What was read stays on the screen, as where the live connection is down.
  let seen: Promise<string> | undefined
  await page.route('**/api/departures/**', async (route) => {
    seen ??= route.fetch().then((answer) => answer.text())
    await route.fulfill({ contentType: 'application/json', body: await seen })
  })
  await openDesk(page, way)
  await nameBox(page).fill('Eleni Georgiou')
  await expect(departures(page).getByRole('radio')).toBeEnabled()
  const rival = await make(api, 'reservations', {
    legs: [{ journey_id: way.there['id'], board_seq: 1, alight_seq: 2 }],
    passengers: [{ category: 'adult' }, { category: 'adult' }],
  })
  await departures(page).getByRole('radio').click()
  const aside = page.getByRole('complementary', { name: word('app.desk.sale') })
  await expect(aside.getByRole('alert')).toContainText(/No seats left/)
  await expect(nameBox(page)).toHaveValue('Eleni Georgiou')

  await page.unroute('**/api/departures/**')
  await api.post(`/reservations/${String(rival['id'])}/cancel`, { reason: 'Test' }, { ifMatch: '*' })
  await button(page, word('app.desk.tomorrow')).click()
  await page.getByLabel(word('app.reservation.date')).fill(DAY)
  await expect(departures(page).getByRole('radio')).toBeEnabled()
  await departures(page).getByRole('radio').click()
  await expect(page.getByRole('timer')).toBeVisible()
  await expect(aside).toContainText('€10.00')

  await page.getByLabel(word('choices.passengerCategories.child')).fill('1')
  await page.keyboard.press('Control+Enter')
  await expect(aside.getByRole('alert')).toContainText('€20.00')

  await page.clock.fastForward('16:00')
  await expect(aside.getByRole('alert').filter({ hasText: word('app.desk.holdOver') })).toBeVisible()
  await expect(nameBox(page)).toHaveValue('Eleni Georgiou')
  await expect(page.getByRole('spinbutton', { name: word('choices.passengerCategories.child') })).toHaveValue('1')
})

test('takes the request for a hire and shows which vehicles are too small', async ({ office: page, api }) => {
  const large = await make(api, 'vehicle-types', { name: { en: unique('Coach ') }, seats: 50, luggage_units: 40 })
  const small = await make(api, 'vehicle-types', { name: { en: unique('Minivan ') }, seats: 7, luggage_units: 40 })
  await make(api, 'hire-tariffs', { vehicle_type_id: large['id'] })
  const name = (type: Json) => (type['name'] as { en: string }).en
  await page.goto('/reservations/create?kind=private_hire')
  const main = page.getByRole('main')
  const field = (source: string) => label('reservations', `hire_${source}`)
  await nameBox(page).fill('Sunvia Group')
  await box(main, `${field('pickup')}: ${field('pickup_address')}`).fill('Harbour 1')
  await box(main, `${field('dropoff')}: ${field('dropoff_address')}`).fill('Hotel Aphrodite')
  await button(page, word('app.desk.addStop')).click()
  await box(main, `Stop 1: ${field('pickup_address')}`).fill('Olympic Residence')
  await box(main, field('starts_at')).fill(`${DAY}T08:00`)
  await box(main, field('ends_at')).fill(`${DAY}T12:00`)
  await box(main, field('passengers')).fill('30')
  await expect(page.getByRole('radio', { name: name(small) })).toBeDisabled()
  await page.getByRole('radio', { name: name(large) }).check()
  await expect(page.getByRole('complementary', { name: word('app.desk.sale') })).toContainText('€10.00')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('status').filter({ hasText: word('app.desk.sent') })).toBeVisible()
  const [request] = (await api.list('reservations', { filter: { kind: 'private_hire' }, sort: ['created_at', 'DESC'] }))
    .rows
  expect((request?.['hire'] as { via: Json[] }).via).toMatchObject([{ address: 'Olympic Residence', station_id: null }])
})

test('cancels from the page of the reservation once its fee has been told', async ({ office: page, api }) => {
  const { there } = await line(api)
  const caller = await traveller(api, there)
  const [reservation] = await bookedBy(api, caller.id)
  await page.goto(`/reservations/${String(reservation?.['id'])}/show`)
  await button(page, word('app.desk.steps.check_in')).first().click()
  await expect(button(page, word('app.desk.steps.board')).first()).toBeVisible()
  await button(page, word('app.depot.more')).click()
  await page.getByRole('menuitem', { name: word('app.desk.steps.cancel') }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('alert')).toContainText('€')
  await dialog.getByLabel(word('app.depot.reason')).fill('Ill')
  await dialog.getByRole('button', { name: word('app.desk.steps.cancel') }).click()
  await expect(dialog).toBeHidden()
  expect((await bookedBy(api, caller.id))[0]).toMatchObject({ status: 'cancelled', cancel_reason: 'Ill' })
})

test.describe('in Arabic on a phone', () => {
  test.use({ reader: { language: 'ae', theme: 'light' }, viewport: { width: 390, height: 844 } })

  test('fits, holds nothing grave against anybody, and holds seats', async ({ office: page, api }) => {
    const way = await line(api)
    await bringAxe(page)
    await openDesk(page, way)
    await page.getByRole('radio').first().click()
    await expect(page.getByRole('timer')).toBeVisible()
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    expect(await violationsIn(page)).toEqual([])
  })
})
