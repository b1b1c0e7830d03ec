import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { ACCOUNTS, type Account } from '../../contract/core/accounts'
import { minorToDecimal } from '../../contract/core/currency'
import { useApi } from '../support/api'
import { useBooking } from '../support/booking'
import { make } from '../support/factories'
import { JUDGES, titleOf } from '../support/journal-judges'
import { PARTNER_CONTRACT } from '../support/partner'
import { statementsOf } from '../support/statements'

const api = useApi()
const desk = useBooking(api)
let reference: string

/** Reads the journal of a range of days. The ledger uses the clock of the database. */
const journal = async (query: string) => (await api.as('accountant')).readText(`/journal/?${query}`, undefined)
const today = async (): Promise<string> =>
  (
    await sql<{ day: string }>`
      select to_char(now() at time zone c.timezone, 'YYYY-MM-DD') as day from company c`.execute(api.db)
  ).rows[0]?.day ?? ''
const daysFrom = (day: string, count: number) =>
  new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10)

/** Returns the balances of the ledger by account, divided by partner, till or tax rate. */
async function balances(): Promise<string[]> {
  const { rows } = await sql<{ account: Account; currency: string; amount: number; below: string | null }>`
    select e.account, e.currency, sum(e.amount_minor)::int as amount,
      coalesce(p.code, case when e.account = 'tills' then 'No till' when e.account = 'tax' then e.tax_bp / 100 || '%' end) as below
    from ledger_entries e left join partners p on p.id = e.sub_id
    group by 1, 2, 4 having sum(e.amount_minor) <> 0`.execute(api.db)
  return rows
    .map(({ account, currency, amount, below }) => {
      const code = account === 'bank' ? '1810' : ACCOUNTS[account].code
      return `${code} ${below ?? ''} ${minorToDecimal(amount, currency)} ${currency}`.replaceAll(/[:%\s]+/g, ' ')
    })
    .sort()
}
/** Normalizes lines like `Assets:1000 Tills:No till 15.00 EUR` by removing the fixed names of accounts. */
const plain = (lines: readonly string[]) =>
  lines
    .map((line) =>
      line.replace(/^\w+:([\w.]+)[ -][\w ]+?(?::([^:]+?))? (-?[\d.]+ \w+)$/, '$1 $2 $3').replaceAll(/[:%\s]+/g, ' '),
    )
    .sort()

beforeAll(async () => {
  await desk.at('2030-05-17T04:00:00Z')
  await desk.admin.patch('/company', { fare_tax_bp: 900, account_codes: { bank: '1810' } }, { ifMatch: '*' })
  const journey = await make(desk.admin, 'journeys', { capacity: 45 })
  await make(desk.admin, 'fares', { route_id: journey['route_id'], amount_minor: 1000 })
  const contract = { ...PARTNER_CONTRACT, commission_mode: 'percent', commission_bp: 1000, commission_on_addons: false }
  const partner = await make(desk.admin, 'partners', { status: 'active', code: 'SUN_VIA', contract })
  const made = (await desk.book(journey, 2)).body
  reference = String(made['reference'])
  await desk.pay(made, 700)
  await desk.pay(made, 300, { method: 'transfer' })
  await desk.pay(made, -100)
  const handed = (await desk.book(journey, 1)).body
  await desk.step(handed, 'hand-over', { reason: 'Sold by them', partner_id: partner['id'] })
})

describe('the journal of a period', () => {
  it('reads no day before the first transaction and none after the last', async () => {
    const days = `from=1900-01-01&to=9999-12-31&format=csv`
    const statements = await statementsOf(async () => expect(await journal(days)).toContain(reference))
    const asked = statements.filter(
      (statement) => statement.includes('limit') && statement.includes('from ledger_transactions'),
    )
    expect(asked.length).toBeGreaterThan(0)
    // The ledger is an hour old and may span midnight.
    expect(asked.length).toBeLessThanOrEqual(2)
  })

  for (const judge of JUDGES)
    it.skipIf(!judge.isFound)(titleOf(judge, 'gives the balances of the ledger for each account'), async () => {
      const day = await today()
      const text = await journal(`from=${day}&to=${day}&format=${judge.format}`)
      expect(text).toContain(reference)
      expect(judge.judge(text)).toMatchObject({ holds: true })
      // The Beancount export replaces characters that are not allowed in account names with hyphens.
      const spelt = (lines: readonly string[]) =>
        lines.map((line) => line.replace('_', '-').replace('No-till', 'No till'))
      expect(spelt(plain(judge.balances(text)))).toEqual(spelt(await balances()))
    })

  for (const judge of JUDGES)
    it.skipIf(!judge.isFound)(titleOf(judge, 'carries the balances before the period forward'), async () => {
      const [from, to] = [daysFrom(await today(), 1), daysFrom(await today(), 3)]
      const text = await journal(`from=${from}&to=${to}&format=${judge.format}`)
      expect(text).toContain('brought forward')
      expect(text).not.toContain(reference)
      expect(judge.judge(text)).toMatchObject({ holds: true })
      expect(judge.balances(text)).toHaveLength((await balances()).length)
    })

  it('is empty before the first entry', async () => {
    const text = await journal('from=2001-01-01&to=2001-01-02&format=hledger')
    expect(text.trim()).toBe('; 2001-01-01 to 2001-01-02')
  })

  it('has one spreadsheet row for each entry', async () => {
    const day = await today()
    const lines = (await journal(`from=${day}&to=${day}&format=csv`)).trim().split('\r\n')
    const { rows } = await sql<{ entries: number }>`select count(*)::int as entries from ledger_entries`.execute(api.db)
    expect(lines).toHaveLength(1 + Number(rows[0]?.entries))
  })

  it('is for roles that keep the books, and its export is in the history', async () => {
    const day = await today()
    const path = `/journal/?from=${day}&to=${day}&format=csv`
    for (const role of ['dispatcher', 'agent', 'viewer'] as const)
      expect((await (await api.as(role)).get(path)).status, role).toBe(403)
    const taken = await (await api.as('manager')).get(path)
    expect([taken.status, taken.headers['content-disposition']]).toEqual([
      200,
      `attachment; filename="${day}-${day}.csv"`,
    ])
    const { rows } = await desk.admin.list('audit-events', { filter: { action: 'payments.exported' } })
    expect(rows[0]?.['changes']).toEqual(
      expect.arrayContaining([{ field: 'format', old: null, new: 'csv' }]) as unknown,
    )
  })

  it('refuses an invalid period with its fault', async () => {
    const answer = await desk.admin.get('/journal/?from=2030-05-02&to=2030-05-01&format=csv')
    expect(answer).toMatchObject({ status: 400, body: { code: 'malformed', errors: [{ pointer: '/query/to' }] } })
    expect((await desk.admin.get('/journal/?from=2030-05-02&to=2030-05-03&format=xml')).status).toBe(400)
  })
})
