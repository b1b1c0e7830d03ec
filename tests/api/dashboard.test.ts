import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { ATTENTION_KINDS, type AttentionKind, type Dashboard } from '../../contract/operations/dashboard'
import { FIRST_STEPS } from '../../contract/operations/first-steps'
import { useApi, type Client } from '../support/api'
import { useBooking } from '../support/booking'
import { make, makeUnpriced } from '../support/factories'
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

/** Creates a journey that leaves so many hours from now. */
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
  it('counts what needs attention now, and nothing else', async () => {
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
    // A process may cache the counts for ten seconds.
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

  it('shows the counts of the lists that it links to', async () => {
    for (const { kind, resource, filter, count } of (await attentionOf(booking.admin)).attention) {
      const { status, headers } = await booking.admin.list(resource, { filter })
      expect([kind, status, headers['content-range']?.split('/')[1]]).toEqual([kind, 200, String(count)])
    }
  })

  it('hides what a role may not list', async () => {
    const as = async (role: 'agent' | 'admin') =>
      (await attentionOf(api.client({ authorization: `Bearer ${(await signIn(api, { role })).token}` }))).attention
    expect((await as('admin')).map(({ kind }) => kind)).toEqual([...ATTENTION_KINDS])
    const seen = new Set((await as('agent')).map(({ resource }) => resource))
    expect(seen.has('reservations')).toBe(true)
    for (const resource of seen) expect((await (await api.as('agent')).list(resource)).status).toBe(200)
    expect((await api.client({}).get('/dashboard')).status).toBe(401)
  })

  it('counts failures outside the records of a journey: mail, partner webhooks, and missed next jobs', async () => {
    const before = await counts()
    const partner = await make(booking.admin, 'partners')
    const endpoint = { version: 1, partner_id: partner['id'], url: 'https://example.com/', events: '{}' }
    const failing = { ...endpoint, secret: 's', secret_last4: '0000', failing_since: later(-1) }
    for (const environment of ['live', 'live', 'test'])
      await sql`insert into webhook_endpoints (id, environment, ${sql.join(Object.keys(failing).map((name) => sql.ref(name)))})
        values (gen_random_uuid(), ${environment}, ${sql.join(Object.values(failing))})`.execute(api.db)
    await sql`insert into mails (id, kind, status, language, recipient, subject, content, created_at) select
      gen_random_uuid(), 'ticket', status, 'en', 'ana@example.com', 'Your ticket', '[]', ${later(-1)}
      from unnest(array['failed', 'kept', 'sent']) status where status <> 'sent'`.execute(api.db)
    const vehicle = await make(booking.admin, 'vehicles')
    const run = { vehicle_id: vehicle['id'], vehicle_type_id: vehicle['vehicle_type_id'] }
    const first = await make(booking.admin, 'journeys', run)
    await make(booking.admin, 'journeys', { ...run, route_id: first['route_id'], departure_time: '10:00:00' })
    await booking.step(first, 'delay', { delay_min: 29 })
    api.now = new Date(api.now.getTime() + 60_000)
    expect((await counts()).clashes - before.clashes).toBe(0)
    await booking.step(first, 'delay', { delay_min: 31 })
    api.now = new Date(api.now.getTime() + 60_000)
    const after = await counts()
    const added = (kind: AttentionKind) => after[kind] - before[kind]
    expect([added('messages_failing'), added('mails_failed'), added('clashes')]).toEqual([1, 1, 1])
  })

  it('shows the next departures, of one station or of all, with load and delay', async () => {
    const vehicle = await make(booking.admin, 'vehicles')
    const run = { vehicle_id: vehicle['id'], vehicle_type_id: vehicle['vehicle_type_id'] }
    const journey = await make(booking.admin, 'journeys', run)
    await make(booking.admin, 'journeys', { route_id: journey['route_id'], departure_time: '06:00:00' })
    await booking.book(journey, 2)
    await booking.step(journey, 'delay', { delay_min: 12 })
    const { body } = await booking.admin.get(`/journeys/${String(journey['id'])}`)
    const [, second, last] = body['calls'] as Record<string, string>[]
    const leaving = async (station: unknown) =>
      ((await booking.admin.get(`/dashboard?station_id=${String(station)}`)).body as unknown as Dashboard).departures
    const expected = {
      journey_id: journey['id'],
      delay_min: 12,
      load: 2,
      capacity: 50,
      plate: vehicle['registration_plate'],
      timezone: 'Asia/Nicosia',
    }
    expect(await leaving(second?.['station_id'])).toMatchObject([
      { ...expected, departs_at: second?.['planned_depart'] },
    ])
    expect(await leaving(last?.['station_id'])).toEqual([])
    expect(await leaving(journey['origin_station_id'])).toMatchObject([
      { ...expected, departs_at: journey['departs_at'] },
    ])
  })

  it('leads an administrator from no data to the first sold seat, until that is done or hidden', async () => {
    const stepsOf = async (client: Client) => (await attentionOf(client)).first_steps
    await api.reset()
    booking.admin = await api.as('admin')
    const open = async () => (await stepsOf(booking.admin))?.flatMap(({ step, done }) => (done ? [] : [step]))
    expect(await open()).toEqual([...FIRST_STEPS])
    await booking.admin.patch('/company', { name: 'Costa Lines' }, { ifMatch: '*' })
    const journey = await makeUnpriced(booking.admin)
    expect(await open()).toEqual(['vehicle', 'fares', 'reservation'])
    expect(await stepsOf(await api.as('agent'))).toBeNull()
    expect((await booking.admin.put('/dashboard/first-steps', { hidden: true })).status).toBe(204)
    expect(await stepsOf(booking.admin)).toBeNull()
    expect(await stepsOf(await api.as('manager'))).toHaveLength(FIRST_STEPS.length)
    expect((await booking.admin.put('/dashboard/first-steps', { hidden: false })).status).toBe(204)
    await make(booking.admin, 'vehicles')
    await make(booking.admin, 'fares', { route_id: journey['route_id'] })
    await booking.book(journey, 1)
    expect(await stepsOf(booking.admin)).toBeNull()
  })

  it('counts documents by the day of the company', async () => {
    const { timezone } = await api.db.selectFrom('company').select('timezone').executeTakeFirstOrThrow()
    const countIn = async (zone: string) => {
      await api.db.updateTable('company').set({ timezone: zone }).execute()
      // The counts of a minute are cached.
      api.now = new Date(api.now.getTime() + 60_000)
      return (await counts()).inspections_ending
    }
    const before = [await countIn('Etc/GMT+12'), await countIn('UTC')]
    await make(booking.admin, 'vehicles', { inspection_expires_on: dayIn(13) })
    expect([await countIn('Etc/GMT+12'), await countIn('UTC')]).toEqual([before[0], Number(before[1]) + 1])
    await api.db.updateTable('company').set({ timezone }).execute()
  })
})
