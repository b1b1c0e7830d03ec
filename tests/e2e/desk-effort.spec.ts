import type { Page } from '@playwright/test'
import type { Client, Json } from '../support/api'
import { bringAxe, violationsIn } from '../support/e2e/axe'
import {
  DAY,
  bookedBy,
  departures,
  line,
  nameBox,
  phoneBox,
  repeatLastTrip,
  sold,
  someNumber,
  traveller,
} from '../support/e2e/desk'
import { countEffort } from '../support/e2e/effort'
import { withoutRules } from '../support/e2e/prices'
import { box, button } from '../support/e2e/screen'
import { expect, test } from '../support/e2e/test'
import { label, word } from '../support/e2e/words'
import { make, unique } from '../support/factories'

/* Key presses and clicks of a sale, from the open desk until it shows "Booked"; docs/workflows.md has the figures. */

test.use({
  contextOptions: { reducedMotion: 'no-preference' },
  // The lost answer to a payment.
  expectedFaults: async ({}, use) => use([/ERR_FAILED .*\/payments\//]),
})

test.beforeEach(async ({ api }) => {
  await withoutRules(api)
  // Phone numbers are typed in national notation.
  await api.patch('/company', { country: 'CY' }, { ifMatch: '*' })
})

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const iata = () => Array.from({ length: 3 }, () => LETTERS[Math.floor(Math.random() * LETTERS.length)]).join('')

const stationBox = (page: Page, field: 'origin' | 'destination') =>
  box(page.getByRole('main'), label('reservations', `${field}_station_id`))
const sale = (page: Page) => page.getByRole('complementary', { name: word('app.desk.sale') })

async function paidSeat(api: Client, { id }: Json): Promise<Json> {
  const made = await make(api, 'reservations', {
    legs: [{ journey_id: id, board_seq: 1, alight_seq: 2 }],
    passengers: [{ category: 'adult' }],
  })
  const paid = await api.post(`/reservations/${String(made['id'])}/payments`, { amount_minor: 1000, method: 'cash' })
  return paid.body['reservation'] as Json
}

/** Creates a line between two stations with IATA codes. */
async function codedLine(api: Client) {
  const codes = [iata(), iata()] as const
  const way = await line(api, 10, [{ iata_code: codes[0] }, { iata_code: codes[1] }])
  return { ...way, codes: codes.map((code) => code.toLowerCase()) as [string, string] }
}

/** Enters the caller and the two stations by keyboard alone, after which the first departure has the focus. */
async function sayWhoAndWhere(page: Page, who: string, [from, to]: readonly [string, string]): Promise<void> {
  await expect(phoneBox(page)).toBeFocused()
  await page.keyboard.type(someNumber())
  await page.keyboard.press('Enter')
  await expect(nameBox(page)).toBeFocused()
  await page.keyboard.type(who)
  await page.keyboard.press('Enter')
  await expect(stationBox(page, 'origin')).toBeFocused()
  await page.keyboard.type(from)
  await page.keyboard.press('Enter')
  await expect(stationBox(page, 'destination')).toBeFocused()
  await page.keyboard.type(to)
  await page.keyboard.press('Enter')
  await expect(departures(page).getByRole('radio').first()).toBeFocused()
}

test('a sale to a new customer takes 32 keys and no click', async ({ office: page, api }) => {
  const { codes, there } = await codedLine(api)
  await page.goto(`/reservations/create?date=${DAY}`)
  const effort = await countEffort(page)
  await sayWhoAndWhere(page, 'Maria Gomez', codes)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('timer')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(sold(page)).toBeVisible()
  const { clicks, keystrokes } = await effort()
  expect(clicks).toBe(0)
  expect(keystrokes).toBeLessThanOrEqual(32)
  const [made] = (await api.list('reservations', { filter: { journey_id: there['id'] } })).rows
  expect(made).toMatchObject({ status: 'confirmed', lead_name: 'Maria Gomez', total_minor: 1000 })
  expect(made?.['lead_phone']).toMatch(/^\+35799\d{6}$/)
})

test('a cash payment of a new customer takes three keys more', async ({ office: page, api }) => {
  const { codes, there } = await codedLine(api)
  await page.goto(`/reservations/create?date=${DAY}`)
  const effort = await countEffort(page)
  await sayWhoAndWhere(page, 'Maria Gomez', codes)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('timer')).toBeVisible()
  await page.keyboard.press('Alt+c')
  const given = box(sale(page), word('app.desk.pay.given'))
  await expect(given).toBeFocused()
  await page.keyboard.type('20')
  await expect(
    sale(page)
      .getByRole('status')
      .filter({ hasText: word('app.desk.pay.change') }),
  ).toContainText('€10.00')
  await page.keyboard.press('Enter')
  await expect(sold(page)).toBeVisible()
  await expect(sold(page)).toContainText(`${word('app.desk.pay.change')}€10.00`)
  const { clicks, keystrokes } = await effort()
  expect(clicks).toBe(0)
  expect(keystrokes).toBeLessThanOrEqual(35)
  const [made] = (await api.list('reservations', { filter: { journey_id: there['id'] } })).rows
  expect(made).toMatchObject({ status: 'confirmed', total_minor: 1000, paid_minor: 1000, payment_status: 'paid' })
})

test('a payment whose answer was lost is taken once, and shown as unknown until then', async ({
  office: page,
  api,
}) => {
  const { there } = await line(api)
  const caller = await traveller(api, there)
  await page.goto(`/reservations/create?date=${DAY}`)
  await expect(phoneBox(page)).toBeFocused()
  await repeatLastTrip(page, caller)
  await page.keyboard.press('Alt+c')
  await expect(box(sale(page), word('app.desk.pay.given'))).toBeFocused()
  let calls = 0
  await page.route('**/payments/', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    calls += 1
    await route.fetch()
    await route.abort()
  })
  await page.keyboard.press('Enter')
  await expect(sold(page).getByRole('alert')).toContainText(word('app.desk.pay.failed'))
  expect(calls).toBeGreaterThan(0)
  await page.unrouteAll({ behavior: 'wait' })
  await button(page, word('app.desk.pay.again')).click()
  await expect(sold(page).getByRole('alert')).toBeHidden()
  await expect(sold(page)).toContainText(word('app.desk.pay.paid'))
  const [made] = await bookedBy(api, caller.id)
  expect(made).toMatchObject({ total_minor: 1000, paid_minor: 1000 })
  const payments = await api.list('payments', { filter: { reservation_id: made?.['id'] } })
  expect(payments.rows).toHaveLength(1)
})

