import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createMailer, type Mailer } from '../../server/adapters/mailer'
import { useApi, type Json } from '../support/api'
import { ride, useBooking } from '../support/booking'
import { make } from '../support/factories'
import { makeReturnTrip } from '../support/returns'
import { readMessage, startMailServer, type TestMailServer } from '../support/smtp'
import { workOff as workOffJobs } from '../support/work'

const FROM = 'bookings@coaches.example'
const api = useApi({ smtp: { url: 'smtp://127.0.0.1:1', from: FROM, requireTls: false } })
const desk = useBooking(api)
let server: TestMailServer
let mailer: Mailer

beforeAll(async () => {
  server = await startMailServer()
  mailer = createMailer({ url: server.url, from: FROM, requireTls: false })
})
afterAll(async () => {
  mailer.close()
  await server.close()
})
beforeEach(api.reset)
afterEach(() => {
  server.received.length = 0
  server.refuseWith = null
})

const workOff = (by: Mailer | null = mailer) => workOffJobs(api, by)

const mails = async (filter: Json = {}) =>
  (await desk.admin.list('mails', { filter, sort: ['created_at', 'ASC'] })).rows

async function journeyWithFare(more: Json = {}): Promise<Json> {
  await desk.at('2030-05-17T04:00:00Z')
  const journey = await make(desk.admin, 'journeys', { capacity: 9, ...more })
  await make(desk.admin, 'fares', { route_id: journey['route_id'], amount_minor: 1000 })
  return journey
}

const WRITTEN_TO = { lead_email: 'ana@example.com', paid_minor: 1000, payment_method: 'cash' }

