import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { SWEEP_SLICE_ROWS } from '../../contract/core/limits/retention'
import { hashPassword } from '../../server/adapters/passwords'
import { markRead } from '../../server/features/notifications/repository/notifications'
import { insertUser } from '../support/accounts'
import { useApi, type Json } from '../support/api'
import { useBooking } from '../support/booking'
import { make } from '../support/factories'
import { signIn } from '../support/live'
import { PARTNER_PASSWORD, usePartners } from '../support/partner'
import { rowCopier } from '../support/row-copies'
import { sweepOf, workOff } from '../support/work'

const api = useApi()
const desk = useBooking(api)
const partners = usePartners(api)
beforeEach(api.reset)

const PAID = { paid_minor: 1000, payment_method: 'cash' }
const sweep = () => sweepOf(api)()
const keep = async (settings: Json) => {
  expect((await desk.admin.patch('/company', settings, { ifMatch: '*' })).status).toBe(200)
}
const preview = async (months: number) =>
  (await desk.admin.get(`/company/retention/preview?months=${months}`)).body['customers']

let people = 0
/** Creates a customer with a unique phone number and email address. */
const customer = (last_name: string, more: Json = {}) => {
  people += 1
  const phone = `+34600200${String(people).padStart(3, '0')}`
  return make(desk.admin, 'customers', { last_name, phone, email: `p${people}@example.com`, ...more })
}

const erased = async (...customers: Json[]) => {
  const { rows } = await desk.admin.list('customers', { range: [0, 99] })
  return customers.map(({ id }) => rows.find((row) => row['id'] === id)?.['anonymised_at'] !== null)
}

/** Creates a journey on 20 May 2030 at 05:30 UTC, unless `more` differs. */
async function journeyAt(now: string, more: Json = {}): Promise<Json> {
  await desk.at(now)
  const journey = await make(desk.admin, 'journeys', { capacity: 9, ...more })
  await make(desk.admin, 'fares', { route_id: journey['route_id'], amount_minor: 1000 })
  return journey
}

const travels = async (journey: Json, who: Json, more: Json = PAID) => {
  const { status, body } = await desk.book(journey, 1, { customer_id: who['id'], ...more })
  expect(status).toBe(201)
  return body
}

