import { expect, type Page } from '@playwright/test'
import type { Client, Json } from '../api'
import { make, unique } from '../factories'
import { box } from './screen'
import { label, word } from './words'

/** Somebody who has been on a journey from its first stop to its last, and whose number the desk knows. */
export async function traveller(api: Client, journey: Json) {
  const phone = `+357990${unique('').padStart(5, '0')}`
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

/** Takes a caller by their number and holds the first departure of their last trip, with the keyboard alone. */
export async function repeatLastTrip(page: Page, { phone, name }: { phone: string; name: string }): Promise<void> {
  await page.keyboard.type(phone.slice(-8))
  await expect(page.getByRole('option', { name })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('group', { name: word('app.desk.recent') }).getByRole('button')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(departures(page).getByRole('radio').first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('timer')).toContainText(/1[45]:\d\d/)
}

/** The reservations of a customer, the latest first. */
export async function bookedBy(api: Client, customerId: string): Promise<Json[]> {
  const { rows } = await api.list('reservations', { filter: { customer_id: customerId }, sort: ['created_at', 'DESC'] })
  return rows
}
