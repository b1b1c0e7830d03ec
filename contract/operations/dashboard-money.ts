import { z } from 'zod'
import { DASHBOARD_OWED_MONTH_DAYS, DASHBOARD_OWED_WEEK_DAYS } from '../core/limits'
import { Currency, MinorAmount } from '../core/scalars'
import { DESK_METHODS } from '../core/vocabulary'

/** How money is taken; what was carried over or written off was not. */
export const TAKEN_BY = [...DESK_METHODS, 'link'] as const

/** How long ago those have travelled who still owe, `ahead` being those who are still to travel. */
export const OWED_AGES = ['ahead', 'week', 'month', 'older'] as const
export type OwedAge = (typeof OWED_AGES)[number]

/** In the dialect of lists, so that what is added up is what the list shows. */
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
      /** Of the payments. */
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
      /** Of the reservations. */
      filter: Filter,
    }),
  ),
})
export type Owed = z.output<typeof Owed>

/** Money that was taken from one instant to another, before it. */
export const takingsFilter = (currency: string, method: string, from: string, to: string) => ({
  method_in: [method],
  state_in: ['posted'],
  posted_at_gte: from,
  posted_at_lt: to,
  currency_in: [currency],
})

/** The instants that part the ages from each other. */
export interface OwedBounds {
  now: string
  /** The beginning of the first day of the last week, and of the last month. */
  week: string
  month: string
}

/** Days before today that the last week, and the last month, begin at. */
export const OWED_DAYS = { week: DASHBOARD_OWED_WEEK_DAYS, month: DASHBOARD_OWED_MONTH_DAYS } as const

/** When those of an age travelled, or travel: from an instant, and before another. */
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
