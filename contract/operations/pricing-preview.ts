import { z } from 'zod'
import { PriceLine } from '../core/price-line'
import { pricingRule } from '../entities/pricing-rule'
import { PRICE_PREVIEW_MAX_DAYS, PRICE_PREVIEW_MAX_PAIRS } from '../core/limits'
import { operation } from '../core/operations'
import { RuleVerdict } from './quote'
import { ClockTime, Currency, I18nText, Id, MinorAmount, PlainDate } from '../core/scalars'
import { CHANNELS, PASSENGER_CATEGORIES } from '../core/vocabulary'

/** From a stop to another on a route. */
export const PreviewPair = z.strictObject({ route_id: Id, origin_station_id: Id, destination_station_id: Id })
export type PreviewPair = z.output<typeof PreviewPair>

export const PreviewRequest = z.strictObject({
  /** The rule as it is to be. */
  rule: pricingRule.create,
  /** The rule that it replaces; null for a new one. */
  rule_id: Id.nullable().default(null),
  from: PlainDate,
  days: z.int().min(1).max(PRICE_PREVIEW_MAX_DAYS).default(30),
  /** Empty = the server chooses, those that the rule speaks of first. */
  pairs: z.array(PreviewPair).max(PRICE_PREVIEW_MAX_PAIRS).default([]),
  /** For whom and how: what is left out is taken from the rule, so that its effect shows. */
  depart_time: ClockTime.nullable().default(null),
  passenger_category: z.enum(PASSENGER_CATEGORIES).nullable().default(null),
  party_size: z.int().min(1).max(60).nullable().default(null),
  load_pct: z.int().min(0).max(100).nullable().default(null),
  channel: z.enum(CHANNELS).nullable().default(null),
  /** Also say how the first pair's price of the first day comes about. */
  explain: z.boolean().default(false),
})
export type PreviewRequest = z.output<typeof PreviewRequest>

export const PreviewRow = PreviewPair.extend({
  route_code: z.string(),
  label: I18nText,
  /** Null where no fare holds on any of the days. */
  currency: Currency.nullable(),
  /** For each day, in minor units; null where no fare holds. */
  before: z.array(MinorAmount.nullable()),
  after: z.array(MinorAmount.nullable()),
})
export type PreviewRow = z.output<typeof PreviewRow>

export const PricePreview = z.object({
  dates: z.array(PlainDate),
  /** Code of the season of each day. */
  seasons: z.array(z.string().nullable()),
  rows: z.array(PreviewRow),
  /** What the prices are of. */
  assumed: z.object({
    depart_time: ClockTime,
    passenger_category: z.enum(PASSENGER_CATEGORIES),
    party_size: z.int(),
    load_pct: z.int(),
    channel: z.enum(CHANNELS),
  }),
  /** What lies ahead where the rule speaks of it, by what the change means for it. */
  affected: z.object({
    /** Departures whose seats are sold at the new price from then on. */
    departures: z.int(),
    /** Prices that were told and are still promised; they are another one when they are asked for again. */
    open_quotes: z.int(),
    /** Keep the price that they are held at. */
    on_hold: z.int(),
    /** Wait for an answer. */
    pending: z.int(),
    /** Keep their price for good. */
    confirmed: z.int(),
  }),
  /** Null unless asked for, and where no fare holds. */
  explained: z
    .object({
      /** What the new price is made of. */
      lines: z.array(PriceLine),
      /** Every rule, and why it counts or does not. */
      trace: z.array(RuleVerdict),
    })
    .nullable(),
})
export type PricePreview = z.output<typeof PricePreview>

export const previewPricingRule = operation({
  id: 'previewPricingRule',
  method: 'POST',
  path: '/pricing-rules/preview',
  tag: 'pricing',
  summary: 'What prices become with a rule that is not saved yet, day by day and pair by pair',
  access: { action: 'edit', resource: 'pricing-rules' },
  body: PreviewRequest,
  ok: { status: 200, description: 'Prices before and after.', schema: PricePreview },
  errors: ['validation'],
})
