import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { FOLLOW, FOLLOW_IN_ORDER } from '../../server/db/jobs'
import type { Follower } from '../../server/features/feature'
import { WRITE_MAIL, writeToPassengers } from '../../server/features/mails/follow'
import { notifyStaff } from '../../server/features/notifications/follow'
import { claim } from '../../server/jobs/queue'
import { createWorker } from '../../server/jobs/worker'
import { followJobs } from '../../server/wiring/follow-jobs'
import { webhookOutbox } from '../../server/wiring/partner-ports'
import { useApi, type Client, type Json } from '../support/api'
import { adults, ride, useBooking } from '../support/booking'
import { collectErrors } from '../support/collect-errors'
import { make, unique } from '../support/factories'
import { signIn } from '../support/live'
import { PARTNER_CONTRACT, usePartners } from '../support/partner'
import { LONG_TEST_TIMEOUT_MS } from '../support/timeouts'

const api = useApi()
const desk = useBooking(api)
const { program } = usePartners(api)
const onError = collectErrors()

const DEATHS = 200
/** Steps of each trip, in order. Each causes a notification and a webhook. The operator takes the second, which is mailed. */
const STEPS = ['trip.confirmed', 'trip.cancelled'] as const
const LEASE_MS = 60_000

let live: Client
let journeys: Json[]

beforeAll(async () => {
  await desk.at('2030-05-20T04:00:00Z')
  await signIn(api, { followsAll: true })
  const partner = await make(desk.admin, 'partners', { status: 'active', contract: PARTNER_CONTRACT })
  live = (await program(partner, 'live', ['trips:read', 'trips:write', 'webhooks:manage'])).client
  const url = 'http://127.0.0.1:9/hooks'
  await live.post('/partner/credentials/webhooks/', { url, events: STEPS, environment: 'live' })
  const route = await make(desk.admin, 'routes')
  await make(desk.admin, 'fares', { route_id: route['id'] })
  journeys = []
  for (const departure_time of ['10:00:00', '12:00:00', '14:00:00', '16:00:00', '18:00:00'])
    journeys.push(await make(desk.admin, 'journeys', { route_id: route['id'], departure_time, capacity: 50 }))
  await api.followed()
  await sql`truncate notifications, jobs cascade`.execute(api.db)
  // A notification group counts a record once, so a trigger notes each write and rolls back with its transaction.
  await sql`create table notified (entity_id uuid, kind text, who text)`.execute(api.db)
  await sql`
    create function note_notified() returns trigger language plpgsql as $$ begin
      insert into notified values (new.entity_id, new.kind, new.user_id::text);
      return null;
    end $$`.execute(api.db)
  await sql`
    create trigger note_notified after insert or update on notifications for each row execute function note_notified()
  `.execute(api.db)
})
// The next test file uses the same database, and a backup refuses unknown tables.
afterAll(() => api.database.exec('drop function note_notified() cascade; drop table notified'))

/** Creates the followers of a process, which dies at the given follower or at the end. */
function process(dyingAt: string | null) {
  const outbox = webhookOutbox(() => api.now)
  const followers = { notifications: notifyStaff, mails: writeToPassengers, seats: outbox.notifyOfSeats }
  let isDead = false
  const dieAt = (name: string, follow: Follower): [string, Follower] => [
    name,
    (tx, events) => {
      isDead ||= dyingAt === name
      if (isDead) throw new Error('dead')
      return follow(tx, events)
    },
  ]
  return followJobs({
    db: api.db,
    followers: Object.fromEntries(Object.entries(followers).map(([name, follow]) => dieAt(name, follow))),
    inOrder: outbox.notifyOfRecords,
    onError: (error) => {
      if (!isDead) onError(error)
    },
  })
}

const kinds = [FOLLOW, FOLLOW_IN_ORDER]
const ENDS = ['before', 'notifications', 'mails', 'seats', 'end']