describe('personal data of customers', () => {
  it('is erased after the configured number of months since the last journey, and not before', async () => {
    const journey = await journeyAt('2030-05-17T04:00:00Z')
    const [gone, other, idle] = [await customer('Gone'), await customer('Other'), await customer('Idle')]
    await travels(journey, gone)
    await travels(journey, other)
    await keep({ customers_kept_months: 12 })

    await desk.at('2031-05-19T04:00:00Z')
    expect(await preview(12)).toBe(1)
    await sweep()
    expect(await erased(gone, other, idle)).toEqual([false, false, true])

    await desk.at('2031-05-21T04:00:00Z')
    expect([await preview(12), await preview(13)]).toEqual([2, 0])
    await Promise.all([sweep(), sweep()])
    expect(await erased(gone, other, idle)).toEqual([true, true, true])
    expect(await preview(12)).toBe(0)
    const { rows } = await desk.admin.list('audit-events', { filter: { action: 'customers.erased' } })
    expect(rows).toHaveLength(3)
    for (const row of rows)
      expect(row).toMatchObject({ actor_kind: 'system', actor_name: 'retention', reason: 'No journey for 12 months' })
  })

  it('is checked once a day, and only if the company has a period', async () => {
    await desk.at('2035-05-21T04:00:00Z')
    const [first, later] = [await customer('First'), await customer('Later')]
    await api.db
      .updateTable('customers')
      .set({ created_at: '2034-05-21T10:00:00Z' })
      .where('id', '=', String(later['id']))
      .execute()
    await sweep()
    expect(await erased(first, later)).toEqual([false, false])
    await keep({ customers_kept_months: 12 })
    await sweep()
    expect(await erased(first, later)).toEqual([true, false])
    await desk.at('2035-05-21T20:00:00Z')
    await sweep()
    expect(await erased(later)).toEqual([false])
    await desk.at('2035-05-22T05:00:00Z')
    await sweep()
    expect(await erased(later)).toEqual([true])
  })

  it('is not erased with a future journey, something open or owed, a legal hold, or contact data of another customer', async () => {
    const journey = await journeyAt('2030-05-17T04:00:00Z')
    const ahead = await customer('Ahead')
    const owing = await customer('Owing')
    const asking = await customer('Asking')
    const held = await customer('Held', { legal_hold_reason: 'Case 12' })
    const family = await customer('Family', { phone: ahead['phone'] })
    const caller = await customer('Caller')
    const free = await customer('Free')
    const all = [ahead, owing, asking, held, family, caller]
    for (const who of [...all.filter((one) => one !== owing), free]) await travels(journey, who)
    await travels(journey, owing, {})
    const { id } = await travels(journey, asking)
    await desk.at('2031-05-30T04:00:00Z')
    await sql`update reservations set status = 'pending' where id = ${String(id)}`.execute(api.db)
    const next = await journeyAt('2031-05-30T04:00:00Z', { service_date: '2031-06-10' })
    await travels(next, ahead)
    expect((await desk.book(next, 1, { lead_phone: caller['phone'] })).status).toBe(201)
    await keep({ customers_kept_months: 12 })
    expect(await preview(12)).toBe(1)
    await sweep()
    expect(await erased(...all)).toEqual(all.map(() => false))
    expect(await erased(free)).toEqual([true])
  })

  it('is erased although another erasure fails, which is tried again the next day', async () => {
    await desk.at('2035-05-21T04:00:00Z')
    const [stuck, free] = [await customer('Stuck'), await customer('Free')]
    await keep({ customers_kept_months: 12 })
    await desk.at('2037-05-21T04:00:00Z')
    await sql`alter table customers add constraint stuck check (id <> ${sql.lit(String(stuck['id']))} or anonymised_at is null)`.execute(
      api.db,
    )
    const failed: string[] = []
    const patient = sweepOf(api, undefined, (_, id) => failed.push(id))
    try {
      await patient()
      await patient()
    } finally {
      await sql`alter table customers drop constraint stuck`.execute(api.db)
    }
    expect(failed).toEqual([stuck['id']])
    expect(await erased(stuck, free)).toEqual([false, true])
    await desk.at('2037-05-22T05:00:00Z')
    await patient()
    expect(await erased(stuck)).toEqual([true])
  })

  it('has a period that privileged roles set, within the allowed range', async () => {
    await desk.at('2030-05-17T04:00:00Z')
    const agent = await api.as('agent')
    expect((await agent.get('/company/retention/preview?months=12')).status).toBe(403)
    expect((await desk.admin.get('/company/retention/preview?months=6')).body['code']).toBe('malformed')
    expect((await desk.admin.get('/company')).body).toMatchObject({
      customers_kept_months: null,
      mail_content_kept_days: null,
      partner_log_kept_days: 30,
      notifications_kept_days: 90,
      sessions_kept_days: 30,
    })
    const wrong = {
      customers_kept_months: 11,
      mail_content_kept_days: 29,
      notifications_kept_days: 6,
      partner_log_kept_days: 91,
      sessions_kept_days: 0,
    }
    const refused = await desk.admin.patch('/company', wrong, { ifMatch: '*' })
    expect(refused.status).toBe(422)
    expect((refused.body['errors'] as Json[]).map(({ pointer }) => pointer).sort()).toEqual(
      Object.keys(wrong).map((name) => `/${name}`),
    )
    await keep({ customers_kept_months: 36 })
    const { rows } = await desk.admin.list('audit-events', { filter: { action: 'company.updated' } })
    expect(rows[0]?.['changes']).toEqual([{ field: 'customers_kept_months', old: null, new: 36 }])
  })
})

