import { describe, expect, it } from 'vitest'
import { ATTENTION_KINDS, type AttentionKind, type Dashboard } from '../../contract/dashboard'
import { useApi, type Client } from '../support/api'
import { useBooking } from '../support/booking'
import { make } from '../support/factories'
import { signIn } from '../support/live'

const api = useApi()
const booking = useBooking(api)

const HOUR_MS = 3_600_000
const later = (hours: number) => new Date(api.now.getTime() + hours * HOUR_MS).toISOString()
const dayIn = (days: number) => later(24 * days).slice(0, 10)

const attentionOf = async (client: Client) => (await client.get('/dashboard')).body as unknown as Dashboard
async function counts(): Promise<Record<AttentionKind, number>> {
  const { attention } = await attentionOf(booking.admin)
  return Object.fromEntries(attention.map(({ kind, count }) => [kind, count])) as Record<AttentionKind, number>
}

/** A journey that leaves so many hours from now. */
async function journeyIn(hours: number, values: object = {}) {
  const journey = await make(booking.admin, 'journeys')
  const id = String(journey['id'])
  await api.db
    .updateTable('journeys')
    .set({ departs_at: later(hours), arrives_at: later(hours + 1), ...values })
    .where('id', '=', id)
    .execute()
  return id
}

describe('the dashboard', () => {
  it('counts what needs a person now, and nothing that does not', async () => {
    const before = await counts()
    await journeyIn(23)
    await journeyIn(25)
    await journeyIn(2, { delay_min: 5 })
    await journeyIn(3, { delay_min: 4 })
    await journeyIn(4, { service_status: 'cancelled', cancel_reason: 'Snow', delay_min: 60 })
    await make(booking.admin, 'vehicles', { inspection_expires_on: dayIn(13), insurance_expires_on: dayIn(14) })
    await make(booking.admin, 'vehicles', { inspection_expires_on: dayIn(15) })
    await make(booking.admin, 'staff', { licence_expires_on: dayIn(-3), medical_expires_on: dayIn(40) })
    const journey = await make(booking.admin, 'journeys')
    const held = await booking.book(journey, 1, { status: 'on_hold' })
    // What one process has just counted it may say again for ten seconds.
    api.now = new Date(Date.parse(String(held.body['hold_expires_at'])) - 60_000)
    const after = await counts()
    const added = ATTENTION_KINDS.map((kind) => [kind, after[kind] - before[kind]] as const)
    expect(Object.fromEntries(added.filter(([, count]) => count !== 0))).toEqual({
      without_vehicle: 4,
      without_driver: 4,
      late: 1,
      holds_ending: 1,
      licences_ending: 1,
      inspections_ending: 1,
    })
  })

  it('counts what the list shows that each leads to', async () => {
    for (const { kind, resource, filter, count } of (await attentionOf(booking.admin)).attention) {
      const { status, headers } = await booking.admin.list(resource, { filter })
      expect([kind, status, headers['content-range']?.split('/')[1]]).toEqual([kind, 200, String(count)])
    }
  })

  it('tells nobody of what they may not list', async () => {
    const as = async (role: 'agent' | 'admin') =>
      (await attentionOf(api.client({ authorization: `Bearer ${(await signIn(api, { role })).token}` }))).attention
    expect((await as('admin')).map(({ kind }) => kind)).toEqual([...ATTENTION_KINDS])
    const seen = new Set((await as('agent')).map(({ resource }) => resource))
    expect(seen.has('reservations')).toBe(true)
    for (const resource of seen) expect((await (await api.as('agent')).list(resource)).status).toBe(200)
    expect((await api.client({}).get('/dashboard')).status).toBe(401)
  })
})
