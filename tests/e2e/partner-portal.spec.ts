import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { APIResponse, Page } from '@playwright/test'
import type { Json } from '../support/api'
import type { Api } from '../support/e2e/api'
import { countEffort, type Effort } from '../support/e2e/effort'
import { box, button, choose, heading } from '../support/e2e/screen'
import { expect, test } from '../support/e2e/test'
import { word } from '../support/e2e/words'
import { make, unique } from '../support/factories'

const WEEK_MS = 7 * 86_400_000
const PASSWORD = 'a long password of hers'
/** The keystrokes include names, an address and the password three times. */
const [PARTNER_CLICKS, PARTNER_KEYSTROKES] = [24, 150]
const text = (key: string) => word(`app.${key}`)
const section = (page: Page, key: string) =>
  page
    .getByRole('navigation')
    .getByRole('link', { name: text(`partner.nav.${key}`), exact: true })
    .click()

/** Creates a departure that can be booked. */
async function sellable(api: Api, service_date: string): Promise<Json> {
  const journey = await make(api, 'journeys', { service_date })
  await make(api, 'fares', { route_id: journey['route_id'], amount_minor: 1000 })
  return journey
}

/** Accepts an invitation as its recipient. @returns the effort of that person from then on */
async function accept(page: Page, link: string): Promise<() => Promise<Effort>> {
  await page.goto(new URL(link).pathname)
  const effort = await countEffort(page)
  await box(page, text('partner.invite.firstName')).pressSequentially('Nadia')
  await box(page, text('partner.invite.lastName')).pressSequentially('Roldán')
  await box(page, text('partner.invite.password')).pressSequentially(PASSWORD)
  await button(page, text('partner.invite.submit')).click()
  await expect(heading(page, text('partner.nav.overview'))).toBeVisible()
  return effort
}

/** Creates a key and reads its secret. */
async function makeKey(page: Page, name: string, environment: 'test' | 'live'): Promise<string> {
  await section(page, 'credentials')
  await button(page, text('partner.keys.create')).click()
  const dialog = page.getByRole('dialog')
  await box(dialog, text('partner.keys.name')).pressSequentially(name)
  await dialog.getByLabel(word('choices.credentialScopes.trips_write')).check()
  if (environment === 'live') await choose(page, text('partner.keys.environment'), word('choices.environments.live'))
  await box(dialog, text('partner.keys.password')).pressSequentially(PASSWORD)
  await button(dialog, text('partner.keys.create')).click()
  const secret = await page.getByRole('status', { name: text('partner.keys.secretTitle') }).innerText()
  await button(page, text('partner.keys.done')).click()
  return secret.trim()
}

