import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Account } from '../../contract/core/accounts'
import type { Role } from '../../contract/core/vocabulary'
import { checkMoney } from '../../server/features/payments/repository/check'
import { useApi, type Client, type Json } from '../support/api'
import { useBooking } from '../support/booking'
import { make } from '../support/factories'

/* A seat costs 1000. The company's day is 17 May. */
const api = useApi()
const desk = useBooking(api)
let journey: Json
beforeEach(async () => {
  await api.reset()
  await desk.at('2030-05-17T10:00:00Z')
  await desk.admin.patch('/company', { timezone: 'Europe/Athens' }, { ifMatch: '*' })
  journey = await make(desk.admin, 'journeys', { capacity: 45 })
  await make(desk.admin, 'fares', { route_id: journey['route_id'], amount_minor: 1000 })
})

const sold = async (count: number) => (await desk.book(journey, count)).body
const path = ({ id }: Json, end: string) => `/reservations/${String(id)}/${end}`
const byTerminal = async (made: Json, amount_minor: number) =>
  (await desk.admin.post(path(made, 'payments'), { amount_minor, method: 'terminal' })).body['payment'] as Json
const payOut = (body: Json, as: Client = desk.admin, more: { headers?: Record<string, string> } = {}) =>
  as.post('/terminal-payouts', { currency: 'EUR', paid_on: '2030-05-17', ...body }, more)
const inTransit = async () => (await desk.admin.get('/terminal-payouts/in-transit')).body['in_transit']

async function balances(): Promise<Partial<Record<Account, number>>> {
  const { rows } = await sql<{ account: Account; amount: number }>`
    select account, sum(amount_minor)::int as amount from ledger_entries
    where account in ('bank', 'provider', 'provider_fees') group by 1 having sum(amount_minor) <> 0`.execute(api.db)
  return Object.fromEntries(rows.map(({ account, amount }) => [account, amount]))
}