/** Takes due jobs and dies with each of them. @returns the number of deaths */
async function claimAndDie(at: string): Promise<number> {
  const handlers = process(at)
  const jobs = await claim(api.db, { kinds, at: api.now, leaseMs: LEASE_MS, limit: 4 })
  if (at === 'before') return jobs.length
  const { signal } = new AbortController()
  const finish = () => Promise.reject(new Error('dead'))
  for (const job of jobs) {
    const dying = handlers[job.kind]?.run(job.payload, { jobId: job.id, attempt: 1, isLast: false, finish, signal })
    await expect(dying).rejects.toThrow('dead')
  }
  return jobs.length
}

async function take(step: (typeof STEPS)[number], n: number, id: string): Promise<string> {
  const party = { legs: [ride(journeys[n % journeys.length] ?? {})], passengers: adults(1), lead_name: 'Ana Ruiz' }
  const request = { ...party, lead_email: 'ana@example.com', partner_reference: unique('K-'), confirm: true }
  const { body, status } =
    step === 'trip.confirmed'
      ? await live.post('/partner/trips/', request)
      : await desk.step({ id }, 'cancel', { reason: 'Overbooked' })
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  return String(body['id'])
}

it(
  `each follower handles every event once and in order, though processes die ${DEATHS} times with the jobs that they claimed`,
  { timeout: LONG_TEST_TIMEOUT_MS },
  async () => {
    // Only the dying processes run followers.
    const followed = api.followed
    api.followed = async () => undefined
    const trips: string[] = []
    let deaths = 0
    while (deaths < DEATHS) {
      let id = ''
      for (const step of STEPS) {
        id = await take(step, trips.length, id)
        deaths += await claimAndDie(ENDS[deaths % ENDS.length] ?? '')
      }
      trips.push(id)
    }
    api.followed = followed

    const now = () => api.now
    const workers = [0, 1].map(() => createWorker({ db: api.db, handlers: process(null), now, atOnce: 4, onError }))
    const work = () => Promise.all(workers.map((worker) => worker.work()))
    await work()
    api.now = new Date(api.now.getTime() + LEASE_MS)
    await work()
    await work()
    expect(await api.db.selectFrom('jobs').select('id').where('kind', 'in', kinds).execute()).toEqual([])

    const once = [trips.length, 1]
    const sold = { reservation_created: once, reservation_cancelled: once }
    expect(await countOf(sql`select entity_id, kind, who from notified`)).toEqual(sold)
    expect(
      await countOf(sql`select unnest(record_ids) as entity_id, kind, user_id::text as who from notifications`),
    ).toEqual(sold)
    const mails = sql`select payload->>'entity_id' as entity_id, payload->>'kind' as kind, '' as who from jobs
    where kind = ${WRITE_MAIL}`
    expect(await countOf(mails)).toEqual({ booking_cancelled: once })

    const { rows } = await sql<{ object_id: string; payload: string }>`
    select object_id, payload from webhook_deliveries order by created_at, id`.execute(api.db)
    const notified = new Map<string, unknown[]>()
    for (const { object_id, payload } of rows) {
      const { type, data } = JSON.parse(payload) as { type: string; data: { trip: Json; sequence: number } }
      notified.set(object_id, [...(notified.get(object_id) ?? []), [type, data.sequence, data.trip['status']]])
    }
    const inOrder = [
      ['trip.confirmed', 1, 'confirmed'],
      ['trip.cancelled', 2, 'cancelled'],
    ]
    expect(Object.fromEntries(notified)).toEqual(Object.fromEntries(trips.map((id) => [id, inOrder])))
  },
)

/** Returns for each kind the number of notified records and the highest number of equal notifications. */
async function countOf(notified: ReturnType<typeof sql>): Promise<Record<string, number[]>> {
  const { rows } = await sql<{ kind: string; records: number; times: number }>`
    select kind, count(distinct entity_id)::int as records, max(times)::int as times
    from (
      select entity_id, kind, who, count(*) as times from (${notified}) as one group by entity_id, kind, who) as counted
    group by kind`.execute(api.db)
  return Object.fromEntries(rows.map(({ kind, records, times }) => [kind, [records, times]]))
}
