import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PARTNER_MAILS_PER_RECIPIENT } from '../../contract/core/limits/partner-api'
import type { Mailer } from '../../server/adapters/mailer'
import { useApi, type Client, type Json } from '../support/api'
import { adults, ride, useBooking } from '../support/booking'
import { make, unique } from '../support/factories'
import { PARTNER_CONTRACT, usePartners, WIDE_HOLD_BOUNDS } from '../support/partner'
import { workOff } from '../support/work'

const api = useApi({ smtp: { url: 'smtp://127.0.0.1:1', from: 'desk@coaches.example', requireTls: false } })
const desk = useBooking(api)
const { program } = usePartners(api)

let journey: Json
let key: Client
/** Recipients of the sent mails. */
let sent: string[]
const mailer: Mailer = {
  send: async ({ to }) => void sent.push(to),
  close: () => undefined,
}

const keyOfPartner = async () => {
  const terms = { status: 'active', contract: PARTNER_CONTRACT, ...WIDE_HOLD_BOUNDS }
  return (await program(await make(desk.admin, 'partners', terms))).client
}

beforeEach(async () => {
  sent = []
  await desk.at('2030-05-17T04:00:00Z')
  journey = await make(desk.admin, 'journeys', { capacity: 50 })
  await make(desk.admin, 'fares', { route_id: journey['route_id'], amount_minor: 1000 })
  key = await keyOfPartner()
})
afterEach(api.reset)

const book = async (by: Client, more: Json = {}): Promise<Json> => {
  const trip = {
    partner_reference: unique('PM-'),
    legs: [ride(journey)],
    passengers: adults(1),
    lead_name: 'Ana Ruiz',
    lead_email: 'ana@example.com',
    confirm: true,
    ...more,
  }
  const { status, body } = await by.post('/partner/trips/', trip)
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
const mails = async (filter: Json = {}) => {
  await workOff(api, mailer)
  return (await desk.admin.list('mails', { filter, sort: ['created_at', 'ASC'] })).rows
}
const delayDeparture = async (minutes: number) =>
  expect((await desk.step(journey, 'delay', { delay_min: minutes, reason: 'traffic' })).status).toBe(200)

describe('the passenger of a booking by a partner', () => {
  it('gets no mail from the operator about what the partner does', async () => {
    const trip = await book(key)
    const cancelled = await key.post(`/partner/trips/${String(trip['id'])}/cancel/`, {}, { ifMatch: '*' })
    expect(cancelled).toMatchObject({ status: 200, body: { status: 'cancelled' } })
    expect(await mails()).toEqual([])
  })

  it('gets a mail about what the operator does', async () => {
    const trip = await book(key)
    expect((await desk.step(trip, 'cancel', { reason: 'Overbooked' })).status).toBe(200)
    expect(await mails()).toMatchObject([{ kind: 'booking_cancelled', recipient: 'ana@example.com' }])
  })

  it('is greeted without a name when the name contains an address', async () => {
    await book(key, { lead_name: 'You have won: https://evil.example' })
    await delayDeparture(45)
    const [mail] = await mails()
    expect(mail?.['content']).toMatchObject([{ kind: 'text', text: 'Hello,' }, {}, {}, {}, {}])
    expect(JSON.stringify(mail)).not.toContain('evil')
  })
})

describe('the mails to one recipient about bookings of a partner', () => {
  const BEYOND = 2
  const statuses = async (filter: Json = {}) => (await mails(filter)).map(({ status }) => status)
  const bookMany = async () => {
    for (let trips = 0; trips < PARTNER_MAILS_PER_RECIPIENT + BEYOND; trips += 1)
      await book(key, { lead_email: trips % 2 === 0 ? 'ana@example.com' : 'Ana@Example.com' })
  }

  it('are limited for 24 hours, show the reason, and can be sent by staff', async () => {
    await bookMany()
    await delayDeparture(45)
    const failed = await mails({ status: 'failed' })
    expect(sent).toHaveLength(PARTNER_MAILS_PER_RECIPIENT)
    expect(failed).toHaveLength(BEYOND)
    expect(failed[0]).toMatchObject({
      attempts: 0,
      error: 'Not sent: this recipient had 20 mails about bookings of the partner within 24 hours.',
    })
    expect((await desk.admin.post(`/mails/${String(failed[0]?.['id'])}/send-again`, {})).status).toBe(200)
    await mails()
    expect(sent).toHaveLength(PARTNER_MAILS_PER_RECIPIENT + 1)
    await sql`update mails set created_at = created_at - interval '24 hours'`.execute(api.db)
    await delayDeparture(0)
    expect(await statuses({ kind: 'departure_on_time', status: 'sent' })).toHaveLength(PARTNER_MAILS_PER_RECIPIENT)
  })

  it('leave those of other recipients, other partners and the desk', async () => {
    await bookMany()
    await book(key, { lead_email: 'ben@example.com' })
    await book(await keyOfPartner())
    await desk.book(journey, 1, { lead_email: 'ana@example.com', paid_minor: 1000, payment_method: 'cash' })
    await delayDeparture(45)
    expect(await statuses({ status: 'failed' })).toHaveLength(BEYOND)
    // The booking at the desk was confirmed by mail, too.
    expect(sent).toHaveLength(PARTNER_MAILS_PER_RECIPIENT + 4)
    expect(sent).toContain('ben@example.com')
  })
})
