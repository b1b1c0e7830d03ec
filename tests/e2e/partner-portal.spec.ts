import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { APIRequestContext, Page } from '@playwright/test'
import { CERTIFICATION_ITEMS } from '../../contract/vocabulary'
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
  if (environment === 'test')
    for (const scope of ['trips_write', 'webhooks_manage'])
      await dialog.getByRole('checkbox', { name: word(`choices.credentialScopes.${scope}`) }).check()
  await box(dialog, text('partner.keys.password')).fill(PASSWORD)
  await button(dialog, text('partner.keys.create')).click()
  const secret = await page.getByRole('status', { name: text('partner.keys.secretTitle') }).innerText()
  await button(page, text('partner.keys.done')).click()
  return secret.trim()
}

/** Makes each call that the checklist asks of a program, with its key, as a program does. */
async function rehearse(request: APIRequestContext, secret: string, journey: Json): Promise<void> {
  const call = async (method: 'GET' | 'POST' | 'PATCH', path: string, data?: Json): Promise<Json> => {
    const headers = {
      authorization: `Token ${secret}`,
      'if-match': '*',
      ...(method === 'POST' && { 'idempotency-key': unique('k') }),
    }
    const answer = await request.fetch(`/api/partner/${path}`, { method, headers, ...(data && { data }) })
    return (await answer.json()) as Json
  }
  const { calls } = (await call('GET', `journeys/${String(journey['id'])}/`)) as {
    calls: { seq: number; station: Json }[]
  }
  const [from, to] = [calls[0], calls.at(-1)]
  const legs = [{ journey_id: journey['id'], board_seq: from?.seq, alight_seq: to?.seq }]
  const day = String(journey['service_date'])
  await call(
    'GET',
    `journeys/?origin=${String(from?.station['code'])}&destination=${String(to?.station['code'])}&date=${day}`,
  )
  const part = { board_seq: from?.seq, alight_seq: to?.seq, passengers: { adult: 1 } }
  const { price_hash } = await call('POST', `journeys/${String(journey['id'])}/quote/`, part)
  const party = { lead_name: 'Ana Ruiz', passengers: [{ category: 'adult', name: 'Ana Ruiz' }] }
  const { id } = await call('POST', 'trips/', { partner_reference: unique('C-'), legs, ...party })
  const trip = `trips/${String(id)}/`
  await call('POST', `${trip}confirm/`, { price_hash: 'a'.repeat(64) })
  await call('POST', `${trip}confirm/`, { price_hash })
  await call('GET', `${trip}tickets/`)
  await call('PATCH', trip, { lead_name: 'Eva Ruiz' })
  await call('POST', `${trip}cancel/`, { simulate: true })
  await call('POST', `${trip}cancel/`, {})
  const receiver = createServer((_, response) => response.writeHead(204).end()).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`
  const hook = await call('POST', 'credentials/webhooks/', { url, events: ['trip.held'], environment: 'test' })
  await call('POST', `credentials/webhooks/${String(hook['id'])}/test/`)
  await expect
    .poll(async () => (await call('GET', 'mock-trips/certification/'))['is_complete'], { timeout: 20_000 })
    .toBe(true)
  receiver.close()
}

test('a partner comes in: invitation, test key, rehearsal, checklist, approval, live key', async ({
  office,
  api,
  browser,
}) => {
  test.setTimeout(120_000)
  const journey = await sellable(api, new Date(Date.now() + WEEK_MS).toISOString().slice(0, 10))
  const partner = await make(api, 'partners', { status: 'draft', trading_name: unique('Portal ') })
  await office.goto(`/partners/${String(partner['id'])}/show`)
  const effort = await countEffort(office)
  await button(office, text('partner.access.invite')).click()
  const sending = office.getByRole('dialog')
  await box(sending, text('partner.login.email')).fill(`${unique('nadia')}@example.org`)
  await button(sending, text('partner.access.invite')).click()
  const link = await sending.getByRole('status', { name: text('partner.access.linkTitle') }).innerText()
  await button(sending, text('partner.access.done')).click()
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

  await rehearse(guest.request, secret, journey)
  await section(guest, 'checklist')
  const done = guest.getByRole('listitem').filter({ hasText: text('check.done') })
  await expect(done).toHaveCount(CERTIFICATION_ITEMS.length)
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