/** Starts the partner's own server, which accepts every webhook. */
async function receiveWebhooks(): Promise<{ url: string; stop: () => void }> {
  const server = createServer((_, response) => response.writeHead(204).end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`, stop: () => server.close() }
}

/** Adds the receiver in the portal and sends it a test. */
async function tryReceiver(page: Page, url: string): Promise<void> {
  await section(page, 'webhooks')
  await button(page, text('hooks.create')).click()
  const dialog = page.getByRole('dialog')
  await box(dialog, text('hooks.url')).press('ControlOrMeta+A')
  await box(dialog, text('hooks.url')).pressSequentially(url)
  await button(dialog, text('hooks.create')).click()
  await button(page, text('partner.keys.done')).click()
  await button(page, text('hooks.test')).click()
  await expect(page.getByText(text('hooks.sent'))).toBeVisible()
}

/** Makes each call of the checklist for going live once, with the test key. */
async function callThrough(page: Page, key: string, { from, to, date }: Record<'from' | 'to' | 'date', string>) {
  const headers = { authorization: `Token ${key}`, 'if-match': '*' }
  const bodyOf = async (call: Promise<APIResponse>, status: number): Promise<Json> => {
    const answer = await call
    expect(answer.status(), answer.url()).toBe(status)
    return (await answer.json()) as Json
  }
  const post = (path: string, data: object, status = 200, more: Record<string, string> = {}) =>
    bodyOf(page.request.post(`/api/partner/${path}`, { data, headers: { ...headers, ...more } }), status)
  const read = (path: string) => bodyOf(page.request.get(`/api/partner/${path}`, { headers }), 200)

  const found = await read(`journeys/?origin=${from}&destination=${to}&date=${date}&passengers=1`)
  const [departure] = found['results'] as { id: string; board_seq: number; alight_seq: number }[]
  const part = { board_seq: departure?.board_seq, alight_seq: departure?.alight_seq }
  const { price_hash } = await post(`journeys/${departure?.id}/quote/`, { ...part, passengers: { adult: 1 } })
  const order = {
    lead_name: 'Ana Ruiz',
    legs: [{ ...part, journey_id: departure?.id }],
    passengers: [{ category: 'adult' }],
  }
  const hold = { ...order, partner_reference: unique('MY-'), price_hash }
  const { id } = await post('trips/', hold, 201, { 'idempotency-key': hold.partner_reference })
  await post(`trips/${String(id)}/confirm/`, { price_hash })
  await read(`trips/${String(id)}/tickets/`)
  const names = { lead_name: 'Ana Ruiz Vega' }
  await bodyOf(page.request.patch(`/api/partner/trips/${String(id)}/`, { data: names, headers }), 200)
  await post(`trips/${String(id)}/cancel/`, { simulate: true })
  await post(`trips/${String(id)}/cancel/`, {})
  const refused = { ...order, partner_reference: unique('MY-'), price_hash: '0'.repeat(64) }
  expect(await post('trips/', refused, 409)).toMatchObject({ code: 'price_changed' })
  await expect.poll(async () => (await read('mock-trips/certification/'))['is_complete']).toBe(true)
}

test('onboarding of a partner: invitation, test key, mock trips, checklist, approval, live key', async ({
  office,
  api,
  browser,
}) => {
  const date = new Date(Date.now() + WEEK_MS).toISOString().slice(0, 10)
  const journey = await sellable(api, date)
  const route = await api.get(`/routes/${String(journey['route_id'])}/`)
  const stops = (route.body['stops'] as { station_id: string }[]).map((stop) => stop.station_id)
  const partner = await make(api, 'partners', { status: 'draft', trading_name: unique('Portal ') })
  const receiver = await receiveWebhooks()
  await office.goto(`/partners/${String(partner['id'])}/show`)
  const inviting = await countEffort(office)
  await button(office, text('partner.access.invite')).click()
  const sending = office.getByRole('dialog')
  await box(sending, text('partner.login.email')).fill(`${unique('nadia')}@example.org`)
  await button(sending, text('partner.access.invite')).click()
  const link = await sending.getByRole('status', { name: text('account.user.linkTitle') }).innerText()
  await button(sending, text('account.user.done')).click()
  const invited = await inviting()

  const context = await browser.newContext({ baseURL: new URL(link).origin })
  const guest = await context.newPage()
  const theirs = await accept(guest, link)
  const secret = await makeKey(guest, 'Booking engine, test', 'test')
  expect(secret).toMatch(/^tk_test_\w{32}$/)

  await section(guest, 'mock')
  await button(guest, text('mock.play')).click()
  const sandbox = guest.getByRole('region', { name: text('mock.scenarios.happy_path') }).first()
  await expect(sandbox).toContainText(word('choices.environments.test'))
  await button(sandbox, text('mock.advance')).click()
  await expect(sandbox.getByRole('listitem').filter({ hasText: /done \d/ })).toHaveCount(2)

  await tryReceiver(guest, receiver.url)
  await callThrough(guest, secret, { from: stops[0] ?? '', to: stops.at(-1) ?? '', date })
  await section(guest, 'logs')
  await expect(guest.getByRole('button', { name: 'GET /api/partner/journeys/', exact: true })).toBeVisible()
  await section(guest, 'checklist')
  await expect(guest.getByText(text('check.complete'))).toBeVisible()
  await expect(guest.getByRole('listitem').filter({ hasText: text('check.done') })).toHaveCount(10)

  await office.reload()
  const approving = await countEffort(office)
  await button(office, text('partnerDesk.approve')).click()
  await button(office.getByRole('dialog'), text('partnerDesk.approve')).click()
  await expect(button(office, text('partnerDesk.suspend'))).toBeVisible()
  const approved = await approving()
  expect(await makeKey(guest, 'Booking engine', 'live')).toMatch(/^tk_live_\w{32}$/)

  // Workflow 14: the effort of the operator, and of the partner between the invitation and the live key.
  expect(invited.clicks + approved.clicks).toBeLessThanOrEqual(5)
  const { clicks, keystrokes } = await theirs()
  expect(clicks).toBeLessThanOrEqual(PARTNER_CLICKS)
  expect(keystrokes).toBeLessThanOrEqual(PARTNER_KEYSTROKES)
  await context.close()
  receiver.stop()
})

test('a user of a partner books manually, and the operator finds a refused call of the partner’s program', async ({
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
