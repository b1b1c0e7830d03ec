import { expect, type Page } from '@playwright/test'
import type { Client, Json } from '../api'
import { make } from '../factories'
import { box } from './screen'
import { label, word } from './words'

/** A day far enough ahead for everything to be on sale. */
export const DAY = '2030-05-20'

/** Creates an outbound journey with a fare, and a return journey later that day. */
export async function line(api: Client, capacity = 10, stations: readonly [Json, Json] = [{}, {}]) {
  const [from, to] = [await make(api, 'stations', stations[0]), await make(api, 'stations', stations[1])]
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

/** Opens the reservation page with the stations and the day chosen. */
export const openDesk = (page: Page, { from, to }: { from: Json; to: Json }) =>
  page.goto(`/reservations/create?date=${DAY}&origin=${String(from['id'])}&destination=${String(to['id'])}`)

/** Returns a random Cypriot phone number in national form, with unique last digits. */
export const someNumber = () => `99${String(Math.random()).slice(2, 8).padEnd(6, '7')}`

/** Creates a customer with a known number and a reservation from the first stop of a journey to its last. */
export async function traveller(api: Client, journey: Json) {
  const phone = `+357${someNumber()}`
  const customer = await make(api, 'customers', { phone, email: null })
  const name = `Ana ${String(customer['last_name'])}`
  await make(api, 'reservations', {
    customer_id: customer['id'],
    lead_name: name,
    legs: [{ journey_id: journey['id'], board_seq: 1, alight_seq: journey['call_count'] }],
    passengers: [{ category: 'adult', name }],
  })
  return { phone, name, id: String(customer['id']) }
}

export const phoneBox = (page: Page) => box(page.getByRole('main'), label('reservations', 'lead_phone'))
export const nameBox = (page: Page) => box(page.getByRole('main'), label('reservations', 'lead_name'))
export const departures = (page: Page) => page.getByRole('radiogroup', { name: word('app.reservation.departures') })
export const sold = (page: Page) => page.getByRole('status').filter({ hasText: word('app.desk.sold') })

/** Selects a customer by phone number and holds the first departure of their last trip, with the keyboard only. */
export async function repeatLastTrip(page: Page, { phone, name }: { phone: string; name: string }): Promise<void> {
  await page.keyboard.type(phone.slice(-5))
  await expect(page.getByRole('option', { name })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('group', { name: word('app.desk.recent') }).getByRole('button')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(departures(page).getByRole('radio').first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('timer')).toContainText(/1[45]:\d\d/)
}

/** Returns the reservations of a customer, the latest first. */
export async function bookedBy(api: Client, customerId: string): Promise<Json[]> {
  const { rows } = await api.list('reservations', { filter: { customer_id: customerId }, sort: ['created_at', 'DESC'] })
  return rows
}
