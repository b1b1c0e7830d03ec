import { beforeEach, describe, expect, it } from 'vitest'
import { useApi, type Client, type Json } from '../support/api'
import { useBooking } from '../support/booking'
import { make } from '../support/factories'
import { workOff } from '../support/work'

const api = useApi()
const desk = useBooking(api)
const why = { reason: 'Asked by letter' }
const any = { ifMatch: '*' }

let agent: Client
beforeEach(async () => {
  agent = await api.as('agent')
})

const at = (resource: string, { id }: Json, step = '') => `/${resource}/${String(id)}/${step}`
const refusedOn = (...fields: string[]) => ({
  status: 422,
  body: { code: 'validation', errors: fields.map((field) => ({ pointer: `/${field}` })) },
})

describe('the ownership and the payments of a reservation', () => {
  it('are not changed by a form of any role', async () => {
    const made = await make(desk.admin, 'reservations')
    const partner = await make(desk.admin, 'partners', { status: 'active' })
    const requests: Json[] = [
      { partner_id: partner['id'] },
      { partner_reference: 'A-1' },
      { channel: 'phone' },
      { environment: 'test' },
      { legs: [] },
    ]
    for (const client of [agent, desk.admin])
      for (const request of requests) {
        const [field = ''] = Object.keys(request)
        expect(await client.patch(at('reservations', made), request, any), field).toMatchObject(refusedOn(field))
        const whole = { ...(await desk.read(made)), ...request }
        expect(await client.put(at('reservations', made), whole, any), field).toMatchObject(refusedOn(field))
      }
    const { body } = await agent.patch(at('reservations', made), { channel: 'web' }, any)
    expect(String(body['detail'])).toMatch(/POST \/api\/reservations\/[0-9a-f-]{36}\/hand-over instead\./)
    expect(await desk.read(made)).toMatchObject({ partner_id: null, channel: 'back_office', version: 1 })
  })

  it('can be sent back unchanged with other changes', async () => {
    const made = await make(desk.admin, 'reservations', { channel: 'phone' })
    const whole = { ...(await desk.read(made)), lead_name: 'Ana Ruiz Gil' }
    expect(await agent.put(at('reservations', made), whole, any)).toMatchObject({
      status: 200,
      body: { lead_name: 'Ana Ruiz Gil', channel: 'phone', version: 2 },
    })
    const some = { environment: 'live', partner_id: null, lead_name: 'Ana Gil' }
    expect(await agent.patch(at('reservations', made), some, any)).toMatchObject({ status: 200, body: { version: 3 } })
  })

  it('are not changed by a bulk change', async () => {
    const made = await make(desk.admin, 'reservations')
    const partner = await make(desk.admin, 'partners')
    for (const changes of [{ partner_id: partner['id'] }, { channel: 'web' }])
      expect(await agent.post('/bulk/reservations', { ids: [made['id']], action: 'change', changes })).toMatchObject(
        refusedOn(`changes/${Object.keys(changes)[0]}`),
      )
  })

  it('are set for a new one only with permission', async () => {
    const journey = await make(desk.admin, 'journeys')
    const partner = await make(desk.admin, 'partners', { status: 'active' })
    const party = { lead_name: 'Ana Ruiz', legs: [{ journey_id: journey['id'], board_seq: 1, alight_seq: 3 }] }
    const book = (client: Client, more: Json) =>
      client.post('/reservations', { ...party, passengers: [{ category: 'adult' }], ...more })
    const forPartner = { channel: 'partner', partner_id: partner['id'], partner_reference: 'A-2' }
    expect(await book(agent, forPartner)).toMatchObject(refusedOn('channel', 'partner_id', 'partner_reference'))
    for (const more of [{ environment: 'test' }, { channel: 'web' }])
      expect(await book(agent, more)).toMatchObject(refusedOn(...Object.keys(more)))
    expect((await book(agent, { channel: 'phone' })).status).toBe(201)
    expect((await book(desk.admin, forPartner)).status).toBe(201)
    const both = { out: { ...party, passengers: [{}], ...forPartner }, back: { ...party, passengers: [{}] } }
    expect((await agent.post('/reservations/round-trip', both)).status).toBe(422)
  })

  it('change in a handover by managers only, with a history entry', async () => {
    const [sunvia, other] = [
      await make(desk.admin, 'partners', { status: 'active' }),
      await make(desk.admin, 'partners', { status: 'active', contract: percent(1000) }),
    ]
    const journey = await make(desk.admin, 'journeys')
    await make(desk.admin, 'fares', { route_id: journey['route_id'] })
    const { body: made } = await desk.book(journey, 1, { channel: 'partner', partner_id: sunvia['id'] })
    const give = (client: Client, body: Json) =>
      client.post(at('reservations', made, 'hand-over'), { ...why, ...body }, any)
    expect((await give(agent, { partner_id: other['id'] })).status).toBe(403)
    const manager = await api.as('manager')
    const draft = await make(desk.admin, 'partners', { status: 'draft' })
    expect(await give(manager, { partner_id: draft['id'] })).toMatchObject(refusedOn('partner_id'))
    expect(await give(manager, { partner_id: other['id'], partner_reference: 'B-1' })).toMatchObject({
      status: 200,
      body: { partner_id: other['id'], partner_reference: 'B-1', channel: 'partner', total_minor: 900 },
    })
    const commission = () =>
      api.db
        .selectFrom('reservations')
        .select('commission_minor')
        .where('id', '=', String(made['id']))
        .executeTakeFirst()
    expect(await commission()).toEqual({ commission_minor: 90 })
    const { rows } = await manager.list('audit-events', {
      filter: { entity_id: made['id'], action: 'reservations.handed_over' },
    })
    expect(rows).toMatchObject([{ reason: why.reason }])
    expect(await give(manager, { partner_id: null })).toMatchObject({
      body: { partner_id: null, partner_reference: null, channel: 'back_office' },
    })
    expect(await commission()).toEqual({ commission_minor: null })
  })

  it('accept payments by payment operations only, not by a form, a bulk change or a new record', async () => {
    const made = await make(desk.admin, 'reservations')
    for (const field of ['paid_minor', 'payment_status'])
      expect(await desk.admin.patch(at('reservations', made), { [field]: 900 }, any), field).toMatchObject({
        status: 422,
      })
    const bulk = { ids: [made['id']], action: 'change', changes: { paid_minor: 900 } }
    expect((await desk.admin.post('/bulk/reservations', bulk)).status).toBe(422)
    const whole = { ...(await desk.read(made)), paid_minor: 900, payment_status: 'paid' }
    expect((await desk.admin.put(at('reservations', made), whole, any)).body).toMatchObject({
      paid_minor: 0,
      payment_status: made['payment_status'],
    })
  })
})

