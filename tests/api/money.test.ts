import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { beforeEach, describe, expect, it } from 'vitest'
import { checkMoney } from '../../server/features/payments/repository/check'
import { attempt, inTransaction } from '../../server/db/transaction'
import { entry } from '../../server/domain/ledger/entries'
import { balanceBelow, balancesOf, post } from '../../server/kernel/ledger'
import { useApi, type Client, type Json } from '../support/api'
import { adults, useBooking } from '../support/booking'
import { make } from '../support/factories'
import { PARTNER_CONTRACT } from '../support/partner'

/* The rules of money. A seat costs 1000, which includes 83 of tax. */
const api = useApi()
const desk = useBooking(api)
let journey: Json
let agent: Client
beforeEach(async () => {
  await api.reset()
  await desk.at('2030-05-17T04:00:00Z')
  await desk.admin.patch('/company', { fare_tax_bp: 900, refund_limit_minor: 5000 }, { ifMatch: '*' })
  journey = await make(desk.admin, 'journeys', { capacity: 45 })
  await make(desk.admin, 'fares', { route_id: journey['route_id'], amount_minor: 1000 })
  agent = await api.as('agent')
})

const path = ({ id }: Json, end: string) => `/reservations/${String(id)}/${end}`
const why = { reason: 'Asked for' }
const pay = (made: Json, amount_minor: number, more: Json = {}, as: Client = desk.admin) =>
  as.post(path(made, 'payments'), { amount_minor, method: 'cash', ...more })
const refund = (made: Json, amount_minor: number, more: Json = {}, as: Client = desk.admin) =>
  as.post(path(made, 'refunds'), { amount_minor, method: 'cash', ...why, ...more })
const money = async (made: Json, as: Client = desk.admin) => (await as.get(path(made, 'payments'))).body
const sold = async (count = 1, more: Json = {}) => (await desk.book(journey, count, more)).body
const refusedOn = (code: string, field: string, status = 422) => ({
  status,
  body: { code, errors: [{ pointer: field === '' ? '' : `/${field}` }] },
})

/** Returns the balance of each account, without zero balances. */
async function balances(made?: Json): Promise<Record<string, number>> {
  const { rows } = await sql<{ account: string; sum: number }>`
    select e.account, sum(e.amount_minor)::int as sum from ledger_entries e
    join ledger_transactions t on t.id = e.transaction_id
    where ${made ? sql`t.reservation_id = ${String(made['id'])}` : sql`true`}
    group by e.account having sum(e.amount_minor) <> 0 order by e.account`.execute(api.db)
  return Object.fromEntries(rows.map(({ account, sum }) => [account, sum]))
}
const kinds = async (made: Json): Promise<string[]> =>
  (
    await sql<{ kind: string }>`select kind from ledger_transactions where reservation_id = ${String(made['id'])}
      order by at, id`.execute(api.db)
  ).rows.map(({ kind }) => kind)
const addsUp = async () => expect((await checkMoney(api.db)).difference).toBeNull()

describe('M1, an entry of the ledger', () => {
  it('is never changed or deleted', async () => {
    const made = await sold()
    await pay(made, 400)
    for (const table of ['ledger_entries', 'ledger_transactions'])
      for (const statement of [
        `update ${table} set ${table === 'ledger_entries' ? 'amount_minor = 1' : "kind = 'paid'"}`,
        `delete from ${table}`,
      ])
        await expect(sql.raw(statement).execute(api.db), statement).rejects.toThrow(/only grows/)
    for (const statement of [
      'update payments set amount_minor = 1',
      "update payments set state = 'voided'",
      'delete from payments',
    ])
      await expect(sql.raw(statement).execute(api.db), statement).rejects.toThrow(/keep what was paid/)
    await addsUp()
  })

  it('is reversed once, by an opposite transaction that names it', async () => {
    const made = await sold()
    const { body } = await pay(made, 400)
    const payment = body['payment'] as Json
    const undo = (as: Client, id = payment['id']) => as.post(`/payments/${String(id)}/reverse`, why, { ifMatch: 1 })
    expect((await undo(agent)).status).toBe(403)
    expect((await undo(await api.as('manager'))).status).toBe(403)
    const reversal = await undo(desk.admin)
    expect(reversal).toMatchObject({
      status: 200,
      body: { direction: 'refund', reverses_id: payment['id'], amount_minor: 400, reason: why.reason },
    })
    expect(await desk.read(made)).toMatchObject({ paid_minor: 0, payment_status: 'unpaid' })
    expect(await undo(desk.admin)).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
    expect(await undo(desk.admin, reversal.body['id'])).toMatchObject({ status: 409 })
    const { rows } = await sql<Json>`
      select r.kind, o.kind as of from ledger_transactions r join ledger_transactions o on o.id = r.reverses_id`.execute(
      api.db,
    )
    expect(rows).toEqual([{ kind: 'reversed', of: 'paid' }])
    expect(await balances(made)).toEqual({ customers: 1000, tax: -83, unearned: -917 })
    await addsUp()
  })
})

