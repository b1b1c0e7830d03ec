import {
  ACCOUNTS,
  accountCode,
  type Account,
  type AccountCodes,
  type AccountKind,
} from '../../../contract/core/accounts'
import { minorToDecimal } from '../../../contract/core/currency'
import type { JournalFormat, LedgerKind } from '../../../contract/core/vocabulary'
import { dayAfter } from '../timetable/calendar'
import type { Entry } from './entries'

/* Exports a period of the ledger to other programs: hledger and ledger, beancount, and spreadsheets. */

/** A transaction of the journal. */
export interface JournalTransaction {
  id: string
  /** Posting day in the company's time zone. */
  day: string
  kind: LedgerKind
  /** Reference of its reservation or payment. */
  reference: string | null
  currency: string
  entries: readonly Entry[]
}

/** The balance of an account in a currency. */
export interface JournalBalance extends Entry {
  currency: string
}

export interface JournalOptions {
  /** First and last day in the company's time zone. */
  from: string
  to: string
  codes: AccountCodes
  /** The codes of tills and partners by their ids. */
  names: ReadonlyMap<string, string>
}

/** Writes a journal piece by piece, so that one of any length takes little memory. */
export interface JournalWriter {
  /** @param brought balances before the first day, which add up to 0 in each currency */
  begin: (brought: readonly JournalBalance[]) => string
  transaction: (transaction: JournalTransaction) => string
  /** The balance of each account at the end of the last day, for the reading program to check. */
  end: () => string
}

interface Line {
  account: string
  amount: string
}

/** The differences in syntax between the programs. */
interface Dialect {
  /** Spells a name for the path of an account. */
  part: (text: string) => string
  /** Separator between the code and the name of an account. */
  joint: string
  head: (options: JournalOptions) => string
  declareAccount: (account: string, code: string, from: string) => string
  declareCurrency: (currency: string, from: string) => string
  transaction: (
    transaction: Omit<JournalTransaction, 'entries' | 'currency'> | Brought,
    lines: readonly Line[],
  ) => string
  balances: (to: string, lines: readonly Line[]) => string
}

/** The opening transaction, with the balances of earlier periods. */
interface Brought {
  day: string
  kind: 'brought forward'
  reference: null
  id: null
}

const ROOTS: Record<AccountKind, string> = {
  asset: 'Assets',
  liability: 'Liabilities',
  equity: 'Equity',
  income: 'Income',
  cost: 'Expenses',
}

const posting = ({ account, amount }: Line) => `    ${account}  ${amount}\n`

const HLEDGER: Dialect = {
  part: (text) => text,
  joint: ' ',
  head: ({ from, to }) => `; ${from} to ${to}\n\n`,
  declareAccount: (account) => `account ${account}\n`,
  declareCurrency: (currency) => `commodity ${currency}\n`,
  transaction: ({ day, id, kind, reference }, lines) =>
    `\n${[day, '*', id === null ? null : `(${id})`, wordOf(kind), reference].filter((part) => part !== null).join(' ')}\n${lines.map(posting).join('')}`,
  balances: (to, lines) =>
    lines.length === 0
      ? ''
      : `\n${to} * balances\n${lines.map(({ account, amount }) => posting({ account, amount: `${zeroOf(amount)} = ${amount}` })).join('')}`,
}

const BEANCOUNT: Dialect = {
  // Capital or digit first, then letters, digits and hyphens.
  part: (text) => {
    const plain = text.replace(/[^A-Za-z0-9]+/g, '-').replace(/-$/, '')
    return plain.charAt(0).toUpperCase() + plain.slice(1)
  },
  joint: '-',
  head: ({ from, to }) => `option "title" "${from} to ${to}"\n\n`,
  declareAccount: (account, code, from) => `${from} open ${account}\n  code: "${code}"\n`,
  declareCurrency: (currency, from) => `${from} commodity ${currency}\n`,
  transaction: ({ day, id, kind, reference }, lines) =>
    [
      `\n${day} * "${wordOf(kind)}"${reference === null ? '' : ` ^${reference}`}\n`,
      id === null ? '' : `  transaction: "${id}"\n`,
      ...lines.map(posting),
    ].join(''),
  // Beancount checks at the start of a day, and tolerates a difference of a whole unit without `~ 0`.
  balances: (to, lines) =>
    lines
      .map(
        ({ account, amount }) =>
          `\n${to < LAST_DAY ? dayAfter(to) : LAST_DAY} balance ${account}  ${amount.replace(' ', ' ~ 0 ')}`,
      )
      .join('')
      .concat('\n'),
}

/** The last day that beancount accepts. It replaces any later day, because nothing is posted in advance. */
const LAST_DAY = '9999-12-31'

const wordOf = (kind: string) => kind.replaceAll('_', ' ')

