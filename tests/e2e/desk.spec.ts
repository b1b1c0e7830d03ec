import type { Page } from '@playwright/test'
import type { Json } from '../support/api'
import { connected } from '../support/connected'
import { bringAxe, violationsIn } from '../support/e2e/axe'
import { DAY, departures, line, nameBox, openDesk, sold, traveller } from '../support/e2e/desk'
import { countEffort } from '../support/e2e/effort'
import { withoutRules } from '../support/e2e/prices'
import { box, button } from '../support/e2e/screen'
import { expect, test } from '../support/e2e/test'
import { label, word } from '../support/e2e/words'
import { make, unique } from '../support/factories'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test.beforeEach(({ api }) => withoutRules(api))

test('desk shows prices without a customer and without holding seats', async ({ office: page, api }) => {
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
  const departure = departures(page).getByRole('radio')
  await expect(departure).toContainText('€10.00')
  const [time, price] = await Promise.all([/08:30/, '€10.00'].map((text) => departure.getByText(text).boundingBox()))
  expect(time?.x).toBeLessThan(price?.x ?? 0)
  const { clicks, keystrokes } = await effort()
  expect(clicks + keystrokes).toBeLessThanOrEqual(20)
  expect(posts.filter((url) => url.includes('/api/'))).toEqual([])
})

test('desk finds a trip with a change when no vehicle goes all the way, and holds and sells all of it', async ({
  office: page,
  api,
}) => {
  const way = await connected(api, { second: { capacity: 3 } })
  await page.goto(`/reservations/create?date=${DAY}&origin=${way.origin}&destination=${way.destination}`)
  await nameBox(page).fill('Eleni Georgiou')
  const trip = departures(page).getByRole('radio')
  await expect(trip).toContainText('1 change: Nicosia, 15 min')
  await expect(trip).toContainText('€17.00')
  await trip.click()
  await expect(page.getByRole('timer')).toBeVisible()
  const aside = page.getByRole('complementary', { name: word('app.desk.sale') })
  for (const ride of ['Larnaca – Nicosia', 'Nicosia – Kyrenia']) await expect(aside).toContainText(ride)
  await page.keyboard.press('Control+Enter')
  await expect(sold(page)).toBeVisible()
  const { rows } = await api.list('reservations', {
    filter: { lead_name: 'Eleni Georgiou' },
    sort: ['created_at', 'DESC'],
  })
  expect(rows[0]).toMatchObject({ status: 'confirmed', total_minor: 1700 })
  expect(rows[0]?.['legs']).toMatchObject([{ journey_id: way.first['id'] }, { journey_id: way.second['id'] }])
})

test('desk books the same trip again from the page of a customer', async ({ office: page, api }) => {
  const { from, to, there } = await line(api)
  const caller = await traveller(api, there)
  await page.goto(`/customers/${caller.id}/show`)
  await page.getByRole('link', { name: word('app.customer.again') }).click()
  await expect(nameBox(page)).toHaveValue(caller.name)
  for (const [source, station] of [
    ['origin_station_id', from],
    ['destination_station_id', to],
  ] as const)
    await expect(box(page.getByRole('main'), label('reservations', source))).toHaveValue(
      new RegExp(String((station['name'] as Json)['en'])),
    )
})

test('desk shows what happened and keeps what was typed when seats are lost, prices change and holds expire', async ({
  office: page,
  api,
  expectedFaults,
}) => {
  expectedFaults.push(/status of 409/)
  await page.clock.install()
  const way = await line(api, 2)
  // Repeats the first answer, as if the live connection were down.
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
  await page.keyboard.press('Enter')
  await expect(departures(page).getByRole('radio')).toBeEnabled()
  await departures(page).getByRole('radio').click()
  await expect(page.getByRole('timer')).toBeVisible()
  await expect(aside).toContainText('€10.00')

  await page.getByLabel(word('choices.passengerCategories.child')).fill('1')
  await page.keyboard.press('Control+Enter')
  await expect(aside.getByRole('alert')).toContainText('€20.00')

  // A refreshed token would correct the page's clock.
  await page.route('**/api/token/refresh/', () => new Promise(() => undefined))
  await page.clock.fastForward('16:00')
  await expect(aside.getByRole('alert').filter({ hasText: word('app.desk.holdOver') })).toBeVisible()
  await expect(nameBox(page)).toHaveValue('Eleni Georgiou')
  await expect(page.getByRole('spinbutton', { name: word('choices.passengerCategories.child') })).toHaveValue('1')
})

test('desk takes the request for a hire and shows which vehicles are too small', async ({ office: page, api }) => {
  const large = await make(api, 'vehicle-types', { name: { en: unique('Coach ') }, seats: 30, luggage_units: 40 })
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

test.describe('in Arabic on a phone', () => {
  test.use({ reader: { language: 'ae', theme: 'light' }, viewport: { width: 390, height: 844 } })

  test('the desk fits, is accessible, and holds seats', async ({ office: page, api }) => {
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

test.describe('the station boxes', () => {
  const named = (page: Page, field: 'origin' | 'destination') =>
    box(page.getByRole('main'), label('reservations', `${field}_station_id`))

  test('use the suggestions of the current text, however soon Enter is pressed, and never the same station twice', async ({
    office: page,
    api,
  }) => {
    const word = unique('Álora')
    const stop = async (name: string, more: Json = {}) => make(api, 'stations', { name: { en: name }, ...more })
    const airport = await stop(`${word} Airport`, { iata_code: 'QZX' })
    const bus = await stop(`${word} Bus Station`)
    await stop(`${word} Bus Station, bay 1`, { parent_station_id: bus['id'] })
    const nowhere = await stop(`${word} Castle`)
    const at = (station: Json, minutes: number, more: Json) => ({
      station_id: station['id'],
      arrive_offset_min: minutes,
      depart_offset_min: minutes,
      pickup_type: 'regular',
      drop_off_type: 'regular',
      ...more,
    })
    const stops = [at(airport, 0, { drop_off_type: 'none' }), at(bus, 45, { pickup_type: 'none' })]
    const route = await make(api, 'routes', { stops })
    await make(api, 'fares', { route_id: route['id'], amount_minor: 1250 })
    await page.goto(`/reservations/create?date=${DAY}`)
    const [from, to] = [named(page, 'origin'), named(page, 'destination')]

    await from.click()
    await page.keyboard.type('qzx')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(to).toBeFocused()
    await expect(from).toHaveValue(`${word} Airport`)

    // Reachable stations are offered with a fare and once for all bays; unreachable ones are marked.
    await to.click()
    const plain = word.replace('Á', 'a')
    await page.keyboard.type(plain)
    await expect(page.getByRole('option')).toHaveCount(2)
    await expect(page.getByRole('option').first()).toContainText('€12.50')
    await expect(page.getByRole('option', { name: String(nowhere['code']) })).toHaveAttribute('aria-disabled', 'true')
    await to.fill('qzx')
    await page.keyboard.press('Enter')
    await expect(page.getByText('No matching station.')).toBeVisible()
    await to.fill(`${plain} b`)
    await page.keyboard.press('Enter')
    await expect(to).toHaveValue(`${word} Bus Station`)

    await from.fill(`${plain} bus`)
    await page.keyboard.press('Enter')
    await expect(from).toHaveValue(`${word} Bus Station`)
    await expect(to).toHaveValue('')
  })
})
