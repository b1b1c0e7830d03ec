import { describe, expect, it } from 'vitest'
import { ACCOUNTS } from '../../../../../contract/core/accounts'
import type { JournalFormat } from '../../../../../contract/core/vocabulary'
import { entry, taxEntry, type Entry } from '../../../../../server/domain/ledger/entries'
import {
  journalWriter,
  type JournalOptions,
  type JournalTransaction,
} from '../../../../../server/domain/ledger/journal'
import { paid, tillCounted } from '../../../../../server/domain/ledger/money'
import { JUDGES, titleOf } from '../../../../support/journal-judges'

const OPTIONS: JournalOptions = {
  from: '2030-05-01',
  to: '2030-05-31',
  codes: { transport: '44.10', partners: 'a/12-b' },
  names: new Map([
    ['till', 'KIOSK_1'],
    ['other', 'KIOSK-1'],
    ['sunvia', 'SUNVIA'],
  ]),
}

let posted = 0
const transaction = (currency: string, kind: JournalTransaction['kind'], entries: Entry[]): JournalTransaction => {
  posted += 1
  const id = `0196f000-0000-7000-8000-${String(posted).padStart(12, '0')}`
  return { id, day: `2030-05-${String(posted + 10)}`, kind, reference: `K7M2Q${posted}`, currency, entries }
}

const US = { partner_id: null }
const BROUGHT = [
  { ...entry('bank', 1_234_567), currency: 'EUR' },
  { ...entry('opening', -1_234_567), currency: 'EUR' },
]
const TRANSACTIONS = [
  transaction('EUR', 'sold', [
    entry('customers', 1500),
    taxEntry(-83, 900),
    taxEntry(-10, 550),
    entry('unearned', -1407),
  ]),
  transaction('EUR', 'paid', paid('cash', 1500, US, 'till')),
  transaction('EUR', 'paid', paid('cash', 7, US, 'other')),
  transaction('EUR', 'travelled', [entry('unearned', 1407), entry('transport', -1407)]),
  transaction('JPY', 'sold', [entry('partners', 12_000, 'sunvia'), entry('transport', -12_000)]),
  transaction('JPY', 'paid', paid('transfer', 5_000, { partner_id: 'sunvia' }, null)),
  transaction('KWD', 'paid', paid('cash', 1_005, US, null)),
  transaction('KWD', 'till_counted', tillCounted(-5, 'till')),
]

const journal = (format: JournalFormat, options = OPTIONS): string => {
  const writer = journalWriter(format, options)
  return [writer.begin(BROUGHT), ...TRANSACTIONS.map(writer.transaction), writer.end()].join('')
}

const LEFT = [
  'Assets:1000 Tills:KIOSK-1 0.07 EUR',
  'Assets:1000 Tills:KIOSK_1 -0.005 KWD',
  'Assets:1000 Tills:KIOSK_1 15.00 EUR',
  'Assets:1000 Tills:No till 1.005 KWD',
  'Assets:1010 Bank 12345.67 EUR',
  'Assets:1010 Bank 5000 JPY',
  'Assets:1200 Customers -0.07 EUR',
  'Assets:1200 Customers -1.005 KWD',
  'Assets:a/12-b Partners:SUNVIA 7000 JPY',
  'Equity:9900 Opening -12345.67 EUR',
  'Expenses:9000 Till differences 0.005 KWD',
  'Income:44.10 Transport -12000 JPY',
  'Income:44.10 Transport -14.07 EUR',
  'Liabilities:2200 Tax:5.5% -0.10 EUR',
  'Liabilities:2200 Tax:9% -0.83 EUR',
]
/** The balances in the spelling of beancount, where two tills would have the same name and the second one is numbered. */
const SPELT = LEFT.map((line) => {
  const [, path = '', amount = ''] = /^(.+) (-?[\d.]+ [A-Z]{3})$/.exec(line) ?? []
  const known = {
    'Assets:1000 Tills:KIOSK-1': 'Assets:1000-Tills:KIOSK-1-2',
    'Assets:a/12-b Partners:SUNVIA': 'Assets:A-12-b-Partners:SUNVIA',
  }
  const plain = path.replaceAll('%', '').replace(/[^A-Za-z0-9:]+/g, '-')
  return `${(known as Record<string, string>)[path] ?? plain} ${amount}`
}).sort()

describe('the journal of a period', () => {
  for (const judge of JUDGES) {
    it.skipIf(!judge.isFound)(titleOf(judge, 'reads, and is left with the same in each account'), () => {
      const text = journal(judge.format)
      expect(judge.judge(text)).toMatchObject({ holds: true })
      expect(judge.balances(text)).toEqual(judge.format === 'beancount' ? SPELT : LEFT)
    })

    it.skipIf(!judge.isFound)(titleOf(judge, 'reads up to the last day of the calendar'), () => {
      expect(judge.judge(journal(judge.format, { ...OPTIONS, to: '9999-12-31' }))).toMatchObject({ holds: true })
    })

    it.skipIf(!judge.isFound)(titleOf(judge, 'refuses with one entry altered, or both sides of it'), () => {
      const text = journal(judge.format)
      const [first, last] = [text.indexOf('15.00 EUR'), text.lastIndexOf('15.00 EUR')]
      expect(first).toBeGreaterThan(0)
      expect(judge.judge(`${text.slice(0, first)}15.01 EUR${text.slice(first + 9)}`).holds).toBe(false)
      expect(judge.judge(`${text.slice(0, last)}15.01 EUR${text.slice(last + 9)}`).holds).toBe(false)
      // Both sides of a payment: the transaction still sums to zero, but the account balances are wrong.
      const both = text.replace(
        / {2}15\.00 EUR\n(\s+Assets:1200[ -]Customers {2})-15\.00 EUR/,
        '  15.01 EUR\n$1-15.01 EUR',
      )
      expect(both).not.toBe(text)
      expect(judge.judge(both).holds).toBe(false)
    })
  }

  it('has a line for each entry in a spreadsheet, without earlier entries', () => {
    const lines = journal('csv').split('\r\n')
    expect(lines[0]).toBe('day,transaction,line,kind,reference,code,account,below,debit,credit,currency')
    expect(lines.slice(1, 3)).toEqual([
      `2030-05-11,${TRANSACTIONS[0]?.id},1,sold,K7M2Q1,1200,customers,,15.00,,EUR`,
      `2030-05-11,${TRANSACTIONS[0]?.id},2,sold,K7M2Q1,2200,tax,9%,,0.83,EUR`,
    ])
    expect(lines.filter((line) => line !== '')).toHaveLength(1 + TRANSACTIONS.flatMap(({ entries }) => entries).length)
  })

  it('has the code and the name of each account with entries', () => {
    const all = Object.keys(ACCOUNTS).filter((name) => name !== 'bank') as (keyof typeof ACCOUNTS)[]
    const writer = journalWriter('hledger', { ...OPTIONS, codes: {} })
    const text = all.map((name) => {
      const below = name === 'partners' || name === 'operators' ? 'sunvia' : null
      const one = name === 'tax' ? taxEntry(1, 900) : entry(name, 1, below)
      return writer.transaction(transaction('EUR', 'changed', [one, entry('bank', -1)]))
    })
    for (const name of all)
      expect(text.join('')).toContain(`:${ACCOUNTS[name].code} ${name.slice(1, 3) && name.charAt(0).toUpperCase()}`)
  })
})
