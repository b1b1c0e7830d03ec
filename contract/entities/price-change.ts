import { z } from 'zod'
import { I18nText, Id, MinorAmount } from '../core/scalars'
import { PASSENGER_CATEGORIES } from '../core/vocabulary'
import { ReservationLeg } from './reservation-parts'

/*
 * Reasons for a different price after a change of a reservation. All amounts are minor units of its currency, tax included.
 * Rule: docs/domain/pricing.md, "Changes after the sale".
 */

/** The leg after the change, or the previous leg if it is given up; null for the run of a hire. */
const Leg = ReservationLeg.nullable()

/** Number and paid price of passengers of a category on a leg, units of an add-on, or the run of a hire. */
export const UnitsChange = z.object({
  kind: z.enum(['seat', 'run', 'addon']),
  /** Only for seats. */
  category: z.enum(PASSENGER_CATEGORIES).nullable(),
  /** Only for an add-on. */
  addon_id: Id.nullable(),
  /** Name of the add-on; only for an add-on. */
  label: I18nText.nullable(),
  leg: Leg,
  count_before: z.int().min(0),
  count_after: z.int().min(0),
  paid_before_minor: MinorAmount.min(0),
  paid_after_minor: MinorAmount.min(0),
})
export type UnitsChange = z.output<typeof UnitsChange>

/**
 * Fee for the cancelled part of a leg, negative if a fee is refunded. Without `hours_before` the fee is for a part that is
 * not refundable.
 */
export const FeeChange = z.object({
  leg: Leg,
  hours_before: z.int().min(0).nullable(),
  percent_bp: z.int().min(0).nullable(),
  /** Price of the cancelled part. */
  base_minor: MinorAmount,
  fee_minor: MinorAmount,
})
export type FeeChange = z.output<typeof FeeChange>

/**
 * `after_minor` is `before_minor`, with the differences of all units, the fees, `discount_lost_minor` and
 * `ceiling_minor`.
 */
export const PriceChange = z.object({
  before_minor: MinorAmount.min(0),
  after_minor: MinorAmount.min(0),
  units: z.array(UnitsChange),
  fees: z.array(FeeChange),
  /** Positive: the remaining units lose a discount. Negative: they regain one. */
  discount_lost_minor: MinorAmount,
  /** Negative: deducted, so that the total does not exceed the price of everything bought. Positive: a smaller deduction. */
  ceiling_minor: MinorAmount,
})
export type PriceChange = z.output<typeof PriceChange>