describe('the content of mails', () => {
  it('is deleted after the configured number of days, while the record of the mail stays', async () => {
    const journey = await journeyAt('2030-05-17T04:00:00Z')
    await desk.book(journey, 1, { ...PAID, lead_email: 'ana@example.com' })
    await workOff(api)
    await sql`update mails set created_at = ${api.now.toISOString()}`.execute(api.db)
    await keep({ mail_content_kept_days: 30 })
    const mail = async () => (await desk.admin.list('mails')).rows[0] ?? {}
    await desk.at('2030-06-15T04:00:00Z')
    await sweep()
    expect((await mail())['content']).not.toEqual([])
    await desk.at('2030-06-17T04:00:00Z')
    await sweep()
    const after = await mail()
    expect(after).toMatchObject({ content: [], recipient: 'ana@example.com', kind: 'booking_confirmed' })
    const again = await desk.admin.post(`/mails/${String(after['id'])}/send-again`, {})
    expect(again.body).toMatchObject({ code: 'invalid_state', errors: [{ pointer: '/content' }] })
  })
})

const keysOf = async (table: 'auth_sessions' | 'partner_sessions' | 'refresh_tokens' | 'partner_session_tokens') => {
  const { rows } = await sql<{ id: string }>`
    select to_jsonb(t)->>${table.endsWith('sessions') ? 'id' : 'session_id'} as id from ${sql.table(table)} t`.execute(
    api.db,
  )
  return rows.map(({ id }) => id)
}

describe('notifications', () => {
  it('are deleted a number of days after they were read, and not while they are unread', async () => {
    await desk.at('2030-05-17T04:00:00Z')
    const me = await signIn(api, { role: 'dispatcher' })
    const add = (title: string) =>
      api.db
        .insertInto('notifications')
        .values({ id: uuidv7(), user_id: me.userId, title, message: title, notification_type: 'success' })
        .execute()
    await add('Read')
    await markRead(api.db, { userId: me.userId, ids: [], at: api.now, connectionId: 'one' })
    await add('Unread')
    await keep({ notifications_kept_days: 10 })
    const titlesAt = async (now: string) => {
      await desk.at(now)
      await sweep()
      const rows = await api.db.selectFrom('notifications').select('title').orderBy('title').execute()
      return rows.map(({ title }) => title)
    }
    expect(await titlesAt('2030-05-27T03:59:00Z')).toEqual(['Read', 'Unread'])
    expect(await titlesAt('2030-05-27T04:01:00Z')).toEqual(['Unread'])
    expect(await titlesAt('2032-05-27T04:01:00Z')).toEqual(['Unread'])
  })
})

describe('sessions', () => {
  it('of staff are deleted with their tokens a number of days after their end', async () => {
    await desk.at('2030-05-17T04:00:00Z')
    await keep({ sessions_kept_days: 10 })
    const passwordHash = await hashPassword(PARTNER_PASSWORD)
    const open = async () => {
      const { id, username } = await insertUser(api, { password_hash: passwordHash })
      const { body } = await api.client({}).post('/auth/login/', { username, password: PARTNER_PASSWORD })
      const { id: session } = await api.db
        .selectFrom('auth_sessions')
        .select('id')
        .where('user_id', '=', id)
        .executeTakeFirstOrThrow()
      return { session, refresh: body['refresh'] }
    }
    const [ended, going] = [await open(), await open()]
    expect((await api.client({}).post('/auth/logout/', { refresh: ended.refresh })).status).toBe(200)
    const leftAt = async (now: string) => {
      await desk.at(now)
      await sweep()
      const [sessions, tokens] = [await keysOf('auth_sessions'), await keysOf('refresh_tokens')]
      return [ended, going].map(({ session }) => [sessions.includes(session), tokens.includes(session)])
    }
    expect(await leftAt('2030-05-17T05:00:00Z')).toEqual([
      [true, true],
      [true, true],
    ])
    expect((await leftAt('2030-05-27T03:59:00Z'))[0]?.[0]).toBe(true)
    expect(await leftAt('2030-05-27T04:01:00Z')).toEqual([
      [false, false],
      [true, false],
    ])
    expect(await leftAt('2031-05-27T04:01:00Z')).toEqual([
      [false, false],
      [false, false],
    ])
  })

  it('of partners are deleted with their tokens a number of days after their end', async () => {
    await desk.at('2030-05-17T04:00:00Z')
    await keep({ sessions_kept_days: 10 })
    const [ended, going] = [await partners.portal(), await partners.portal()]
    await ended.client.post('/partner/auth/logout/', { token: ended.token })
    const [first, second] = await keysOf('partner_sessions')
    const leftAt = async (now: string) => {
      await desk.at(now)
      await sweep()
      const sessions = await keysOf('partner_sessions')
      expect(new Set(await keysOf('partner_session_tokens'))).toEqual(new Set(sessions))
      return sessions
    }
    expect(going.token).not.toBe(ended.token)
    expect(await leftAt('2030-05-27T03:59:00Z')).toEqual([first, second])
    expect(await leftAt('2030-05-27T04:01:00Z')).toHaveLength(1)
    expect(await leftAt('2031-05-27T04:01:00Z')).toEqual([])
  })
})

