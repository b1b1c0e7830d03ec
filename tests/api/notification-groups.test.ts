import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { uuidv7 } from 'uuidv7'
import {
  HOLD_EXPIRY_NOTICE_MIN,
  NOTIFICATION_GROUP_MAX,
  UNASSIGNED_NOTICE_H,
} from '../../contract/core/limits/notifications'
import type { Language } from '../../contract/core/languages'
import { signAccess } from '../../server/adapters/access-tokens'
import { inTransaction } from '../../server/db/transaction'
import { notifyStaff } from '../../server/features/notifications/follow'
import { markRead } from '../../server/features/notifications/repository/notifications'
import { notifyOfDeadlines } from '../../server/features/notifications/deadlines'
import { sweepHolds } from '../../server/features/reservations/steps/sweeps'
import { systemContext } from '../../server/kernel/context'
import { useApi, type Client, type Json } from '../support/api'
import { ride, useBooking } from '../support/booking'
import { departure } from '../support/connected'
import { make } from '../support/factories'
import { signIn, type SignedIn } from '../support/live'
import { LONG_TEST_TIMEOUT_MS } from '../support/timeouts'

const api = useApi()
const booking = useBooking(api)
const MINUTE_MS = 60_000

/** Returns a client with a new token, because the first one expires as the clock moves. */
const as = async ({ userId, sessionId }: SignedIn): Promise<Client> => {
  const token = await signAccess(api.secrets.access_token_key, { userId, sessionId }, api.now)
  return api.client({ authorization: `Bearer ${token}` })
}
const boxOf = async (me: SignedIn): Promise<Json[]> => (await (await as(me)).get('/notifications?range=[0,99]')).rows
const unreadOf = async (me: SignedIn): Promise<number> =>
  (await boxOf(me)).filter((row) => row['is_read'] === false).length
const kindOf = ({ wording }: Json): string => (wording as { kind: string }).kind
const valuesOf = ({ wording }: Json): Json => (wording as { values: Json }).values

const passTime = async (minutes: number): Promise<void> => {
  api.now = new Date(api.now.getTime() + minutes * MINUTE_MS)
  const round = {
    now: api.now,
    company: {} as never,
    before: (days: number) => new Date(api.now.getTime() - days * 864e5),
  }
  await booking.at(api.now.toISOString())
  await notifyOfDeadlines(api.db, round)
  await sweepHolds(
    api.db,
    systemContext('hold sweeper', () => api.now),
  )
  await api.followed()
}

