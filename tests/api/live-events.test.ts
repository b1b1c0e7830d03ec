import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { audit, type AuditContext, type AuditEntry } from '../../server/kernel/audit'
import { inTransaction } from '../../server/db/transaction'
import { sweepHolds } from '../../server/features/reservations/steps/sweeps'
import { systemContext } from '../../server/kernel/context'
import { useApi, type Client, type Json } from '../support/api'
import { useBooking } from '../support/booking'
import { make } from '../support/factories'
import { signIn, type LiveClient, type SignedIn } from '../support/live'
import { useTwoProcesses } from '../support/live-processes'
import { workOff } from '../support/work'

const api = useApi()
const booking = useBooking(api)

// The periodic checks are off, so every message is caused by a signal.
beforeAll(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterAll(() => void vi.useRealTimers())

const { open } = useTwoProcesses(api)

/** Returns whether no message for the user arrived before the answer to a request sent now. */
async function receivedNothing(client: LiveClient): Promise<boolean> {
  return (await client.ask({ type: 'get_stats' })).type === 'notification_stats'
}

const as = (me: SignedIn): Client => api.client({ authorization: `Bearer ${me.token}` })
const nameOf = async ({ userId }: SignedIn) =>
  (await api.db.selectFrom('users').select('username').where('id', '=', userId).executeTakeFirstOrThrow()).username
const publish = async (entry: AuditEntry, context: AuditContext = systemContext('test', () => api.now)) => {
  await inTransaction(api.db, (tx) => audit(tx, context, entry))
  await api.followed()
}

describe('a booking', () => {
  it('is shown to a colleague on another process, in the language of the colleague', async () => {
    const journey = await make(booking.admin, 'journeys')
    const [booker, reader] = [
      await signIn(api, { followsAll: true }),
      await signIn(api, { locale: 'de', followsAll: true }),
    ]
    const [own, theirs] = [await open(booker, 0), await open(reader, 1)]
    const { body } = await as(booker).post('/reservations', {
      lead_name: 'Ana Ruiz',
      legs: [{ journey_id: journey['id'], board_seq: 1, alight_seq: 3 }],
      passengers: [{ category: 'adult' }, { category: 'adult' }],
    })
    const { data } = await theirs.nextOf('new_notification')
    expect(data).toMatchObject({
      user_id: reader.userId,
      title: expect.stringMatching(/^Ana Ruiz, .+ → .+, .+ \d\d:\d\d$/) as string,
      message: `Gebucht: ${String(body['reference'])}, 2 Plätze. Durch ${await nameOf(booker)}.`,
      notification_type: 'reservation_update',
      is_read: false,
      action_url: `/reservations/${String(body['id'])}/show`,
      entity: { type: 'reservations', id: body['id'] },
      wording: { kind: 'reservation_created' },
    })
    // The passengers are read with the message and are not stored in the notification.
    const stored = await api.db.selectFrom('notifications').selectAll().where('id', '=', data.id).execute()
    expect(stored).toHaveLength(1)
    expect(JSON.stringify(stored)).not.toContain('Ruiz')
    expect((await theirs.nextOf('notification_stats')).data).toEqual({ total: 1, unread: 1, read: 0 })
    const { data: changes } = await own.nextOf('records_changed')
    expect(changes.map(({ resource, id }) => [resource, id])).toEqual([
      ['journeys', journey['id']],
      ['reservations', body['id']],
      ['journeys', journey['id']],
    ])
    expect(changes.at(-1)).toMatchObject({ change: 'affected', version: null })
    expect(await receivedNothing(own)).toBe(true)
  })

  it('in the test environment or without success is shown to no user', async () => {
    const journey = await make(booking.admin, 'journeys')
    const reader = await open(await signIn(api))
    await booking.book(journey, 1, { environment: 'test' })
    await booking.book(journey, 1, { lead_name: '' })
    expect((await reader.nextOf('records_changed')).data.map(({ resource }) => resource)).not.toContain('notifications')
    expect(await reader.ask({ type: 'get_stats' })).toMatchObject({ data: { total: 0 } })
  })
})

describe('a task', () => {
  it('shows its progress on every process, to its owner and to roles that see all tasks', async () => {
    const [starter, leader, colleague] = [
      await signIn(api, { role: 'dispatcher' }),
      await signIn(api, { role: 'manager' }),
      await signIn(api, { role: 'dispatcher' }),
    ]
    const [own, theirs, others] = [await open(starter, 0), await open(leader, 1), await open(colleague, 1)]
    const customer = await make(booking.admin, 'customers')
    const { body } = await as(starter).post('/bulk/customers', {
      ids: [customer['id']],
      action: 'change',
      changes: { notes: 'x' },
    })
    expect(await workOff(api)).toEqual([])
    const done = { id: body['id'], state: 'succeeded', stage: null, total: 1, done: 1, counts: { updated: 1 } }
    for (const client of [own, theirs]) {
      let progress = (await client.nextOf('task_progress')).data
      while (progress.id !== body['id']) progress = (await client.nextOf('task_progress')).data
      expect(progress).toEqual(done)
    }
    others.say({ type: 'get_stats' })
    const received: string[] = []
    while (received.at(-1) !== 'notification_stats') received.push((await others.next()).type)
    expect(received).not.toContain('task_progress')
  })
})

describe('a notification', () => {
  it('is sent to the roles and stations that it concerns', async () => {
    const journey = await make(booking.admin, 'journeys')
    const station = (await make(booking.admin, 'stations'))['id'] as string
    const touched = journey['origin_station_id'] as string
    const people = {
      everywhere: await signIn(api, { role: 'dispatcher' }),
      there: await signIn(api, { role: 'dispatcher', stations: [touched] }),
      elsewhere: await signIn(api, { role: 'dispatcher', stations: [station] }),
      beside: await signIn(api),
      viewer: await signIn(api, { role: 'viewer' }),
    }
    const { body } = await booking.admin.patch(
      `/journeys/${String(journey['id'])}`,
      { delay_min: 12 },
      { ifMatch: '*' },
    )
    expect(body['delay_min']).toBe(12)
    const rows = await api.db
      .selectFrom('notifications')
      .select('user_id')
      .where('kind', '=', 'journey_delayed')
      .execute()
    const notified = new Set(rows.map(({ user_id }) => user_id))
    expect(Object.entries(people).map(([name, { userId }]) => [name, notified.has(userId)])).toEqual([
      ['everywhere', true],
      ['there', true],
      ['elsewhere', false],
      ['beside', false],
      ['viewer', false],
    ])
    const { rows: read } = await as(people.everywhere).get('/notifications')
    expect(read).toMatchObject([
      {
        title: expect.stringMatching(/^.+ → .+, .+ \d\d:\d\d$/) as string,
        message: expect.stringMatching(`^Runs 12 minutes late: ${String(journey['code'])}. By `) as string,
      },
    ])
  })

  it('reports a hold that the system ended', async () => {
    const reader = await open(await signIn(api, { followsAll: true }))
    const { body } = await booking.book(await make(booking.admin, 'journeys'), 1, { status: 'on_hold' })
    await reader.nextOf('new_notification')
    api.now = new Date(Date.parse(String(body['hold_expires_at'])) + 1_000)
    await sweepHolds(
      api.db,
      systemContext('hold sweeper', () => api.now),
    )
    await api.followed()
    const { data } = await reader.nextOf('new_notification')
    expect(data).toMatchObject({
      message: `Hold expired: ${String(body['reference'])}, 1 seat.`,
      notification_type: 'warning',
    })
  })

  it('names a vehicle by its fleet code, for a change of the vehicle or of its downtime', async () => {
    const vehicle = await make(booking.admin, 'vehicles')
    const reader = await open(await signIn(api, { role: 'dispatcher', followsAll: true }))
    await booking.admin.patch(
      `/vehicles/${String(vehicle['id'])}`,
      { status: 'out_of_service', status_reason: 'Gearbox' },
      { ifMatch: '*' },
    )
    await make(booking.admin, 'vehicle-downtimes', { vehicle_id: vehicle['id'] })
    const received = [await reader.nextOf('new_notification'), await reader.nextOf('new_notification')]
    // The order is not guaranteed: both may be sent together and sorted by the same millisecond.
    expect(new Map(received.map(({ data }) => [data.title, data.action_url]))).toEqual(
      new Map([
        [`${String(vehicle['fleet_code'])} is out of service`, `/vehicles/${String(vehicle['id'])}/show`],
        [`Downtime of ${String(vehicle['fleet_code'])}`, `/vehicles/${String(vehicle['id'])}/show`],
      ]),
    )
  })

  it('about an import is sent to its starter too, and about a partner key to roles that manage partners', async () => {
    const [viewer, manager] = [await signIn(api, { role: 'viewer' }), await signIn(api, { role: 'manager' })]
    const id = viewer.userId
    const actor = { kind: 'user', id, name: 'viewer' } as const
    const entity = { type: 'import-runs', id, label: 'feed.zip' }
    await publish({ action: 'gtfs.imported', entity }, { actor, requestId: 'r', ip: null })
    await publish({ action: 'partner_credential.created', entity: { type: 'partner-credentials', id, label: '…7f3a' } })
    const titlesOf = async (me: SignedIn) => (await as(me).get('/notifications')).rows.map(({ title }) => title)
    expect(await titlesOf(viewer)).toEqual(['feed.zip is imported'])
    expect(await titlesOf(manager)).toEqual(['New partner key …7f3a'])
  })

  it('R-144 links only to pages of the console, whatever its row contains', async () => {
    const me = await signIn(api)
    const row = (action_url: string) =>
      api.db
        .insertInto('notifications')
        .values({
          id: crypto.randomUUID(),
          user_id: me.userId,
          title: 'x',
          message: 'x',
          notification_type: 'error',
          action_url,
        })
        .execute()
        .then(
          () => 'stored',
          () => 'refused',
        )
    const urls = [
      '/vehicles/7',
      '/',
      'javascript:alert(1)',
      '//evil.tld',
      '/\\evil.tld',
      'https://evil.tld',
      '/\tx',
      '/\n/evil.tld',
    ]
    expect(await Promise.all(urls.map(row))).toEqual(['stored', 'stored', ...Array<string>(6).fill('refused')])
  })
})

describe('the list of notifications', () => {
  it('is paged and filtered, and contains no notifications of other users', async () => {
    const [me, other] = [await signIn(api), await signIn(api)]
    const row = (user: SignedIn, index: number) => ({
      id: crypto.randomUUID(),
      user_id: user.userId,
      title: `Message ${index}`,
      message: 'x',
      notification_type: index % 2 === 0 ? ('error' as const) : ('success' as const),
      is_read: index < 4,
      read_at: index < 4 ? api.now.toISOString() : null,
      created_at: new Date(api.now.getTime() + index).toISOString(),
    })
    const rows = Array.from({ length: 30 }, (_, index) => row(me, index))
    await api.db
      .insertInto('notifications')
      .values([...rows, row(other, 99)])
      .execute()
    const page = async (query: { filter?: Json; range?: [number, number] }) => {
      const answer = await as(me).list('notifications', query)
      return [answer.headers['content-range'], answer.rows.map((found) => found['title'])]
    }
    expect(await page({ range: [0, 1] })).toEqual(['notifications 0-1/30', ['Message 29', 'Message 28']])
    expect(await page({ range: [28, 29] })).toEqual(['notifications 28-29/30', ['Message 1', 'Message 0']])
    expect(await page({ filter: { is_read: true, notification_type: 'error' } })).toEqual([
      'notifications 0-1/2',
      ['Message 2', 'Message 0'],
    ])
    expect((await as(me).list('notifications', { filter: { user_id: other.userId } })).status).toBe(400)
    expect((await api.client({}).list('notifications')).status).toBe(401)
  })
})

describe('an open console', () => {
  it('receives which records changed and by whom, for lists that its role may read', async () => {
    const author = await signIn(api, { role: 'admin' })
    const [agent, admin] = [await open(await signIn(api)), await open(await signIn(api, { role: 'admin' }))]
    await make(as(author), 'partners')
    const station = await make(as(author), 'stations')
    expect((await agent.nextOf('records_changed')).data).toEqual([
      {
        resource: 'stations',
        id: station['id'],
        version: 1,
        change: 'created',
        by: { id: author.userId, name: expect.stringMatching(/^live-/) as string },
      },
    ])
    expect((await admin.nextOf('records_changed')).data.map(({ resource }) => resource)).toContain('partners')
  })

  it('shows what its user has read in another one', async () => {
    const me = await signIn(api, { followsAll: true })
    const [reading, watching] = [await open(me, 0), await open(me, 1)]
    await booking.book(await make(booking.admin, 'journeys'), 1)
    const { data } = await watching.nextOf('new_notification')
    await reading.ask({ type: 'mark_read', notification_ids: [data.id] })
    const list = await watching.nextOf('notifications')
    expect(list.data).toMatchObject([{ id: data.id, is_read: true }])
    expect((await watching.nextOf('notification_stats')).data).toEqual({ total: 1, unread: 0, read: 1 })
  })

  it('P-09 closes at once when its user signs out, is disabled or gets another role', async () => {
    const { body } = await booking.admin.post('/users', {
      username: 'leaving',
      email: 'leaving@example.com',
      role: 'agent',
      password: 'a long enough password',
    })
    const tokens = (
      await api.client({}).post('/auth/login', { username: 'leaving', password: 'a long enough password' })
    ).body
    await api.db.updateTable('users').set({ must_change_password: false }).where('username', '=', 'leaving').execute()
    const me = { userId: String(body['id']), sessionId: '', token: String(tokens['access']) }
    const signedOut = await open(me)
    await api.client({}).post('/auth/logout', { refresh: tokens['refresh'] })
    expect(await signedOut.closed).toBe(1008)

    const [other, moved] = [await signIn(api), await signIn(api)]
    const [disabled, promoted] = [await open(other), await open(moved)]
    await booking.admin.patch(`/users/${other.userId}`, { status: 'disabled' }, { ifMatch: '*' })
    await booking.admin.patch(`/users/${moved.userId}`, { role: 'dispatcher' }, { ifMatch: '*' })
    expect([await disabled.closed, await promoted.closed]).toEqual([1008, 1008])
  })
})

describe('a record that several users have open', () => {
  const readers = async (client: LiveClient) => {
    const { data } = await client.nextOf('record_readers')
    return { id: data.id, people: data.people.map(({ id, is_editing }) => [id, is_editing]) }
  }
  const turnTo = (client: LiveClient, id: unknown, is_editing = false, resource = 'stations') =>
    client.say({ type: 'open_record', record: id === null ? null : { resource, id, is_editing } })

  it('shows each user the others, in any process, until they open another record, leave or disconnect', async () => {
    const id = (await make(booking.admin, 'stations'))['id']
    const [ana, bo] = [await signIn(api), await signIn(api, { role: 'admin' })]
    const [one, other] = [await open(ana, 0), await open(bo, 1)]
    turnTo(one, id)
    turnTo(other, id, true)
    expect(await readers(other)).toEqual({ id, people: [[ana.userId, false]] })
    expect(await readers(one)).toEqual({ id, people: [[bo.userId, true]] })
    turnTo(other, id)
    expect(await readers(one)).toEqual({ id, people: [[bo.userId, false]] })
    turnTo(other, null)
    expect(await readers(one)).toEqual({ id, people: [] })
    turnTo(other, id)
    expect(await readers(one)).toEqual({ id, people: [[bo.userId, false]] })
    other.socket.terminate()
    expect(await readers(one)).toEqual({ id, people: [] })
  })

  it('does not name the user to themselves, nor anyone to a role that may not see the record', async () => {
    const id = (await make(booking.admin, 'partners'))['id']
    const [agent, ana, bo] = [
      await signIn(api),
      await signIn(api, { role: 'admin' }),
      await signIn(api, { role: 'admin' }),
    ]
    const [denied, first, second, other] = [await open(agent), await open(ana), await open(ana, 0), await open(bo)]
    turnTo(denied, id, false, 'partners')
    expect((await denied.nextOf('error')).message).toContain('partners')
    turnTo(other, id, false, 'partners')
    turnTo(first, id, true, 'partners')
    expect(await readers(other)).toEqual({ id, people: [[ana.userId, true]] })
    expect(await readers(first)).toEqual({ id, people: [[bo.userId, false]] })
    turnTo(second, id, false, 'partners')
    expect(await readers(second)).toEqual({ id, people: [[bo.userId, false]] })
    turnTo(first, null)
    expect(await readers(other)).toEqual({ id, people: [[ana.userId, false]] })
  })
})
