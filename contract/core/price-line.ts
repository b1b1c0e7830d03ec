import { z } from 'zod'
import { BasisPoints, Currency, I18nText, Id, MinorAmount } from './scalars'
import { LEG_DIRECTIONS, PASSENGER_CATEGORIES, PRICE_LINE_KINDS } from './vocabulary'
import { schemaMessage } from './sentence'

/** One line of a price breakdown. Amounts in minor units of the reservation's currency; the lines add up to the total. */
export const PriceLine = z.object({
  seq: z.int().min(1),
  kind: z.enum(PRICE_LINE_KINDS),
  code: z.string(),
  label: I18nText,
  rule_id: Id.nullable(),
  rule_version: z.int().nullable(),
  passenger_category: z.enum(PASSENGER_CATEGORIES).nullable(),
  quantity: z.int(),
  unit_minor: MinorAmount,
  amount_minor: MinorAmount,
  percent_bp: BasisPoints.nullable(),
  /** Base of the percentage, or the part of a hire that an override or a limit with hours applies to. */
  base_minor: MinorAmount.nullable(),
  /** Direction that the line applies to; absent if it applies to both or if there is only one. */
  direction: z.enum(LEG_DIRECTIONS).optional(),
})
export type PriceLine = z.output<typeof PriceLine>

/** SHA-256 of the price lines without their labels, in hex. */
export const PriceHash = z.string().regex(/^[0-9a-f]{64}$/, schemaMessage`Must be the price_hash of a quote.`)

/** A price with its lines. */
export const PriceBreakdown = z.object({
  currency: Currency,
  total_minor: MinorAmount,
  lines: z.array(PriceLine),
  price_hash: PriceHash,
})
export type PriceBreakdown = z.output<typeof PriceBreakdown>
