import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Launched } from '../support/crash/killable'
import { connect, type Api } from '../support/e2e/api'
import { bodies } from '../support/factories'
import { NEEDS_POSTGRES, useProduct } from '../support/faults/product'
import { mountSmallDisk, NEEDS_MOUNT, type SmallDisk } from '../support/faults/small-disk'
import { startPostgres, type PostgresServer } from '../support/postgres-server'

/** Disk size for an empty installation and little more. */
const DISK_MB = 220
/** More writes than fit into the free space of the tables. */
const WRITES_MAX = 400

const WHY = NEEDS_POSTGRES || NEEDS_MOUNT
const product = useProduct()

describe.skipIf(WHY)(`A full disk of PostgreSQL${WHY}`, () => {
  let disk: SmallDisk
  let server: PostgresServer
  let life: Launched
  let api: Api

  beforeAll(async () => {
    disk = mountSmallDisk(DISK_MB)
    server = await startPostgres({ min_wal_size: '32MB' }, { parent: disk.folder })
    life = product.launch({ DATABASE_URL: server.url })
    await life.ready
    api = await connect(life.address)
  })
  afterAll(async () => {
    await life.kill()
    await server.stop()
    disk.remove()
  })

  it('is reported to callers, to health checks and in the log, and reads continue', async () => {
    disk.fill(0)
    const refused = await firstRefusal()
    expect(refused).toMatchObject({ status: 503, body: { detail: 'The disk of the database is full.' } })
    await expect.poll(readiness).toEqual([503, 'The disk of the database is full.'])
    expect((await api.get('/stations')).status).toBe(200)
    expect(life.output()).toContain('"trouble":"full"')
    expect(life.output()).toContain('Not ready: The disk of the database is full.')
  })

  it('is no longer reported when there is space', async () => {
    disk.free()
    await expect.poll(readiness).toEqual([200, undefined])
    expect((await api.post('/stations', await bodies.stations(api))).status).toBe(201)
  })

  async function firstRefusal() {
    for (let tries = 0; tries < WRITES_MAX; tries += 1) {
      const answer = await api.post('/stations', await bodies.stations(api))
      if (answer.status !== 201) return answer
    }
    return null
  }

  async function readiness() {
    const answer = await fetch(`${life.address}/readyz`)
    const { detail } = (await answer.json()) as { detail?: string }
    return [answer.status, detail]
  }
})
