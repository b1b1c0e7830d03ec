import type { Page } from '@playwright/test'
import type { Json } from '../support/api'
import type { Api } from '../support/e2e/api'
import { countEffort } from '../support/e2e/effort'
import { box, button, choose, heading } from '../support/e2e/screen'
import { expect, test } from '../support/e2e/test'
import { word } from '../support/e2e/words'
import { make, unique } from '../support/factories'

const WEEK_MS = 7 * 86_400_000
const PASSWORD = 'a long password of hers'
const text = (key: string) => word(`app.${key}`)
const section = (page: Page, key: string) =>
  page
    .getByRole('navigation')
    .getByRole('link', { name: text(`partner.nav.${key}`), exact: true })
    .click()

/** A departure that can be booked. */
async function sellable(api: Api, service_date: string): Promise<Json> {
  const journey = await make(api, 'journeys', { service_date })
  await make(api, 'fares', { route_id: journey['route_id'], amount_minor: 1000 })
  return journey
}

/** Accepts an invitation as the person that it was sent to. */
async function accept(page: Page, link: string): Promise<void> {
  await page.goto(new URL(link).pathname)
  await box(page, text('partner.invite.firstName')).fill('Nadia')
  await box(page, text('partner.invite.lastName')).fill('Roldán')
  await box(page, text('partner.invite.password')).fill(PASSWORD)
  await button(page, text('partner.invite.submit')).click()
  await expect(heading(page, text('partner.nav.overview'))).toBeVisible()
}

/** Makes a key and reads it off. */
async function makeKey(page: Page, name: string, environment: 'test' | 'live'): Promise<string> {
  await section(page, 'credentials')
  await button(page, text('partner.keys.create')).click()
  const dialog = page.getByRole('dialog')
  await box(dialog, text('partner.keys.name')).fill(name)
  if (environment === 'live') await choose(page, text('partner.keys.environment'), word('choices.environments.live'))
  await box(dialog, text('partner.keys.password')).fill(PASSWORD)
  await button(dialog, text('partner.keys.create')).click()
  const secret = await page.getByRole('status', { name: text('partner.keys.secretTitle') }).innerText()
  await button(page, text('partner.keys.done')).click()
  return secret.trim()
}

test('a partner comes in: invitation, test key, rehearsal, checklist, approval, live key', async ({
  office,
  api,
  browser,
}) => {
  test.setTimeout(120_000)
  await sellable(api, new Date(Date.now() + WEEK_MS).toISOString().slice(0, 10))
  const partner = await make(api, 'partners', { status: 'draft', trading_name: unique('Portal ') })
  await office.goto(`/partners/${String(partner['id'])}/show`)
  const effort = await countEffort(office)
  await button(office, text('partner.access.invite')).click()
  const sending = office.getByRole('dialog')
  await box(sending, text('partner.login.email')).fill(`${unique('nadia')}@example.org`)
  await button(sending, text('partner.access.invite')).click()
  const link = await sending.getByRole('status', { name: text('account.user.linkTitle') }).innerText()
  await button(sending, text('account.user.done')).click()
  // Workflow 14: the operator's part of taking a partner in.
  expect((await effort()).clicks).toBeLessThanOrEqual(3)

  const context = await browser.newContext({ baseURL: new URL(link).origin })
  const guest = await context.newPage()
  await accept(guest, link)
  const secret = await makeKey(guest, 'Booking engine, test', 'test')
  expect(secret).toMatch(/^tk_test_\w{32}$/)

  await section(guest, 'mock')
  await button(guest, text('mock.play')).click()
  const rehearsal = guest.getByRole('region', { name: text('mock.scenarios.happy_path') }).first()
  await expect(rehearsal).toContainText(word('choices.environments.test'))
  await button(rehearsal, text('mock.advance')).click()
  await expect(rehearsal.getByRole('listitem').filter({ hasText: 'done at' })).toHaveCount(2)

  const search = '/api/partner/journeys/places/'
  const call = (path: string) => guest.request.get(path, { headers: { authorization: `Token ${secret}` } })
  const [from] = (await (await call(search)).json()) as { code: string }[]
  const [to] = (await (await call(`${search}?origin=${from?.code}`)).json()) as { code: string }[]
  const asked = `/api/partner/journeys/?origin=${from?.code}&destination=${to?.code}&date=2030-05-20`
  expect((await call(asked)).status()).toBe(200)
  await section(guest, 'checklist')
  const done = guest.getByRole('listitem').filter({ hasText: text('check.item.search_journeys') })
  await expect(done).toContainText(text('check.done'))
  await section(guest, 'logs')
  await expect(guest.getByRole('button', { name: 'GET /api/partner/journeys/', exact: true })).toBeVisible()

  await office.reload()
  await button(office, text('partnerDesk.approve')).click()
  await button(office.getByRole('dialog'), text('partnerDesk.approve')).click()
  await expect(button(office, text('partnerDesk.suspend'))).toBeVisible()
  expect(await makeKey(guest, 'Booking engine', 'live')).toMatch(/^tk_live_\w{32}$/)
  await context.close()
})

test('a person of a partner books by hand, and the operator finds what a program was refused', async ({
  office,
  api,
  browser,
}) => {
  const partner = await make(api, 'partners', { status: 'active' })
  const journey = await sellable(api, '2030-05-20')
  const route = await api.get(`/routes/${String(journey['route_id'])}/`)
  const stops = route.body['stops'] as { station_id: string }[]
  const email = `${unique('nadia')}@example.org`
  const { body } = await api.post(`/partners/${String(partner['id'])}/invitations/`, { email, role: 'owner' })
  const context = await browser.newContext({ baseURL: new URL(String(body['link'])).origin })
  const guest = await context.newPage()
  await accept(guest, String(body['link']))

  const [origin, destination] = [stops[0]?.station_id ?? '', stops.at(-1)?.station_id ?? '']
  await guest.goto(`/partner-dashboard?section=journeys&origin=${origin}&destination=${destination}&date=2030-05-20`)
  await guest
    .getByRole('list', { name: text('portal.search.departures') })
    .getByRole('button')
    .click()
  const reference = unique('MY-')
  await box(guest, text('portal.booking.reference')).fill(reference)
  await box(guest, text('portal.booking.lead')).fill('Ana Ruiz')
  await button(guest, text('portal.booking.hold')).click()
  await button(guest, text('portal.trip.confirm')).click()
  await expect(button(guest, text('portal.trip.tickets'))).toBeVisible()
  await button(guest, text('portal.trip.cancel')).click()
  const dialog = guest.getByRole('dialog')
  await expect(dialog.getByRole('alert')).toBeVisible()
  await button(dialog, text('portal.trip.cancel')).click()
  await expect(guest.getByText(word('choices.reservationStatuses.cancelled'), { exact: true }).first()).toBeVisible()

  // Workflow 15: from the partner's page to the request and the answer.
  await office.goto(`/partners/${String(partner['id'])}/show`)
  const effort = await countEffort(office)
  await office.getByRole('tab', { name: text('partnerDesk.tab.calls') }).click()
  await office.getByLabel(text('calls.filter.q')).fill(reference)
  await office.getByRole('button', { name: 'POST /api/partner/trips/', exact: true }).click()
  await expect(office.getByRole('region', { name: text('calls.requestBody') })).toContainText(reference)
  expect((await effort()).clicks).toBeLessThanOrEqual(2)
  await context.close()
})
