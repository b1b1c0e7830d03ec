import { z } from 'zod'
import { REASON_MAX_CHARS } from '../core/limits'
import { PriceHash } from '../core/price-line'
import { PriceChange } from '../entities/price-change'
import {
  AddonChoice,
  AddonChoices,
  Flight,
  ReservationLeg,
  ReservationLegs,
  ReservationPassenger,
} from '../entities/reservation-parts'
import type { ErrorCode } from '../core/errors'
import { operation } from '../core/operations'
import { PartnerPriceLine } from './journeys'
import { PartnerTrip, Place } from './sales'
import { Ticket } from '../operations/tickets'
import { Code, Email, I18nText, Id, Instant, LanguageCode, MinorAmount, Phone, line, prose } from '../core/scalars'
import { PARTNER_ROLES, PASSENGER_STATUSES, SERVICE_STATUSES } from '../core/vocabulary'

/* What partners do with their trips. */

const tag = 'partner-trips'
const sellers = { partner: ['owner', 'agent'], scope: 'trips:write' } as const
const readers = { partner: PARTNER_ROLES, scope: 'trips:read' } as const
const IdParams = z.object({ id: Id })

const TripLeg = ReservationLeg.extend({
  journey_code: z.string(),
  route_name: I18nText,
  origin: Place,
  destination: Place,
  /** As planned. */
  departs_at: Instant,
  arrives_at: Instant,
  /** As foreseen now; null = as planned. */
  expected_departs_at: Instant.nullable(),
  platform: z.string().nullable(),
  service_status: z.enum(SERVICE_STATUSES),
})

const TripPassenger = ReservationPassenger.extend({
  /** From 1. */
  position: z.int().min(1),
  status: z.enum(PASSENGER_STATUSES),
})

/** A trip with all that the partner may know of it. */
export const PartnerTripDetail = PartnerTrip.extend({
  lead_phone: Phone.nullable(),
  lead_email: Email.nullable(),
  locale: LanguageCode,
  flight: Flight.nullable(),
  customer_notes: z.string().nullable(),
  /** The trip there, where this is the way back. */
  return_of_id: Id.nullable(),
  legs: z.array(TripLeg),
  passengers: z.array(TripPassenger),
  addons: z.array(AddonChoice),
  price_lines: z.array(PartnerPriceLine),
  price_hash: z.string().nullable(),
  hold_extensions_left: z.int().min(0),
  cancelled_at: Instant.nullable(),
  cancel_reason: z.string().nullable(),
  /** What is kept of the gross after a cancellation. */
  cancellation_fee_minor: MinorAmount,
})
export type PartnerTripDetail = z.output<typeof PartnerTripDetail>

const party = {
  lead_name: line(120),
  lead_phone: Phone.nullable().default(null),
  lead_email: Email.nullable().default(null),
  /** The language that the party is written to in. */
  locale: LanguageCode.default('en'),
  flight: Flight.nullable().default(null),
  customer_notes: prose(5000).nullable().default(null),
}
const legs = ReservationLegs.min(1, 'Choose a journey.')
const passengers = z.array(ReservationPassenger).min(1, 'Add at least one passenger.').max(60)

export const TripCreateBody = z.strictObject({
  /** The partner's own number: a second trip with it is refused, and told which one has it. */
  partner_reference: line(64),
  legs,
  passengers,
  ...party,
  addons: AddonChoices.default([]),
  promo_code: Code.nullable().default(null),
  /** The partner's trip there, where this is the way back. */
  return_of_id: Id.nullable().default(null),
  /** Of a quote: at another price the trip is refused. */
  price_hash: PriceHash.optional(),
  /** Confirms at once; otherwise the seats are held for the time of the contract. */
  confirm: z.boolean().default(false),
})
export type TripCreateBody = z.output<typeof TripCreateBody>

export const TripUpdateBody = z
  .strictObject({
    lead_name: party.lead_name,
    lead_phone: Phone.nullable(),
    lead_email: Email.nullable(),
    locale: LanguageCode,
    flight: Flight.nullable(),
    customer_notes: prose(5000).nullable(),
    /** Only those whose names change. */
    passengers: z.array(z.strictObject({ position: z.int().min(1).max(60), name: line(120).nullable() })).max(60),
  })
  .partial()
export type TripUpdateBody = z.output<typeof TripUpdateBody>

const TripChangeBody = z.strictObject({
  legs: legs.optional(),
  passengers: passengers.optional(),
  /** The price that a simulated change told: at another one the change is refused. */
  price_hash: PriceHash.optional(),
  /** Only tells what it would cost. */
  simulate: z.boolean().default(false),
  reason: line(REASON_MAX_CHARS).default('Changed by the partner'),
})

const TripCancelBody = z.strictObject({
  reason: line(REASON_MAX_CHARS).default('Cancelled by the partner'),
  /** Only tells the fee. */
  simulate: z.boolean().default(false),
})

/** Something that happened to a trip. */
export const TripEvent = z.object({
  at: Instant,
  /** `created`, `confirmed`, `hold_extended`, `amended`, `moved`, `cancelled`, `expired` and so on. */
  type: z.string(),
  by: z.enum(['partner', 'operator', 'system']),
  reason: z.string().nullable(),
  changes: z.array(z.object({ field: z.string(), old: z.unknown(), new: z.unknown() })),
})
export type TripEvent = z.output<typeof TripEvent>

const once = ['idempotency_in_progress', 'idempotency_mismatch'] as const
/** Of what takes seats without a sale. */
export const holdBounds = ['hold_limit', 'holds_repeated'] as const