/** Returns zero with the decimal places of an amount. */
const zeroOf = (amount: string) =>
  amount
    .replace('-', '')
    .replace(/\d+/, '0')
    .replace(/\.(\d+)/, (_, places: string) => `.${'0'.repeat(places.length)}`)

const amountOf = (minor: number, currency: string) => `${minorToDecimal(minor, currency)} ${currency}`

/** Returns the name of a subaccount; null = the account has none. */
function belowOf({ account, sub_id, tax_bp }: Entry, names: ReadonlyMap<string, string>): string | null {
  if (account === 'tax') return `${(tax_bp ?? 0) / 100}%`
  if (sub_id !== null) return names.get(sub_id) ?? sub_id
  return account === 'tills' ? 'No till' : null
}

/** Returns the title of an account, for example `Written off`. */
const titleOf = (account: Account) => account.charAt(0).toUpperCase() + account.slice(1).replaceAll('_', ' ')

export const journalWriter = (format: JournalFormat, options: JournalOptions): JournalWriter =>
  format === 'csv' ? csvWriter(options) : textWriter(format === 'beancount' ? BEANCOUNT : HLEDGER, options)

function textWriter(dialect: Dialect, options: JournalOptions): JournalWriter {
  const { codes, names, from, to } = options
  const accounts = new Map<string, string>()
  const spelt = new Set<string>()
  const currencies = new Set<string>()
  const balances = new Map<string, { account: string; currency: string; amount: number }>()
  let declared = ''

  /** Returns the path of an account and declares the account at its first use. */
  function pathOf(entry: Entry): string {
    const { account } = entry
    const below = belowOf(entry, names)
    const key = `${account}/${below ?? ''}`
    const known = accounts.get(key)
    if (known !== undefined) return known
    const code = accountCode(codes, account)
    const whole = [
      ROOTS[ACCOUNTS[account].kind],
      dialect.part(`${code}${dialect.joint}${titleOf(account)}`),
      ...(below === null ? [] : [dialect.part(below)]),
    ].join(':')
    let path = whole
    for (let again = 2; spelt.has(path); again += 1) path = `${whole}-${again}`
    spelt.add(path)
    accounts.set(key, path)
    declared += dialect.declareAccount(path, code, from)
    return path
  }

  /** Adds entries to the balances, and declares their accounts and currencies. */
  function linesOf(entries: readonly JournalBalance[]): Line[] {
    return entries.map((entry) => {
      const { currency, amount_minor: amount } = entry
      if (!currencies.has(currency)) {
        currencies.add(currency)
        declared += dialect.declareCurrency(currency, from)
      }
      const account = pathOf(entry)
      const balance = balances.get(`${account}/${currency}`) ?? { account, currency, amount: 0 }
      balances.set(`${account}/${currency}`, { ...balance, amount: balance.amount + amount })
      return { account, amount: amountOf(amount, currency) }
    })
  }

  function withDeclarations(text: string): string {
    const whole = declared === '' ? text : `${text.startsWith('\n') ? '\n' : ''}${declared}${text}`
    declared = ''
    return whole
  }

  return {
    begin: (brought) => {
      const lines = linesOf(brought)
      const before: Brought = { day: from, kind: 'brought forward', reference: null, id: null }
      return dialect.head(options) + (lines.length === 0 ? '' : withDeclarations(dialect.transaction(before, lines)))
    },
    transaction: (transaction) => {
      const { currency } = transaction
      const lines = linesOf(transaction.entries.map((entry) => ({ ...entry, currency })))
      return withDeclarations(dialect.transaction(transaction, lines))
    },
    end: () =>
      dialect.balances(
        to,
        [...balances.values()]
          .toSorted((a, b) => (a.account < b.account ? -1 : a.account > b.account ? 1 : 0))
          .map(({ account, currency, amount }) => ({ account, amount: amountOf(amount, currency) })),
      ),
  }
}

const COLUMNS = [
  'day',
  'transaction',
  'line',
  'kind',
  'reference',
  'code',
  'account',
  'below',
  'debit',
  'credit',
  'currency',
]

/** Writes one line per entry. Opening balances are omitted: the books already have them. No cell needs quotes. */
function csvWriter({ codes, names }: JournalOptions): JournalWriter {
  const line = (cells: readonly (string | number)[]) => `${cells.join(',')}\r\n`
  return {
    begin: () => line(COLUMNS),
    transaction: ({ id, day, kind, reference, currency, entries }) =>
      entries
        .map((entry, index) => {
          const { account, amount_minor: amount } = entry
          const side = minorToDecimal(Math.abs(amount), currency)
          return line([
            day,
            id,
            index + 1,
            kind,
            reference ?? '',
            accountCode(codes, account),
            account,
            belowOf(entry, names) ?? '',
            amount > 0 ? side : '',
            amount < 0 ? side : '',
            currency,
          ])
        })
        .join(''),
    end: () => '',
  }
}
