import { request } from 'node:http'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ChaosProxy } from '../support/chaos-proxy'
import type { Launched } from '../support/crash/killable'
import { connect, continueSession, type Api } from '../support/e2e/api'
import { NEEDS_POSTGRES, useProduct } from '../support/faults/product'
import { startPostgres, type PostgresServer } from '../support/postgres-server'

/** Written in many pages, so that faults occur while the file is written. */
const STATIONS = 20_000
/** About a third of the rows of an export, as PostgreSQL sends them. */
const READ_UNTIL_LOSS_BYTES = 2_000_000
const COLUMNS = ['code', 'name', 'address', 'timezone'].map((field) => ({ field }))
const FORMATS = ['csv', 'xlsx'] as const

const product = useProduct()

describe.skipIf(NEEDS_POSTGRES)(`An interrupted export${NEEDS_POSTGRES}`, () => {
  let server: PostgresServer
  let proxy: ChaosProxy
  let url: string
  let life: Launched
  let api: Api

  async function start(): Promise<void> {
    life = product.launch({ DATABASE_URL: url, DATABASE_POOL: '4' })
    await life.ready
    api = api ? continueSession(api.session, life.address) : await connect(life.address)
  }
  async function fillStations(): Promise<void> {
    const client = new pg.Client({ connectionString: server.url })
    await client.connect()
    await client.query(`
      insert into stations (id, code, name, address, timezone)
      select gen_random_uuid(), 'S-' || n, jsonb_build_object('en', md5(n::text)), repeat(md5((-n)::text), 4), 'Asia/Nicosia'
      from generate_series(1, ${STATIONS}) n`)
    await client.end()
  }

  beforeAll(async () => {
    server = await startPostgres()
    proxy = new ChaosProxy(server.port, () => 0)
    url = server.url.replace(`:${server.port}`, `:${await proxy.listen()}`)
    await start()
    await fillStations()
  })
  beforeEach(async () => {
    if (!life.isAlive()) await start()
    await expect.poll(async () => (await fetch(`${life.address}/readyz`)).status).toBe(200)
  })
  afterAll(async () => {
    await life.kill()
    proxy.close()
    await server.stop()
  })

  /** Downloads a list until its first bytes arrive. @returns a function that aborts the download, and its end */
  function download(format: string): Promise<{ abort: () => void; closed: Promise<void> }> {
    return new Promise((resolve, reject) => {
      const call = request(`${life.address}/api/exports/stations`, {
        method: 'POST',
        headers: { authorization: `Bearer ${api.session.tokens.access}`, 'content-type': 'application/json' },
      })
      call.on('error', reject)
      call.on('response', (response) => {
        if (response.statusCode !== 200) return reject(new Error(`Export: ${response.statusCode}`))
        response.on('error', () => undefined)
        const closed = new Promise<void>((done) => response.on('close', done))
        response.once('data', () => resolve({ abort: () => response.destroy(), closed }))
      })
      call.end(JSON.stringify({ format, columns: COLUMNS }))
    })
  }
  async function startTask(format: string): Promise<string> {
    const { status, body } = await api.post('/exports/stations/tasks', { format, columns: COLUMNS })
    expect(status).toBe(202)
    return String(body['id'])
  }
  const taskOf = async (id: string) => (await api.get(`/tasks/${id}`)).body
  async function startWriting(format: string): Promise<string> {
    const id = await startTask(format)
    await expect.poll(async () => (await taskOf(id))['stage'], { interval: 10 }).toBe('writing')
    return id
  }
  async function expectAlive(): Promise<void> {
    expect(life.isAlive()).toBe(true)
    expect((await api.get('/stations')).status).toBe(200)
    expect(life.output()).not.toContain('uncaughtException')
  }

  it.each(FORMATS)('leaves the process running when the caller aborts a download (%s)', async (format) => {
    const { abort, closed } = await download(format)
    abort()
    await closed
    // The history is written at the end of a download, complete or aborted.
    await expect
      .poll(async () => (await api.list('audit-events', { filter: { action: 'stations.exported' } })).rows.length)
      .toBeGreaterThan(0)
    await expectAlive()
  })

  it.each(FORMATS)('leaves the process running when its task is cancelled (%s)', async (format) => {
    const id = await startWriting(format)
    expect((await api.post(`/tasks/${id}/cancel`)).status).toBe(200)
    await expectAlive()
    const next = await startTask(format)
    // Long tasks run one after the other.
    await expect.poll(async () => (await taskOf(next))['state']).toBe('succeeded')
    expect(await taskOf(id)).toMatchObject({ state: 'cancelled', file: null })
    await expectAlive()
  })

  it.each(FORMATS)('leaves the process running when a download loses the database (%s)', async (format) => {
    const { length } = life.output()
    proxy.bytesUntilDrop = READ_UNTIL_LOSS_BYTES
    const { closed } = await download(format)
    await closed
    expect(proxy.bytesUntilDrop).toBeNull()
    await expect.poll(async () => (await api.get('/stations')).status).toBe(200)
    await expectAlive()
    expect(life.output().slice(length)).toMatch(
      /"level":50,.*"reqId":.*"msg":"the streamed answer was interrupted by an error"/,
    )
  })

  it.each(FORMATS)('leaves the process running when its task loses the database (%s)', async (format) => {
    const id = await startWriting(format)
    proxy.drop()
    await expect.poll(async () => (await api.get('/stations')).status).toBe(200)
    await expectAlive()
    await api.post(`/tasks/${id}/cancel`)
    const next = await startTask(format)
    await expect.poll(async () => (await taskOf(next))['state']).toBe('succeeded')
  })

  it.each(FORMATS)('is repeated by the next process when its own is terminated (%s)', async (format) => {
    const id = await startWriting(format)
    expect(await life.terminate()).toBe(0)
    await start()
    await expect.poll(async () => (await taskOf(id))['state']).toBe('succeeded')
  })
})
