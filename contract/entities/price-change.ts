import { z } from 'zod'
import { I18nText, Id, MinorAmount } from '../core/scalars'
import { PASSENGER_CATEGORIES } from '../core/vocabulary'
import { ReservationLeg } from './reservation-parts'

/*
 * Why a reservation costs something else after a change. All amounts are minor units of its currency, tax included.
 * Rule: docs/domain/pricing.md, "Changes after the sale".
 */

/** A leg as it will be, or as it was where it is given up; null for the run of a hire. */
const Leg = ReservationLeg.nullable()

/** Passengers of a category on a leg, units of an add-on, or the run of a hire: how many, and what they were bought for. */
export const UnitsChange = z.object({
  kind: z.enum(['seat', 'run', 'addon']),
  /** Of seats. */
  category: z.enum(PASSENGER_CATEGORIES).nullable(),
  /** Of an add-on. */
  addon_id: Id.nullable(),
  /** The name of an add-on. */
  label: I18nText.nullable(),
  leg: Leg,
  count_before: z.int().min(0),
  count_after: z.int().min(0),
  paid_before_minor: MinorAmount.min(0),
  paid_after_minor: MinorAmount.min(0),
})
export type UnitsChange = z.output<typeof UnitsChange>

/**
 * The fee for what is given up of a leg, below zero where one is paid back. Without `hours_before` it is for what is not
 * refundable.
 */
export const FeeChange = z.object({
  leg: Leg,
  hours_before: z.int().min(0).nullable(),
  percent_bp: z.int().min(0).nullable(),
  /** The price of what is given up. */
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
