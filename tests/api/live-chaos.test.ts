import { uuidv7 } from 'uuidv7'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { LIVE_NOTIFICATIONS_MAX, LIVE_RECONNECT_ATTEMPTS } from '../../contract/core/limits/live'
import { audit } from '../../server/kernel/audit'
import { inTransaction } from '../../server/db/transaction'
import { systemContext } from '../../server/kernel/context'
import { LiveConnection } from '../../src/providers/live/LiveConnection'
import { readServerMessage } from '../../src/providers/live/messages'
import { NO_NOTIFICATIONS, reduceNotifications } from '../../src/providers/live/notifications'
import { useApi } from '../support/api'
import { ChaosProxy } from '../support/chaos-proxy'
import { refusal, signIn, type SignedIn } from '../support/live'
import { LONG_TEST_TIMEOUT_MS } from '../support/timeouts'

const CONSOLES = 15
const FAULTS = 300
const FOREIGN_PAGES = 100

const api = useApi({ allowedOrigins: ['https://console.example'] })
let port = 0
let proxy: ChaosProxy
const consoles: Console[] = []

/** Returns a seeded random number generator. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648
}

/** The live connection of a console, with the messages that it received. */
class Console {
  state = NO_NOTIFICATIONS
  /** Attempts since the last connection or the last explicit restart. */
  attempts = 0
  mostAttempts = 0
  readonly arrivals: string[] = []
  readonly connection: LiveConnection

  constructor(
    readonly user: SignedIn,
    through: number,
  ) {
    this.connection = new LiveConnection({
      url: async () => {
        this.attempts += 1
        this.mostAttempts = Math.max(this.mostAttempts, this.attempts)
        return `ws://127.0.0.1:${through}/ws/notifications/?token=${encodeURIComponent(user.token)}`
      },
      onState: (state) => {
        if (state !== 'open') return
        this.attempts = 0
        this.connection.send({ type: 'get_notifications' })
        this.connection.send({ type: 'get_stats' })
      },
      onMessage: (text) => this.#heard(text),
      // A hundredth of the real delays, so that hours of outages take seconds.
      delayMs: (attempt) => 10 * 2 ** attempt,
    })
  }

  /** Restarts as after `online`, a reload or a click: one explicit attempt, then the usual five. */
  begin(): void {
    if (this.connection.state === 'open') return
    this.attempts = -1
    this.connection.stop()
    this.connection.start()
  }

  #heard(text: string): void {
    const message = readServerMessage(text)
    if (message?.type === 'new_notification') this.arrivals.push(String(message.data.id))
    if (
      message?.type === 'new_notification' ||
      message?.type === 'notification_stats' ||
      message?.type === 'notifications'
    )
      this.state = reduceNotifications(this.state, message)
  }
}

beforeAll(async () => {
  vi.stubGlobal('WebSocket', WebSocket)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  port = Number(new URL(await api.app.listen({ port: 0, host: '127.0.0.1' })).port)
  proxy = new ChaosProxy(port, createRandom(7))
})
afterEach(() => {
  for (const each of consoles.splice(0)) each.connection.stop()
})
afterAll(() => {
  proxy.close()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function notifyAll(): Promise<void> {
  const context = systemContext('test', () => new Date())
  const entity = { type: 'routes', id: uuidv7(), label: 'LINE' }
  await inTransaction(api.db, (tx) => audit(tx, context, { action: 'routes.deleted', entity }))
  await api.followed()
}

async function readServerState({ userId }: SignedIn) {
  const rows = await api.db
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return { ids: rows.slice(0, LIVE_NOTIFICATIONS_MAX).map(({ id }) => id), total: rows.length }
}

/** Waits until every console shows all its stored notifications. @param total expected number for each console */
async function expectShown(total: number): Promise<void> {
  const stored = await Promise.all(consoles.map(({ user }) => readServerState(user)))
  expect(stored.every((each) => each.total === total)).toBe(true)
  const shown = () =>
    consoles.map(({ state: { items, stats } }) => ({ ids: items.map(({ id }) => id).toSorted(), stats }))
  await expect
    .poll(shown)
    .toEqual(stored.map(({ ids }) => ({ ids: ids.toSorted(), stats: { total, unread: total, read: 0 } })))
}

it(
  'P-16 a console shows what the server has after some hundred faults: nothing missing, nothing twice, never a sixth attempt, and no page of another site admitted',
  async () => {
    const through = await proxy.listen()
    for (let index = 0; index < CONSOLES; index += 1)
      consoles.push(new Console(await signIn(api, { role: 'manager', followsAll: true }), through))
    for (const each of consoles) each.begin()
    await expect.poll(() => consoles.every(({ connection }) => connection.state === 'open')).toBe(true)

    proxy.weather = 'storm'
    proxy.drop()
    let notified = 0
    while (proxy.faults < FAULTS) {
      await notifyAll()
      notified += 1
      // A console that has given up is restarted, as its user would do.
      for (const each of consoles) if (each.attempts >= LIVE_RECONNECT_ATTEMPTS) each.begin()
      const { faults } = proxy
      await expect.poll(() => proxy.faults, { interval: 20 }).toBeGreaterThan(faults)
    }

    proxy.weather = 'calm'
    for (const each of consoles) each.begin()
    await expectShown(notified)
    for (const { arrivals, mostAttempts } of consoles) {
      expect(new Set(arrivals).size).toBe(arrivals.length)
      expect(mostAttempts).toBeLessThanOrEqual(LIVE_RECONNECT_ATTEMPTS)
    }

    proxy.beginEndlessFrame()
    await notifyAll()
    proxy.drop()
    await expectShown(notified + 1)

    proxy.weather = 'cut'
    proxy.drop()
    await expect.poll(() => consoles.every(({ attempts }) => attempts === LIVE_RECONNECT_ATTEMPTS)).toBe(true)

    const { token } = await signIn(api)
    const address = `ws://127.0.0.1:${port}/ws/notifications/?token=${encodeURIComponent(token)}`
    const answers = await Promise.all(
      Array.from({ length: FOREIGN_PAGES }, (_, index) =>
        refusal(address, { origin: `https://site-${index}.example` }),
      ),
    )
    expect(answers.every(({ status, code }) => status === 403 && code === 'origin_not_allowed')).toBe(true)
    // Enough time has passed for a sixth attempt.
    expect(consoles.every(({ attempts }) => attempts === LIVE_RECONNECT_ATTEMPTS)).toBe(true)
  },
  LONG_TEST_TIMEOUT_MS,
)
