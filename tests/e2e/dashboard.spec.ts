import { ADMINISTRATOR } from '../support/e2e-administrator'
import { connect } from '../support/e2e/api'
import { bringAxe, violationsIn } from '../support/e2e/axe'
import { startServer } from '../support/e2e/own-server'
import { button, heading } from '../support/e2e/screen'
import { MOST_SHIFT, shiftsOf, watchShifts } from '../support/e2e/shifts'
import { expect, keepSession, test } from '../support/e2e/test'
import { make, makeUnpriced } from '../support/factories'

const HOUR_MS = 3_600_000

/** Returns service day and time of a departure in some hours, in the time zone of the factories' stations. */
function leavingIn(hours: number) {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Nicosia', dateStyle: 'short', timeStyle: 'medium' })
  const [service_date = '', departure_time = ''] = clock.format(Date.now() + hours * HOUR_MS).split(' ')
  return { service_date, departure_time }
}

test('the dashboard updates with sales, keeps its filter in the address and has a table for each chart', async ({
  office: page,
  api,
}) => {
  await bringAxe(page)
  const journey = await make(api, 'journeys', leavingIn(2))
  const book = (seats: number) =>
    make(api, 'reservations', {
      journey_id: journey['id'],
      passengers: Array.from({ length: seats }, () => ({ category: 'adult' })),
    })
  await book(1)
  await page.goto(`/?range=7d&station=${String(journey['origin_station_id'])}`)
  const departures = page.getByRole('region', { name: 'Next departures' })
  await expect(departures.getByRole('listitem')).toHaveCount(1)
  await expect(departures).toContainText('1/50')
  await book(2)
  await expect(departures).toContainText('3/50')

  const routes = page.getByRole('region', { name: 'By route' })
  await button(page, 'By route as a table').click()
  const sold = routes.getByRole('row').nth(1).getByRole('cell')
  await expect(sold.first()).toHaveText('2')
  await expect(sold.nth(1)).toHaveText('3')
  await button(page, '30 days').click()
  await expect(page).toHaveURL(/range=30d&station=/)
  await page.reload()
  await expect(button(page, '30 days')).toHaveAttribute('aria-pressed', 'true')
  await expect(departures.getByRole('listitem')).toHaveCount(1)
  await expect(page.getByRole('region', { name: 'By day' }).getByRole('img')).toBeVisible()
  expect(await violationsIn(page)).toEqual([])
})

test('the map shows the network and current journeys, by keyboard and as text', async ({ office: page, api }) => {
  await bringAxe(page)
  const stop = async (latitude: number, name: string) =>
    (await make(api, 'stations', { name: { en: name }, latitude, longitude: 33.4 }))['id']
  const ends = [await stop(35.1, 'North pier'), await stop(34.7, 'South pier')]
  const stops = ends.map((station_id, index) => ({
    station_id,
    arrive_offset_min: index * 60,
    depart_offset_min: index * 60,
    pickup_type: index === 0 ? 'regular' : 'none',
    drop_off_type: index === 0 ? 'none' : 'regular',
  }))
  const route = await make(api, 'routes', { stops, name: { en: 'Pier to pier' } })
  const journey = await make(api, 'journeys', { route_id: route['id'], ...leavingIn(-0.5) })
  await page.goto('/stations')
  await page.getByRole('link', { name: 'Map', exact: true }).click()
  await expect(heading(page, 'Network map')).toBeVisible()
  const line = page.getByRole('listitem').filter({ hasText: String(journey['code']) })
  await expect(line).toContainText('between North pier and South pier')
  const map = page.getByRole('application')
  const label = map.locator('text', { hasText: 'North pier' })
  await expect(label).toBeVisible()
  const placeOf = () => label.boundingBox()
  const before = await placeOf()
  await map.focus()
  await page.keyboard.press('ArrowDown')
  expect((before?.y ?? 0) - ((await placeOf())?.y ?? 0)).toBeCloseTo(80, 0)
  expect(await violationsIn(page)).toEqual([])
  await page.keyboard.press('0')
  await map.locator('circle', { hasText: 'North pier' }).click()
  await expect(heading(page, 'North pier')).toBeVisible()
})

test('an empty company is led to its first sold seat', async ({ page, reader }) => {
  const server = await startServer({ ADMIN_EMAIL: ADMINISTRATOR.email, ADMIN_PASSWORD: ADMINISTRATOR.password })
  try {
    const api = await connect(server.address)
    await keepSession(page, api.session, reader)
    await watchShifts(page)
    const steps = page.getByRole('region', { name: 'Get set up and sell your first seat' })
    // The answer is released once the placeholder is drawn.
    const standIn = page.locator('main .MuiSkeleton-root')
    await page.route('**/api/dashboard/?*', async (route) => {
      await expect(standIn.first()).toBeVisible()
      await route.fallback()
    })
    await page.goto(server.address)
    await expect(steps).toContainText('0 of 8 done')
    await expect(standIn).toHaveCount(0)
    expect((await shiftsOf(page)).sum).toBeLessThan(MOST_SHIFT)
    await page.unroute('**/api/dashboard/?*')
    const goOn = async (title: RegExp) => {
      await page.goto(server.address)
      await steps.getByRole('link', { name: 'Continue' }).click()
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    }
    await goOn(/Company/)
    await page.getByLabel('Name').first().fill('Costa Lines')
    await button(page, 'Save').click()
    await goOn(/station/)
    await page.goto(server.address)
    await expect(steps).toContainText('1 of 8 done')
    const route = await make(api, 'routes')
    await goOn(/vehicle type/)
    const type = await make(api, 'vehicle-types')
    await goOn(/vehicle/)
    await make(api, 'vehicles', { vehicle_type_id: type['id'] })
    await goOn(/Generate departures/)
    const journey = await makeUnpriced(api, {
      route_id: route['id'],
      vehicle_type_id: type['id'],
      ...leavingIn(5),
    })
    await goOn(/Routes/)
    await make(api, 'fares', { route_id: route['id'] })
    await goOn(/reservation/)
    await page.goto(server.address)
    await expect(steps).toContainText('7 of 8 done')
    await make(api, 'reservations', { journey_id: journey['id'] })
    await expect(steps).toHaveCount(0)
  } finally {
    await page.close()
    await server.stop()
  }
})
