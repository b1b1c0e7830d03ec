import type { Page } from '@playwright/test'
import type { Json } from '../support/api'
import { freeTariff, make, unique } from '../support/factories'
import type { Api } from '../support/e2e/api'
import { bringAxe, violationsIn } from '../support/e2e/axe'
import { countEffort } from '../support/e2e/effort'
import { dayOf, line } from '../support/e2e/line'
import { button, chooseRecord, pick } from '../support/e2e/screen'
import { expect, test } from '../support/e2e/test'

const HOUR_MS = 3_600_000
const id = (record: Json) => String(record['id'])
const code = (record: Json) => String(record['code'])

const read = async (api: Api, resource: string, record: Json) => (await api.get(`/${resource}/${id(record)}`)).body

test('workflow 4: the jobs of a broken vehicle are reassigned to another, and back by undo', async ({
  office,
  api,
}) => {
  await bringAxe(office)
  const { type, departure, party } = await line(api)
  const broken = await make(api, 'vehicles', { vehicle_type_id: type['id'] })
  const spare = await make(api, 'vehicles', { vehicle_type_id: type['id'] })
  const journey = await departure(3, { vehicle_id: broken['id'] })
  await party(journey, 'Ana Ruiz', 2)
  await office.goto(`/vehicles/${id(broken)}/show`)
  // A job past midnight is listed on both days.
  await expect(office.getByRole('link', { name: new RegExp(code(journey)) }).first()).toBeVisible()
  const effort = await countEffort(office)
  await office.getByRole('link', { name: 'Take out of service' }).click()
  const job = office.getByRole('listitem', { name: code(journey) })
  await expect(job.getByText('Works')).toBeVisible()
  expect(await violationsIn(office)).toEqual([])
  await button(office, 'Take out of service').click()
  await expect(office.getByText('All jobs are covered.')).toBeVisible()
  expect(await effort()).toEqual({ clicks: 2, keystrokes: 0 })
  const taken = (await read(api, 'journeys', journey))['vehicle_id']
  expect(taken).not.toBeNull()
  expect(taken).not.toBe(broken['id'])
  expect(id(spare)).not.toBe(id(broken))
  await office.getByRole('button', { name: /^Undo \((10|9):\d\d\)$/ }).click()
  await expect(office.getByText('Everything is as it was before.')).toBeVisible()
  expect((await read(api, 'journeys', journey))['vehicle_id']).toBe(broken['id'])
})

test('workflow 4: another company runs one of its jobs, and is unassigned again', async ({ office, api }) => {
  await bringAxe(office)
  const { route, type, departure, party } = await line(api)
  const broken = await make(api, 'vehicles', { vehicle_type_id: type['id'] })
  const affiliate = { kind: 'affiliate', status: 'active', trading_name: unique('Sun ') }
  const company = await make(api, 'partners', affiliate)
  const journey = await departure(3, { vehicle_id: broken['id'] })
  await party(journey, 'Ana Ruiz', 2)
  await office.goto(`/vehicles/${id(broken)}/show`)
  // A job past midnight is listed on both days.
  await expect(office.getByRole('link', { name: new RegExp(code(journey)) }).first()).toBeVisible()
  const effort = await countEffort(office)
  await office.getByRole('link', { name: 'Take out of service' }).click()
  const job = office.getByRole('listitem', { name: code(journey) })
  await job.getByRole('combobox', { name: 'What happens' }).click()
  await office.getByRole('option', { name: 'Assign to another company' }).click()
  await job.getByRole('combobox', { name: 'Operator' }).click()
  await office.getByRole('option', { name: affiliate.trading_name }).click()
  await expect(job.getByText('Works')).toBeVisible()
  expect(await violationsIn(office)).toEqual([])
  await button(office, 'Take out of service').click()
  await expect(office.getByText('Assigned to another company')).toBeVisible()
  expect(await effort()).toEqual({ clicks: 6, keystrokes: 0 })
  const given = { vehicle_id: null, operated_by_partner_id: company['id'], operated_by: affiliate.trading_name }
  expect(await read(api, 'journeys', journey)).toMatchObject(given)

  const yesterday = dayOf(Date.now() - 24 * HOUR_MS)
  await office.goto(`/journeys/board?range=week&date=${yesterday}&route_id=${id(route)}`)
  await office.getByRole('link', { name: '1 journey operated by others' }).click()
  await office.getByRole('link', { name: code(journey) }).click()
  await expect(office.getByRole('link', { name: affiliate.trading_name }).first()).toBeVisible()
  await expect(office.getByRole('link', { name: new RegExp(`run ${code(journey)}`) })).toBeVisible()
  await office.getByRole('link', { name: affiliate.trading_name }).first().click()
  await office.getByRole('link', { name: 'Journeys operated for us' }).click()
  await office.getByRole('link', { name: code(journey) }).click()
  await button(office, 'Assign').click()
  const dialog = office.getByRole('dialog')
  expect(await violationsIn(office)).toEqual([])
  await dialog.getByRole('combobox', { name: 'Operator' }).click()
  await office.getByRole('option', { name: 'Ourselves' }).click()
  await expect(dialog.getByText(`${affiliate.trading_name} is notified by email`)).toBeVisible()
  await button(dialog, 'Assign').click()
  await expect(dialog).toBeHidden()
  await expect(office.getByText('Unassigned from the other company')).toBeVisible()
  expect(await read(api, 'journeys', journey)).toMatchObject({ operated_by_partner_id: null, vehicle_id: null })
})