test('a sale to a returning customer takes 10 keys and no click', async ({ office: page, api }) => {
  const { there } = await line(api)
  const caller = await traveller(api, there)
  await page.goto(`/reservations/create?date=${DAY}`)
  await expect(phoneBox(page)).toBeFocused()
  const effort = await countEffort(page)
  await repeatLastTrip(page, caller)
  await page.keyboard.press('Control+Enter')
  await expect(sold(page)).toBeVisible()
  const { clicks, keystrokes } = await effort()
  expect(clicks).toBe(0)
  expect(keystrokes).toBeLessThanOrEqual(10)
  const [made, before] = await bookedBy(api, caller.id)
  expect(made).toMatchObject({ status: 'confirmed', lead_name: caller.name, total_minor: 1000 })
  expect(before?.['legs']).toHaveLength(1)
})

test('a return leg is added to the same reservation in two clicks', async ({ office: page, api }) => {
  const { there, back } = await line(api)
  const caller = await traveller(api, there)
  await page.goto(`/reservations/create?date=${DAY}`)
  await expect(phoneBox(page)).toBeFocused()
  await repeatLastTrip(page, caller)
  const effort = await countEffort(page)
  await button(page, word('app.desk.addReturn')).click()
  await departures(page).nth(1).getByRole('radio').click()
  await expect(sale(page).getByText(word('choices.legDirections.return')).first()).toBeVisible()
  await expect(page.getByRole('timer')).toHaveCount(1)
  expect(await effort()).toEqual({ clicks: 2, keystrokes: 0 })
  await page.keyboard.press('Control+Enter')
  await expect(sold(page)).toBeVisible()
  const [made] = await bookedBy(api, caller.id)
  expect(made).toMatchObject({
    status: 'confirmed',
    total_minor: 2000,
    return_of_id: null,
    legs: [
      { journey_id: there['id'], direction: 'outbound' },
      { journey_id: back['id'], direction: 'return' },
    ],
  })
})