describe('mail', () => {
  test('a passenger gets a mail when the operator cancels one direction during the other one', async () => {
    await desk.at('2030-05-17T04:00:00Z')
    const { out, back } = await makeReturnTrip(desk.admin)
    const legs = [ride(out), { ...ride(back), direction: 'return' }]
    const booked = (await desk.book(out, 1, { ...WRITTEN_TO, paid_minor: 7200, legs })).body
    await workOff()
    await desk.at('2030-05-20T05:00:00Z')
    await desk.step(booked, 'board')
    await desk.at('2030-05-21T10:00:00Z')
    await desk.step(booked, 'check-in', { journey_id: back['id'] })
    expect((await desk.step(back, 'cancel', { reason: 'Landslide', others: 'cancel' })).status).toBe(200)
    await workOff()
    expect((await mails()).map(({ kind }) => kind)).toEqual(['booking_confirmed', 'booking_changed'])
  })

  test.each(['phone', 'partner'] as const)(
    'a direction that the operator cancels is named with its refund (%s)',
    async (channel) => {
      await desk.at('2030-05-17T04:00:00Z')
      const { out, back } = await makeReturnTrip(desk.admin)
      const legs = [ride(out), { ...ride(back), direction: 'return' }]
      const booked = (await desk.book(out, 1, { ...WRITTEN_TO, paid_minor: 7200, legs })).body
      await workOff()
      if (channel === 'partner') {
        const { id } = await make(desk.admin, 'partners')
        const sold = { channel, partner_id: String(id) }
        await api.db.updateTable('reservations').set(sold).where('id', '=', String(booked['id'])).execute()
      }
      await desk.step(out, 'cancel', { reason: 'Landslide', others: 'cancel' })
      await workOff()
      const last = (await mails()).at(-1)
      const text = JSON.stringify(last?.['content'])
      expect(last?.['kind']).toBe('booking_changed')
      expect(text).toContain(`Your departure ${String(out['code'])} at`)
      expect(text).toContain('does not run (Landslide). The other direction of your booking stays valid')
      expect(text).toMatch(/"label":"Refund[^"]*","value":"€36.00"/)
    },
  )

  test('a direction that the customer cancels is an ordinary change', async () => {
    await desk.at('2030-05-17T04:00:00Z')
    const { out, back } = await makeReturnTrip(desk.admin)
    const legs = [ride(out), { ...ride(back), direction: 'return' }]
    const booked = (await desk.book(out, 1, { ...WRITTEN_TO, legs })).body
    await workOff()
    await desk.step(booked, 'cancel-direction', { direction: 'return', reason: 'Private' })
    await workOff()
    const last = (await mails()).at(-1)
    expect(last?.['kind']).toBe('booking_changed')
    expect(JSON.stringify(last?.['content'])).not.toMatch(/does not run|Private/)
  })

  test('a confirmed booking is mailed with its tickets, in the language of the party', async () => {
    const journey = await journeyWithFare()
    const { body: booked } = await desk.book(journey, 1, { ...WRITTEN_TO, locale: 'fr', lead_name: 'Zoé <Żak>' })
    expect(await mails()).toEqual([])
    await workOff()
    const [mail] = await mails()
    expect(mail).toMatchObject({
      kind: 'booking_confirmed',
      status: 'sent',
      language: 'fr',
      recipient: 'ana@example.com',
      subject: `Réservation ${String(booked['reference'])} confirmée`,
      entity_id: booked['id'],
      attempts: 1,
      error: null,
    })
    expect(server.received).toHaveLength(1)
    const { head, text, html, files } = readMessage(server.received[0] ?? '')
    expect(head).toMatch(/^To: ana@example\.com\r$/m)
    expect(head).toContain(`<${FROM}>`)
    expect(head).toContain(`Message-ID: <${String(mail?.['id'])}@coaches.example>`)
    expect(files).toContain(`${String(booked['reference'])}.pdf`)
    // The stored content equals the sent text.
    const [greeting, intro, ride] = mail?.['content'] as Json[]
    expect(text).toContain(String(greeting?.['text']))
    expect(text).toContain(String(intro?.['text']))
    expect(text).toContain((ride?.['from'] as Json)['time'])
    expect(html).toContain('Zoé &lt;Żak&gt;')
    expect(html).toContain('<html lang="fr" dir="ltr">')
  })

  test('no mail is sent for a hold, without an address, in the test environment or for a dry run', async () => {
    const journey = await journeyWithFare()
    await desk.book(journey, 1, { ...WRITTEN_TO, status: 'on_hold' })
    await desk.book(journey, 1, { ...WRITTEN_TO, lead_email: null })
    expect((await desk.book(journey, 1, { ...WRITTEN_TO, environment: 'test' })).status).toBe(201)
    const { body: booked } = await desk.book(journey, 1, WRITTEN_TO)
    await workOff()
    server.received.length = 0
    await desk.step(booked, 'cancel', { reason: 'ill', simulate: true })
    await workOff()
    expect(server.received).toEqual([])
    expect(await mails()).toHaveLength(1)
  })

  test('a cancellation names the fee and the refund, and replaces an unsent confirmation', async () => {
    const journey = await journeyWithFare()
    await desk.at('2030-05-19T12:00:00Z')
    const { body: booked } = await desk.book(journey, 1, WRITTEN_TO)
    await desk.step(booked, 'cancel', { reason: 'rude on the phone' })
    await workOff()
    const written = await mails()
    expect(written.map((mail) => mail['kind'])).toEqual(['booking_cancelled'])
    const { text } = readMessage(server.received[0] ?? '')
    expect(text).toContain('Cancellation fee: €5.00')
    expect(text).toContain('Refund: €5.00')
    expect(text).not.toContain('rude')
  })

  test('a dry run shows the mail as it would be sent, and a change can be made without one', async () => {
    const journey = await journeyWithFare()
    const [notified, unnotified] = [
      (await desk.book(journey, 1, WRITTEN_TO)).body,
      (await desk.book(journey, 1, WRITTEN_TO)).body,
    ]
    const why = { cause: 'weather', reason: 'Storm on the pass' }
    const trial = await desk.step(notified, 'cancel', { ...why, simulate: true })
    const { body: cancelled } = await desk.step(notified, 'cancel', why)
    expect(cancelled).toMatchObject({ status: 'cancelled', cancel_reason: 'weather: Storm on the pass' })
    expect(cancelled).not.toHaveProperty('message')
    expect((await desk.step(unnotified, 'cancel', { cause: 'illness', notify_customer: false })).body).toMatchObject({
      status: 'cancelled',
      cancel_reason: 'illness',
    })
    await workOff()
    const [written, ...others] = await mails({ kind: 'booking_cancelled' })
    expect(others).toEqual([])
    const { recipient, language, subject, content } = written as Json
    expect(trial.body['message']).toEqual({ recipient, language, subject, content })

    const { body: silent } = await desk.book(journey, 2, { ...WRITTEN_TO, lead_email: null })
    const fewer = { positions: [2], simulate: true }
    expect((await desk.step(silent, 'cancel-passengers', { ...fewer, cause: 'other' })).body['message']).toBeNull()
    expect(await desk.step(silent, 'cancel-passengers', fewer)).toMatchObject({
      status: 422,
      body: { code: 'validation', errors: [{ pointer: '/reason' }] },
    })
    const long = { ...fewer, cause: 'service_disruption', reason: 'x'.repeat(190) }
    expect((await desk.step(silent, 'cancel-passengers', long)).body).toMatchObject({
      errors: [{ pointer: '/reason' }],
    })
  })

  test('all parties of a cancelled departure get the text of the preview', async () => {
    const journey = await journeyWithFare()
    const later = await make(desk.admin, 'journeys', {
      capacity: 9,
      route_id: journey['route_id'],
      vehicle_type_id: journey['vehicle_type_id'],
      departure_time: '11:30:00',
    })
    const { body: moved } = await desk.book(journey, 1, WRITTEN_TO)
    await workOff()
    server.received.length = 0
    const done = await desk.step(journey, 'cancel', {
      reason: 'roadworks',
      others: 'move',
      to_journey_ids: [later['id']],
    })
    expect(done.status).toBe(200)
    await workOff()
    const [mail] = await mails({ kind: 'booking_moved' })
    expect(mail).toMatchObject({ entity_id: moved['id'], status: 'sent' })
    const { text, files } = readMessage(server.received[0] ?? '')
    expect(text).toContain(
      `Your departure ${String(journey['code'])} at 08:30, Mon 20 May does not run (roadworks). You travel at 11:30, Mon 20 May instead`,
    )
    expect(files).toHaveLength(1)
  })

  test('a delay and its end are mailed to waiting passengers with the expected times', async () => {
    const journey = await journeyWithFare()
    await desk.book(journey, 1, { ...WRITTEN_TO, locale: 'ae' })
    await workOff()
    server.received.length = 0
    await desk.step(journey, 'delay', { delay_min: 45, reason: 'traffic' })
    await workOff()
    await desk.step(journey, 'delay', { delay_min: 0, reason: 'made up' })
    await workOff()
    expect((await mails()).map((mail) => mail['kind'])).toEqual([
      'booking_confirmed',
      'departure_delayed',
      'departure_on_time',
    ])
    const [late, again] = server.received.map(readMessage)
    expect(late?.html).toContain('<html lang="ar" dir="rtl">')
    expect(late?.text).toContain('45 د')
    expect(late?.text).toContain('09:15')
    expect(again?.text).toContain('08:30')
  })

  test('passengers get a reminder the day before, at the new time after a move, and none after a cancellation', async () => {
    const journey = await journeyWithFare()
    const later = await make(desk.admin, 'journeys', {
      capacity: 9,
      route_id: journey['route_id'],
      vehicle_type_id: journey['vehicle_type_id'],
      departure_time: '11:30:00',
    })
    const { body: stored } = await desk.book(journey, 1, WRITTEN_TO)
    const { body: off } = await desk.book(journey, 1, WRITTEN_TO)
    await workOff()
    await desk.step(stored, 'move', { to_journey_id: later['id'], reason: 'asked' })
    await desk.step(off, 'cancel', { reason: 'ill' })
    await workOff()
    await desk.at('2030-05-19T08:00:00Z')
    await workOff()
    expect(await mails({ kind: 'trip_reminder' })).toEqual([])
    await desk.at('2030-05-19T08:30:00Z')
    await workOff()
    await workOff()
    const reminders = await mails({ kind: 'trip_reminder' })
    expect(reminders.map((mail) => mail['entity_id'])).toEqual([stored['id']])
  })

  test('a busy mail server is tried again, a permanent refusal is not, and the mail shows the reason', async () => {
    const journey = await journeyWithFare()
    server.refuseWith = '451 busy'
    await desk.book(journey, 1, WRITTEN_TO)
    await workOff()
    const [waiting] = await mails()
    expect(waiting).toMatchObject({ status: 'queued', attempts: 1 })
    expect(waiting?.['error']).toContain('451 busy')
    server.refuseWith = '550 no such box'
    await desk.at('2030-05-17T04:00:30Z')
    await workOff()
    const [failed] = await mails()
    expect(failed).toMatchObject({ status: 'failed', attempts: 2 })
    expect(failed?.['error']).toContain('550 no such box')
    server.refuseWith = null
    const again = await desk.admin.post(`/mails/${String(failed?.['id'])}/send-again`, {})
    expect(again).toMatchObject({ status: 200, body: { status: 'queued', error: null } })
    await workOff()
    expect((await mails())[0]).toMatchObject({ status: 'sent', subject: failed?.['subject'] })
    expect(server.received).toHaveLength(1)
  })

  test('mail waits while its server offers no encryption, shows the reason, and is sent when the setting allows it', async () => {
    const journey = await journeyWithFare()
    await desk.book(journey, 1, WRITTEN_TO)
    const encrypting = createMailer({ url: server.url, from: FROM, requireTls: true })
    await workOff(encrypting)
    encrypting.close()
    const [waiting] = await mails()
    expect(waiting).toMatchObject({ status: 'queued', attempts: 1 })
    expect(waiting?.['error']).toContain('SMTP_REQUIRE_TLS=0')
    expect(server.received).toEqual([])
    await desk.at('2030-05-17T04:00:30Z')
    await workOff()
    expect((await mails())[0]).toMatchObject({ status: 'sent', error: null })
    expect(server.received).toHaveLength(1)
  })

  test('staff send tickets to any address in any language, and none without tickets', async () => {
    const journey = await journeyWithFare()
    const { body: booked } = await desk.book(journey, 2, { lead_email: null })
    const path = `/reservations/${String(booked['id'])}/send-tickets`
    expect(await desk.admin.post(path, {})).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/email' }] },
    })
    const sent = await desk.admin.post(path, { email: 'office@example.com', language: 'de' })
    expect(sent).toMatchObject({ status: 201, body: { status: 'queued', language: 'de', kind: 'tickets' } })
    await workOff()
    expect(readMessage(server.received[0] ?? '').files).toEqual([`${String(booked['reference'])}.pdf`])
    const { body: held } = await desk.book(journey, 1, { status: 'on_hold' })
    const refused = await desk.admin.post(`/reservations/${String(held['id'])}/send-tickets`, { email: 'a@b.example' })
    expect(refused.status).toBe(409)
    const viewer = await api.as('viewer')
    expect((await viewer.post(path, { email: 'a@b.example' })).status).toBe(403)
  })

  test('mail without a mail server is stored and not sent', async () => {
    const journey = await journeyWithFare()
    await desk.book(journey, 1, WRITTEN_TO)
    await workOff(null)
    expect((await mails()).map((mail) => mail['status'])).toEqual(['kept'])
    await workOff()
    expect(server.received).toEqual([])
  })

  test('an invited colleague gets the link by mail, and readers of the outbox do not', async () => {
    await desk.at('2030-05-17T04:00:00Z')
    const colleague = { username: 'noor@example.com', email: 'noor@example.com', first_name: 'Noor', locale: 'ae' }
    const { body: user } = await desk.admin.post('/users/', { ...colleague, status: 'invited' })
    const { body: sent } = await desk.admin.post(`/users/${String(user['id'])}/link/`, {})
    expect(sent).toMatchObject({ email: 'noor@example.com', link: null })
    await workOff()
    const [mail] = await mails()
    expect(mail).toMatchObject({ kind: 'account_invitation', status: 'sent', entity_type: 'users' })
    const { text, html } = readMessage(server.received[0] ?? '')
    const token = /\/welcome\/([\w-]{64})/.exec(text)?.[1] ?? ''
    expect(html).toContain(`/welcome/${token}`)
    expect(html).toContain('dir="rtl"')
    expect(JSON.stringify(mail)).not.toContain(token)
    expect((await api.client({}).get(`/account-links/${token}/`)).body).toMatchObject({ name: 'Noor' })
  })

  test('a user of a partner is invited by mail, again with a new link, and without mail on request', async () => {
    await desk.at('2030-05-17T04:00:00Z')
    const partner = await make(desk.admin, 'partners', { status: 'active', trading_name: 'Al-Andalus' })
    const path = `/partners/${String(partner['id'])}/invitations/`
    const newest = async () => {
      await workOff()
      const { text, html } = readMessage(server.received.at(-1) ?? '')
      const token = /\/partner\/accept-invitation\/([\w-]{43})/.exec(text)?.[1] ?? ''
      return { text, html, token, notified: await api.client({}).get(`/partner/auth/invitations/${token}/`) }
    }
    const email = 'nadia@alandalus.example.org'
    const { body: sent } = await desk.admin.post(path, { email, role: 'owner', language: 'es' })
    expect(sent).toMatchObject({ email, language: 'es', state: 'pending', link: null })
    const first = await newest()
    const about = { entity_type: 'partners', entity_id: partner['id'], entity_label: partner['code'] }
    expect(await mails()).toMatchObject([{ ...about, kind: 'partner_invitation', status: 'sent', language: 'es' }])
    expect(first.text).toContain('Al-Andalus vende los viajes')
    expect(first.html).toContain(`/partner/accept-invitation/${first.token}`)
    expect(first.notified.body).toMatchObject({ email, partner_name: 'Al-Andalus' })

    const again = `${path}${String(sent['id'])}/resend/`
    expect((await desk.admin.post(again, {})).body).toMatchObject({ id: sent['id'], link: null })
    const second = await newest()
    expect(second.text).toContain('Al-Andalus vende los viajes')
    expect([second.notified.status, second.token === first.token]).toEqual([200, false])
    expect((await api.client({}).get(`/partner/auth/invitations/${first.token}/`)).status).toBe(404)
    const stored = JSON.stringify([await mails(), await api.db.selectFrom('jobs').selectAll().execute()])
    for (const { token } of [first, second]) expect(stored).not.toContain(token)

    const { body: shown } = await desk.admin.post(again, { show_link: true })
    expect(shown['link']).toMatch(/\/partner\/accept-invitation\/[\w-]{43}$/)
    await workOff()
    expect(server.received).toHaveLength(2)
    expect((await desk.admin.post(`${path}${String(sent['id'])}/revoke/`)).body).toMatchObject({ state: 'revoked' })
    const dead = await api.client({}).get(`/partner/auth/invitations/${String(shown['link']).split('/').at(-1)}/`)
    expect(dead.body).toMatchObject({ code: 'invitation_revoked' })
  })
})