test('a hire that another company runs names the company on its page', async ({ office, api }) => {
  const { type } = await line(api)
  const company = await make(api, 'partners', { kind: 'affiliate', status: 'active', trading_name: unique('Moon ') })
  await freeTariff(api, type['id'])
  const place = { address: '12 Ledra Street' }
  const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()
  const hire = await make(api, 'reservations', {
    kind: 'private_hire',
    legs: [],
    hire: {
      pickup: place,
      dropoff: place,
      starts_at: at(30),
      ends_at: at(32),
      vehicle_type_id: type['id'],
      passengers: 12,
    },
  })
  await office.goto(`/reservations/${id(hire)}/show`)
  await button(office, 'More').click()
  await office.getByRole('menuitem', { name: 'Assign vehicle and driver' }).click()
  const dialog = office.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Operator' }).click()
  await office.getByRole('option', { name: String(company['trading_name']) }).click()
  await button(dialog, 'Assign vehicle and driver').click()
  await expect(dialog).toBeHidden()
  await expect(office.getByRole('link', { name: String(company['trading_name']) }).first()).toBeVisible()
  expect((await read(api, 'reservations', hire))['operated_by_partner_id']).toBe(company['id'])
})

test('workflow 5: an ill driver is replaced, and absent for that time', async ({ office, api }) => {
  const { departure } = await line(api)
  const ill = await make(api, 'staff', { last_name: unique('Ill ') })
  await make(api, 'staff')
  const journey = await departure(3, { driver_id: ill['id'] })
  await office.goto(`/staff/${id(ill)}/show`)
  const effort = await countEffort(office)
  await office.getByRole('link', { name: 'Absent' }).click()
  await expect(office.getByRole('listitem', { name: code(journey) }).getByText('Works')).toBeVisible()
  await button(office, 'Record absence').click()
  await expect(office.getByText('All jobs are covered.')).toBeVisible()
  expect(await effort()).toEqual({ clicks: 2, keystrokes: 0 })
  const driver = (await read(api, 'journeys', journey))['driver_id']
  expect(driver).not.toBe(ill['id'])
  await button(office, 'Finish')
    .or(office.getByRole('link', { name: 'Finish' }))
    .click()
  await expect(office.getByRole('img', { name: /^Sick, / }).first()).toBeVisible()
})