describe('M2, a transaction', () => {
  const write = (entries: readonly [account: string, amount: number, currency?: string][]) =>
    api.db.transaction().execute(async (tx) => {
      const id = uuidv7()
      await sql`insert into ledger_transactions (id, at, kind, actor_kind, place)
        values (${id}, now(), 'paid', 'system', 'system')`.execute(tx)
      for (const [index, [account, amount, currency = 'EUR']] of entries.entries())
        await sql`insert into ledger_entries (transaction_id, line, account, amount_minor, currency)
          values (${id}, ${index + 1}, ${account}, ${amount}, ${currency})`.execute(tx)
    })

  it('sums to zero, in one currency, with entries: the database refuses all others', async () => {
    await expect(write([['bank', 100]])).rejects.toThrow(/do not sum to zero/)
    const two = (a: string, b: string) =>
      api.db.transaction().execute(async (tx) => {
        const id = uuidv7()
        await sql`insert into ledger_transactions (id, at, kind, actor_kind, place)
          values (${id}, now(), 'paid', 'system', 'system')`.execute(tx)
        await sql`insert into ledger_entries (transaction_id, line, account, amount_minor, currency)
          values (${id}, 1, 'bank', 100, ${a}), (${id}, 2, 'opening', -100, ${b})`.execute(tx)
      })
    await expect(two('EUR', 'JPY')).rejects.toThrow(/in one currency/)
    await expect(write([])).rejects.toThrow(/has no entries/)
    await two('EUR', 'EUR')
    expect(await balances()).toEqual({ bank: 100, opening: -100 })
  })
})