const book = async (by: SignedIn, journey: Json, more: Json = {}): Promise<Json> => {
  const { body, status } = await (
    await as(by)
  ).post('/reservations', {
    lead_name: 'Anna Keller',
    legs: [ride(journey)],
    passengers: [{ category: 'adult' }],
    ...more,
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

/** Reads the list that a notification links to, as the console does. */
const listOf = async (me: SignedIn, notification: Json | undefined): Promise<unknown[]> => {
  const url = new URL(String(notification?.['action_url']), 'http://console')
  const filter = JSON.parse(url.searchParams.get('filter') ?? '{}') as Json
  const { rows } = await (await as(me)).list(url.pathname.slice(1), { filter, range: [0, 99] })
  return rows.map(({ id }) => id)
}

/** Returns follower events for bookings that another user cancelled. */
const cancelled = (reservations: readonly Json[]) =>
  reservations.map(({ id, reference }) => ({
    actor: { kind: 'system', id: null, name: 'test' } as const,
    entry: {
      action: 'reservations.cancelled' as const,
      entity: { type: 'reservations', id: String(id), label: String(reference) },
      changes: [{ field: 'status', old: 'confirmed', new: 'cancelled' }],
    },
    audience: { staff: true, passengers: false },
  }))

describe('notifications of one type', () => {
  it('are grouped, with their number and the latest one, and open exactly their records', async () => {
    const [me, other] = [await signIn(api), await signIn(api, { role: 'dispatcher' })]
    const journey = await make(booking.admin, 'journeys')
    const mine = [await book(me, journey), await book(me, journey, { lead_name: 'Omar Haddad' })]
    await book(other, journey)
    for (const reservation of mine) await booking.step(reservation, 'cancel', { reason: 'Road closed' })
    await api.followed()
    const [notified, ...more] = await boxOf(me)
    expect(more).toEqual([])
    expect(notified).toMatchObject({
      title: '2 bookings cancelled',
      message: expect.stringMatching(/^Latest: Omar Haddad, .+ → .+ \d\d:\d\d$/) as string,
      is_read: false,
      group: expect.any(String) as string,
    })
    expect(await listOf(me, notified)).toHaveLength(2)
    expect(new Set(await listOf(me, notified))).toEqual(new Set(mine.map(({ id }) => id)))
    expect(await boxOf(other)).toEqual([])
  })

  it('start a new group after they are read, and count a record once', async () => {
    const me = await signIn(api)
    const journey = await make(booking.admin, 'journeys')
    const reservation = await book(me, journey)
    const change = (phone: string) =>
      booking.admin.patch(`/reservations/${String(reservation['id'])}`, { lead_phone: phone }, { ifMatch: '*' })
    for (const phone of ['+34600111222', '+34600111223']) await change(phone)
    await api.followed()
    const [first] = await boxOf(me)
    expect(first).toMatchObject({ title: expect.stringMatching(/^Anna Keller, /) as string })
    expect(first?.['action_url']).toBe(`/reservations/${String(reservation['id'])}/show`)
    await markRead(api.db, { userId: me.userId, ids: [String(first?.['id'])], at: api.now, connectionId: 'c' })
    await change('+34600111224')
    await api.followed()
    const rows = await boxOf(me)
    expect(rows.map((row) => row['is_read'])).toEqual([false, true])
    expect(rows[0]?.['group']).not.toBe(first?.['group'])
  })

  it('stay unread when their group has grown since it was listed', async () => {
    const me = await signIn(api)
    const journey = await make(booking.admin, 'journeys')
    const mine = [await book(me, journey), await book(me, journey)]
    await booking.step(mine[0] ?? {}, 'cancel', { reason: 'x' })
    await api.followed()
    const [before] = await boxOf(me)
    await booking.step(mine[1] ?? {}, 'cancel', { reason: 'x' })
    await api.followed()
    const read = (id: unknown) =>
      markRead(api.db, { userId: me.userId, ids: [String(id)], at: api.now, connectionId: 'c' })
    await read(before?.['id'])
    const [grown, ...others] = await boxOf(me)
    expect(others).toEqual([])
    expect(grown).toMatchObject({ is_read: false, group: before?.['group'] })
    await read(grown?.['id'])
    expect(await unreadOf(me)).toBe(0)
  })

  it('are neither lost nor doubled by simultaneous followers and readers', async () => {
    const [me, other] = [await signIn(api), await signIn(api, { followsAll: true })]
    const journey = await make(booking.admin, 'journeys', { capacity: 50 })
    const mine: Json[] = []
    for (let index = 0; index < 40; index += 1) mine.push(await book(me, journey))
    await api.followed()
    const reading = async () => {
      for (const row of await boxOf(me))
        await markRead(api.db, { userId: me.userId, ids: [String(row['id'])], at: api.now, connectionId: 'c' })
    }
    const bursts = Array.from({ length: 20 }, (_, index) => cancelled(mine.slice(index * 2, index * 2 + 2)))
    await Promise.all([
      ...bursts.map((events) => inTransaction(api.db, (tx) => notifyStaff(tx, events))),
      ...Array.from({ length: 5 }, reading),
    ])
    for (const reader of [me, other]) {
      const rows = await api.db
        .selectFrom('notifications')
        .select(['record_ids', 'is_read'])
        .where('user_id', '=', reader.userId)
        .where('kind', '=', 'reservation_cancelled')
        .execute()
      expect(rows.flatMap((row) => row.record_ids).toSorted()).toEqual(mine.map(({ id }) => id).toSorted())
      expect(rows.filter((row) => !row.is_read).length).toBeLessThanOrEqual(1)
    }
  })

  it('start a second group when the first one has as many as a list opens', async () => {
    const me = await signIn(api)
    const journey = await make(booking.admin, 'journeys', { capacity: 50 })
    const one = await book(me, journey)
    const copies = Array.from({ length: NOTIFICATION_GROUP_MAX + 10 }, () => uuidv7())
    await sql`
      insert into reservations (id, reference, status, booked_by_user_id, lead_name, currency, seats, environment, channel,
        origin_station_id, destination_station_id, travel_at, payment_status, kind)
      select c.id, 'Z' || translate(lpad(c.n::text, 5, '0'), '01', 'AB'), 'confirmed', r.booked_by_user_id, r.lead_name, r.currency, r.seats,
        r.environment, r.channel, r.origin_station_id, r.destination_station_id, r.travel_at, r.payment_status, r.kind
      from reservations r cross join unnest(${copies}::uuid[]) with ordinality as c (id, n)
      where r.id = ${String(one['id'])}`.execute(api.db)
    for (let from = 0; from < copies.length; from += 10)
      await inTransaction(api.db, (tx) =>
        notifyStaff(tx, cancelled(copies.slice(from, from + 10).map((id) => ({ id, reference: 'Z' })))),
      )
    expect((await boxOf(me)).map((notified) => valuesOf(notified)['group']).toSorted()).toEqual([
      10,
      NOTIFICATION_GROUP_MAX,
    ])
  })

  it('omit the passengers of a deleted booking, and count the remaining ones', async () => {
    const me = await signIn(api)
    const journey = await make(booking.admin, 'journeys')
    const holds = [
      await book(me, journey, { status: 'on_hold' }),
      await book(me, journey, { status: 'on_hold', lead_name: 'Omar Haddad' }),
    ]
    await passTime(16)
    expect((await boxOf(me)).map(({ title }) => title)).toContain('2 holds expired')
    await booking.admin.delete(`/reservations/${String(holds[1]?.['id'])}`, { ifMatch: '*' })
    const notified = (await boxOf(me)).find((row) => kindOf(row) === 'reservation_expired')
    expect(notified?.['title']).toMatch(/^Anna Keller, /)
    expect(notified?.['action_url']).toBe(`/reservations/${String(holds[0]?.['id'])}/show`)
  })
})

it('a round trip is named by its first station', async () => {
  const me = await signIn(api, { role: 'dispatcher' })
  const [first, second] = [await make(booking.admin, 'stations'), await make(booking.admin, 'stations')]
  const stops = [first, second, first].map(({ id }, index) => ({
    station_id: id,
    arrive_offset_min: index * 30,
    depart_offset_min: index * 30,
    pickup_type: index === 2 ? 'none' : 'regular',
    drop_off_type: index === 0 ? 'none' : 'regular',
  }))
  const route = await make(booking.admin, 'routes', { stops })
  await booking.step(await make(booking.admin, 'journeys', { route_id: route['id'] }), 'delay', { delay_min: 10 })
  await api.followed()
  const { en } = first['name'] as { en: string }
  expect((await boxOf(me)).map(({ title }) => title)).toEqual([expect.stringMatching(`^${en}, .+ \\d\\d:\\d\\d$`)])
})

describe('a reminder', () => {
  it('of an expiring hold is sent to its holder, once for each expiry', async () => {
    const [me, other] = [await signIn(api), await signIn(api, { followsAll: true })]
    const held = await book(me, await make(booking.admin, 'journeys'), { status: 'on_hold' })
    const endings = async () => (await boxOf(me)).filter((row) => kindOf(row) === 'reservation_hold_ends')
    const left = (Date.parse(String(held['hold_expires_at'])) - api.now.getTime()) / MINUTE_MS
    await passTime(left - HOLD_EXPIRY_NOTICE_MIN - 1)
    expect(await endings()).toEqual([])
    await Promise.all([passTime(1), passTime(0)])
    await passTime(0)
    expect(await endings()).toMatchObject([
      { message: `Hold about to expire: ${String(held['reference'])}, 1 seat.`, notification_type: 'warning' },
    ])
    await markRead(api.db, { userId: me.userId, ids: [], at: api.now, connectionId: 'c' })
    expect((await booking.step(held, 'extend', {}, { as: await as(me) })).status).toBe(200)
    await passTime(1)
    expect(await unreadOf(me)).toBe(0)
    await passTime(left - HOLD_EXPIRY_NOTICE_MIN)
    expect(await endings()).toHaveLength(2)
    expect((await boxOf(other)).map(kindOf)).not.toContain('reservation_hold_ends')
  })

  it('of a journey that leaves soon without a driver or vehicle is sent to dispatchers', async () => {
    const journey = await make(booking.admin, 'journeys')
    const { body } = await booking.admin.get(`/journeys/${String(journey['id'])}`)
    api.now = new Date(Date.parse(String(body['departs_at'])) - UNASSIGNED_NOTICE_H * 60 * MINUTE_MS - MINUTE_MS)
    const [me, agent] = [await signIn(api, { role: 'dispatcher' }), await signIn(api, { followsAll: true })]
    await passTime(0)
    expect((await boxOf(me)).map(kindOf)).not.toContain('journey_unassigned')
    await passTime(1)
    await passTime(0)
    expect((await boxOf(me)).map(kindOf)).toEqual(['journey_unassigned'])
    expect(await boxOf(agent)).toEqual([])
  })
})

describe('45 minutes of a busy company', () => {
  it(
    'notify an agent and a dispatcher only of what needs their attention, in a few lines',
    async () => {
      const locales: Language[] = ['en', 'de', 'es']
      const agents = await Promise.all(locales.map((locale) => signIn(api, { locale })))
      const dispatcher = await signIn(api, { role: 'dispatcher' })
      const follower = await signIn(api, { followsAll: true })
      const first = await make(booking.admin, 'journeys', { capacity: 50 })
      const journeys = [first]
      for (const time of ['09:30:00', '10:30:00', '11:30:00', '12:30:00'])
        journeys.push(await departure(booking.admin, first['route_id'], { departure_time: time, capacity: 50 }))
      const holds: Json[] = []
      const sales: Json[] = []
      let most = 0
      for (let minute = 0; minute < 45; minute += 1) {
        for (let sale = 0; sale < (minute % 3 === 0 ? 4 : 3); sale += 1) {
          const by = agents[(minute + sale) % agents.length] as SignedIn
          sales.push(await book(by, journeys[(minute + sale) % journeys.length] as Json))
        }
        if (minute < 30)
          for (const half of [0, 1]) {
            const by = agents[(minute + half) % agents.length] as SignedIn
            const held = await book(by, journeys[minute % journeys.length] as Json, { status: 'on_hold' })
            // A third of the holds is confirmed, and the others expire.
            if (holds.length % 3 === 0) await booking.step(held, 'confirm', {})
            holds.push(held)
          }
        if (minute % 15 === 7) await booking.step(sales[minute] ?? {}, 'cancel', { reason: 'Customer called back' })
        if (minute % 9 === 4)
          await booking.step(journeys[minute % journeys.length] ?? {}, 'delay', { delay_min: 10 + minute })
        await passTime(1)
        most = Math.max(most, await unreadOf(agents[0] as SignedIn))
      }
      expect([sales.length, holds.length]).toEqual([150, 60])
      const badges = await Promise.all([...agents, dispatcher, follower].map(unreadOf))
      expect(most).toBeLessThanOrEqual(4)
      for (const badge of badges.slice(0, 3)) expect(badge).toBeLessThanOrEqual(4)
      expect(badges[3]).toBeLessThanOrEqual(3)
      // A user who follows everything: 150 sales, 60 holds and their results.
      expect(badges[4]).toBeLessThanOrEqual(12)
      const expired = (await Promise.all(agents.map(boxOf)))
        .flat()
        .filter((row) => kindOf(row) === 'reservation_expired')
      expect(expired.reduce((sum, row) => sum + Number(valuesOf(row)['group']), 0)).toBe(40)
    },
    LONG_TEST_TIMEOUT_MS,
  )
})
