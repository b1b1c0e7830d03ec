import { beforeAll, describe, expect, inject, it } from 'vitest'
import { seal } from '../../server/adapters/sealed-secrets'
import { webhookPoster, type PostWebhook } from '../../server/adapters/webhook-post'
import { isGenuine, makeWebhookSecret } from '../../server/adapters/webhook-signing'
import { createWorker } from '../../server/jobs/worker'
import { inTransaction } from '../../server/db/transaction'
import { insertDelivery } from '../../server/features/partner/webhooks/repository/deliveries'
import { webhookJobs } from '../../server/features/partner/webhooks/sender'
import { uuidv7 } from 'uuidv7'
import { useApi, type Json } from '../support/api'
import { collectErrors } from '../support/collect-errors'
import { make } from '../support/factories'
import { LONG_TEST_TIMEOUT_MS, TEST_TIMEOUT_MS } from '../support/timeouts'
import { useReceiver } from '../support/webhook-receiver'

const api = useApi()
const receiver = useReceiver()
const onError = collectErrors()
const EVENTS = inject('postgresServer') === null ? 120 : 300
/** Factor by which the sender's clock is faster, so that waits of minutes take seconds. */
const SPEED = 60
/** Timeout for an answer; short, because the receiver often does not answer. */
const ANSWER_LIMIT_MS = 500
/** One second of real time, on the sender's clock. */
const LEASE_MS = 60_000

let partner: Json
const secret = makeWebhookSecret()
const startedAt = Date.now()
const now = () => new Date(startedAt + (Date.now() - startedAt) * SPEED)

beforeAll(async () => {
  partner = await make(await api.as('admin'), 'partners', { status: 'active' })
})

/** Writes events, each in its own transaction, and the same number in transactions that are rolled back. */
async function writeEvents(count: number): Promise<Set<string>> {
  const endpoint_id = uuidv7()
  const partner_id = String(partner['id'])
  const sealed = seal(secret, api.secrets.webhook_key)
  await api.db
    .insertInto('webhook_endpoints')
    .values({
      id: endpoint_id,
      partner_id,
      environment: 'live',
      url: receiver.url,
      events: ['trip.held'],
      secret: sealed,
      secret_last4: 'last',
    })
    .execute()
  const write = (isTakenBack: boolean) => {
    const id = uuidv7()
    return inTransaction(api.db, async (tx) => {
      await insertDelivery(tx, {
        id,
        created_at: new Date(startedAt).toISOString(),
        endpoint_id,
        partner_id,
        environment: 'live',
        type: 'trip.held',
        object_id: null,
        trip_reference: null,
        partner_reference: null,
        payload: JSON.stringify({ type: 'trip.held', isTakenBack }),
      })
      if (isTakenBack) throw new Error('taken back')
    }).then(
      () => [id],
      () => [],
    )
  }
  const written: string[] = []
  for (let index = 0; index < count; index += 1) {
    written.push(...(await write(false)))
    if (index % 10 === 0) written.push(...(await write(true)))
  }
  return new Set(written)
}

function senderWith(post: PostWebhook, waitS: (tries: number) => number | undefined, time = now) {
  const settings = { db: api.db, key: api.secrets.webhook_key, post, now: time, waitS, log: async () => undefined }
  return createWorker({
    db: api.db,
    handlers: webhookJobs({ ...settings, onError }),
    now: time,
    leaseMs: LEASE_MS,
    onError,
  })
}

/** Sends until all events arrive or the time limit of a test is over. Every second sender dies with its claimed jobs. */
async function sendUntil(isDone: () => boolean, waitS: (tries: number) => number | undefined): Promise<void> {
  const until = Date.now() + TEST_TIMEOUT_MS
  const real = webhookPoster({ targets: 'any', timeoutMs: ANSWER_LIMIT_MS })
  for (let life = 0; !isDone() && Date.now() < until; life += 1) {
    const isDoomed = life % 2 === 0
    let isDead = false
    let endedAt: Date | null = null
    // A dead sender receives no answer, writes nothing and extends no lease.
    const post: PostWebhook = async (...message) => {
      const answer = await real(...message)
      return isDead ? new Promise(() => undefined) : answer
    }
    const sender = senderWith(post, waitS, () => endedAt ?? now())
    const diesAt = Date.now() + (isDoomed ? 400 : 1_500)
    const living = new Promise((resolve) => setTimeout(resolve, diesAt - Date.now()))
    const working = async () => {
      while (Date.now() < diesAt && !isDone() && !isDead)
        if ((await sender.work()) === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    const worked = working()
    if (isDoomed) {
      await living
      isDead = true
      endedAt = now()
      void sender.stop()
    } else await worked
  }
}

describe('P-13 webhooks with an unreliable receiver', () => {
  const arrived = () => new Set(receiver.received.filter(isTaken).map(({ headers }) => String(headers['webhook-id'])))
  const taken = new Map<object, boolean>()
  const isTaken = (message: object) => taken.get(message) === true
  let calls = 0

  it(
    'all arrive, whatever fails, hangs or dies, and none of a rolled-back transaction',
    { timeout: LONG_TEST_TIMEOUT_MS },
    async () => {
      receiver.answer = (message) => {
        calls += 1
        if (calls % 20 === 0) return null
        const isGood = calls % 2 === 0
        taken.set(message, isGood)
        return isGood ? 204 : 500
      }
      const written = await writeEvents(EVENTS)
      expect(written.size).toBe(EVENTS)
      await sendUntil(
        () => arrived().size === EVENTS,
        (tries) => tries * 5,
      )
      expect(arrived()).toEqual(written)
      expect(receiver.received.length).toBeGreaterThan(EVENTS)
      expect(receiver.received.some(({ text }) => text.includes('"isTakenBack":true'))).toBe(false)
      for (const { headers, text } of receiver.received) {
        const named = headers as Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>
        const at = new Date(Number(named['webhook-timestamp']) * 1000)
        if (!isGenuine(named, text, secret, at)) expect.fail('a message came without its signature')
      }
    },
  )

  it('are lost by a sender without retries', async () => {
    await writeEvents(40)
    await senderWith(webhookPoster({ targets: 'any', timeoutMs: ANSWER_LIMIT_MS }), () => undefined).work()
    const failed = await api.db.selectFrom('webhook_deliveries').select('id').where('state', '=', 'failed').execute()
    expect(failed.length).toBeGreaterThan(0)
  })
})
