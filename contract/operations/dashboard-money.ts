import { z } from 'zod'
import { DASHBOARD_OWED_MONTH_DAYS, DASHBOARD_OWED_WEEK_DAYS } from '../core/limits/dashboard'
import { Currency, MinorAmount } from '../core/scalars'
import { DESK_METHODS } from '../core/vocabulary'

/** Payment methods of takings. Amounts from before the ledger and write-offs are not takings. */
export const TAKEN_BY = [...DESK_METHODS, 'link'] as const

/** Age of a debt since the travel date; `ahead` = travel is in the future. */
export const OWED_AGES = ['ahead', 'week', 'month', 'older'] as const
export type OwedAge = (typeof OWED_AGES)[number]

/** List filter that finds the records of this sum. */
const Filter = z.record(z.string(), z.unknown())

export const Takings = z.object({
  currency: Currency,
  /** Posted payments less refunds. */
  net_minor: MinorAmount,
  by_method: z.array(
    z.object({
      method: z.enum(TAKEN_BY),
      taken_minor: MinorAmount,
      refunded_minor: MinorAmount,
      net_minor: MinorAmount,
      /** Filter of the list of payments. */
      filter: Filter,
    }),
  ),
})
export type Takings = z.output<typeof Takings>

export const Owed = z.object({
  currency: Currency,
  amount_minor: MinorAmount,
  by_age: z.array(
    z.object({
      age: z.enum(OWED_AGES),
      reservations: z.int().min(1),
      amount_minor: MinorAmount,
      /** Filter of the list of reservations. */
      filter: Filter,
    }),
  ),
})
export type Owed = z.output<typeof Owed>

/** Returns the filter of payments posted between two instants, `from` included, `to` excluded. */
export const takingsFilter = (currency: string, method: string, from: string, to: string) => ({
  method_in: [method],
  state_in: ['posted'],
  posted_at_gte: from,
  posted_at_lt: to,
  currency_in: [currency],
})

/** Instants that separate the ages. */
export interface OwedBounds {
  now: string
  /** Start of the first day of the last week; `month`: of the last month. */
  week: string
  month: string
}

/** Days from the start of the last week, and of the last month, to today. */
export const OWED_DAYS = { week: DASHBOARD_OWED_WEEK_DAYS, month: DASHBOARD_OWED_MONTH_DAYS } as const

/** Returns the travel dates of an age: `from` included, `before` excluded. */
function travelOf(age: OwedAge, { now, week, month }: OwedBounds): { from?: string; before?: string } {
  switch (age) {
    case 'ahead':
      return { from: now }
    case 'week':
      return { from: week, before: now }
    case 'month':
      return { from: month, before: week }
    case 'older':
      return { before: month }
  }
}

export function owedFilter(currency: string, age: OwedAge, bounds: OwedBounds) {
  const { from, before } = travelOf(age, bounds)
  return {
    is_owed: true,
    currency_in: [currency],
    ...(from !== undefined && { travel_at_gte: from }),
    ...(before !== undefined && { travel_at_lt: before }),
  }
}