const percent = (commission_bp: number) => ({
  commission_mode: 'percent',
  commission_bp,
  commission_on_addons: false,
  allowed_route_ids: [],
  hold_minutes: 15,
  credit_limit_minor: null,
  cancel_rights: 'per_policy',
  valid_from: null,
  valid_to: null,
})

describe('the credit and the block of a customer', () => {
  const steps = [
    ['credit-limit', { credit_limit_minor: 50_000 }, 'accountant'],
    ['unblock', {}, 'accountant'],
    ['legal-hold', { legal_hold_reason: null }, 'manager'],
  ] as const

  it('are not changed by a form, nor by agents', async () => {
    const customer = await make(desk.admin, 'customers', {
      is_blocked: true,
      blocked_reason: 'Did not pay',
      legal_hold_reason: 'Case 12',
    })
    const requests = [{ credit_limit_minor: 9_999_900 }, { is_blocked: false }, { legal_hold_reason: null }]
    for (const client of [agent, desk.admin])
      for (const request of requests)
        expect(await client.patch(at('customers', customer), request, any)).toMatchObject(
          refusedOn(...Object.keys(request)),
        )
    for (const [step, body] of steps)
      expect((await agent.post(at('customers', customer, step), { ...why, ...body }, any)).status, step).toBe(403)
    for (const [step, body, role] of steps)
      expect((await (await api.as(role)).post(at('customers', customer, step), { ...why, ...body }, any)).status).toBe(
        200,
      )
    const { body } = await agent.get(at('customers', customer))
    expect(body).toMatchObject({ credit_limit_minor: 50_000, is_blocked: false, blocked_reason: null, version: 4 })
    expect((await agent.post(at('customers', customer, 'block'), why, any)).body).toMatchObject({
      is_blocked: true,
      blocked_reason: why.reason,
    })
  })

  it('are not set by a user without permission, nor by an import', async () => {
    const request = { last_name: 'Ruiz', credit_limit_minor: 100 }
    expect(await agent.post('/customers', request)).toMatchObject(refusedOn('credit_limit_minor'))
    expect(await agent.post('/customers', { last_name: 'Ruiz', legal_hold_reason: 'x' })).toMatchObject(
      refusedOn('legal_hold_reason'),
    )
    const { body: made } = await (await api.as('accountant')).post('/customers', request)
    expect(made).toMatchObject({ credit_limit_minor: 100 })

    const manager = await api.as('manager')
    const rows = [`id,last_name,credit_limit_minor`, `${String(made['id'])},Gil,99.00`].join('\n')
    const { task, problems } = await importing(manager, rows)
    expect(task).toMatchObject({ counts: { refused: 1 } })
    expect(problems).toMatchObject([{ problem: { errors: [{ pointer: '/credit_limit_minor' }] } }])
    const same = await importing(manager, rows.replace('99.00', '1.00'))
    expect(same.task).toMatchObject({ counts: { updated: 1 } })
  })

  it('cannot be changed after the personal data is erased', async () => {
    const customer = await make(desk.admin, 'customers', { phone: null, email: null })
    await desk.admin.post(at('customers', customer, 'erase'), why)
    expect((await agent.patch(at('customers', customer), { last_name: 'Ruiz' }, any)).body['code']).toBe(
      'invalid_state',
    )
    const { body } = await agent.post(at('customers', customer, 'block'), why, any)
    expect(body['code']).toBe('invalid_state')
  })

  async function importing(client: Awaited<ReturnType<typeof api.as>>, csv: string) {
    const form = [
      '--x',
      'Content-Disposition: form-data; name="file"; filename="c.csv"',
      'Content-Type: text/csv',
      '',
      csv,
      '--x--',
      '',
    ]
    const { body: sheet } = await client.send(
      '/imports/customers',
      Buffer.from(form.join('\r\n')),
      'multipart/form-data; boundary=x',
    )
    const { body } = await client.post(`/imports/customers/${String(sheet['id'])}/start`, {
      columns: ['id', 'last_name', 'credit_limit_minor'],
    })
    expect(await workOff(api)).toEqual([])
    const path = `/tasks/${String(body['id'])}`
    return { task: (await client.get(path)).body, problems: (await client.get(`${path}/rows`)).rows }
  }
})

