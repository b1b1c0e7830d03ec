import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Launched } from '../support/crash/killable'
import { ChaosProxy } from '../support/chaos-proxy'
import { connect, type Api } from '../support/e2e/api'
import { bodies } from '../support/factories'
import { NEEDS_POSTGRES, useProduct } from '../support/faults/product'
import { startPostgres, type PostgresServer } from '../support/postgres-server'

const CALL_LIMIT_MS = 3_000
const GRACE_MS = 10_000
/** What PostgreSQL itself allows for a statement, and a little. */
const GIVEN_UP_AFTER_MS = 40_000

const product = useProduct()

describe.skipIf(NEEDS_POSTGRES)(`PostgreSQL that goes silent${NEEDS_POSTGRES}`, () => {
  let server: PostgresServer
  let proxy: ChaosProxy
  let url: string
  let life: Launched
  let api: Api

  beforeAll(async () => {
    server = await startPostgres()
    proxy = new ChaosProxy(server.port, () => 0)
    url = server.url.replace(`:${server.port}`, `:${await proxy.listen()}`)
  })
  beforeEach(async () => {
    proxy.weather = 'calm'
    life = await product.launch({ DATABASE_URL: url, DATABASE_POOL: '2', CALL_LIMIT_MS: String(CALL_LIMIT_MS) })
    await life.ready
    api = await connect(life.address)
    proxy.weather = 'silence'
    proxy.silence()
  })
  afterAll(async () => {
    proxy.close()
    await server.stop()
  })

  it('is told to callers before they hang up, and to who looks after the process within a second', async () => {
    const station = await bodies.stations(api)
    const reading = Array.from({ length: 6 }, () => timed(() => api.get('/stations')))
    const writing = Array.from({ length: 6 }, () => timed(() => api.post('/stations', station)))
    const looks = []
    for (let look = 0; look < 5; look += 1) looks.push(await timed(() => fetch(`${life.address}/readyz`)))
    for (const { status, ms } of looks) {
      expect(status).toBe(503)
      expect(ms).toBeLessThan(1_000)
    }
    for (const { status, ms } of await Promise.all([...reading, ...writing])) {
      expect(status).toBe(503)
      expect(ms).toBeLessThan(CALL_LIMIT_MS + 1_000)
    }
  })

  it('does not keep the process from ending well', async () => {
    const calls = Array.from({ length: 6 }, () => api.get('/stations').catch(() => undefined))
    // Asked after them, so that they are in hand by then.
    await fetch(`${life.address}/readyz`)
    const { status, ms } = await timed(async () => ({ status: await life.terminate() }))
    await Promise.all(calls)
    expect(status).toBe(0)
    expect(ms).toBeLessThan(GRACE_MS)
  })

  it('costs no connection for good: what it swallowed is given up', async () => {
    expect((await api.get('/stations')).status).toBe(503)
    proxy.weather = 'calm'
    await expect
      .poll(async () => (await api.get('/stations')).status, { timeout: GIVEN_UP_AFTER_MS, interval: 500 })
      .toBe(200)
    expect((await fetch(`${life.address}/readyz`)).status).toBe(200)
  })
})

async function timed<S>(call: () => Promise<{ status: S }>): Promise<{ status: S; ms: number }> {
  const start = performance.now()
  const { status } = await call()
  return { status, ms: performance.now() - start }
}
