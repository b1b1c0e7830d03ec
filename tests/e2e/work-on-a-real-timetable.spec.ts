import type { Json } from '../support/api'
import { make, unique } from '../support/factories'
import { publicFeed } from '../support/feed/public-feeds'
import { bookedBy, departures, phoneBox, repeatLastTrip, sold, traveller } from '../support/e2e/desk'
import { countEffort } from '../support/e2e/effort'
import { withoutRules } from '../support/e2e/prices'
import { inDays, realLine, realTimetable } from '../support/e2e/real-timetable'
import { box, button, choose, chooseRecord, suggested } from '../support/e2e/screen'
import { expect, test } from '../support/e2e/test'
import { label, word } from '../support/e2e/words'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const macedonia = publicFeed('north-macedonia')
/** Each workflow uses its own day, so that bookings do not mix. All trains of this line run on these days. */
const DAYS = Array.from({ length: 9 }, (_, index) => inDays(index + 2)).filter((day) => new Date(day).getUTCDay() !== 0)
const TOWNS = ['Skopje', 'Veles'] as const

const id = (record: Json | undefined) => String(record?.['id'])
const code = (record: Json | undefined) => String(record?.['code'])
const english = (record: Json) => (record['name'] as { en: string }).en
const on = (walk: number) => String(DAYS[walk])