describe('a change with consequences', () => {
  it('of the currency of a partner with sales is refused', async () => {
    const partner = await make(desk.admin, 'partners', { status: 'active', currency: 'EUR' })
    const path = at('partners', partner)
    expect((await desk.admin.patch(path, { currency: 'USD' }, any)).status).toBe(200)
    await make(desk.admin, 'reservations', { channel: 'partner', partner_id: partner['id'] })
    expect(await desk.admin.patch(path, { currency: 'EUR' }, any)).toMatchObject(refusedOn('currency'))
    expect((await desk.admin.patch(path, { currency: 'USD', legal_name: 'Sunvia Ltd' }, any)).status).toBe(200)
  })

  it('of the time zone of a station with calls is refused, also for its platforms and by another parent', async () => {
    const journey = await make(desk.admin, 'journeys')
    const [station, parent, elsewhere] = [
      { id: journey['origin_station_id'] },
      await make(desk.admin, 'stations'),
      await make(desk.admin, 'stations', { timezone: 'Europe/Madrid' }),
    ]
    const set = async (record: Json, values: Json) => desk.admin.patch(at('stations', record), values, any)
    expect(await set(station, { timezone: 'Europe/Madrid' })).toMatchObject(refusedOn('timezone'))
    expect(await set(station, { parent_station_id: elsewhere['id'] })).toMatchObject(refusedOn('parent_station_id'))
    expect(await set(station, { timezone: 'Asia/Nicosia', parent_station_id: parent['id'] })).toMatchObject({
      body: { timezone: 'Asia/Nicosia', parent_station_id: parent['id'] },
    })
    expect(await set(parent, { timezone: 'Europe/Madrid' })).toMatchObject(refusedOn('timezone'))
    expect((await desk.admin.get(at('stations', station))).body).toMatchObject({ timezone: 'Asia/Nicosia' })
    await desk.step(journey, 'cancel', why)
    expect((await set(parent, { timezone: 'Europe/Madrid' })).status).toBe(200)
    expect((await desk.admin.get(at('stations', station))).body).toMatchObject({ timezone: 'Europe/Madrid' })
  })

  it('of the account of a staff member requires access to accounts', async () => {
    const person = await make(desk.admin, 'staff')
    const { rows } = await desk.admin.list('users', { range: [0, 0] })
    const user_id = rows[0]?.['id']
    const dispatcher = await api.as('dispatcher')
    expect(await dispatcher.patch(at('staff', person), { user_id }, any)).toMatchObject(refusedOn('user_id'))
    expect((await dispatcher.patch(at('staff', person), { user_id: null, last_name: 'Gil' }, any)).status).toBe(200)
    expect((await desk.admin.patch(at('staff', person), { user_id }, any)).status).toBe(200)
  })
})
