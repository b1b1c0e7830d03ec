import { z } from 'zod'
import { REASON_MAX_CHARS } from '../core/limits/texts'
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
import { schemaMessage } from '../core/sentence'

/* Operations of partners on their bookings. */

const tag = 'partner-trips'
const sellers = { partner: ['owner', 'agent'], scope: 'trips:write' } as const
const readers = { partner: PARTNER_ROLES, scope: 'trips:read' } as const
const IdParams = z.object({ id: Id })

const TripLeg = ReservationLeg.extend({
  journey_code: z.string(),
  route_name: I18nText,
  origin: Place,
  destination: Place,
  /** Scheduled times. */
  departs_at: Instant,
  arrives_at: Instant,
  /** Expected departure; null = as scheduled. */
  expected_departs_at: Instant.nullable(),
  platform: z.string().nullable(),
  service_status: z.enum(SERVICE_STATUSES),
})

const TripPassenger = ReservationPassenger.extend({
  /** Position in the list of passengers, from 1. */
  position: z.int().min(1),
  status: z.enum(PASSENGER_STATUSES),
})

/** Booking with all fields that the partner may see. */
export const PartnerTripDetail = PartnerTrip.extend({
  lead_phone: Phone.nullable(),
  lead_email: Email.nullable(),
  locale: LanguageCode,
  flight: Flight.nullable(),
  customer_notes: z.string().nullable(),
  /** Outbound booking, if this is its return. */
  return_of_id: Id.nullable(),
  legs: z.array(TripLeg),
  passengers: z.array(TripPassenger),
  addons: z.array(AddonChoice),
  price_lines: z.array(PartnerPriceLine),
  price_hash: z.string().nullable(),
  hold_extensions_left: z.int().min(0),
  cancelled_at: Instant.nullable(),
  cancel_reason: z.string().nullable(),
  /** Cancellation fee; part of the gross. */
  cancellation_fee_minor: MinorAmount,
})
export type PartnerTripDetail = z.output<typeof PartnerTripDetail>

const party = {
  lead_name: line(120),
  lead_phone: Phone.nullable().default(null),
  lead_email: Email.nullable().default(null),
  /** Language of emails to the passengers. */
  locale: LanguageCode.default('en'),
  flight: Flight.nullable().default(null),
  customer_notes: prose(5000).nullable().default(null),
}
const legs = ReservationLegs.min(1, schemaMessage`Choose a journey.`)
const passengers = z
  .array(ReservationPassenger)
  .min(1, schemaMessage`Add at least one passenger.`)
  .max(60)

export const TripCreateBody = z.strictObject({
  /** Reference in the partner's system. A second booking with it is refused; the error names the first one. */
  partner_reference: line(64),
  legs,
  passengers,
  ...party,
  addons: AddonChoices.default([]),
  promo_code: Code.nullable().default(null),
  /** Outbound booking of the partner, if this is its return. */
  return_of_id: Id.nullable().default(null),
  /** Hash of a quote; the booking is refused if the price differs. */
  price_hash: PriceHash.optional(),
  /** Confirms the booking immediately; otherwise the seats are held for the contractual hold time. */
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
    /** Passengers with a changed name only. */
    passengers: z.array(z.strictObject({ position: z.int().min(1).max(60), name: line(120).nullable() })).max(60),
  })
  .partial()
export type TripUpdateBody = z.output<typeof TripUpdateBody>

const TripChangeBody = z.strictObject({
  legs: legs.optional(),
  passengers: passengers.optional(),
  /** Hash of the price of a simulated change; the change is refused if the price differs. */
  price_hash: PriceHash.optional(),
  /** Returns the price without making the change. */
  simulate: z.boolean().default(false),
  reason: line(REASON_MAX_CHARS).default('Changed by the partner'),
})

const TripCancelBody = z.strictObject({
  reason: line(REASON_MAX_CHARS).default('Cancelled by the partner'),
  /** Returns the fee without cancelling. */
  simulate: z.boolean().default(false),
})

/** Event in the history of a booking. */
export const TripEvent = z.object({
  at: Instant,
  /** `created`, `confirmed`, `hold_extended`, `amended`, `moved`, `cancelled`, `expired` and so on. */
  type: z.string(),
  by: z.enum(['partner', 'operator', 'system']),
  reason: z.string().nullable(),
  changes: z.array(z.object({ field: z.string(), old: z.unknown(), new: z.unknown() })),
})
export type TripEvent = z.output<typeof TripEvent>

/** Errors of operations that hold seats without a sale. */
export const holdBounds = ['hold_limit', 'holds_repeated'] as const