test.describe('on the trains of North Macedonia', () => {
  test.skip(!macedonia.isHere, `needs ${macedonia.path}`)

  test.beforeAll(async ({ api, baseURL }) => {
    await realTimetable(api, String(baseURL), on(0), String(DAYS.at(-1)))
    await withoutRules(api)
  })

  test('workflows 1 and 3: a sale to a returning caller by keyboard alone, and a return leg in two clicks', async ({
    office: page,
    api,
  }) => {
    const { day, origin, destination, journeys } = await realLine(api, on(0), TOWNS)
    const caller = await traveller(api, journeys[0] as Json)
    await page.goto(`/reservations/create?date=${day}`)
    await expect(phoneBox(page)).toBeFocused()
    const effort = await countEffort(page)
    await repeatLastTrip(page, caller)
    await button(page, word('app.desk.addReturn')).click()
    await departures(page).nth(1).getByRole('radio').last().click()
    const aside = page.getByRole('complementary', { name: word('app.desk.sale') })
    await expect(aside.getByText(word('choices.legDirections.return')).first()).toBeVisible()
    await expect(page.getByRole('timer')).toHaveCount(1)
    await page.keyboard.press('Control+Enter')
    await expect(sold(page)).toBeVisible()
    expect(await effort()).toEqual({ clicks: 2, keystrokes: 10 })
    const [made] = await bookedBy(api, caller.id)
    expect(made).toMatchObject({
      status: 'confirmed',
      lead_name: caller.name,
      total_minor: 1000,
      origin_station_id: origin['id'],
      destination_station_id: destination['id'],
      legs: [{ direction: 'outbound' }, { direction: 'return' }],
    })
  })

  test('workflow 2: a price without a customer', async ({ office: page, api }) => {
    const { day, origin, destination } = await realLine(api, on(0), TOWNS)
    await page.goto(`/reservations/create?date=${day}`)
    const effort = await countEffort(page)
    for (const [source, station] of [
      ['origin_station_id', origin],
      ['destination_station_id', destination],
    ] as const) {
      await box(page.getByRole('main'), label('reservations', source)).click()
      await page.keyboard.type(english(station))
      await expect(page.getByRole('option').first()).toContainText(english(station))
      await page.keyboard.press('Enter')
    }
    await expect(departures(page).getByRole('radio').first()).toContainText('€5.00')
    const { clicks, keystrokes } = await effort()
    expect(clicks + keystrokes).toBeLessThanOrEqual(20)
  })

  test('workflow 4: the job of a broken vehicle is reassigned', async ({ office: page, api }) => {
    const { journeys } = await realLine(api, on(1), TOWNS)
    const type = { vehicle_type_id: journeys[0]?.['vehicle_type_id'] }
    const broken = await make(api, 'vehicles', type)
    await make(api, 'vehicles', type)
    await api.patch(`/journeys/${id(journeys[0])}`, { vehicle_id: broken['id'] }, { ifMatch: '*' })
    await page.goto(`/vehicles/${id(broken)}/show`)
    const effort = await countEffort(page)
    await page.getByRole('link', { name: 'Take out of service' }).click()
    await button(page, 'Until further notice').click()
    await expect(page.getByRole('listitem', { name: code(journeys[0]) }).getByText('Works')).toBeVisible()
    await button(page, 'Take out of service').click()
    await expect(page.getByText('All jobs are covered.')).toBeVisible()
    expect(await effort()).toEqual({ clicks: 3, keystrokes: 0 })
    expect((await api.get(`/journeys/${id(journeys[0])}`)).body['vehicle_id']).not.toBe(broken['id'])
  })

  test('workflows 6 and 7: a delayed train, and a cancelled one whose bookings are moved or refunded', async ({
    office: page,
    api,
  }) => {
    const { journeys } = await realLine(api, on(2), TOWNS)
    const [first, second] = journeys
    const party = await traveller(api, first as Json)
    await page.goto(`/journeys/${id(second)}/show`)
    const delaying = await countEffort(page)
    await button(page, 'Delay').click()
    await button(page.getByRole('dialog'), '+45 min').click()
    await button(page.getByRole('dialog'), 'Set delay').click()
    await expect(page.getByText('45 min late')).toBeVisible()
    expect(await delaying()).toEqual({ clicks: 3, keystrokes: 0 })

    await page.goto(`/journeys/${id(first)}/show`)
    const effort = await countEffort(page)
    await button(page, 'More').click()
    await page.getByRole('menuitem', { name: 'Cancel departure' }).click()
    const wizard = page.getByRole('dialog')
    await button(wizard, 'Weather').click()
    await button(wizard, 'Next').click()
    await expect(wizard.getByRole('list', { name: 'Bookings' }).getByText(/^To \d\d:\d\d/)).toHaveCount(1)
    await button(wizard, 'Next').click()
    await button(wizard, 'Cancel departure').click()
    await expect(wizard.getByText(/Moved: 1/)).toBeVisible()
    expect(await effort()).toEqual({ clicks: 6, keystrokes: 0 })
    expect((await bookedBy(api, party.id))[0]).toMatchObject({ status: 'confirmed', journey_id: second?.['id'] })
  })

  test('workflows 5, 8, 9 and 10: crew, manifest and check-in of one train', async ({ office: page, api }) => {
    const [journey] = (await realLine(api, on(3), TOWNS)).journeys
    const { name } = await traveller(api, journey as Json)
    const type = { vehicle_type_id: journey?.['vehicle_type_id'] }
    for (const resource of ['vehicles', 'staff', 'staff'] as const)
      await make(api, resource, resource === 'vehicles' ? type : { last_name: unique('Driver ') })
    await page.goto(`/journeys/${id(journey)}/show`)
    const assigning = await countEffort(page)
    await button(page, 'Assign').click()
    const dialog = page.getByRole('dialog')
    for (const group of ['Vehicle', 'Driver']) {
      const choices = dialog.getByRole('radiogroup', { name: group }).getByRole('radio')
      // The choices appear when the availability is loaded.
      await expect(choices.nth(1)).toBeVisible()
      await choices.first().click()
    }
    await button(dialog, 'Assign').click()
    await expect(dialog).toBeHidden()
    expect(await assigning()).toEqual({ clicks: 4, keystrokes: 0 })
    const { driver_id: driver, vehicle_id: vehicle } = (await api.get(`/journeys/${id(journey)}`)).body
    expect(vehicle).not.toBeNull()

    const printing = await countEffort(page)
    const sheet = page.waitForEvent('popup')
    await button(page, 'Print').click()
    await page.getByRole('menuitem', { name: 'English' }).click()
    await (await sheet).close()
    const file = page.waitForEvent('download')
    await button(page, 'CSV').click()
    expect((await file).suggestedFilename()).toBe(`manifest-${code(journey)}.csv`)
    expect(await printing()).toEqual({ clicks: 3, keystrokes: 0 })

    await page.getByRole('link', { name: 'Check-in' }).click()
    const boarding = await countEffort(page)
    await button(page, `${name}: Board`).click()
    await expect(page.getByText('1 of 1 aboard')).toBeVisible()
    expect(await boarding()).toEqual({ clicks: 1, keystrokes: 0 })

    await page.goto(`/staff/${String(driver)}/show`)
    const replacing = await countEffort(page)
    await page.getByRole('link', { name: 'Absent' }).click()
    await button(page, 'A week').click()
    await expect(page.getByRole('listitem', { name: code(journey) }).getByText('Works')).toBeVisible()
    await button(page, 'Record absence').click()
    await expect(page.getByText('All jobs are covered.')).toBeVisible()
    expect(await replacing()).toEqual({ clicks: 3, keystrokes: 0 })
    expect((await api.get(`/journeys/${id(journey)}`)).body['driver_id']).not.toBe(driver)
  })

  test('workflow 11: three months of another train each day', async ({ office: page, api }) => {
    const { route, journeys } = await realLine(api, on(0), TOWNS)
    const type = (await api.get(`/vehicle-types/${String(journeys[0]?.['vehicle_type_id'])}`)).body
    await page.goto('/journeys/generate')
    const effort = await countEffort(page)
    await chooseRecord(page, 'Route', code(route))
    await chooseRecord(page, 'Vehicle type', code(type))
    await page.getByLabel('Departure times').fill('3:33')
    await expect(page.getByRole('status').filter({ hasText: '90 departures to create' })).toBeVisible()
    await button(page, 'Generate 90 departures').click()
    await expect(page.getByText('90 departures created')).toBeVisible()
    expect((await effort()).clicks).toBeLessThanOrEqual(6)
  })

  test('workflow 12: the prices of one line are raised and previewed before they are saved', async ({
    office: page,
    api,
  }) => {
    const { route } = await realLine(api, on(0), TOWNS)
    await page.goto('/pricing-rules/create')
    const effort = await countEffort(page)
    await choose(page, word('app.rule.job'), word('app.rule.jobs.farePercent'))
    await box(page, word('resources.pricing-rules.fields.percent_bp')).click()
    await page.keyboard.type('20')
    await button(page, word('app.rule.add')).click()
    await page.getByRole('menuitem', { name: word('app.rule.asks.route') }).click()
    await page.keyboard.type(code(route))
    await (await suggested(page, code(route))).click()
    await page.keyboard.press('Escape')
    const grid = page.getByRole('grid', { name: word('app.rule.preview') })
    await expect(grid.getByRole('gridcell', { name: /€5\.00 becomes €6\.00/ }).first()).toBeVisible()
    expect((await effort()).clicks).toBe(6)
  })

  test('workflow 13: a group hires a coach from its station', async ({ office: page, api }) => {
    const { origin, destination } = await realLine(api, on(0), TOWNS)
    const coach = await make(api, 'vehicle-types', { name: { en: unique('Coach ') }, seats: 30, luggage_units: 40 })
    await make(api, 'hire-tariffs', { vehicle_type_id: coach['id'], currency: 'EUR' })
    await page.goto('/reservations/create?kind=private_hire')
    const main = page.getByRole('main')
    const field = (source: string) => label('reservations', `hire_${source}`)
    const effort = await countEffort(page)
    await box(main, label('reservations', 'lead_name')).fill('Vardar Group')
    await chooseRecord(page, `${field('pickup')}: ${field('pickup_station_id')}`, english(origin))
    await chooseRecord(page, `${field('dropoff')}: ${field('dropoff_station_id')}`, english(destination))
    await box(main, field('starts_at')).fill(`${on(5)}T08:00`)
    await box(main, field('ends_at')).fill(`${on(5)}T12:00`)
    await box(main, field('passengers')).fill('30')
    await page.getByRole('radio', { name: english(coach) }).check()
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('status').filter({ hasText: word('app.desk.sent') })).toBeVisible()
    expect((await effort()).clicks).toBeLessThanOrEqual(5)
  })
})
