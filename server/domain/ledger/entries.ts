import type { Account } from '../../../contract/core/accounts'

/** One side of a transaction: a debit in minor units, less than zero for a credit. */
export interface Entry {
  account: Account
  /** The till or the partner that the account is divided by. */
  sub_id: string | null
  /** The rate that tax is divided by, in basis points. */
  tax_bp: number | null
  amount_minor: number
}

/** What an account below which nothing lies has. */
export const entry = (account: Account, amount: number, sub_id: string | null = null): Entry => ({
  account,
  sub_id,
  tax_bp: null,
  amount_minor: amount,
})

export const taxEntry = (amount: number, tax_bp: number): Entry => ({ ...entry('tax', amount), tax_bp })

const keyOf = ({ account, sub_id, tax_bp }: Entry): string => `${account}/${sub_id ?? ''}/${tax_bp ?? ''}`

/** One entry for each account that is left with something, in the order in which the accounts come up. */
export function summed(entries: readonly Entry[]): Entry[] {
  const sums = new Map<string, Entry>()
  for (const one of entries) {
    const sum = sums.get(keyOf(one))
    sums.set(keyOf(one), { ...one, amount_minor: (sum?.amount_minor ?? 0) + one.amount_minor })
  }
  return [...sums.values()].filter(({ amount_minor }) => amount_minor !== 0)
}

/** What takes entries back. */
export const opposite = (entries: readonly Entry[]): Entry[] =>
  entries.map((one) => ({ ...one, amount_minor: -one.amount_minor }))

/** What entries come to; zero of a whole transaction. */
export const total = (entries: readonly Entry[]): number =>
  entries.reduce((sum, { amount_minor }) => sum + amount_minor, 0)
