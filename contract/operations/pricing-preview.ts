import { z } from 'zod'
import { PriceLine } from '../core/price-line'
import { pricingRule } from '../entities/pricing-rule'
import { PRICE_PREVIEW_MAX_DAYS, PRICE_PREVIEW_MAX_PAIRS } from '../core/limits/sales'
import { operation } from '../core/operations'
import { RuleVerdict } from './quote'
import { ClockTime, Currency, I18nText, Id, MinorAmount, PlainDate } from '../core/scalars'
import { CHANNELS, PASSENGER_CATEGORIES } from '../core/vocabulary'

/** Two stops of a route. */
export const PreviewPair = z.strictObject({ route_id: Id, origin_station_id: Id, destination_station_id: Id })
export type PreviewPair = z.output<typeof PreviewPair>

export const PreviewRequest = z.strictObject({
  /** Rule to preview. */
  rule: pricingRule.create,
  /** Rule that it replaces; null for a new rule. */
  rule_id: Id.nullable().default(null),
  from: PlainDate,
  days: z.int().min(1).max(PRICE_PREVIEW_MAX_DAYS).default(30),
  /** Empty = the server selects pairs, those in the scope of the rule first. */
  pairs: z.array(PreviewPair).max(PRICE_PREVIEW_MAX_PAIRS).default([]),
  /** This and the following conditions default to values that the rule matches, so that its effect is visible. */
  depart_time: ClockTime.nullable().default(null),
  passenger_category: z.enum(PASSENGER_CATEGORIES).nullable().default(null),
  party_size: z.int().min(1).max(60).nullable().default(null),
  load_pct: z.int().min(0).max(100).nullable().default(null),
  channel: z.enum(CHANNELS).nullable().default(null),
  /** Whether to explain the price of the first pair on the first day. */
  explain: z.boolean().default(false),
})
export type PreviewRequest = z.output<typeof PreviewRequest>

export const PreviewRow = PreviewPair.extend({
  route_code: z.string(),
  label: I18nText,
  /** Null without a valid fare on any of the days. */
  currency: Currency.nullable(),
  /** Price of each day in minor units; null without a valid fare. */
  before: z.array(MinorAmount.nullable()),
  after: z.array(MinorAmount.nullable()),
})
export type PreviewRow = z.output<typeof PreviewRow>

export const PricePreview = z.object({
  dates: z.array(PlainDate),
  /** Code of the season of each day; null without a season. */
  seasons: z.array(z.string().nullable()),
  rows: z.array(PreviewRow),
  /** Conditions of the prices. */
  assumed: z.object({
    depart_time: ClockTime,
    passenger_category: z.enum(PASSENGER_CATEGORIES),
    party_size: z.int(),
    load_pct: z.int(),
    channel: z.enum(CHANNELS),
  }),
  /** Future departures and sales in the scope of the rule, by the effect of the change. */
  affected: z.object({
    /** Departures with the new price for further sales. */
    departures: z.int(),
    /** Quotes that have not expired; a new quote gets the new price. */
    open_quotes: z.int(),
    /** Holds; their price does not change. */
    on_hold: z.int(),
    /** Requests that wait for approval. */
    pending: z.int(),
    /** Confirmed reservations; their price never changes. */
    confirmed: z.int(),
  }),
  /** Null without `explain`, or without a valid fare. */
  explained: z
    .object({
      /** Lines of the new price. */
      lines: z.array(PriceLine),
      /** Every rule, and why it applies or does not. */
      trace: z.array(RuleVerdict),
    })
    .nullable(),
})
export type PricePreview = z.output<typeof PricePreview>

export const previewPricingRule = operation({
  id: 'previewPricingRule',
  method: 'POST',
  path: '/pricing-rules/preview',
  isRepeatable: true,
  tag: 'pricing',
  summary: 'Preview the prices with an unsaved pricing rule, for each day and pair of stops',
  access: { action: 'edit', resource: 'pricing-rules' },
  body: PreviewRequest,
  ok: { status: 200, description: 'Prices before and after.', schema: PricePreview },
  errors: ['validation'],
})
