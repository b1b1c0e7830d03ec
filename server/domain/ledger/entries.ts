import type { Account } from '../../../contract/core/accounts'

/** One side of a transaction: a debit in minor units, negative for a credit. */
export interface Entry {
  account: Account
  /** The till or partner of a subaccount. */
  sub_id: string | null
  /** The rate of a subaccount of tax, in basis points. */
  tax_bp: number | null
  amount_minor: number
}

/** Returns an entry of an account that is not divided by tax rate. */
export const entry = (account: Account, amount: number, sub_id: string | null = null): Entry => ({
  account,
  sub_id,
  tax_bp: null,
  amount_minor: amount,
})

export const taxEntry = (amount: number, tax_bp: number): Entry => ({ ...entry('tax', amount), tax_bp })

const keyOf = ({ account, sub_id, tax_bp }: Entry): string => `${account}/${sub_id ?? ''}/${tax_bp ?? ''}`

/** Sums entries by account, in order of first appearance. Sums of 0 are omitted. */
export function summed(entries: readonly Entry[]): Entry[] {
  const sums = new Map<string, Entry>()
  for (const one of entries) {
    const sum = sums.get(keyOf(one))
    sums.set(keyOf(one), { ...one, amount_minor: (sum?.amount_minor ?? 0) + one.amount_minor })
  }
  return [...sums.values()].filter(({ amount_minor }) => amount_minor !== 0)
}

/** Returns the entries that reverse the given ones. */
export const opposite = (entries: readonly Entry[]): Entry[] =>
  entries.map((one) => ({ ...one, amount_minor: -one.amount_minor }))

/** Returns the sum of entries, which is 0 for a complete transaction. */
export const total = (entries: readonly Entry[]): number =>
  entries.reduce((sum, { amount_minor }) => sum + amount_minor, 0)