describe('M3, the entries of a change of a reservation', () => {
  it('are written with the change or not at all', async () => {
    const made = await sold()
    expect(await balances(made)).toEqual({ customers: 1000, tax: -83, unearned: -917 })
    const trial = await desk.step(made, 'cancel', { ...why, simulate: true })
    expect(trial.body['status']).toBe('cancelled')
    expect(await kinds(made)).toEqual(['sold'])
    expect((await desk.step(made, 'amend', { ...why, passengers: adults(99) })).status).toBe(422)
    expect(await kinds(made)).toEqual(['sold'])
    await addsUp()
  })

  it('remain when a later part of the transaction is rolled back', async () => {
    const made = await sold()
    const entries = [entry('bank', 5), entry('customers', -5)]
    await inTransaction(api.db, async (tx) => {
      await post(
        tx,
        { kind: 'system', id: null },
        { kind: 'paid', currency: 'EUR', entries, reservation_id: String(made['id']) },
      )
      const part = attempt(tx, async () => {
        await balancesOf(tx, String(made['id']))
        throw new Error('Sold out.')
      })
      await expect(part).rejects.toThrow('Sold out.')
    })
    expect(await balances(made)).toMatchObject({ bank: 5, customers: 995 })
  })

  it('follow the whole life of the reservation', async () => {
    const made = await sold(1, { status: 'on_hold' })
    expect(await balances(made)).toEqual({})
    expect(await money(made)).toMatchObject({ balance_minor: 1000, write_off_max_minor: 0 })
    await desk.step(made, 'confirm')
    expect(await balances(made)).toEqual({ customers: 1000, tax: -83, unearned: -917 })
    await desk.step(made, 'amend', { ...why, passengers: adults(2) })
    expect(await balances(made)).toEqual({ customers: 2000, tax: -166, unearned: -1834 })
    await pay(made, 1500)
    expect(await balances(made)).toEqual({ customers: 500, tax: -166, tills: 1500, unearned: -1834 })
    await desk.step(made, 'cancel-passengers', { ...why, positions: [2] })
    await addsUp()
    await desk.at('2030-05-20T05:00:00Z')
    await desk.step(made, 'board')
    await desk.at('2030-05-20T12:00:00Z')
    await desk.step(made, 'complete')
    const end = await balances(made)
    expect(Object.keys(end)).not.toContain('unearned')
    expect(end['transport']).toBeLessThan(0)
    expect(await kinds(made)).toEqual(['sold', 'changed', 'paid', 'changed', 'travelled'])
    await addsUp()
  })

  it('keep the fee of a cancellation with its tax, and the rest as a debt to the customer', async () => {
    const made = await sold(2, { paid_minor: 2000 })
    await desk.at('2030-05-19T12:00:00Z')
    const cancelled = (await desk.step(made, 'cancel', why)).body
    expect(cancelled).toMatchObject({ cancellation_fee_minor: 1000, payment_status: 'refund_due' })
    expect(await balances(made)).toEqual({ customers: -1000, fees: -917, tax: -83, tills: 2000 })
    expect(await money(made)).toMatchObject({ owed_minor: 1000, paid_minor: 2000, balance_minor: -1000 })
    await refund(made, 1000)
    expect(await desk.read(made)).toMatchObject({ payment_status: 'refunded', paid_minor: 1000 })
    expect(await balances(made)).toEqual({ fees: -917, tax: -83, tills: 1000 })
    await desk.step(made, 'undo-cancel', why)
    expect(await balances(made)).toEqual({ customers: 1000, tax: -165, tills: 1000, unearned: -1835 })
    expect((await kinds(made)).slice(2)).toEqual(['cancelled', 'refunded', 'reinstated'])
    await addsUp()
  })

  it('are transferred to a partner with the payments, and the partner owes the net price', async () => {
    const contract = {
      ...PARTNER_CONTRACT,
      commission_mode: 'percent',
      commission_bp: 1000,
      commission_on_addons: false,
    }
    const partner = await make(desk.admin, 'partners', { status: 'active', contract })
    const made = await sold(1, { paid_minor: 400 })
    await desk.step(made, 'hand-over', { ...why, partner_id: partner['id'] })
    expect(await balances(made)).toEqual({ commission: 100, partners: 500, tax: -83, tills: 400, unearned: -917 })
    await addsUp()
    await desk.step(made, 'hand-over', { ...why, partner_id: null })
    expect(await balances(made)).toEqual({ customers: 600, tax: -83, tills: 400, unearned: -917 })
    expect(await kinds(made)).toEqual(['sold', 'paid', 'handed_over', 'handed_over'])
    await addsUp()
  })

  it('do not exist for tests, holds and requests, and a test stores only that it is paid', async () => {
    await sold(1, { status: 'on_hold' })
    await sold(1, { status: 'pending' })
    const test = await sold(1, { environment: 'test' })
    const { body } = await pay(test, 1000)
    expect(body).toMatchObject({ payment: null, reservation: { paid_minor: 1000, payment_status: 'paid' } })
    expect(await balances()).toEqual({})
    await addsUp()
  })
})

describe('M4, a stored balance', () => {
  it('equals the sum of the entries, and the check names each difference', async () => {
    const made = await sold(1, { paid_minor: 400 })
    await addsUp()
    await sql`update reservations set paid_minor = 300 where id = ${String(made['id'])}`.execute(api.db)
    expect((await checkMoney(api.db)).difference).toBe(
      `${String(made['reference'])}: 300 is stored as paid, its payments come to 400.`,
    )
    await sql`update reservations set paid_minor = 400, payment_status = 'paid' where id = ${String(made['id'])}`.execute(
      api.db,
    )
    expect((await checkMoney(api.db)).difference).toContain('stored as paid, it is part_paid')
  })
})

describe('M5, a pending payment or refund', () => {
  it('changes no balance while it is pending, and ends once', async () => {
    const made = await sold(10, { paid_minor: 10_000 })
    const { body } = await refund(made, 6000, {}, agent)
    expect(body).toMatchObject({
      payment: { state: 'pending', needs_approval: true },
      reservation: { paid_minor: 10_000, payment_status: 'paid' },
    })
    expect(await money(made)).toMatchObject({ pending_refunds_minor: 6000, refundable_minor: 4000 })
    expect(await refund(made, 4001)).toMatchObject(refusedOn('refund_beyond_paid', 'amount_minor'))
    const waiting = body['payment'] as Json
    const end = (verb: string, by: Client) =>
      by.post(`/payments/${String(waiting['id'])}/${verb}`, why, { ifMatch: '*' })
    expect((await end('decline', desk.admin)).body).toMatchObject({ state: 'voided' })
    expect(await end('decline', desk.admin)).toMatchObject({ status: 409 })
    expect((await money(made))['refundable_minor']).toBe(10_000)
    await addsUp()
  })
})

