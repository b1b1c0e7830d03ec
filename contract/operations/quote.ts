import { z } from 'zod'
import { PriceBreakdown } from '../core/price-line'
import { AddonChoices, PriceOverride, ReservationLeg, WishedHire, legOrderIssues } from '../entities/reservation-parts'
import { LEGS_MAX } from '../core/limits'
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

/** A ride on a route on a day, where no journey has been chosen yet: priced as if the journey were empty. */
export const RouteRide = z.strictObject({
  route_id: Id,
  service_date: PlainDate,
  /** Where the route starts. */
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
    /** In the order of travel, the way there before the way back; empty for a hire. */
    legs: z
      .array(z.union([ReservationLeg, RouteRide]))
      .max(LEGS_MAX)
      .default([]),
    hire: WishedHire.nullable().default(null),
    /** How many there are of each category; left out for a hire, which says it itself. */
    passengers: z.partialRecord(z.enum(PASSENGER_CATEGORIES), z.int().min(0).max(60)).default({}),
    addons: AddonChoices.default([]),
    channel: z.enum(CHANNELS).default('back_office'),
    partner_id: Id.nullable().default(null),
    customer_id: Id.nullable().default(null),
    /** Legs there and back are a return, whatever is said here. */
    trip_type: z.enum(TRIP_TYPES).default('one_way'),
    promo_code: Code.nullable().default(null),
    price_override: PriceOverride.nullable().default(null),
    /** Also say which rules counted, and why the others did not. */
    with_trace: z.boolean().default(false),
  })
  .refine(({ kind, legs }) => kind !== 'seat' || legs.length > 0, { path: ['legs'], message: 'Choose a journey.' })
  .superRefine(({ legs }, context) => {
    for (const { path, message } of legOrderIssues(legs))
      context.addIssue({ code: 'custom', path: path.split('.'), message })
  })
  .refine(({ kind, hire }) => kind !== 'private_hire' || hire !== null, {
    path: ['hire'],
    message: 'Say from where to where and when the vehicle is hired.',
  })
  .refine(({ kind, passengers }) => kind !== 'seat' || Object.values(passengers).some((count) => count > 0), {
    path: ['passengers'],
    message: 'Add at least one passenger.',
  })
  .refine(({ channel, partner_id }) => channel !== 'partner' || partner_id !== null, {
    path: ['partner_id'],
    message: 'Say which partner books this.',
  })
export type QuoteRequest = z.output<typeof QuoteRequest>

/** What became of a rule in a price. Records that a rule names are told by their names in the reader's language. */
export const RuleVerdict = z.object({
  rule_id: Id,
  rule_code: z.string(),
  label: I18nText,
  stage: z.enum(RULE_STAGES),
  matched: z.boolean(),
  failed_dimension: z.enum(RULE_REJECTIONS).nullable(),
  expected: z.array(z.string()),
  /** The bounds of what is asked for, both of them included but for the end of a time; null where no range is. */
  expected_range: z.object({ from: z.string().nullable(), to: z.string().nullable() }).nullable(),
  actual: z.string().nullable(),
})
export type RuleVerdict = z.output<typeof RuleVerdict>

export const Quote = PriceBreakdown.extend({
  /** Fares after limits and rounding. */
  fare_minor: MinorAmount,
  addons_minor: MinorAmount,
  /** Contained in the total. */
  tax_minor: MinorAmount,
  /** Null where no partner sells, and for those who may not see partners. */
  partner: z
    .object({ mode: z.enum(COMMISSION_MODES), commission_minor: MinorAmount, net_minor: MinorAmount })
    .nullable(),
  /** For each leg the season of its service day; null = none. */
  seasons: z.array(z.object({ id: Id, code: z.string(), name: I18nText }).nullable()),
  /** Empty unless asked for. */
  trace: z.array(RuleVerdict),
  /** Until when the price is promised. */
  expires_at: Instant,
})
export type Quote = z.output<typeof Quote>

export const createQuote = operation({
  id: 'createQuote',
  method: 'POST',
  path: '/quotes',
  tag: 'pricing',
  summary: 'What seats or a hire would cost, line by line; nothing is held',
  access: { action: 'list', resource: 'fares' },
  body: QuoteRequest,
  ok: { status: 200, description: 'The price and what it is made of.', schema: Quote },
  errors: ['validation', 'no_fare', 'selling_price_below_net'],
})
