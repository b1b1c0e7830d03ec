import { z } from 'zod'
import { schemaMessage } from './sentence'

export const ACCOUNT_KINDS = ['asset', 'liability', 'equity', 'income', 'cost'] as const
export type AccountKind = (typeof ACCOUNT_KINDS)[number]

interface AccountDefinition {
  /** Default code in the journal; the company can change it. */
  code: string
  kind: AccountKind
  /** Dimension of its sub-accounts. */
  by?: 'till' | 'reservation' | 'partner' | 'rate'
}

/** Accounts of the sub-ledger by internal name. Positive amounts are debits, negative amounts are credits. */
export const ACCOUNTS = {
  /** Cash. An entry without a till is cash that was taken while no till was open. */
  tills: { code: '1000', kind: 'asset', by: 'till' },
  bank: { code: '1010', kind: 'asset' },
  /** Money in transit from a payment provider or a card terminal. */
  provider: { code: '1020', kind: 'asset' },
  /** Owed by customers; a negative balance is owed to them. */
  customers: { code: '1200', kind: 'asset', by: 'reservation' },
  partners: { code: '1210', kind: 'asset', by: 'partner' },
  /** Owed to companies that operate farmed-out jobs. */
  operators: { code: '2100', kind: 'liability', by: 'partner' },
  tax: { code: '2200', kind: 'liability', by: 'rate' },
  /** Revenue of trips that are sold but not yet travelled. */
  unearned: { code: '2300', kind: 'liability' },
  transport: { code: '4000', kind: 'income' },
  addons: { code: '4010', kind: 'income' },
  /** Fees: the retained amounts of cancelled sales. */
  fees: { code: '4020', kind: 'income' },
  /** Jobs operated by other companies. */
  farmed_out: { code: '5000', kind: 'cost' },
  commission: { code: '6100', kind: 'cost' },
  provider_fees: { code: '6200', kind: 'cost' },
  written_off: { code: '6300', kind: 'cost' },
  till_differences: { code: '9000', kind: 'cost' },
  /** Balances from before the ledger began. */
  opening: { code: '9900', kind: 'equity' },
} as const satisfies Record<string, AccountDefinition>

export type Account = keyof typeof ACCOUNTS
export const ACCOUNT_NAMES = Object.keys(ACCOUNTS) as [Account, ...Account[]]

/** Account code in the books of the company: letters and digits, with `.`, `-` or `/` between them. */
export const AccountCode = z
  .string()
  .regex(
    /^[A-Za-z0-9](?:[A-Za-z0-9./-]{0,18}[A-Za-z0-9])?$/,
    schemaMessage`Must be a code such as 1200 or 44.10: up to 20 characters.`,
  )

/** Account codes that the company has changed; other accounts use their default code. */
export const AccountCodes = z.partialRecord(z.enum(ACCOUNT_NAMES), AccountCode).refine(
  (codes) => {
    const all = ACCOUNT_NAMES.map((name) => codes[name] ?? ACCOUNTS[name].code)
    return new Set(all).size === all.length
  },
  schemaMessage`Two accounts have the same code: give each its own.`,
)
export type AccountCodes = z.output<typeof AccountCodes>

/** Returns the code of an account in the books of a company. */
export const accountCode = (codes: AccountCodes, account: Account): string => codes[account] ?? ACCOUNTS[account].code
