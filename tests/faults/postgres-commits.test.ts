import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DATABASE_RETRY_S } from '../../contract/core/limits/requests'
import type { Json } from '../support/api'
import { adults, ride } from '../support/booking'
import { ChaosProxy } from '../support/chaos-proxy'
import type { Launched } from '../support/crash/killable'
import { connect, continueSession, type Api } from '../support/e2e/api'
import { make, unique } from '../support/factories'
import { NEEDS_POSTGRES, useProduct } from '../support/faults/product'
import { startPostgres, type PostgresServer } from '../support/postgres-server'

const product = useProduct()

describe.skipIf(NEEDS_POSTGRES)(`A connection to PostgreSQL that is lost at a commit${NEEDS_POSTGRES}`, () => {
  let server: PostgresServer
  let proxy: ChaosProxy
  /** Reaches PostgreSQL past the proxy. */
  let beside: Launched
  let direct: Api
  let life: Launched
  let client: Api
  let journey: Json

  beforeAll(async () => {
    server = await startPostgres()
    proxy = new ChaosProxy(server.port, () => 0)
    const url = server.url.replace(`:${server.port}`, `:${await proxy.listen()}`)
    beside = product.launch({ DATABASE_URL: server.url })
    await beside.ready
    direct = await connect(beside.address)
    journey = await make(direct, 'journeys')
    life = product.launch({ DATABASE_URL: url, DATABASE_POOL: '4' })
    await life.ready
    client = continueSession(direct.session, life.address)
  })
  afterAll(async () => {
    await life.kill()
    await beside.kill()
    proxy.close()
    await server.stop()
  })

  describe.each([
    { name: 'after PostgreSQL committed', reaches: true },
    { name: 'before PostgreSQL received it', reaches: false },
  ])('$name', ({ reaches }) => {
    it('leaves a booking with an unknown outcome, which its key settles to one booking', async () => {
      const name = unique('Unanswered ')
      const key = unique('order-')
      const lost = await bookWithout(name, reaches, key)
      expect(lost.status).toBe(503)
      expect(lost.body).toMatchObject({ code: 'outcome_unknown', retryable: true })
      expect(lost.headers['retry-after']).toBe(String(DATABASE_RETRY_S))
      expect(await bookingsOf(name)).toBe(reaches ? 1 : 0)
      const again = await settled(name, key)
      expect(again.headers['idempotent-replayed']).toBe(reaches ? 'true' : undefined)
      expect(again.body['lead_name']).toBe(name)
      expect(await bookingsOf(name)).toBe(1)
    })

    it('is not retryable without a key', async () => {
      const name = unique('Unkeyed ')
      expect((await bookWithout(name, reaches)).body).toMatchObject({ code: 'outcome_unknown', retryable: false })
      expect(await bookingsOf(name)).toBe(reaches ? 1 : 0)
    })
  })

  const book = (name: string, key?: string) =>
    client.post(
      '/reservations',
      { lead_name: name, legs: [ride(journey)], passengers: adults(1) },
      { headers: { ...(key !== undefined && { 'idempotency-key': key }) } },
    )

  /** Books without an answer to the commit. */
  async function bookWithout(name: string, reaches: boolean, key?: string) {
    await expect.poll(async () => (await client.get('/stations')).status).toBe(200)
    proxy.commitCut = { text: name, reaches }
    const answer = await book(name, key)
    expect(proxy.commitCut, 'the commit was cut').toBeNull()
    return answer
  }

  /** Repeats a booking until the request before it has ended. */
  async function settled(name: string, key: string) {
    let answer = await book(name, key)
    await expect
      .poll(async () => {
        if (answer.status !== 201) answer = await book(name, key)
        return answer.status
      })
      .toBe(201)
    return answer
  }

  async function bookingsOf(name: string): Promise<number> {
    const { rows } = await direct.list('reservations', { filter: { lead_name: name } })
    return rows.length
  }
})
