import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FOLLOW, enqueue } from '../../server/db/jobs'
import { inTransaction } from '../../server/db/transaction'
import type { Follower } from '../../server/features/feature'
import { WRITE_MAIL, writeToPassengers } from '../../server/features/mails/follow'
import { claim } from '../../server/jobs/queue'
import { createWorker } from '../../server/jobs/worker'
import { audit } from '../../server/kernel/audit'
import { followJobs } from '../../server/wiring/follow-jobs'
import { useApi } from '../support/api'
import { make } from '../support/factories'

const api = useApi()
const DEATHS = 200
const LEASE_MS = 60_000
const CONTEXT = { actor: { kind: 'system', id: null, name: 'test' }, requestId: 'r', ip: null } as const

beforeAll(() => sql`create table heard (follower text, label text)`.execute(api.db))
// The next test file uses the same database, and a backup refuses unknown tables.
afterAll(() => sql`drop table heard`.execute(api.db))

/** Writes an audited event that only the followers of a test receive. */
const writeEvent = (label: string) =>
  inTransaction(api.db, (tx) => {
    const entity = { type: 'backups', id: '01900000-0000-7000-8000-000000000001', label }
    return audit(tx, CONTEXT, { action: 'backups.completed', entity })
  })

/** Creates a follower that stores the events it receives. */
const createFollower =
  (name: string): Follower =>
  async (tx, events) => {
    for (const { entry } of events) await sql`insert into heard values (${name}, ${entry.entity?.label})`.execute(tx)
  }

async function receivedBy(name: string): Promise<string[]> {
  const { rows } = await sql<{
    label: string
  }>`select label from heard where follower = ${name} order by label`.execute(api.db)
  return rows.map(({ label }) => label)
}

function createWorkerWith(followers: Record<string, Follower>) {
  const failed: unknown[] = []
  const onError = (error: unknown) => void failed.push((error as Error).message)
  const clock = { now: new Date() }
  const handlers = followJobs({ db: api.db, followers, onError })
  const worker = createWorker({ db: api.db, handlers, now: () => clock.now, onError })
  return { handlers, failed, clock, worker }
}

describe('work that follows a commit', () => {
  it(`is done once by each follower, when the process dies ${DEATHS} times between the commit and the work`, async () => {
    const { handlers, clock, worker } = createWorkerWith({
      first: createFollower('first'),
      second: createFollower('second'),
    })
    const labels = Array.from({ length: DEATHS }, (_, n) => String(n).padStart(3, '0'))
    for (const [n, label] of labels.entries()) {
      await writeEvent(label)
      const [job] = await claim(api.db, { kinds: [FOLLOW], at: clock.now, leaseMs: LEASE_MS, limit: 1 })
      // Every second claimed job dies before its last statement, and the others die unstarted.
      const dying = n % 2 === 0 && job && handlers[FOLLOW]?.run(job.payload, { ...job, jobId: job.id, ...DYING })
      if (dying) await expect(dying).rejects.toThrow('dead')
    }
    expect(await worker.work()).toBe(0)
    clock.now = new Date(clock.now.getTime() + LEASE_MS)
    await worker.work()
    await worker.work()
    expect(await receivedBy('first')).toEqual(labels)
    expect(await receivedBy('second')).toEqual(labels)
  })

  it('reaches the other followers when one fails, and reaches that one later', async () => {
    let isBroken = true
    const { failed, clock, worker } = createWorkerWith({
      broken: (tx, events) => {
        if (isBroken) throw new Error('not now')
        return createFollower('broken')(tx, events)
      },
      sound: createFollower('sound'),
    })
    await writeEvent('one')
    await worker.work()
    expect([await receivedBy('broken'), await receivedBy('sound')]).toEqual([[], ['one']])
    expect(failed).toEqual(['not now'])
    isBroken = false
    clock.now = new Date(clock.now.getTime() + LEASE_MS)
    await worker.work()
    expect([await receivedBy('broken'), await receivedBy('sound')]).toEqual([['one'], ['one']])
  })

  it('notifies no user when the record is deleted, because its recipients are unknown', async () => {
    await api.tokenFor('dispatcher')
    const id = '01900000-0000-7000-8000-000000000002'
    const gone = [
      { action: 'journeys.updated', type: 'journeys', change: { field: 'delay_min', old: 0, new: 30 } },
      { action: 'vehicles.updated', type: 'vehicles', change: { field: 'status', old: 'available', new: 'retired' } },
      { action: 'routes.updated', type: 'routes', change: { field: 'name', old: 'A', new: 'B' } },
    ] as const
    await inTransaction(api.db, async (tx) => {
      for (const { action, type, change } of gone)
        await audit(tx, CONTEXT, { action, entity: { type, id, label: 'X-1' }, changes: [change] })
    })
    await api.followed()
    const notified = await api.db.selectFrom('notifications').select('kind').where('entity_id', '=', id).execute()
    expect(notified).toEqual([])
    expect(await api.db.selectFrom('jobs').select('kind').where('kind', 'like', 'events.%').execute()).toEqual([])
  })

  it('reports the delay of its event, whatever the current delay is', async () => {
    const admin = await api.as('admin')
    await api.tokenFor('dispatcher')
    const { id, code } = await make(admin, 'journeys')
    const entity = { type: 'journeys', id: String(id), label: String(code) }
    const changes = [{ field: 'delay_min', old: 0, new: 37 }]
    await inTransaction(api.db, (tx) => audit(tx, CONTEXT, { action: 'journeys.updated', entity, changes }))
    await api.followed()
    const notified = api.db.selectFrom('notifications').select('wording').where('kind', '=', 'journey_delayed')
    const delays = (await notified.where('entity_id', '=', entity.id).execute()).map(
      ({ wording }) => wording?.['count'],
    )
    expect(delays).not.toEqual([])
    expect(new Set(delays)).toEqual(new Set([37]))
  })

  it.each([
    ['a change without an email to the customer', { isUntold: true }, []],
    ['a change with one', {}, [WRITE_MAIL]],
  ])('honours %s that another version queued', async (_, flags, expected) => {
    const entity = { type: 'reservations', id: '01900000-0000-7000-8000-000000000003', label: 'R-1' }
    const entry = { action: 'reservations.amended', entity, changes: [], ...flags }
    const events = [{ actor: null, entry, audience: { staff: false, passengers: true } }]
    await inTransaction(api.db, (tx) => enqueue(tx, { kind: FOLLOW, payload: { events } }))
    const { worker } = createWorkerWith({ passengers: writeToPassengers })
    await worker.work()
    const jobs = await api.db.selectFrom('jobs').select(['id', 'kind', 'payload']).execute()
    const mails = jobs.filter(({ payload }) => payload['entity_id'] === entity.id)
    expect(mails.map(({ kind }) => kind)).toEqual(expected)
    for (const { id } of mails) await api.db.deleteFrom('jobs').where('id', '=', id).execute()
  })

  it('does not start when the transaction is rolled back', async () => {
    const { worker } = createWorkerWith({ quiet: createFollower('quiet') })
    await expect(
      inTransaction(api.db, async (tx) => {
        const entity = { type: 'backups', id: '01900000-0000-7000-8000-000000000001', label: 'never' }
        await audit(tx, CONTEXT, { action: 'backups.completed', entity })
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    expect(await worker.work()).toBe(0)
  })
})

const DYING = {
  isLast: false,
  signal: new AbortController().signal,
  finish: () => Promise.reject(new Error('dead')),
}
