import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PostWebhook, WebhookAnswer } from '../../server/adapters/webhook-post'
import { claimDue, nextDue } from '../../server/features/partner/webhooks/repository/claims'
import { SEND } from '../../server/features/partner/webhooks/repository/deliveries'
import { webhookJobs } from '../../server/features/partner/webhooks/sender'
import { createWorker, type Worker } from '../../server/jobs/worker'
import { useApi, type Client, type Json } from '../support/api'
import { adults, ride, useBooking } from '../support/booking'
import { collectErrors } from '../support/collect-errors'
import { make, unique } from '../support/factories'
import { PARTNER_CONTRACT, WIDE_HOLD_BOUNDS, usePartners } from '../support/partner'

const api = useApi()
const desk = useBooking(api)
const { program } = usePartners(api)
const onError = collectErrors()

const SLOTS = 32
const SLOTS_PER_PARTNER = 4
const DELIVERED: WebhookAnswer = { status: 204, text: '', retryAfterS: null, durationMs: 1 }
const UNANSWERED: WebhookAnswer = { status: 0, text: 'No answer within 10 s.', retryAfterS: null, durationMs: 1 }

let busy: Client
let other: Client
let journey: Json

beforeAll(async () => {
  await desk.at('2030-05-20T04:00:00Z')
  const clientOf = async () => {
    const terms = { status: 'active', contract: PARTNER_CONTRACT, ...WIDE_HOLD_BOUNDS }
    const partner = await make(desk.admin, 'partners', terms)
    return (await program(partner, 'live', ['trips:write', 'webhooks:manage'])).client
  }
  busy = await clientOf()
  other = await clientOf()
  const route = await make(desk.admin, 'routes')
  await make(desk.admin, 'fares', { route_id: route['id'], amount_minor: 1000 })
  journey = await make(desk.admin, 'journeys', { route_id: route['id'], departure_time: '12:00:00', capacity: 50 })
})
beforeEach(async () => {
  await api.db.deleteFrom('webhook_endpoints').execute()
  await sql`delete from jobs where kind = ${SEND}`.execute(api.db)
})

async function listen(by: Client, url: string): Promise<string> {
  const request = { url, events: ['trip.held'], environment: 'live' }
  const { status, body } = await by.post('/partner/credentials/webhooks/', request)
  expect(status, JSON.stringify(body)).toBe(201)
  return String(body['id'])
}

/** Creates one message for each receiver of the partner. */
async function book(by: Client): Promise<void> {
  const trip = { partner_reference: unique('WF-'), legs: [ride(journey)], passengers: adults(1), lead_name: 'Ana Ruiz' }
  expect((await by.post('/partner/trips/', trip)).status).toBe(201)
}

const later = (seconds: number) => desk.at(new Date(api.now.getTime() + seconds * 1000).toISOString())

const senderWith = (post: PostWebhook, atOnce = SLOTS): Worker =>
  createWorker({
    db: api.db,
    handlers: webhookJobs({
      db: api.db,
      key: api.secrets.webhook_key,
      post,
      now: () => api.now,
      log: () => Promise.resolve(),
      onError,
    }),
    now: () => api.now,
    atOnce,
    onError,
  })

/** Returns whether a worker with a free slot would find a due job. */
async function isAnyDue(): Promise<boolean> {
  const { rows } = await sql`
    select 1 from jobs
    where kind = ${SEND} and locked_until is null and run_at <= ${api.now.toISOString()}`.execute(api.db)
  return rows.length > 0
}

/** Delays the answers of matching receivers until the test releases them. */
function useHeld(isHeld: (url: string) => boolean) {
  const posted: string[] = []
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  const post: PostWebhook = async (url) => {
    posted.push(url)
    if (isHeld(url)) await released
    return DELIVERED
  }
  return { posted, post, release: () => release() }
}

describe('a partner with receivers that hang', () => {
  it('has four slots, so that a message to another partner arrives while they hang', async () => {
    const receivers = Array.from({ length: 10 }, (_, index) => `http://127.0.0.1:9/busy/${index}`)
    for (const url of receivers) await listen(busy, url)
    await listen(other, 'http://127.0.0.1:9/other')
    const { posted, post, release } = useHeld((url) => url.includes('busy'))
    const sender = senderWith(post)
    await book(busy)
    const sending = sender.work()
    for (let message = 1; message < SLOTS_PER_PARTNER; message += 1) {
      await expect.poll(isAnyDue).toBe(false)
      await book(busy)
      sender.wake([SEND])
    }
    await expect.poll(isAnyDue).toBe(false)
    await book(other)
    sender.wake([SEND])
    await expect.poll(() => posted).toContain('http://127.0.0.1:9/other')
    expect(new Set(posted.filter((url) => url.includes('busy'))).size).toBeLessThanOrEqual(SLOTS_PER_PARTNER)
    release()
    await sending
    const expected = receivers.flatMap((url) => Array.from({ length: SLOTS_PER_PARTNER }, () => url))
    expect(posted.filter((url) => url.includes('busy')).sort()).toEqual(expected)
  })
})

describe('a receiver', () => {
  it('passes its slot to the next one after a turn, however many messages it has left', async () => {
    await listen(busy, 'http://127.0.0.1:9/busy')
    await listen(other, 'http://127.0.0.1:9/other')
    for (let message = 0; message < 20; message += 1) await book(busy)
    const { posted, post, release } = useHeld((url) => url.includes('busy'))
    const sending = senderWith(post, 1).work()
    await expect.poll(() => posted.length).toBe(8)
    await book(other)
    await later(11)
    release()
    await sending
    expect(posted.indexOf('http://127.0.0.1:9/other')).toBe(8)
    expect(posted).toHaveLength(21)
  })

  it('gets one message at a time after a failure, until one is delivered', async () => {
    await listen(busy, 'http://127.0.0.1:9/busy')
    for (let message = 0; message < 5; message += 1) await book(busy)
    let answer = UNANSWERED
    let underWay = 0
    let most = 0
    const sender = senderWith(async () => {
      underWay += 1
      most = Math.max(most, underWay)
      await new Promise((resolve) => setImmediate(resolve))
      underWay -= 1
      return answer
    })
    const mostOf = async () => {
      most = 0
      const attempts = await sender.work()
      expect(attempts).toBeGreaterThan(0)
      return most
    }
    expect(await mostOf()).toBe(5)
    await later(10)
    expect(await mostOf()).toBe(1)
    await later(400)
    answer = DELIVERED
    expect(await mostOf()).toBe(4)
  })

  it('is not due while the maximum number of messages is in flight', async () => {
    const id = await listen(busy, 'http://127.0.0.1:9/busy')
    for (let message = 0; message < 9; message += 1) await book(busy)
    expect(await claimDue(api.db, id, api.now)).toHaveLength(8)
    const next = await nextDue(api.db, id, api.now)
    expect(next?.getTime()).toBe(api.now.getTime() + 30_000)
  })
})
