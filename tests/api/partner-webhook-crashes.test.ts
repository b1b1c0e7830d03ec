import { expect, it } from 'vitest'
import type { Json } from '../support/api'
import { adults, ride } from '../support/booking'
import { startKillable, type Killable } from '../support/crash/killable'
import { useSandbox } from '../support/crash/sandbox'
import { connect, continueSession, type Session } from '../support/e2e/api'
import { ADMINISTRATOR } from '../support/e2e-administrator'
import { make } from '../support/factories'
import { PARTNER_CONTRACT } from '../support/partner'
import { LONG_TEST_TIMEOUT_MS } from '../support/timeouts'
import { useReceiver, type Received } from '../support/webhook-receiver'

const sandbox = useSandbox()
const receiver = useReceiver()
/** The nightly run sets a higher number. */
const CYCLES = Number(process.env['WAYLINE_WEBHOOK_CYCLES'] ?? 2)
const CALLERS = 4
const TYPES = ['trip.held', 'trip.confirmed', 'trip.cancelled'] as const
const STEPS = { 'trip.held': '', 'trip.confirmed': 'confirm/', 'trip.cancelled': 'cancel/' }

interface Desk {
  session: Session
  journey: Json
  token: string
}

/** Creates a partner with a webhook endpoint. */
async function open({ address }: Killable): Promise<Desk> {
  const admin = await connect(address, ADMINISTRATOR)
  const partner = await make(admin, 'partners', { status: 'active', contract: PARTNER_CONTRACT })
  const journey = await make(admin, 'journeys', { capacity: 50 })
  await make(admin, 'fares', { route_id: journey['route_id'] })
  const invitations = `/partners/${String(partner['id'])}/invitations/`
  const { body } = await admin.post(invitations, { email: 'crash@example.com', role: 'owner' })
  const accept = `/partner/auth/invitations/${String(body['link']).split('/').at(-1)}/accept/`
  const person = { first_name: 'Nadia', last_name: 'Roldán', password: 'a long password of hers' }
  const token = String((await admin.post(accept, person)).body['token'])
  const request = { url: receiver.url, events: [...TYPES], environment: 'live' }
  const hook = await admin.post('/partner/credentials/webhooks/', request, as(token))
  expect(hook.status).toBe(201)
  return { session: admin.session, journey, token }
}

const as = (token: string) => ({ headers: { authorization: `Token ${token}` }, ifMatch: '*' })
const idOf = ({ headers }: Received) => String(headers['webhook-id'])
const tripOf = ({ body }: Received) => String((body.data['trip'] as Json)['id'])

/** Holds, confirms and cancels until the server is gone. @returns the acknowledged steps */
async function sellUntilDead(life: Killable, { session, journey, token }: Desk, name: string): Promise<string[]> {
  const done: string[] = []
  const client = continueSession(session, life.address)
  for (let count = 0; life.isAlive(); count += 1) {
    const partner_reference = `${name}-${count}`
    const hold = { partner_reference, legs: [ride(journey)], passengers: adults(1), lead_name: 'Ana Ruiz' }
    let trip = ''
    for (const type of TYPES) {
      const path = `/partner/trips/${trip === '' ? '' : `${trip}/`}${STEPS[type]}`
      const answer = await client.post(path, trip === '' ? hold : {}, as(token)).catch(() => null)
      if (answer === null) break
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
      trip = String(answer.body['id'])
      done.push(`${trip} ${type}`)
    }
  }
  return done
}

it(
  'P-13 a killed sender loses no message, and repeats one with the same id and text',
  async () => {
    const settings = { ...sandbox.settings, WEBHOOK_LOOPBACK: 'true' }
    let life = await startKillable(settings)
    const done: string[] = []
    try {
      const desk = await open(life)
      for (let cycle = 0; cycle < CYCLES; cycle += 1) {
        let left = 15 + cycle * 7
        const doomed = life
        // A delivery kills the server, so its answer and other deliveries in flight are lost.
        receiver.answer = () => {
          left -= 1
          if (left === 0) void doomed.kill()
          return 204
        }
        const callers = Array.from({ length: CALLERS }, (_, at) => sellUntilDead(life, desk, `C${cycle}-${at}`))
        done.push(...(await Promise.all(callers)).flat())
        await life.kill()
        life = await startKillable(settings)
      }
      receiver.answer = () => 204
      const receivedEvents = () =>
        new Set(receiver.received.map((message) => `${tripOf(message)} ${message.body.type}`))
      // A delivery of a killed sender is sent again when its lease of half a minute expires.
      await expect.poll(() => done.filter((step) => !receivedEvents().has(step)), { interval: 250 }).toEqual([])
      expect(done.length).toBeGreaterThan(CYCLES * 10)
    } finally {
      await life.kill()
    }
    const texts = new Map<string, string>()
    for (const message of receiver.received) {
      expect(texts.get(idOf(message)) ?? message.text).toBe(message.text)
      texts.set(idOf(message), message.text)
    }
    const bySequence = new Map<string, Set<number>>()
    for (const text of texts.values()) {
      const { data } = JSON.parse(text) as { data: { trip: Json; sequence: number } }
      const seen = bySequence.get(String(data.trip['id'])) ?? new Set()
      expect(seen.has(data.sequence)).toBe(false)
      bySequence.set(String(data.trip['id']), seen.add(data.sequence))
    }
    for (const seen of bySequence.values())
      expect([...seen].sort()).toEqual(Array.from({ length: seen.size }, (_, index) => index + 1))
  },
  LONG_TEST_TIMEOUT_MS + CYCLES * 30_000,
)
