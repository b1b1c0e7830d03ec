import { beforeAll, describe, expect, inject, it } from 'vitest'
import { useApi, type Answer, type Client, type Json } from '../support/api'
import { adults, ride } from '../support/booking'
import { make } from '../support/factories'
import { PARTNER_CONTRACT, usePartners } from '../support/partner'
import { numbers } from '../support/race/rush'
import { LONG_TEST_TIMEOUT_MS } from '../support/timeouts'

/*
 * P-12: partners cannot read data of each other. The nightly run sets 50 partners with 2,000 calls each
 * (WAYLINE_SEAL_PARTNERS, WAYLINE_SEAL_CALLS).
 */
const api = useApi()
const { portal, program } = usePartners(api)
const PARTNERS = Number(process.env['WAYLINE_SEAL_PARTNERS'] ?? 2)
const CALLS = Number(process.env['WAYLINE_SEAL_CALLS'] ?? (inject('postgresServer') === null ? 80 : 300))
const SEED = Number(process.env['WAYLINE_SEAL_SEED'] ?? 20_300_520)
/** Concurrent calls of each partner. */
const AT_ONCE = 8
const LONG_MS = LONG_TEST_TIMEOUT_MS + PARTNERS * CALLS * 100

interface Sealed {
  /** Marker in every readable text of the partner. */
  canary: string
  clients: Client[]
  trips: string[]
  logs: string[]
  credentials: string[]
  hook: string
}

const sealed: Sealed[] = []
let admin: Client
let journey: Json

beforeAll(async () => {
  api.now = new Date('2030-05-20T04:00:00Z')
  admin = await api.as('admin')
  journey = await make(admin, 'journeys', { capacity: 50 })
  await make(admin, 'fares', { route_id: journey['route_id'] })
  for (let index = 0; index < PARTNERS; index += 1) sealed.push(await settle(`canary-${index}-x`))
}, LONG_MS)

async function settle(canary: string): Promise<Sealed> {
  const { partner, client } = await portal({ contract: PARTNER_CONTRACT, trading_name: canary })
  const live = await program(partner)
  const test = await program(partner, 'test')
  await api.db.updateTable('partner_credentials').set({ name: canary }).where('id', '=', live.id).execute()
  const trips: string[] = []
  for (const by of [live.client, live.client, test.client, client]) {
    const number = trips.length
    const { status, body } = await by.post('/partner/trips/', {
      partner_reference: `${canary}-${number}`,
      legs: [ride(journey)],
      passengers: [{ category: 'adult', name: canary }],
      lead_name: canary,
      lead_email: `${canary}@example.com`,
      customer_notes: canary,
      confirm: number % 2 === 0,
    })
    expect(status).toBe(201)
    trips.push(String(body['id']))
  }
  const receiver = { url: `https://${canary}.example.com/hook`, events: ['trip.held'], environment: 'live' }
  const hook = await client.post('/partner/credentials/webhooks/', receiver)
  expect(hook.status).toBe(201)
  const { body } = await client.get('/partner/api-logs/')
  const logs = (body['results'] as Json[]).map(({ id }) => String(id))
  const octo = api.client({ authorization: `Bearer ${live.secret}` })
  const clients = [live.client, test.client, client, octo]
  return { canary, clients, trips, logs, credentials: [live.id, test.id], hook: String(hook.body['id']) }
}

/** Makes one random call of a partner, with ids of any partner. */
function call(random: () => number, by: Client): Promise<Answer> {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const whose = pick(sealed)
  const [trip, log, key] = [pick(whose.trips), pick(whose.logs), pick(whose.credentials)]
  const any = { ifMatch: pick(['*', '"1"', '"99"']) }
  const search = `q=${pick(['canary', '%', 'x', ''])}&ordering=${pick(['updated_at', '-travel_at', 'created_at'])}&limit=3&count=true`
  return pick<() => Promise<Answer>>([
    () => by.get(`/partner/trips/?${search}`),
    () => by.get(`/partner/trips/${trip}/`),
    () => by.get(`/partner/trips/${trip}/tickets/`),
    () => by.get(`/partner/trips/${trip}/events/`),
    () => by.patch(`/partner/trips/${trip}/`, { customer_notes: 'mine' }, any),
    () => by.post(`/partner/trips/${trip}/${pick(['confirm', 'extend', 'cancel'])}/`, {}, any),
    () => by.post(`/partner/trips/${trip}/change/`, { passengers: adults(2), simulate: true }, any),
    () => by.get(`/partner/journeys/${String(journey['id'])}/`),
    () => by.get('/partner/dashboard/'),
    () => by.get('/partner/auth/me/'),
    () => by.get(`/partner/api-logs/?path=${pick(['trips', 'journeys', ''])}&credential_id=${key}`),
    () => by.get(`/partner/api-logs/?status_class=2xx&limit=5`),
    () => by.get(`/partner/api-logs/${log}/`),
    () => by.get('/partner/api-logs/export/'),
    () => by.get('/partner/credentials/'),
    () => by.get('/partner/credentials/webhooks/'),
    () => by.get(`/partner/credentials/webhooks/${whose.hook}/`),
    () => by.get(`/partner/credentials/webhooks/${whose.hook}/deliveries/`),
    () => by.post(`/partner/credentials/webhooks/${whose.hook}/test/`),
    () => by.get('/partner/mock-trips/'),
    () => by.get('/octo/products'),
    () => by.get(`/octo/bookings?localDate=2030-05-20`),
    () => by.get(`/octo/bookings/${trip}`),
    () => by.patch(`/partner/credentials/${key}/`, { scopes: ['trips:read'] }, { ifMatch: '"99"' }),
  ])()
}

/** Returns the canaries of other partners in an answer. */
const foreign = (own: Sealed, answer: Answer): string[] => {
  const text = JSON.stringify(answer)
  return sealed.filter((other) => other !== own && text.includes(other.canary)).map(({ canary }) => canary)
}

describe('P-12 partners', () => {
  it(
    'never receive data of each other, whatever they call',
    async () => {
      const random = numbers(SEED)
      const met: string[] = []
      let own = 0
      const callAs = async (partner: Sealed) => {
        const by = partner.clients[Math.floor(random() * partner.clients.length)] as Client
        const answer = await call(random, by)
        met.push(...foreign(partner, answer))
        if (answer.status >= 500) met.push(`${answer.status} ${JSON.stringify(answer.body)}`)
        if (JSON.stringify(answer).includes(partner.canary)) own += 1
      }
      for (let count = 0; count < CALLS; count += AT_ONCE)
        await Promise.all(sealed.flatMap((partner) => Array.from({ length: AT_ONCE }, () => callAs(partner))))
      expect(met).toEqual([])
      // Calls without any data in their answers would prove nothing.
      expect(own).toBeGreaterThan(CALLS / 10)
    },
    LONG_MS,
  )

  it('receive foreign data, which the test detects, when one uses the key of another', async () => {
    const [first, second] = sealed as [Sealed, Sealed]
    const random = numbers(SEED)
    const met: string[] = []
    for (let count = 0; count < 40; count += 1)
      met.push(...foreign(first, await call(random, second.clients[count % 3] as Client)))
    expect(met.length).toBeGreaterThan(5)
  })
})