describe('M6, an operation that moves money', () => {
  it('is done once for its key, with the same answer', async () => {
    const made = await sold()
    const headers = { 'idempotency-key': 'once-and-for-all' }
    const once = () => desk.admin.post(path(made, 'payments'), { amount_minor: 300, method: 'cash' }, { headers })
    const [first, second] = [await once(), await once()]
    expect(second.body['payment']).toEqual(first.body['payment'])
    expect(await desk.read(made)).toMatchObject({ paid_minor: 300 })
    await addsUp()
  })
})

describe('M7, a payment by card', () => {
  it('stores no card number, and a body with one is refused', async () => {
    const made = await sold()
    expect((await pay(made, 100, { method: 'terminal', card_number: '4242424242424242' })).status).toBe(422)
    const { rows } = await sql<{ name: string }>`
      select column_name as name from information_schema.columns
      where table_name in ('payments', 'payment_links', 'provider_events') and column_name ~ 'card|pan|cvc|number'`.execute(
      api.db,
    )
    expect(rows.map(({ name }) => name).sort()).toEqual(['card_brand', 'card_last4'])
  })
})

describe('M8, an entry', () => {
  it('has its user, place, reason and subject, also in the history', async () => {
    const made = await sold()
    await pay(made, 400, why, agent)
    const { rows } = await sql<Json>`
      select actor_kind, actor_id is not null as known, place, reason, reservation_id, payment_id is not null as paid
      from ledger_transactions where kind = 'paid'`.execute(api.db)
    expect(rows).toEqual([
      { actor_kind: 'user', known: true, place: 'desk', reason: why.reason, reservation_id: made['id'], paid: true },
    ])
    const history = await desk.admin.list('audit-events', { filter: { entity_id: made['id'] } })
    expect(history.rows.find(({ action }) => action === 'reservations.payment_recorded')).toMatchObject({
      reason: why.reason,
      changes: expect.arrayContaining([{ field: 'paid_minor', old: 0, new: 400 }]) as unknown,
    })
  })
})

describe('M9, the permission to move money', () => {
  it('allows refunds up to a limit, in one sum or several, and more with a second approver', async () => {
    const made = await sold(10, { paid_minor: 10_000 })
    const small = async (amount: number) => (await refund(made, amount, {}, agent)).body['payment'] as Json
    expect(await small(3000)).toMatchObject({ state: 'posted' })
    const mistake = await small(2000)
    expect(mistake).toMatchObject({ state: 'posted' })
    await desk.admin.post(`/payments/${String(mistake['id'])}/reverse`, why, { ifMatch: '*' })
    expect(await small(2000)).toMatchObject({ state: 'posted' })
    expect((await desk.admin.get(path(made, 'payments'))).body).toMatchObject({ refund_alone_minor: 0 })
    const manager = await api.as('manager')
    const big = (await refund(made, 1, {}, manager)).body['payment'] as Json
    const approve = (by: Client) => by.post(`/payments/${String(big['id'])}/approve`, {}, { ifMatch: '*' })
    expect((await approve(agent)).status).toBe(403)
    expect(await approve(manager)).toMatchObject({ status: 403, body: { code: 'second_person_needed' } })
    expect((await approve(desk.admin)).body).toMatchObject({ state: 'posted' })
    expect(await approve(desk.admin)).toMatchObject({ status: 409 })
    expect(await desk.read(made)).toMatchObject({ paid_minor: 4999 })
    expect((await pay(made, 1, {}, await api.as('viewer'))).status).toBe(403)
    await addsUp()
  })

  it('allows write-offs by administrators, with a reason', async () => {
    const made = await sold()
    const off = (body: Json, by: Client = desk.admin) => by.post(path(made, 'write-off'), body)
    expect((await off({ amount_minor: 1000, ...why }, await api.as('accountant'))).status).toBe(403)
    expect((await off({ amount_minor: 1000 })).status).toBe(422)
    expect(await off({ amount_minor: 1001, ...why })).toMatchObject(refusedOn('over_payment', 'amount_minor'))
    expect(await money(made)).toMatchObject({ balance_minor: 1000, write_off_max_minor: 1000 })
    expect((await off({ amount_minor: 1000, ...why })).status).toBe(201)
    expect(await money(made)).toMatchObject({ balance_minor: 0, write_off_max_minor: 0 })
    expect(await balances(made)).toEqual({ tax: -83, unearned: -917, written_off: 1000 })
    expect(await refund(made, 1)).toMatchObject(refusedOn('refund_beyond_paid', 'amount_minor'))
    await addsUp()
  })
})

