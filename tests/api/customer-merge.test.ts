import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { useApi, type Answer, type Json } from '../support/api'
import { useBooking } from '../support/booking'
import { make } from '../support/factories'

const api = useApi()
beforeEach(api.reset)
const desk = useBooking(api)

const PLAIN = { phone: null, email: null }
const customer = (more: Json = {}) =>
  make(desk.admin, 'customers', { first_name: 'Maria', last_name: 'Lopez', ...PLAIN, ...more })

const read = async ({ id }: Json): Promise<Json> => (await desk.admin.get(`/customers/${String(id)}`)).body

/** Merges `other` into `kept` at their current versions. */
async function merge(survivor: Json, other: Json, more: Json = {}, ifMatch: string | number = '*'): Promise<Answer> {
  const { version } = await read(other)
  const body = { other_id: other['id'], other_version: version, ...more }
  return desk.admin.post(`/customers/${String(survivor['id'])}/merge`, body, { ifMatch })
}

async function journeyForSale(): Promise<Json> {
  const journey = await make(desk.admin, 'journeys', { capacity: 50 })
  await make(desk.admin, 'fares', { route_id: journey['route_id'], amount_minor: 1000 })
  return journey
}

const ownersOf = async () =>
  (
    await sql<{ id: string; customer_id: string }>`select id, customer_id from reservations order by id`.execute(api.db)
  ).rows.map((row) => row.customer_id)

const duplicates = async () =>
  (await desk.admin.get('/customers/duplicates')).rows.map(({ one, other, evidence }) => [
    (one as Json)['id'],
    (other as Json)['id'],
    evidence,
  ])

/** Sets the clock to the database's time, which the history uses and from which the undo period is counted. */
const atLast = (hours = 0) => desk.at(new Date(Date.now() + hours * 3_600_000).toISOString())

describe('Customers that may be duplicates', () => {
  it('are found by phone, address and name, the most certain first', async () => {
    const old = await customer({ phone: '+34600111222', email: 'maria@example.com' })
    const sure = await customer({ last_name: 'López', phone: '+34600111222', email: 'Maria@Example.com' })
    const family = await customer({ first_name: 'Jo', last_name: 'Perez', phone: '+34600111222' })
    const swapped = await customer({ first_name: 'Lopez', last_name: 'María' })
    await customer({ first_name: 'Else', last_name: 'Where', phone: '+34600111333' })
    expect(await duplicates()).toEqual([
      [old['id'], sure['id'], ['email', 'name', 'phone']],
      [old['id'], family['id'], ['phone']],
      [old['id'], swapped['id'], ['name']],
    ])
  })

  it('do not include people with the same name and different contact data', async () => {
    await customer({ phone: '+34600111222', email: 'one@example.com' })
    await customer({ phone: '+34600111333', email: 'other@example.com' })
    expect(await duplicates()).toEqual([])
  })

  it('are listed on the page of each, also with nearly equal names', async () => {
    const one = await customer({ last_name: 'Papadopoulou', phone: '+35799111222' })
    const near = await customer({ last_name: 'Papadopoulos' })
    const same = await customer({ first_name: 'M.', last_name: 'P', phone: '+35799111222' })
    const { rows } = await desk.admin.get(`/customers/${String(one['id'])}/duplicates`)
    expect(rows.map((row) => [(row['customer'] as Json)['id'], row['evidence']])).toEqual([
      [same['id'], ['phone']],
      [near['id'], ['near_name']],
    ])
  })

  it('are not listed after they were marked as different, until that is undone', async () => {
    const one = await customer({ phone: '+34600111222' })
    const other = await customer({ phone: '+34600111222' })
    const agent = await api.as('agent')
    const setDecision = (are_two: boolean) =>
      agent.post(`/customers/${String(other['id'])}/distinguish`, { other_id: one['id'], are_two })
    expect((await setDecision(true)).status).toBe(204)
    expect(await duplicates()).toEqual([])
    expect((await desk.admin.get(`/customers/${String(one['id'])}/duplicates`)).rows).toEqual([])
    await setDecision(false)
    expect(await duplicates()).toHaveLength(1)
    const { rows } = await desk.admin.list('audit-events', { filter: { entity_id: one['id'] } })
    expect(rows.map((row) => row['action'])).toEqual(
      expect.arrayContaining(['customers.told_apart', 'customers.not_told_apart']),
    )
  })

  it('are counted per page', async () => {
    for (let n = 0; n < 4; n += 1) await customer({ phone: '+34600111222', last_name: `Family${n}` })
    const page = await desk.admin.get(`/customers/duplicates?range=${encodeURIComponent('[0,1]')}`)
    expect([page.rows.length, page.headers['content-range']]).toEqual([2, 'customers 0-1/3'])
  })
})

