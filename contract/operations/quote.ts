import { z } from 'zod'
import { PriceBreakdown } from '../core/price-line'
import {
  AddonChoices,
  PriceOverride,
  ReservationLeg,
  RequestedHire,
  legOrderIssues,
} from '../entities/reservation-parts'
import { LEGS_MAX } from '../core/limits/sales'
import { operation } from '../core/operations'
import { Code, I18nText, Id, Instant, MinorAmount, PlainDate, ServiceTime } from '../core/scalars'
import {
  CHANNELS,
  COMMISSION_MODES,
  LEG_DIRECTIONS,
  PASSENGER_CATEGORIES,
  RESERVATION_KINDS,
  RULE_REJECTIONS,
  RULE_STAGES,
  TRIP_TYPES,
} from '../core/vocabulary'
import { schemaMessage } from '../core/sentence'

/** Segment of a route on a day, without a chosen journey. The price assumes an empty journey. */
export const RouteRide = z.strictObject({
  route_id: Id,
  service_date: PlainDate,
  /** Departure time at the first stop of the route. */
  departure_time: ServiceTime,
  origin_station_id: Id,
  destination_station_id: Id,
  /** Null = fares of any vehicle type. */
  vehicle_type_id: Id.nullable().default(null),
  direction: z.enum(LEG_DIRECTIONS).default('outbound'),
})
export type RouteRide = z.output<typeof RouteRide>

export const QuoteRequest = z
  .strictObject({
    kind: z.enum(RESERVATION_KINDS).default('seat'),
    /** In the order of travel, outbound before return; empty for a hire. */
    legs: z
      .array(z.union([ReservationLeg, RouteRide]))
      .max(LEGS_MAX)
      .default([]),
    hire: RequestedHire.nullable().default(null),
    /** Number of passengers by category; omitted for a hire, which has its own number. */
    passengers: z.partialRecord(z.enum(PASSENGER_CATEGORIES), z.int().min(0).max(60)).default({}),
    addons: AddonChoices.default([]),
    channel: z.enum(CHANNELS).default('back_office'),
    partner_id: Id.nullable().default(null),
    customer_id: Id.nullable().default(null),
    /** Ignored for legs in both directions, which are always a return trip. */
    trip_type: z.enum(TRIP_TYPES).default('one_way'),
    promo_code: Code.nullable().default(null),
    price_override: PriceOverride.nullable().default(null),
    /** Whether to include the rules that applied, and why the others did not. */
    with_trace: z.boolean().default(false),
  })
  .refine(({ kind, legs }) => kind !== 'seat' || legs.length > 0, {
    path: ['legs'],
    message: schemaMessage`Choose a journey.`,
  })
  .superRefine(({ legs }, context) => {
    for (const { path, message } of legOrderIssues(legs))
      context.addIssue({ code: 'custom', path: path.split('.'), message: String(message) })
  })
  .refine(({ kind, hire }) => kind !== 'private_hire' || hire !== null, {
    path: ['hire'],
    message: schemaMessage`A private hire requires its pick-up, drop-off and times: give them in hire.`,
  })
  .refine(({ kind, passengers }) => kind !== 'seat' || Object.values(passengers).some((count) => count > 0), {
    path: ['passengers'],
    message: schemaMessage`Add at least one passenger.`,
  })
  .refine(({ channel, partner_id }) => channel !== 'partner' || partner_id !== null, {
    path: ['partner_id'],
    message: schemaMessage`Give the partner that books this.`,
  })
export type QuoteRequest = z.output<typeof QuoteRequest>

/** Result of a rule in a price. Records are given by their names in the reader's language. */
export const RuleVerdict = z.object({
  rule_id: Id,
  rule_code: z.string(),
  label: I18nText,
  stage: z.enum(RULE_STAGES),
  matched: z.boolean(),
  failed_dimension: z.enum(RULE_REJECTIONS).nullable(),
  expected: z.array(z.string()),
  /** Bounds of the expected value; both are included, except the end of a time. Null without a range. */
  expected_range: z.object({ from: z.string().nullable(), to: z.string().nullable() }).nullable(),
  actual: z.string().nullable(),
})
export type RuleVerdict = z.output<typeof RuleVerdict>

export const Quote = PriceBreakdown.extend({
  /** Fares after limits and rounding. */
  fare_minor: MinorAmount,
  addons_minor: MinorAmount,
  /** Included in the total. */
  tax_minor: MinorAmount,
  /** Null without a partner, and for callers who may not see partners. */
  partner: z
    .object({ mode: z.enum(COMMISSION_MODES), commission_minor: MinorAmount, net_minor: MinorAmount })
    .nullable(),
  /** Season of the service day of each leg; null = none. */
  seasons: z.array(z.object({ id: Id, code: z.string(), name: I18nText }).nullable()),
  /** Empty without `with_trace`. */
  trace: z.array(RuleVerdict),
  /** The price is guaranteed until then. */
  expires_at: Instant,
})
export type Quote = z.output<typeof Quote>

export const createQuote = operation({
  id: 'createQuote',
  method: 'POST',
  path: '/quotes',
  isRepeatable: true,
  tag: 'pricing',
  summary: 'Calculate the price of seats or a hire; no seats are held',
  access: { action: 'list', resource: 'fares' },
  body: QuoteRequest,
  ok: { status: 200, description: 'The price with its lines.', schema: Quote },
  errors: ['validation', 'no_fare', 'selling_price_below_net'],
})