test('a return with a child and an add-on on the return leg takes 36 keys and two clicks', async ({
  office: page,
  api,
}) => {
  const bicycle = await make(api, 'addons', { name: { en: unique('Bicycle ') }, amount_minor: 300 })
  const { codes, there, back } = await codedLine(api)
  await page.goto(`/reservations/create?date=${DAY}`)
  const effort = await countEffort(page)
  await sayWhoAndWhere(page, 'Eva Ruiz', codes)
  await page.getByRole('spinbutton', { name: word('choices.passengerCategories.child'), exact: true }).click()
  await page.keyboard.type('1')
  await page.keyboard.press('Enter')
  await expect(departures(page).getByRole('radio').first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('timer')).toBeVisible()
  await page.keyboard.press('Alt+r')
  await expect(departures(page).nth(1).getByRole('radio').first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(sale(page).getByText(word('choices.legDirections.return')).first()).toBeVisible()
  const name = `${(bicycle['name'] as { en: string }).en}, ${word('choices.legDirections.return')}`
  await page.getByRole('spinbutton', { name }).click()
  await page.keyboard.type('1')
  await expect(sale(page)).toContainText('€43.00')
  await page.keyboard.press('Control+Enter')
  await expect(sold(page)).toBeVisible()
  const { clicks, keystrokes } = await effort()
  expect(clicks).toBe(2)
  expect(keystrokes).toBeLessThanOrEqual(36)
  const [made] = (await api.list('reservations', { filter: { journey_id: there['id'] } })).rows
  expect(made).toMatchObject({
    status: 'confirmed',
    addons: [{ addon_id: bicycle['id'], quantity: 1, direction: 'return' }],
    legs: [{ direction: 'outbound' }, { journey_id: back['id'], direction: 'return' }],
    total_minor: 4300,
  })
})

test('a few tabs lead from the phone to the first departure', async ({ office: page, api }) => {
  const { codes } = await codedLine(api)
  await page.goto(`/reservations/create?date=${DAY}`)
  await expect(phoneBox(page)).toBeFocused()
  let tabs = 0
  const tabTo = async (goal: ReturnType<typeof box>) => {
    while (!(await goal.evaluate((node) => node === document.activeElement))) {
      await page.keyboard.press('Tab')
      tabs += 1
    }
  }
  await tabTo(nameBox(page))
  await tabTo(stationBox(page, 'origin'))
  await page.keyboard.type(codes[0])
  await page.keyboard.press('Enter')
  await expect(stationBox(page, 'origin')).not.toHaveValue(codes[0])
  await tabTo(stationBox(page, 'destination'))
  await page.keyboard.type(codes[1])
  await page.keyboard.press('Enter')
  await expect(departures(page).getByRole('radio').first()).toBeFocused()
  expect(tabs).toBeLessThanOrEqual(8)
})

test('a cancellation with its refund takes three clicks, once the refund is shown', async ({ office: page, api }) => {
  const { there } = await line(api)
  const booked = await paidSeat(api, there)
  await page.goto(`/reservations/${String(booked['id'])}/show`)
  const effort = await countEffort(page)
  await button(page, word('app.desk.steps.cancel')).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: word('choices.changeCauses.illness') }).click()
  await dialog
    .getByRole('button', { name: word('app.desk.cancel.booking.refund').replace('{{amount}}', '€10.00') })
    .click()
  await expect(dialog).toBeHidden()
  expect(await effort()).toEqual({ clicks: 3, keystrokes: 0 })
  const [cancelled] = (await api.list('reservations', { filter: { id: booked['id'] } })).rows
  expect(cancelled).toMatchObject({
    status: 'cancelled',
    cancel_reason: 'illness',
    paid_minor: 0,
    payment_status: 'refunded',
  })
  await expect(page.getByRole('main').getByText(word('choices.changeCauses.illness')).first()).toBeVisible()
})

test('a booking moves to another departure in three clicks, with the old one shown beside the new', async ({
  office: page,
  api,
}) => {
  await bringAxe(page)
  const { there } = await line(api)
  const later = { route_id: there['route_id'], service_date: DAY, departure_time: '12:00:00', capacity: 10 }
  const next = await make(api, 'journeys', later)
  const booked = await paidSeat(api, there)
  await page.goto(`/reservations/${String(booked['id'])}/show`)
  const effort = await countEffort(page)
  await button(page, word('app.desk.steps.change')).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('radio', { checked: true }).first()).toContainText('08:30')
  await dialog.getByRole('radio').filter({ hasText: '12:00' }).click()
  await expect(dialog.getByRole('cell').filter({ hasText: '08:30' })).toBeVisible()
  await expect(dialog.getByRole('cell').filter({ hasText: '12:00' })).toBeVisible()
  expect(await violationsIn(page)).toEqual([])
  await dialog.getByRole('button', { name: word('app.desk.change.apply') }).click()
  await expect(dialog).toBeHidden()
  expect(await effort()).toEqual({ clicks: 3, keystrokes: 0 })
  const [moved] = (await api.list('reservations', { filter: { id: booked['id'] } })).rows
  expect(moved).toMatchObject({ status: 'confirmed', journey_id: next['id'] })
})

test('a part of what is owed, and the rest, are paid in two clicks each', async ({ office: page, api }) => {
  await bringAxe(page)
  const { there } = await line(api)
  const made = await make(api, 'reservations', {
    legs: [{ journey_id: there['id'], board_seq: 1, alight_seq: 2 }],
    passengers: [{ category: 'adult' }],
  })
  await page.goto(`/reservations/${String(made['id'])}/show`)
  await expect(page.getByText(word('app.reservation.owed').replace('{{amount}}', '€10.00')).last()).toBeVisible()
  const effort = await countEffort(page)
  const take = async (amount?: string) => {
    await button(page, word('app.payments.take')).click()
    const dialog = page.getByRole('dialog')
    const box = dialog.getByRole('textbox').first()
    await expect(box).toBeFocused()
    if (amount) {
      await box.selectText()
      await page.keyboard.type(amount)
    }
    expect(await violationsIn(page)).toEqual([])
    await dialog.getByRole('button', { name: word('app.payments.take') }).click()
    await expect(dialog).toBeHidden()
  }
  await take('4')
  await expect(page.getByText(word('app.reservation.owed').replace('{{amount}}', '€6.00')).last()).toBeVisible()
  expect(await effort()).toEqual({ clicks: 2, keystrokes: 1 })
  await take()
  await expect(page.getByText(word('app.payments.allPaid'))).toBeVisible()
  expect(await effort()).toEqual({ clicks: 4, keystrokes: 1 })
  const [paid] = (await api.list('reservations', { filter: { id: made['id'] } })).rows
  expect(paid).toMatchObject({ paid_minor: 1000, payment_status: 'paid' })
})