describe('A merge', () => {
  it('moves all records to the remaining customer and combines the fields of both', async () => {
    const journey = await journeyForSale()
    const survivor = await customer({
      email: 'maria@example.com',
      tags: ['vip'],
      notes: 'Likes the front',
      consent_marketing: true,
    })
    const other = await customer({ phone: '+34600111222', tags: ['school'], notes: 'Has a dog', locale: 'es' })
    for (const { id } of [survivor, other, other]) await desk.book(journey, 2, { customer_id: id })
    const trial = await merge(survivor, other, { choices: { locale: 'other' }, is_trial: true })
    expect(trial.body['moved']).toEqual({ reservations: 2, passengers: 4, waiting_entries: 0, mails: 0 })
    expect(await read(survivor)).toMatchObject({ version: 1, phone: null })
    expect((await read(other))['merged_into_id']).toBeNull()

    const { status, body } = await merge(survivor, other, { choices: { locale: 'other' } }, 1)
    expect([status, body['moved']]).toEqual([200, trial.body['moved']])
    expect(body['customer']).toMatchObject({
      email: 'maria@example.com',
      phone: '+34600111222',
      tags: ['vip', 'school'],
      notes: 'Likes the front\n\nHas a dog',
      locale: 'es',
      consent_marketing: false,
      version: 2,
    })
    expect(new Set(await ownersOf())).toEqual(new Set([survivor['id']]))
    expect(await read(other)).toMatchObject({ merged_into_id: survivor['id'], phone: '+34600111222' })
    expect((await desk.admin.list('customers')).rows.map((row) => row['id'])).toEqual([survivor['id']])
    const actual = await desk.admin.list('audit-events', { filter: { entity_id: other['id'] } })
    expect(actual.rows.map((row) => row['action'])).toContain('customers.merged_away')
    const { rows } = await desk.admin.list('reservations', { filter: { customer_id: survivor['id'] } })
    const history = await Promise.all(
      rows.map(async ({ id }) => (await desk.admin.list('audit-events', { filter: { entity_id: id } })).rows),
    )
    const moves = history.flat().filter((row) => JSON.stringify(row['changes']).includes(String(other['id'])))
    expect(moves.filter((row) => row['action'] === 'reservations.updated')).toHaveLength(2)
  })

  it('is refused when it would be unsafe, and for roles below manager', async () => {
    const [survivor, other, third] = [await customer(), await customer(), await customer()]
    const path = `/customers/${String(survivor['id'])}/merge`
    const body = { other_id: other['id'], other_version: 1 }
    expect((await merge(survivor, survivor)).body).toMatchObject({ code: 'validation' })
    expect((await merge(survivor, other, {}, 7)).status).toBe(412)
    expect((await desk.admin.post(path, { ...body, other_version: 7 }, { ifMatch: '*' })).status).toBe(412)
    expect((await desk.admin.post(path, body)).status).toBe(428)
    expect((await merge(survivor, other, { choices: { phone: 'both' } })).body['errors']).toMatchObject([
      { pointer: '/choices/phone' },
    ])
    expect((await (await api.as('agent')).post(path, body, { ifMatch: '*' })).status).toBe(403)
    await desk.admin.post(`/customers/${String(third['id'])}/erase`, { reason: 'Letter' })
    expect((await merge(survivor, third)).body).toMatchObject({ code: 'invalid_state' })
    expect((await merge(third, survivor)).body).toMatchObject({ code: 'invalid_state' })
    await merge(survivor, other)
    expect((await merge(third, other)).body).toMatchObject({ code: 'invalid_state' })
    const change = await desk.admin.patch(`/customers/${String(other['id'])}`, { notes: 'x' }, { ifMatch: '*' })
    expect(change.body).toMatchObject({ code: 'invalid_state' })
  })

  it('keeps a block and a legal hold', async () => {
    const survivor = await customer()
    const other = await customer({ is_blocked: true, blocked_reason: 'Did not pay', legal_hold_reason: 'Case 12' })
    const { body } = await merge(survivor, other)
    expect(body['customer']).toMatchObject({
      is_blocked: true,
      blocked_reason: 'Did not pay',
      legal_hold_reason: 'Case 12',
    })
  })

  it('redirects bookings for the merged customer to the remaining one', async () => {
    const journey = await journeyForSale()
    const [first, second, last] = [await customer(), await customer(), await customer()]
    await merge(second, first)
    await merge(last, second)
    await desk.book(journey, 1, { customer_id: first['id'] })
    expect(await ownersOf()).toEqual([last['id']])
  })

  it('is erased as a whole', async () => {
    const survivor = await customer({ phone: '+34600111222' })
    const other = await customer({ email: 'other@example.com' })
    await merge(survivor, other, { choices: { email: 'kept' } })
    expect((await desk.admin.post(`/customers/${String(other['id'])}/erase`, { reason: 'x' })).body['code']).toBe(
      'invalid_state',
    )
    await desk.admin.post(`/customers/${String(survivor['id'])}/erase`, { reason: 'x' })
    expect(await read(other)).toMatchObject({ email: null, last_name: expect.stringMatching(/^erased-/) as string })
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from erasures`.execute(api.db)
    expect(rows).toEqual([{ count: 2 }])
  })
})

describe('The undo of a merge', () => {
  it('restores both, and leaves later records where they are', async () => {
    const journey = await journeyForSale()
    const survivor = await customer({ tags: ['vip'] })
    const other = await customer({ phone: '+34600111222', tags: ['school'] })
    const earlier = await customer()
    await merge(other, earlier)
    for (const { id } of [survivor, other, other]) await desk.book(journey, 1, { customer_id: id })
    const before = await ownersOf()
    await merge(survivor, other)
    await desk.book(journey, 1, { customer_id: survivor['id'] })
    await atLast()
    const { rows } = await desk.admin.list('audit-events', {
      filter: { entity_id: survivor['id'], action: 'customers.merged' },
    })
    const body = { resource: 'customers', record_id: survivor['id'], event_id: rows[0]?.['id'] }
    expect((await (await api.as('agent')).post('/undo', body)).status).toBe(403)
    expect((await desk.admin.post('/undo', body)).status).toBe(200)
    expect(await ownersOf()).toEqual([...before, survivor['id']])
    expect(await read(survivor)).toMatchObject({ tags: ['vip'], phone: null })
    expect(await read(other)).toMatchObject({ merged_into_id: null, phone: '+34600111222' })
    expect((await read(earlier))['merged_into_id']).toBe(other['id'])
  })

  it('is refused after a change of the customer, and after a day', async () => {
    const [survivor, other] = [await customer(), await customer({ phone: '+34600111222' })]
    await merge(survivor, other)
    const events = await desk.admin.list('audit-events', {
      filter: { entity_id: survivor['id'], action: 'customers.merged' },
    })
    const body = { resource: 'customers', record_id: survivor['id'], event_id: events.rows[0]?.['id'] }
    await atLast()
    await desk.admin.patch(`/customers/${String(survivor['id'])}`, { phone: '+34600999888' }, { ifMatch: '*' })
    expect((await desk.admin.post('/undo', body)).body).toMatchObject({ code: 'invalid_state' })
    await desk.admin.patch(`/customers/${String(survivor['id'])}`, { phone: '+34600111222' }, { ifMatch: '*' })
    await atLast(25)
    expect((await desk.admin.post('/undo', body)).body).toMatchObject({ code: 'invalid_state' })
  })
})

describe('Simultaneous merges', () => {
  it('lose no reservation, whatever their order and whatever is booked at the same time', async () => {
    const journey = await journeyForSale()
    for (let round = 0; round < 6; round += 1) {
      const [a, b, c] = [await customer(), await customer(), await customer()]
      for (const { id } of [a, b, c]) await desk.book(journey, 1, { customer_id: id })
      const answers = await Promise.all([
        merge(a, b),
        merge(b, a),
        merge(b, c),
        merge(c, a),
        desk.book(journey, 1, { customer_id: a['id'] }),
        desk.book(journey, 1, { customer_id: b['id'] }),
      ])
      expect(answers.filter(({ status }) => ![200, 201, 409, 412].includes(status))).toEqual([])
      expect(answers.slice(0, 4).some(({ status }) => status === 200)).toBe(true)
    }
    const { rows } = await sql<{ reservations: number; stranded: number; chains: number }>`
      select (select count(*)::int from reservations) as reservations,
        (select count(*)::int from reservations r join customers c on c.id = r.customer_id
          where c.merged_into_id is not null) as stranded,
        (select count(*)::int from customers a join customers b on b.id = a.merged_into_id
          where b.merged_into_id is not null) as chains`.execute(api.db)
    expect(rows).toEqual([{ reservations: 30, stranded: 0, chains: 0 }])
  })
})
