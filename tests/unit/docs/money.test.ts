import { describe, expect, it } from 'vitest'
import { ACCOUNTS } from '../../../contract/core/accounts'
import { ERRORS } from '../../../contract/core/errors'
import type { PriceLine } from '../../../contract/core/price-line'
import { MONEY_METHODS, type DeskMethod, type MoneyMethod } from '../../../contract/core/vocabulary'
import { summed, total, type Entry } from '../../../server/domain/ledger/entries'
import {
  operatorPaid,
  paid,
  paidOut,
  refunded,
  statementPaid,
  tillCounted,
  tillMoved,
} from '../../../server/domain/ledger/money'
import { changeOfSale, type Sale } from '../../../server/domain/ledger/sale'
import { lapsedWriteOff } from '../../../server/domain/payments/written-off'
import { taxLines } from '../../../server/domain/pricing/tax'
import { owedFor } from '../../../server/domain/reservations/payment'
import { tableOf } from '../../support/markdown-table'

const { lines } = taxLines(
  [
    { code: 'fare', amount: 1000, rateBp: 900 },
    { code: 'BAG', amount: 500, rateBp: 1900 },
  ],
  'inclusive',
)
const PRICE = [
  { kind: 'base_fare', code: 'fare', quantity: 1, unit_minor: 1000 },
  { kind: 'addon', code: 'BAG', quantity: 1, unit_minor: 500 },
  ...lines,
].map((line) => ({ percent_bp: null, ...line, amount_minor: line.quantity * line.unit_minor })) as PriceLine[]

/** Does the steps of a table row. @returns the balances after them */
function worked(steps: string): Entry[] {
  let balances: Entry[] = []
  let sale: Sale = {
    environment: 'live',
    status: 'confirmed',
    total_minor: 1500,
    price_lines: PRICE,
    cancellation_fee_minor: 0,
    partner_id: null,
    commission_minor: 0,
    operated_by_partner_id: null,
    operator_cost_minor: null,
  }
  const write = (entries: readonly Entry[]) => {
    expect(total(entries)).toBe(0)
    balances = summed([...balances, ...entries])
  }
  let [money, writtenOff] = [0, 0]
  const sell = (change: Partial<Sale>) => {
    sale = { ...sale, ...change }
    write(changeOfSale(balances, sale))
    const { status, total_minor, cancellation_fee_minor: fee } = sale
    const owed = owedFor({ status, total: total_minor, fee })
    const lapsed = lapsedWriteOff({ owed, paid: money + writtenOff, writtenOff })
    if (lapsed > 0) write(refunded('written_off', lapsed, sale, null))
    writtenOff -= lapsed
  }
  const move = (entries: readonly Entry[], amount: number) => {
    write(entries)
    money += amount
  }
  for (const step of steps.split(', ')) {
    const [verb = '', text = '0', how = 'cash'] = step.split(' ')
    const amount = Number(text)
    const acts: Record<string, () => void> = {
      book: () => sell({}),
      travel: () => sell({ status: 'completed' }),
      cancel: () => sell({ status: 'cancelled', cancellation_fee_minor: amount }),
      undo: () => sell({ status: 'confirmed', cancellation_fee_minor: 0 }),
      hand_over: () => sell({ partner_id: 'p', commission_minor: amount }),
      take_back: () => sell({ partner_id: null, commission_minor: 0 }),
      farm_out: () => sell({ operated_by_partner_id: 'o', operator_cost_minor: amount }),
      pay: () => move(paid(how as MoneyMethod, amount, sale, 't'), amount),
      refund: () => move(refunded(how as DeskMethod, amount, sale, 't'), -amount),
      write_off: () => {
        write(paid('written_off', amount, sale, null))
        writtenOff += amount
      },
      statement: () => write(statementPaid('transfer', amount, 'p', null)),
      pay_operator: () => write(operatorPaid(amount, 'o')),
      pay_out: () => write(paidOut(1500, amount)),
      count: () => write(tillCounted(amount, 't')),
      move: () => write(tillMoved(amount, 't', null)),
    }
    const act = acts[verb]
    if (!act) throw new Error(`The table says "${verb}", which nothing does.`)
    act()
  }
  return balances
}

const actual = (entries: readonly Entry[]): string[] =>
  entries
    .map(({ account, tax_bp, amount_minor }) =>
      [account, tax_bp, amount_minor].filter((part) => part !== null).join(' '),
    )
    .sort()

describe('docs/domain/money.md', () => {
  const rows = tableOf('domain/money.md', 'What is left')

  it.each(rows.map((row) => [row['Case'] ?? '', row] as const))('calculates %s', (_, row) => {
    const left = row['What is left'] ?? ''
    expect(actual(worked(row['What happens'] ?? ''))).toEqual(left === 'nothing' ? [] : left.split(', ').sort())
  })

  it('calculates a minimum number of examples', () => {
    expect(rows.length).toBeGreaterThanOrEqual(16)
  })

  it('lists every account with its code and type', () => {
    const listed = tableOf('domain/money.md', 'Code').map((row) => [row['Account'], row['Code'], row['Kind']])
    expect(listed).toEqual(Object.entries(ACCOUNTS).map(([name, { code, kind }]) => [`\`${name}\``, code, kind]))
  })

  it('names existing problems and existing methods', () => {
    for (const row of tableOf('domain/money.md', 'Refused'))
      expect(Object.keys(ERRORS)).toContain(row['Problem']?.replaceAll('`', ''))
    for (const row of rows)
      for (const [, method] of (row['What happens'] ?? '').matchAll(/pay \d+ (\w+)/g))
        expect(MONEY_METHODS).toContain(method)
  })
})
