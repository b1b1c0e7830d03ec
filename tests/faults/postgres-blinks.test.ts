import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DATABASE_RETRY_S } from '../../contract/core/limits/requests'
import { connect, type Api } from '../support/e2e/api'
import type { Launched } from '../support/crash/killable'
import { NEEDS_POSTGRES, useProduct } from '../support/faults/product'
import { createDatabase } from '../support/postgres'
import { startPostgres, type PostgresServer } from '../support/postgres-server'

const product = useProduct()

describe.skipIf(NEEDS_POSTGRES)(`PostgreSQL that fails during a request${NEEDS_POSTGRES}`, () => {
  let server: PostgresServer
  let url: string
  let life: Launched
  let api: Api

  beforeAll(async () => {
    // Acknowledged writes must survive a crash, including the sign-in of these tests.
    server = await startPostgres({ synchronous_commit: 'on' })
    url = (await createDatabase(server.url)).url
    life = product.launch({ DATABASE_URL: url })
    await life.ready
    api = await connect(life.address)
  })
  afterAll(async () => {
    await life.kill()
    await server.stop()
  })

  it('ends the request, not the process, when its backend is killed', async () => {
    const waiting = await callThatWaits()
    process.kill(waiting.backend, 'SIGKILL')
    expect((await waiting.answer).status).toBe(503)
    await answersAgain()
    expect(life.isAlive()).toBe(true)
  })

  it('ends the request, not the process, when PostgreSQL restarts at once', async () => {
    const waiting = await callThatWaits()
    await server.crash()
    for (const { status, headers, body } of [await waiting.answer, await api.get('/stations')]) {
      expect(status).toBe(503)
      expect(headers['retry-after']).toBe(String(DATABASE_RETRY_S))
      expect(headers['content-type']).toContain('application/problem+json')
      expect(body).toMatchObject({ code: 'unavailable', retryable: true, detail: 'The database does not answer.' })
    }
    await expect.poll(() => readiness()).toBe(503)
    await server.restart()
    await answersAgain()
    expect(life.isAlive()).toBe(true)
  })

  /** Starts a call that waits within its transaction. @returns the call and its PostgreSQL backend */
  async function callThatWaits() {
    const holder = new pg.Client({ connectionString: url })
    holder.on('error', () => undefined)
    await holder.connect()
    await holder.query('begin; lock table stations in access exclusive mode')
    const ask = () => {
      const call = { answer: api.get('/stations'), backend: 0, isOver: false }
      const end = () => {
        call.isOver = true
      }
      call.answer.then(end, end)
      return call
    }
    let call = ask()
    await expect
      .poll(async () => {
        // The lock timeout of 3 s answers a call that waits too long, and the next call takes its place.
        if (call.isOver) call = ask()
        const { rows } = await holder.query<{ pid: number }>(
          `select pid from pg_stat_activity
           where wait_event_type = 'Lock' and pid <> pg_backend_pid()
             and clock_timestamp() - query_start < interval '1 second'`,
        )
        call.backend = rows[0]?.pid ?? 0
        return call.backend
      })
      .toBeGreaterThan(0)
    return call
  }

  async function answersAgain() {
    await expect.poll(async () => (await api.get('/stations')).status).toBe(200)
    await expect.poll(() => readiness()).toBe(200)
  }

  const readiness = async () => (await fetch(`${life.address}/readyz`)).status
})
