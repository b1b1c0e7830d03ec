import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Launched } from '../support/crash/killable'
import { ChaosProxy } from '../support/chaos-proxy'
import type { Json } from '../support/api'
import { connect, continueSession } from '../support/e2e/api'
import { bodies } from '../support/factories'
import { NEEDS_POSTGRES, useProduct } from '../support/faults/product'
import { startPostgres, type PostgresServer } from '../support/postgres-server'

/** Far below the 10 s that a call waits for a connection and the 32 s that a statement may take. */
const CALL_LIMIT_MS = 3_000
/** Detail of the call limit's answers. The limits of the database have others. */
const CALL_LIMIT_DETAIL = /^This took too long/

const product = useProduct()

describe.skipIf(NEEDS_POSTGRES)(`PostgreSQL that stops responding${NEEDS_POSTGRES}`, () => {
  let server: PostgresServer
  let proxy: ChaosProxy
  let url: string
  /** Reaches PostgreSQL past the proxy and has no call limit. */
  let beside: Launched
  let life: Launched
  let client: ReturnType<typeof continueSession>
  let station: Json

  beforeAll(async () => {
    server = await startPostgres()
    proxy = new ChaosProxy(server.port, () => 0)
    url = server.url.replace(`:${server.port}`, `:${await proxy.listen()}`)
    beside = product.launch({ DATABASE_URL: server.url })
    await beside.ready
  })
  beforeEach(async () => {
    proxy.weather = 'calm'
    life = product.launch({ DATABASE_URL: url, DATABASE_POOL: '2', CALL_LIMIT_MS: String(CALL_LIMIT_MS) })
    await life.ready
    const api = await connect(beside.address)
    station = await bodies.stations(api)
    client = continueSession(api.session, life.address)
    await expect.poll(async () => (await client.get('/stations')).status).toBe(200)
    proxy.weather = 'silence'
    proxy.silence()
  })
  afterAll(async () => {
    proxy.close()
    await server.stop()
  })

  it('answers callers by the call limit, and readiness checks with 503', async () => {
    const reading = Array.from({ length: 6 }, () => client.get('/stations'))
    const writing = Array.from({ length: 6 }, () => client.post('/stations', station))
    for (let look = 0; look < 5; look += 1) expect((await fetch(`${life.address}/readyz`)).status).toBe(503)
    for (const { status, body } of await Promise.all([...reading, ...writing])) {
      expect(status).toBe(503)
      expect(body['detail']).toMatch(CALL_LIMIT_DETAIL)
    }
    for (const { body } of await Promise.all(reading)) expect(body).toMatchObject({ code: 'unavailable' })
  })

  it('does not prevent a normal exit of the process', async () => {
    const calls = Array.from({ length: 6 }, () => client.get('/stations').catch(() => undefined))
    // Requested after the calls, so that they are in progress when it returns.
    await fetch(`${life.address}/readyz`)
    // A process that exceeds its grace period exits with 1.
    expect(await life.terminate()).toBe(0)
    await Promise.all(calls)
  })

  it('costs no connection permanently: unanswered ones are closed', async () => {
    expect((await client.get('/stations')).status).toBe(503)
    proxy.weather = 'calm'
    await expect.poll(async () => (await client.get('/stations')).status, { interval: 500 }).toBe(200)
    await expect.poll(async () => (await fetch(`${life.address}/readyz`)).status).toBe(200)
  })
})