describe('a sweep', () => {
  const LEFT = 3
  const LONG_AGO = `'2029-01-01T00:00:00Z'::timestamptz`
  const NEW_ID = 'gen_random_uuid()'
  /** Creates one row of each table that grows with use. */
  const useTables = async () => {
    await desk.at('2030-05-17T04:00:00Z')
    const { userId, sessionId } = await signIn(api)
    await api.db
      .insertInto('refresh_tokens')
      .values({ token_hash: 'current', session_id: sessionId, expires_at: '2030-05-18T04:00:00Z' })
      .execute()
    await api.db
      .insertInto('notifications')
      .values({ id: uuidv7(), user_id: userId, title: 'Old', message: 'Old', notification_type: 'success' })
      .execute()
    const { partner, client } = await partners.portal()
    const program = await partners.program(partner, 'live', ['trips:read', 'webhooks:manage'])
    await program.client.get('/partner/trips/')
    const webhooks = '/partner/credentials/webhooks'
    const endpoint = { url: 'http://127.0.0.1:9/', events: ['trip.held'], environment: 'live' }
    const { body } = await program.client.post(`${webhooks}/`, endpoint)
    expect((await program.client.post(`${webhooks}/${String(body['id'])}/test/`)).status).toBe(202)
    // Reading the log writes the waiting entries and their days.
    await client.get('/partner/api-logs/')
  }

  it.each([
    ['notifications', { id: NEW_ID, is_read: 'true', read_at: LONG_AGO }],
    ['auth_sessions', { id: NEW_ID, revoked_at: LONG_AGO }],
    ['refresh_tokens', { token_hash: `'expired-' || n`, expires_at: LONG_AGO }],
    ['partner_sessions', { id: NEW_ID, revoked_at: LONG_AGO }],
    ['partner_api_logs', { id: NEW_ID, at: LONG_AGO }],
    ['partner_call_days', { day: `(${LONG_AGO})::date - n` }],
    ['webhook_deliveries', { id: NEW_ID, created_at: LONG_AGO, state: `'delivered'`, next_attempt_at: 'null' }],
  ])('deletes a limited number of rows of %s, and the next one continues', async (table, values) => {
    await useTables()
    const copy = await rowCopier(api.db)
    const rows = `from (select * from ${table} limit 1) p, generate_series(1, ${SWEEP_SLICE_ROWS + LEFT}) n`
    await sql.raw(copy(table, rows, values)).execute(api.db)
    const count = async () => (await sql`select 1 from ${sql.table(table)}`.execute(api.db)).rows.length
    const all = await count()
    await sweep()
    expect(await count()).toBe(all - SWEEP_SLICE_ROWS)
    await sweep()
    expect(await count()).toBe(all - SWEEP_SLICE_ROWS - LEFT)
  })
})