/** Returns an operation that changes the state of a booking; `If-Match` is required. */
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
    ok: { status: 200, description: 'The booking as it is now; its version is the ETag.', schema },
    errors: [
      'not_found',
      'environment_mismatch',
      'validation',
      'invalid_state',
      'version_mismatch',
      'precondition_required',
      ...errors,
    ],
  })
}

export const getPartnerTrip = operation({
  id: 'getPartnerTrip',
  method: 'GET',
  path: '/partner/trips/:id',
  tag,
  summary: 'Get a booking',
  access: readers,
  params: IdParams,
  ok: { status: 200, description: 'The booking; its version is the ETag.', schema: PartnerTripDetail },
  errors: ['not_found', 'environment_mismatch'],
})

export const createPartnerTrip = operation({
  id: 'createPartnerTrip',
  method: 'POST',
  path: '/partner/trips',
  tag,
  summary: 'Create a booking, on hold or confirmed',
  access: sellers,
  body: TripCreateBody,
  ok: { status: 201, description: 'The booking; its version is the ETag.', schema: PartnerTripDetail },
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
  ],
})

export const confirmPartnerTrip = step(
  'confirmPartnerTrip',
  'confirm',
  'Confirm a booking on hold at its quoted price',
  z.strictObject({ price_hash: PriceHash.optional() }),
  ['hold_expired', 'price_changed', 'credit_limit'],
  PartnerTripDetail,
)
export const extendPartnerTrip = step(
  'extendPartnerTrip',
  'extend',
  'Extend a hold by the contractual hold time from now, at most twice',
  z.strictObject({}),
  ['hold_expired', 'hold_limit'],
  PartnerTripDetail,
)
/** Cancelled booking; with `simulate` as it would be. */
export const CancelledTrip = PartnerTripDetail.extend({
  /** Explains the cancellation fee; omitted if the trip was cancelled before. */
  price_change: PriceChange.optional(),
})
export type CancelledTrip = z.output<typeof CancelledTrip>

export const cancelPartnerTrip = step(
  'cancelPartnerTrip',
  'cancel',
  'Cancel a booking; simulate returns the fee only',
  TripCancelBody,
  [],
  CancelledTrip,
)

/** Changed booking with the price difference; with `simulate` as it would be. */
export const ChangedTrip = PartnerTripDetail.extend({
  /** Gross after the change less gross before it. */
  difference_minor: MinorAmount,
  /** Explains the new price; omitted if nothing changed. */
  price_change: PriceChange.optional(),
})
export type ChangedTrip = z.output<typeof ChangedTrip>

export const changePartnerTrip = step(
  'changePartnerTrip',
  'change',
  'Change journeys or passengers: the rest keeps its price, cancelled ones cost a fee; simulate returns the price only',
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
  summary: 'Update names, contact, flight and notes of a booking; the price stays the same',
  access: sellers,
  params: IdParams,
  body: TripUpdateBody,
  ifMatch: true,
  ok: { status: 200, description: 'The booking as it is now; its version is the ETag.', schema: PartnerTripDetail },
  errors: [
    'not_found',
    'environment_mismatch',
    'validation',
    'invalid_state',
    'hold_expired',
    'version_mismatch',
    'precondition_required',
  ],
})

export const listPartnerTripTickets = operation({
  id: 'listPartnerTripTickets',
  method: 'GET',
  path: '/partner/trips/:id/tickets',
  tag,
  summary: 'List the tickets of a confirmed booking; tickets of test bookings are not valid for travel',
  access: readers,
  params: IdParams,
  ok: { status: 200, description: 'One ticket for each passenger with a ticket.', schema: z.array(Ticket) },
  errors: ['not_found', 'environment_mismatch'],
})

export const printPartnerTripTickets = operation({
  id: 'printPartnerTripTickets',
  method: 'GET',
  path: '/partner/trips/:id/tickets.pdf',
  tag,
  summary: 'Print the tickets of a confirmed booking, one page for each passenger',
  access: readers,
  params: IdParams,
  query: z.object({
    /** Defaults to the language of the booking. */
    language: LanguageCode.optional(),
  }),
  ok: { status: 200, description: 'The tickets as a PDF.', type: 'application/pdf' },
  errors: ['not_found', 'environment_mismatch', 'malformed', 'invalid_state'],
})

export const listPartnerTripEvents = operation({
  id: 'listPartnerTripEvents',
  method: 'GET',
  path: '/partner/trips/:id/events',
  tag,
  summary: 'List the events of a booking, the oldest first',
  access: readers,
  params: IdParams,
  ok: { status: 200, description: 'All events that are visible to the partner.', schema: z.array(TripEvent) },
  errors: ['not_found', 'environment_mismatch'],
})
