import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '../../contract/core/vocabulary'
import { changeRole, useApi, type Json, type NearClient } from '../support/api'
import { make } from '../support/factories'
import { workOff } from '../support/work'

const api = useApi()

let admin: NearClient
let partner: Json
let account: Json
let customer: Json
const PERSON = {
  first_name: 'Ana',
  last_name: 'Ruiz',
  phone: '+34600111222',
  email: 'ana@example.com',
  tax_number: 'X-1',
}

beforeAll(async () => {
  admin = await api.as('admin')
  partner = await make(admin, 'partners', { status: 'active', ip_allowlist: ['203.0.113.7'] })
  account = await make(admin, 'users')
  customer = await make(admin, 'customers', PERSON)
})

const historyOf = async (role: Role, filter: Json = {}) =>
  (await (await api.as(role)).list('audit-events', { filter })).rows
const typesOf = (rows: Json[]) => new Set(rows.map((row) => row['entity_type']))

describe('the history of a record', () => {
  it('is visible to roles that may see the record: in lists, counts, exports and alone', async () => {
    await api.as('admin').then((other) => other.post('/exports/customers', {}))
    const all = await historyOf('admin', { entity_type: 'partners' })
    expect(all).toHaveLength(1)
    const dispatcher = await api.as('dispatcher')
    for (const entity_type of ['partners', 'users'])
      expect(await dispatcher.list('audit-events', { filter: { entity_type } })).toMatchObject({
        rows: [],
        headers: { 'content-range': 'audit-events */0' },
      })
    const { rows, headers } = await dispatcher.list('audit-events', { range: [0, 99] })
    expect([...typesOf(rows)]).toEqual(['customers'])
    expect(String(headers['content-range']).split('/')[1]).toBe(String(rows.length))
    expect((await dispatcher.get(`/audit-events/${String(all[0]?.['id'])}`)).status).toBe(404)
    expect((await dispatcher.get('/audit-events/facets?field=actor_kind')).rows).toContainEqual(
      expect.objectContaining({ value: 'user', count: rows.length }),
    )
    const seen = typesOf(await historyOf('accountant'))
    expect([seen.has('partners'), seen.has('users'), seen.has(null)]).toEqual([true, false, false])
    const columns = [{ field: 'entity_type' }]
    const accountant = await api.as('accountant')
    const file = await accountant.readText('/exports/audit-events', { columns })
    expect(new Set(parse(file, { bom: true }).flat())).toEqual(new Set(['entity_type', 'partners', 'customers']))
  })

  it('shows IP addresses only to roles that may see accounts', async () => {
    const [actual] = await historyOf('manager', { entity_type: 'customers' })
    const [stored] = await historyOf('dispatcher', { entity_type: 'customers' })
    expect([actual?.['ip'], stored?.['ip']]).toEqual(['127.0.0.1', null])
    const dispatcher = await api.as('dispatcher')
    for (const filter of [{ ip: '127.0.0.1' }, { ip_isnull: false }])
      expect((await dispatcher.list('audit-events', { filter })).status).toBe(422)
  })
})