describe('a refused payment or refund', () => {
  it('names the field and the remedy, and writes nothing', async () => {
    const made = await sold()
    const over = await pay(made, 1001)
    expect(over).toMatchObject(refusedOn('over_payment', 'amount_minor'))
    expect(over.body['detail']).toContain('10.00 EUR is owed')
    expect(await pay(made, 100, { currency: 'JPY' })).toMatchObject(refusedOn('other_currency', 'currency'))
    expect(await pay(made, 100, { tendered_minor: 99 })).toMatchObject(refusedOn('validation', 'tendered_minor'))
    expect(await pay(made, 100, { method: 'terminal', tendered_minor: 100 })).toMatchObject(
      refusedOn('validation', 'tendered_minor'),
    )
    for (const amount of [0, -1, 1.5]) expect((await pay(made, amount)).status, String(amount)).toBe(422)
    expect(await refund(made, 1)).toMatchObject(refusedOn('refund_beyond_paid', 'amount_minor'))
    expect(await pay(made, 100, { till_session_id: uuidv7() })).toMatchObject(
      refusedOn('validation', 'till_session_id'),
    )
    await desk.admin.patch('/company', { cash_needs_till: true }, { ifMatch: '*' })
    expect(await pay(made, 100)).toMatchObject(refusedOn('till_needed', 'till_session_id', 409))
    expect(await desk.read(made)).toMatchObject({ paid_minor: 0, version: 1 })
    expect(await kinds(made)).toEqual(['sold'])
    await addsUp()
  })

  it('uses a till that is closed, or that another user has open', async () => {
    const made = await sold()
    const first = (await pay(made, 100)).body['payment'] as Json
    expect(first).toMatchObject({ till_id: null, place: 'desk', tendered_minor: 100 })
    const [till, session] = [uuidv7(), uuidv7()]
    await sql`insert into tills (id, code, name, currency) values (${till}, ${till}, 'Counter', 'EUR')`.execute(api.db)
    await sql`
      insert into till_sessions (id, till_id, user_id, opened_at)
      values (${session}, ${till}, ${String(first['user_id'])}, now())`.execute(api.db)
    const taken = (await pay(made, 300, { tendered_minor: 500 })).body['payment']
    expect(taken).toMatchObject({ tendered_minor: 500, till_id: till, till_session_id: session, place: 'till' })
    const inTill = () => balanceBelow(api.db, { account: 'tills', subId: till, currency: 'EUR' })
    expect(await inTill()).toBe(300)
    const named = { till_session_id: session }
    expect(await pay(made, 100, named, agent)).toMatchObject(refusedOn('forbidden', 'till_session_id', 403))
    await sql`
      update till_sessions set counted_at = now(), closed_at = now(), counted_minor = 300, expected_minor = 300 where id = ${session}`.execute(
      api.db,
    )
    expect(await pay(made, 100, named)).toMatchObject(refusedOn('till_closed', 'till_session_id', 409))
    const undone = await desk.admin.post(`/payments/${String((taken as Json)['id'])}/reverse`, why, { ifMatch: '*' })
    expect(undone).toMatchObject({ status: 409, body: { code: 'till_closed' } })
    expect(await inTill()).toBe(300)
    await addsUp()
  })

  it('is one of two simultaneous refunds', async () => {
    const made = await sold(1, { paid_minor: 1000 })
    const answers = await Promise.all([refund(made, 700), refund(made, 700)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422])
    expect(await desk.read(made)).toMatchObject({ paid_minor: 300 })
    await addsUp()
  })
})