test('workflow 6: a departure is cancelled, and each booking is moved or refunded', async ({ office, api }) => {
  await bringAxe(office)
  const { departure, party } = await line(api)
  const journey = await departure(3)
  const next = await departure(5, { capacity: 2 })
  const two = await party(journey, 'Ana Two', 2, { locale: 'de' })
  const three = await party(journey, 'Eva Three', 3)
  await office.goto(`/journeys/${id(journey)}/show`)
  const effort = await countEffort(office)
  await button(office, 'More').click()
  await office.getByRole('menuitem', { name: 'Cancel departure' }).click()
  const wizard = office.getByRole('dialog')
  await button(wizard, 'Weather').click()
  await button(wizard, 'Next').click()
  const bookings = wizard.getByRole('list', { name: 'Bookings' })
  await expect(bookings.getByText(/^To \d\d:\d\d/)).toHaveCount(1)
  await expect(bookings.getByText('Cancelled, nothing was paid')).toHaveCount(1)
  await button(wizard, 'Next').click()
  await expect(wizard.getByText(/Ihre Abfahrt .+ entfällt \(Weather\)/)).toBeVisible()
  expect(await violationsIn(office)).toEqual([])
  await button(wizard, 'Cancel departure').click()
  await expect(wizard.getByText('Moved: 1. Cancelled: 1.')).toBeVisible()
  expect(await effort()).toEqual({ clicks: 6, keystrokes: 0 })
  await button(wizard, 'Close').click()
  await expect(office.getByText('Cancelled').first()).toBeVisible()
  expect((await read(api, 'reservations', two))['journey_id']).toBe(next['id'])
  expect((await read(api, 'reservations', three))['status']).toBe('cancelled')
})

test('workflow 7: a delay of 45 minutes names the job that it endangers', async ({ office, api }) => {
  const { type, departure } = await line(api)
  const vehicle = await make(api, 'vehicles', { vehicle_type_id: type['id'] })
  const journey = await departure(3, { vehicle_id: vehicle['id'] })
  const after = await departure(4.25, { vehicle_id: vehicle['id'] })
  await office.goto(`/journeys/${id(journey)}/show`)
  const effort = await countEffort(office)
  await button(office, 'Delay').click()
  const dialog = office.getByRole('dialog')
  await button(dialog, '+45 min').click()
  await expect(dialog.getByRole('link', { name: code(after) })).toBeVisible()
  await button(dialog, 'Set delay').click()
  await expect(office.getByText('45 min late')).toBeVisible()
  expect(await effort()).toEqual({ clicks: 3, keystrokes: 0 })
})

test('assignment of a busy vehicle names the other job and offers free vehicles', async ({
  office,
  api,
  expectedFaults,
}) => {
  expectedFaults.push(/409/)
  const { type, departure } = await line(api)
  const busy = await make(api, 'vehicles', { vehicle_type_id: type['id'] })
  await make(api, 'vehicles', { vehicle_type_id: type['id'] })
  const first = await departure(3, { vehicle_id: busy['id'] })
  const journey = await departure(3.25)
  await office.goto(`/journeys/${id(journey)}/show`)
  await button(office, 'Assign').click()
  const dialog = office.getByRole('dialog')
  const other = dialog.getByLabel('Choose another').first()
  await pick(other, String(busy['registration_plate']))
  await button(dialog, 'Assign').click()
  const refusal = dialog.getByRole('alert')
  await expect(refusal.getByRole('link', { name: code(first) })).toBeVisible()
  await refusal
    .getByRole('button', { name: /^Choose / })
    .first()
    .click()
  await button(dialog, 'Assign').click()
  await expect(dialog).toBeHidden()
  const vehicle = (await read(api, 'journeys', journey))['vehicle_id']
  expect(vehicle).not.toBeNull()
  expect(vehicle).not.toBe(busy['id'])
})