describe('personal data', () => {
  const CUSTOMERS = [{ field: 'last_name' }, { field: 'kind' }, { field: 'tax_number' }]

  it('is exported only by roles with that permission', async () => {
    for (const role of ['viewer', 'agent', 'dispatcher', 'accountant'] as const) {
      const client = await api.as(role)
      for (const path of ['/exports/customers', '/exports/customers/tasks'])
        expect(await client.post(path, { columns: CUSTOMERS }), role).toMatchObject({
          status: 403,
          body: { errors: [{ pointer: '/columns/0/field' }, { pointer: '/columns/2/field' }] },
        })
      const file = await client.readText('/exports/customers', {})
      expect(file).toContain(String(customer['id']))
      for (const value of Object.values(PERSON)) expect(file).not.toContain(value)
    }
    const licences = { columns: [{ field: 'licence_number' }, { field: 'medical_expires_on' }] }
    expect((await (await api.as('viewer')).post('/exports/staff', licences)).status).toBe(403)
    expect((await (await api.as('viewer')).post('/exports/staff', { columns: [{ field: 'last_name' }] })).status).toBe(
      200,
    )
    const file = await (await api.as('manager')).readText('/exports/customers', { columns: CUSTOMERS })
    expect(file).toContain('Ruiz')
  })

  it('is not exported in the name of a referenced record', async () => {
    const booked = await make(admin, 'reservations', { customer_id: customer['id'] })
    const body = { columns: [{ field: 'customer_id', reference: 'customers' }], filter: { id: booked['id'] } }
    expect(await (await api.as('viewer')).readText('/exports/reservations', body)).toContain(String(customer['id']))
    expect(await admin.readText('/exports/reservations', body)).toContain('Ana Ruiz')
  })

  it('is not downloaded from a finished export after the role of its owner was reduced', async () => {
    const manager = await api.as('manager')
    const { body: task } = await manager.post('/exports/customers/tasks', { columns: CUSTOMERS })
    expect(await workOff(api)).toEqual([])
    expect((await manager.get(`/tasks/${String(task['id'])}/file`)).status).toBe(200)
    const { rows } = await admin.list('audit-events', { filter: { action: 'task.downloaded' } })
    await changeRole(api.db, String(rows[0]?.['actor_id']), 'agent')
    expect((await manager.get(`/tasks/${String(task['id'])}/file`)).status).toBe(403)
  })

  it('is exported in full only by roles with that permission', async () => {
    const path = `/customers/${String(customer['id'])}/personal-data`
    for (const role of ['agent', 'dispatcher', 'accountant', 'viewer'] as const)
      expect((await (await api.as(role)).get(path)).status, role).toBe(403)
    expect((await (await api.as('manager')).readBytes(path)).length).toBeGreaterThan(100)
  })
})

