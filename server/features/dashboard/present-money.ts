import {
  OWED_AGES,
  owedFilter,
  TAKEN_BY,
  takingsFilter,
  type Owed,
  type OwedBounds,
  type Takings,
} from '../../../contract/operations/dashboard-money'
import { groupBy } from '../../domain/group-by'
import type { OwedRow, TakingsRow } from './repository'

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)

/** Sorts by amount, largest first. */
const byAmount = <T>(parts: T[], amountOf: (part: T) => number): T[] =>
  parts.toSorted((a, b) => amountOf(b) - amountOf(a))

/** Returns payments and refunds by currency and method. Currencies are never added up. */
export function presentTakings(rows: readonly TakingsRow[], from: string, to: string): Takings[] {
  const sums = [...groupBy(rows, ({ currency }) => currency)].map(([currency, own]) => {
    const byMethod = TAKEN_BY.flatMap((method) =>
      own
        .filter((row) => row.method === method)
        .map(({ taken_minor: taken, refunded_minor: refunded }) => ({
          method,
          taken_minor: taken,
          refunded_minor: refunded,
          net_minor: taken - refunded,
          filter: takingsFilter(currency, method, from, to),
        })),
    )
    return { currency, net_minor: sumOf(byMethod.map((part) => part.net_minor)), by_method: byMethod }
  })
  return byAmount(sums, (part) => part.net_minor)
}

/** Returns open amounts by currency and by the time since travel. */
export function presentOwed(rows: readonly OwedRow[], bounds: OwedBounds): Owed[] {
  const sums = [...groupBy(rows, ({ currency }) => currency)].map(([currency, own]) => ({
    currency,
    amount_minor: sumOf(own.map((row) => row.amount_minor)),
    by_age: OWED_AGES.flatMap((age) =>
      own
        .filter((row) => row.age === age)
        .map(({ reservations, amount_minor }) => ({
          age,
          reservations,
          amount_minor,
          filter: owedFilter(currency, age, bounds),
        })),
    ),
  }))
  return byAmount(sums, (part) => part.amount_minor)
}