/** One step in the life of a trip, given the version that it was decided on. */
function step<V extends string, B extends z.ZodType, A extends z.ZodType>(
  id: string,
  verb: V,
  summary: string,
  body: B,
  errors: readonly ErrorCode[],
  schema: A,
) {
  return operation({
    id,
    method: 'POST',
    path: `/partner/trips/:id/${verb}`,
    tag,
    summary,
    access: sellers,
    params: IdParams,
    body,
    ifMatch: true,
    ok: { status: 200, description: 'The trip as it is now; its version is the ETag.', schema },
    errors: [
      'not_found',
      'environment_mismatch',
      'validation',
      'invalid_state',
      'version_mismatch',
      'precondition_required',
      ...once,
      ...errors,
    ],
  })
}

export const getPartnerTrip = operation({
  id: 'getPartnerTrip',
  method: 'GET',
  path: '/partner/trips/:id',
  tag,
  summary: 'One of the partner’s trips',
  access: readers,
  params: IdParams,
  ok: { status: 200, description: 'The trip; its version is the ETag.', schema: PartnerTripDetail },
  errors: ['not_found', 'environment_mismatch'],
})

export const createPartnerTrip = operation({
  id: 'createPartnerTrip',
  method: 'POST',
  path: '/partner/trips',
  tag,
  summary: 'Hold seats for a trip, or confirm it at once',
  access: sellers,
  body: TripCreateBody,
  ok: { status: 201, description: 'The trip; its version is the ETag.', schema: PartnerTripDetail },
  errors: [
    'validation',
    'already_exists',
    'invalid_state',
    'sold_out',
    'price_changed',
    'cutoff_passed',
    'no_fare',
    'selling_price_below_net',
    'credit_limit',
    ...holdBounds,
    ...once,
  ],
})

export const confirmPartnerTrip = step(
  'confirmPartnerTrip',
  'confirm',
  'Confirm a trip on hold at the price that was told',
  z.strictObject({ price_hash: PriceHash.optional() }),
  ['hold_expired', 'price_changed', 'credit_limit'],
  PartnerTripDetail,
)
export const extendPartnerTrip = step(
  'extendPartnerTrip',
  'extend',
  'Hold the seats for the time of the contract from now, at most twice',
  z.strictObject({}),
  ['hold_expired', 'hold_limit'],
  PartnerTripDetail,
)
/** A trip that is, or would be, cancelled. */
export const CancelledTrip = PartnerTripDetail.extend({
  /** Explains the cancellation fee; omitted if the trip was cancelled before. */
  price_change: PriceChange.optional(),
})
export type CancelledTrip = z.output<typeof CancelledTrip>

export const cancelPartnerTrip = step(
  'cancelPartnerTrip',
  'cancel',
  'Cancel a trip; with simulate only say what would be kept',
  TripCancelBody,
  [],
  CancelledTrip,
)

/** The trip as it is, or would be, with what the change costs. */
export const ChangedTrip = PartnerTripDetail.extend({
  /** Gross after less gross before. */
  difference_minor: MinorAmount,
  /** Explains the new price; omitted if nothing changed. */
  price_change: PriceChange.optional(),
})
export type ChangedTrip = z.output<typeof ChangedTrip>

export const changePartnerTrip = step(
  'changePartnerTrip',
  'change',
  'Other journeys or passengers, priced as they were sold; what is given up costs the fee of the policy; with simulate only say so',
  TripChangeBody,
  [
    'sold_out',
    'cutoff_passed',
    'price_changed',
    'no_fare',
    'hold_expired',
    'selling_price_below_net',
    'credit_limit',
    ...holdBounds,
  ],
  ChangedTrip,
)

export const updatePartnerTrip = operation({
  id: 'updatePartnerTrip',
  method: 'PATCH',
  path: '/partner/trips/:id',
  tag,
  summary: 'Change names, contact, flight and notes; the price stays',
  access: sellers,
  params: IdParams,
  body: TripUpdateBody,
  ifMatch: true,
  ok: { status: 200, description: 'The trip as it is now; its version is the ETag.', schema: PartnerTripDetail },
  errors: [
    'not_found',
    'environment_mismatch',
    'validation',
    'invalid_state',
    'hold_expired',
    'version_mismatch',
    'precondition_required',
    ...once,
  ],
})

export const listPartnerTripTickets = operation({
  id: 'listPartnerTripTickets',
  method: 'GET',
  path: '/partner/trips/:id/tickets',
  tag,
  summary: 'The tickets of a confirmed trip; those of a test trip open no door',
  access: readers,
  params: IdParams,
  ok: { status: 200, description: 'One for each passenger who has one.', schema: z.array(Ticket) },
  errors: ['not_found', 'environment_mismatch'],
})

export const printPartnerTripTickets = operation({
  id: 'printPartnerTripTickets',
  method: 'GET',
  path: '/partner/trips/:id/tickets.pdf',
  tag,
  summary: 'The tickets of a confirmed trip to print or send, a page for each passenger',
  access: readers,
  params: IdParams,
  query: z.object({
    /** The party's own unless said. */
    language: LanguageCode.optional(),
  }),
  ok: { status: 200, description: 'The tickets, a PDF.', type: 'application/pdf' },
  errors: ['not_found', 'environment_mismatch', 'malformed', 'invalid_state'],
})

export const listPartnerTripEvents = operation({
  id: 'listPartnerTripEvents',
  method: 'GET',
  path: '/partner/trips/:id/events',
  tag,
  summary: 'What happened to a trip, the oldest first',
  access: readers,
  params: IdParams,
  ok: { status: 200, description: 'All of it that concerns the partner.', schema: z.array(TripEvent) },
  errors: ['not_found', 'environment_mismatch'],
})