describe('mail', () => {
  it('about customers is visible to roles that handle them, and about accounts and partners to roles that may see them', async () => {
    const { body: link } = await admin.post(`/users/${String(account['id'])}/link`, {})
    expect(link).toHaveProperty('purpose')
    const write = (entity_type: string, entity_id: unknown, subject: string) =>
      api.db
        .insertInto('mails')
        .values({
          id: crypto.randomUUID(),
          kind: 'booking_confirmed',
          status: 'kept',
          language: 'en',
          recipient: 'ana@example.com',
          subject,
          content: JSON.stringify([{ kind: 'text', text: 'Dear Ana' }]),
          attachments: '[]',
          entity_type,
          entity_id: String(entity_id),
          entity_label: 'ABC',
          job_id: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    const booking = await write('reservations', customer['id'], 'Your booking')
    const invitation = await write('partners', partner['id'], 'An invitation')
    for (const role of ['viewer', 'accountant', 'agent', 'admin'] as const) {
      const client = await api.as(role)
      const { body } = await client.get(`/mails/${booking.id}`)
      const { rows } = await client.list('mails', { filter: { id: [booking.id, invitation.id] } })
      const reads = role === 'agent' || role === 'admin'
      const actual = reads ? [{ kind: 'text', text: 'Dear Ana' }] : []
      expect([body['subject'], body['content']], role).toEqual(['Your booking', actual])
      expect(rows.find(({ id }) => id === booking.id)?.['content'], role).toEqual(actual)
      const seesPartners = role !== 'viewer' && role !== 'agent'
      expect((await client.get(`/mails/${invitation.id}`)).status, role).toBe(seesPartners ? 200 : 404)
      expect(
        rows.some(({ id }) => id === invitation.id),
        role,
      ).toBe(seesPartners)
    }
    expect((await (await api.as('agent')).post(`/mails/${invitation.id}/send-again`, {})).status).toBe(404)
  })
})

describe('the contract of a partner', () => {
  it('is not visible in prices to roles that may not see partners', async () => {
    const journey = await make(admin, 'journeys')
    await make(admin, 'fares', { route_id: journey['route_id'] })
    const body = {
      legs: [{ journey_id: journey['id'], board_seq: 1, alight_seq: 3 }],
      passengers: { adult: 1 },
      channel: 'partner',
      partner_id: partner['id'],
    }
    const actual = async (role: Role) => (await (await api.as(role)).post('/quotes', body)).body
    expect(await actual('manager')).toMatchObject({ total_minor: 900, partner: { net_minor: 900 } })
    for (const role of ['agent', 'dispatcher', 'viewer'] as const)
      expect(await actual(role), role).toMatchObject({ total_minor: 900, partner: null })
  })
})

describe('a user whose role was reduced', () => {
  const changeRoleOf = async (client: NearClient, role: Role) => {
    const { body: me } = await client.get('/auth/user')
    await changeRole(api.db, String(me['id']), role)
  }

  it('reads no tasks about records that the new role may not see, nor exports personal data from an import', async () => {
    const former = await api.as('manager')
    const other = await make(admin, 'partners')
    const body = { ids: [other['id']], action: 'change', changes: { legal_name: 'Secret Ltd' } }
    const { body: bulk } = await former.post('/bulk/partners', body)
    const form =
      '--x\r\nContent-Disposition: form-data; name="file"; filename="c.csv"\r\n\r\nlast_name,email\r\nRuiz,no\r\n--x--\r\n'
    const { body: sheet } = await former.send(
      '/imports/customers',
      Buffer.from(form),
      'multipart/form-data; boundary=x',
    )
    const start = { columns: ['last_name', 'email'] }
    const { body: imported } = await former.post(`/imports/customers/${String(sheet['id'])}/start`, start)
    expect(await workOff(api)).toEqual([])
    const [about, table] = [`/tasks/${String(bulk['id'])}`, `/tasks/${String(imported['id'])}`]
    const actual = async () => {
      const paths = [about, `${about}/rows`, table, `${table}/rejected`]
      const answers = await Promise.all(paths.map(async (path) => (await former.get(path)).status))
      const { rows, headers } = await former.get('/tasks')
      const undone = await former.post(`${about}/undo`, {})
      return [...answers, rows.some(({ id }) => id === bulk['id']), headers['content-range'], undone.status]
    }
    await changeRoleOf(former, 'agent')
    expect(await actual()).toEqual([404, 404, 200, 403, false, 'tasks 0-0/1', 404])
    await changeRoleOf(former, 'manager')
    expect((await actual()).slice(0, 5)).toEqual([200, 200, 200, 200, true])
  })

  it('reads and counts no earlier notifications about records that the new role may not see', async () => {
    const former = await api.as('manager')
    const { body: me } = await former.get('/auth/user')
    const about = { entity_type: 'partner_credentials', entity_id: String(partner['id']) }
    const words = { title: 'A key', message: 'Sunvia has a key.', notification_type: 'system_alert' } as const
    await api.db
      .insertInto('notifications')
      .values({ id: crypto.randomUUID(), user_id: String(me['id']), ...words, ...about })
      .execute()
    const actual = async () => (await former.get('/notifications')).headers['content-range']
    expect(await actual()).toBe('notifications 0-0/1')
    await changeRoleOf(former, 'agent')
    expect(await actual()).toBe('notifications */0')
  })
})

describe('the stored columns and views of a list', () => {
  it('are accepted for visible lists only', async () => {
    const agent = await api.as('agent')
    expect((await agent.put('/list-columns/users', { columns: ['email'] })).status).toBe(403)
    expect((await agent.put('/list-columns/customers', { columns: ['no_such_field'] })).status).toBe(422)
    expect((await agent.put('/list-columns/customers', { columns: ['email'] })).body).toEqual({ customers: ['email'] })
    expect((await agent.get('/saved-views/?resource=partners')).status).toBe(403)
    const view = { resource: 'partners', name: 'Mine', filter: {}, sort: { field: 'code', order: 'ASC' }, per_page: 25 }
    expect((await agent.post('/saved-views', view)).status).toBe(403)
    expect(
      (await agent.post('/saved-views', { ...view, resource: 'users', sort: { field: 'email', order: 'ASC' } })).status,
    ).toBe(403)
  })

  it('are not returned for lists that are not visible to the current role', async () => {
    const manager = await api.as('manager')
    expect((await manager.put('/list-columns/partners', { columns: ['code'] })).status).toBe(200)
    const { body: me } = await manager.get('/auth/user')
    await changeRole(api.db, String(me['id']), 'agent')
    expect((await manager.get('/list-columns')).body).toEqual({})
  })
})