describe('a payout of card terminals', () => {
  it('moves the takings, less the fee, from the account in transit to the bank', async () => {
    const made = await sold(3)
    await byTerminal(made, 2500)
    expect(await inTransit()).toEqual([{ currency: 'EUR', amount_minor: 2500 }])
    const { status, body } = await payOut({ amount_minor: 1960, fee_minor: 40, reference: ' SETTLE 0517 ' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      number: 1,
      currency: 'EUR',
      amount_minor: 1960,
      fee_minor: 40,
      paid_on: '2030-05-17',
      reference: 'SETTLE 0517',
      in_transit: [{ currency: 'EUR', amount_minor: 500 }],
    })
    expect(await balances()).toEqual({ bank: 1960, provider_fees: 40, provider: 500 })
    expect((await payOut({ amount_minor: 500, paid_on: '2030-05-16' })).body).toMatchObject({
      number: 2,
      fee_minor: 0,
      reference: null,
      in_transit: [],
    })
    expect(await inTransit()).toEqual([])
    expect(await balances()).toEqual({ bank: 2460, provider_fees: 40 })
    expect((await checkMoney(api.db)).difference).toBeNull()
  })

  it('leaves payments by link and by other methods in their accounts', async () => {
    const made = await sold(3)
    await desk.admin.post(path(made, 'payments'), { amount_minor: 700, method: 'cash' })
    await desk.admin.post(path(made, 'payments'), { amount_minor: 300, method: 'transfer' })
    await byTerminal(made, 200)
    expect(await inTransit()).toEqual([{ currency: 'EUR', amount_minor: 200 }])
  })

  it('counts refunds by terminal and reversed payments', async () => {
    const made = await sold(3)
    const first = await byTerminal(made, 2000)
    const mistake = await byTerminal(made, 500)
    await desk.admin.post(`/payments/${String(mistake['id'])}/reverse`, { reason: 'Mistake' }, { ifMatch: 1 })
    const back = { amount_minor: 300, method: 'terminal', refund_of_id: first['id'], reason: 'Asked for' }
    expect((await desk.admin.post(path(made, 'refunds'), back)).status).toBe(201)
    expect(await inTransit()).toEqual([{ currency: 'EUR', amount_minor: 1700 }])
  })

  it('is refused beyond what is in transit, at its amount, and leaves nothing', async () => {
    await byTerminal(await sold(1), 1000)
    const { status, body } = await payOut({ amount_minor: 990, fee_minor: 11 })
    expect([status, body['code']]).toEqual([422, 'over_payment'])
    expect(body['detail']).toContain('10.00 EUR')
    expect(body['errors']).toEqual([expect.objectContaining({ pointer: '/amount_minor', detail: body['detail'] })])
    const other = await payOut({ amount_minor: 10, currency: 'USD' })
    expect([other.status, other.body['code']]).toEqual([422, 'over_payment'])
    expect(await balances()).toEqual({ provider: 1000 })
    expect((await payOut({ amount_minor: 990, fee_minor: 10 })).body).toMatchObject({ number: 1 })
    expect((await payOut({ amount_minor: 1 })).body['code']).toBe('over_payment')
  })

  it('is refused for a day after today in the time zone of the company', async () => {
    await desk.at('2030-05-17T22:30:00Z')
    await byTerminal(await sold(1), 1000)
    const { status, body } = await payOut({ amount_minor: 1, paid_on: '2030-05-19' })
    expect([status, body['code']]).toEqual([422, 'validation'])
    expect(body['errors']).toEqual([expect.objectContaining({ pointer: '/paid_on' })])
    expect((await payOut({ amount_minor: 1, paid_on: '2030-05-18' })).status).toBe(201)
  })

  it('is recorded once when two requests have the same key, and not beyond what is in transit when two are different', async () => {
    await byTerminal(await sold(1), 1000)
    const headers = { 'idempotency-key': 'payout-of-17-may' }
    const [one, again] = [
      await payOut({ amount_minor: 400 }, desk.admin, { headers }),
      await payOut({ amount_minor: 400 }, desk.admin, { headers }),
    ]
    expect(again.body).toEqual(one.body)
    expect(await inTransit()).toEqual([{ currency: 'EUR', amount_minor: 600 }])
    const both = await Promise.all([payOut({ amount_minor: 500 }), payOut({ amount_minor: 400 })])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422])
    expect((await checkMoney(api.db)).difference).toBeNull()
  })

  it('is recorded by managers and accountants, with the user in the history and in the ledger', async () => {
    await byTerminal(await sold(1), 1000)
    for (const role of ['dispatcher', 'agent', 'viewer'] satisfies Role[]) {
      const client = await api.as(role)
      expect((await payOut({ amount_minor: 1 }, client)).status, role).toBe(403)
      expect((await client.get('/terminal-payouts/in-transit')).status, role).toBe(403)
    }
    expect((await payOut({ amount_minor: 600, fee_minor: 20 }, await api.as('accountant'))).status).toBe(201)
    const { rows } = await desk.admin.list('audit-events', { filter: { action: 'payments.payout_recorded' } })
    expect(rows).toHaveLength(1)
    expect(rows[0]?.['changes']).toEqual(
      expect.arrayContaining([expect.objectContaining({ field: 'amount_minor', new: 600 })]),
    )
    const posted = await sql<Json>`
      select kind, place, actor_kind, actor_id is not null as has_actor from ledger_transactions
      where kind = 'provider_paid_out'`.execute(api.db)
    expect(posted.rows).toEqual([{ kind: 'provider_paid_out', place: 'desk', actor_kind: 'user', has_actor: true }])
  })

  it('is never changed or deleted', async () => {
    await byTerminal(await sold(1), 1000)
    await payOut({ amount_minor: 600 })
    await expect(sql`update terminal_payouts set fee_minor = 1`.execute(api.db)).rejects.toThrow('only grows')
    await expect(sql`delete from terminal_payouts`.execute(api.db)).rejects.toThrow('only grows')
  })

  it('is in the journal, and its difference from the entries is found by the check', async () => {
    await byTerminal(await sold(1), 1000)
    await payOut({ amount_minor: 960, fee_minor: 40 })
    const { rows } = await sql<{ day: string }>`
      select to_char(now() at time zone c.timezone, 'YYYY-MM-DD') as day from company c`.execute(api.db)
    const day = rows[0]?.day ?? ''
    const journal = await (await api.as('accountant')).readText(`/journal/?from=${day}&to=${day}&format=csv`, undefined)
    for (const entry of ['1010,bank,,9.60,,EUR', '6200,provider_fees,,0.40,,EUR', '1020,provider,,,10.00,EUR'])
      expect(journal).toContain(`provider_paid_out,PAYOUT-1,${entry}`)
    await sql`alter table terminal_payouts disable trigger terminal_payouts_append_only`.execute(api.db)
    await sql`update terminal_payouts set amount_minor = 950`.execute(api.db)
    await sql`alter table terminal_payouts enable trigger terminal_payouts_append_only`.execute(api.db)
    expect((await checkMoney(api.db)).difference).toMatch(/^Payout 1 says 950/)
  })
})