test('workflows 9 and 10: the manifest, and check-in on a phone', async ({ office, api }) => {
  await bringAxe(office)
  const { departure, party } = await line(api)
  const journey = await departure(3)
  const booking = await party(journey, 'Ana Ruiz', 2, {
    passengers: [
      { category: 'adult', name: 'Ana Ruiz', needs: ['wheelchair'] },
      { category: 'child', name: 'Leo Ruiz' },
    ],
  })
  await party(journey, 'Eva Klein', 1)
  await office.goto(`/journeys/${id(journey)}/show`)
  await expect(office.getByText('0 of 3 aboard')).toBeVisible()
  const printing = await countEffort(office)
  const sheet = office.waitForEvent('popup')
  await button(office, 'Print').click()
  await office.getByRole('menuitem', { name: 'العربية' }).click()
  await (await sheet).close()
  const file = office.waitForEvent('download')
  await button(office, 'CSV').click()
  expect((await file).suggestedFilename()).toBe(`manifest-${code(journey)}.csv`)
  expect(await printing()).toEqual({ clicks: 3, keystrokes: 0 })

  await office.setViewportSize({ width: 390, height: 844 })
  await office.getByRole('link', { name: 'Check-in' }).click()
  const effort = await countEffort(office)
  await button(office, 'Leo Ruiz: Board').click()
  await expect(office.getByText('1 of 3 aboard')).toBeVisible()
  expect(await effort()).toEqual({ clicks: 1, keystrokes: 0 })
  await button(office, 'Undo: Leo Ruiz').click()
  await expect(office.getByText('0 of 3 aboard')).toBeVisible()
  const tickets = (await api.get(`/reservations/${id(booking)}/tickets`)).rows
  await office.getByLabel('Name, reference or ticket code').fill(String(tickets[0]?.['payload']))
  await office.keyboard.press('Enter')
  await expect(office.getByRole('status').filter({ hasText: 'Ana Ruiz' })).toContainText('Wheelchair')
  await button(office, '2 not aboard').click()
  await expect(office.getByRole('button', { name: /Board$/ })).toHaveCount(3)
  await expect(button(office, 'Ana Ruiz: Board')).toHaveCount(0)
  expect(await violationsIn(office)).toEqual([])
  expect(await overflow(office)).toBeLessThanOrEqual(0)
})

test('workflow 11: three months of departures are created once', async ({ office, api }) => {
  const { route, type } = await line(api)
  await office.goto('/journeys/generate')
  const effort = await countEffort(office)
  await chooseRecord(office, 'Route', code(route))
  await chooseRecord(office, 'Vehicle type', code(type))
  await office.getByLabel('Departure times').fill('6:30 14:00')
  await expect(office.getByRole('status').filter({ hasText: '180 departures to create' })).toBeVisible()
  await button(office, 'Generate 180 departures').click()
  await expect(office.getByText('180 departures created')).toBeVisible()
  expect((await effort()).clicks).toBeLessThanOrEqual(6)
  await office.getByLabel('Departure times').fill('6:30 14:00 25:10')
  await expect(office.getByText('90 departures to create')).toBeVisible()
  await expect(office.getByText('180 already exist and don’t change.')).toBeVisible()
})

test.describe('in Arabic on a phone', () => {
  test.use({ reader: { language: 'ae', theme: 'dark' }, viewport: { width: 390, height: 844 } })

  test('the pages of dispatch fit the screen', async ({ office, api }) => {
    await bringAxe(office)
    const { type, departure, party } = await line(api)
    const vehicle = await make(api, 'vehicles', { vehicle_type_id: type['id'] })
    const journey = await departure(3, { vehicle_id: vehicle['id'] })
    await party(journey, 'Ana Ruiz', 2)
    const company = await make(api, 'partners', { kind: 'affiliate', status: 'active' })
    const farmedOut = await departure(4)
    const given = { operated_by_partner_id: company['id'] }
    await api.post(`/journeys/${id(farmedOut)}/assign`, given, { ifMatch: '*' })
    for (const path of [
      `/journeys/${id(journey)}/show`,
      `/journeys/${id(farmedOut)}/show`,
      `/vehicles/${id(vehicle)}/show`,
      `/vehicles/${id(vehicle)}/show?view=resolve`,
      '/journeys/generate',
    ]) {
      await office.goto(path)
      await expect(office.getByRole('heading', { level: 2 }).first()).toBeVisible()
      expect(await overflow(office), path).toBeLessThanOrEqual(0)
      expect(await violationsIn(office), path).toEqual([])
    }
  })
})

const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
