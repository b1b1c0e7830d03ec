import { z } from 'zod'
import { REASON_MAX_CHARS } from '../core/limits'
import { defineEntity, type FieldIssue } from '../core/entity'
import { atCreation, byForm, bySteps } from '../core/ownership'
import { Code, Currency, Email, Id, Instant, LanguageCode, MinorAmount, Phone, line, prose } from '../core/scalars'
import {
  CHANNELS,
  ENVIRONMENTS,
  PASSENGER_STATUSES,
  PAYMENT_METHODS,
  PAYMENT_STATUSES,
  RESERVATION_KINDS,
  RESERVATION_STATUSES,
  WAYS_BACK,
} from '../core/vocabulary'
import { instantsInOrder } from './parts'
import { PriceHash, PriceLine } from '../core/price-line'
import {
  AddonChoices,
  Flight,
  Hire,
  PriceOverride,
  ReservationLegs,
  ReservationPassenger,
  legOrderIssues,
} from './reservation-parts'

/** Seats on journeys, or a private hire, for one party. Amounts in minor units of `currency`. */
export const reservation = defineEntity({
  resource: 'reservations',
  menu: { group: 'transport', place: 8 },
  writable: {
    kind: z.enum(RESERVATION_KINDS).default('seat'),
    environment: z.enum(ENVIRONMENTS).default('live'),
    channel: z.enum(CHANNELS).default('back_office'),
    customer_id: Id.nullable().default(null),
    lead_name: line(120),
    lead_phone: Phone.nullable().default(null),
    lead_email: Email.nullable().default(null),
    /** Language of messages to the party. */
    locale: LanguageCode.default('en'),
    status: z.enum(RESERVATION_STATUSES).default('confirmed'),
    /** In the order of travel, outbound before return; empty for a hire. */
    legs: ReservationLegs.default([]),
    /** Null for seats. */
    hire: Hire.nullable().default(null),
    passengers: z.array(ReservationPassenger).min(1, 'Add at least one passenger.').max(60),
    addons: AddonChoices.default([]),
    promo_code: Code.nullable().default(null),
    price_override: PriceOverride.nullable().default(null),
    flight: Flight.nullable().default(null),
    /** The outbound reservation, if this one was sold separately as its return. */
    return_of_id: Id.nullable().default(null),
    partner_id: Id.nullable().default(null),
    /** The partner's own reference; unique for the partner within the environment. */
    partner_reference: line(64).nullable().default(null),
    payment_method: z.enum(PAYMENT_METHODS).nullable().default(null),
    /** Why it was cancelled or rejected. */
    cancel_reason: line(REASON_MAX_CHARS).nullable().default(null),
    internal_notes: prose(5000).nullable().default(null),
    customer_notes: prose(5000).nullable().default(null),
  },
  computed: {
    /** Six letters and digits that a passenger can read out; never reused. */
    reference: z.string(),
    /** Until when the seats are held; null unless on hold. */
    hold_expires_at: Instant.nullable(),
    currency: Currency,
    price_lines: z.array(PriceLine),
    /** SHA-256 of the price lines, in hex. */
    price_hash: z.string().nullable(),
    total_minor: MinorAmount,
    /** Payments minus refunds, plus write-offs: the sum of its posted payments. */
    paid_minor: MinorAmount.min(0),
    payment_status: z.enum(PAYMENT_STATUSES),
    booked_by_user_id: Id.nullable(),
    /** First departure, or start of the hire. */
    travel_at: Instant.nullable(),
    /** Occupied seats: of its passengers except infants, and of its add-ons. */
    seats: z.int().min(0),
    /** Occupied places and luggage units in addition to the seats. */
    wheelchairs: z.int().min(0),
    child_seats: z.int().min(0),
    luggage_units: z.int().min(0),
    hold_extensions: z.int().min(0),
    /** Grows with every amendment; earlier versions stay stored. */
    price_version: z.int().min(1),
    cancelled_at: Instant.nullable(),
    /** Retained amount of the price after a cancellation, in minor units. */
    cancellation_fee_minor: MinorAmount,
    /** The vehicle and driver of a hire. */
    vehicle_id: Id.nullable(),
    driver_id: Id.nullable(),
    /** Affiliate that operates a hire with its own vehicle and driver; null = the company itself. */
    operated_by_partner_id: Id.nullable(),
    /** Name of that affiliate. */
    operated_by: z.string().nullable(),
    /** Amount that the affiliate is paid for the hire. */
    operator_cost_minor: MinorAmount.nullable(),
    /** Status of each passenger, in the order of `passengers`. */
    passenger_statuses: z.array(z.enum(PASSENGER_STATUSES)),
    /** State of the return; once it is `begun`, `passenger_statuses` apply to the return. Null = one direction only. */
    way_back: z.enum(WAYS_BACK).nullable(),
    /** Journey of the first leg. */
    journey_id: Id.nullable(),
    /** Origin of the first leg. */
    origin_station_id: Id.nullable(),
    /** Destination of the last outbound leg. */
    destination_station_id: Id.nullable(),
  },
  secret: {
    /** Hash of the quoted price; at another price the reservation is rejected. */
    quoted_price_hash: PriceHash.optional(),
    /** Accepts a hire in the past, or without a free vehicle of its type, for roles that may override this. */
    accept_warnings: z.boolean().optional(),
  },
  setBy: {
    ...byForm(
      'customer_id',
      'lead_name',
      'lead_phone',
      'lead_email',
      'locale',
      'hire',
      'flight',
      'payment_method',
      'cancel_reason',
      'internal_notes',
      'customer_notes',
    ),
    ...atCreation(
      'kind',
      'legs',
      'passengers',
      'addons',
      'promo_code',
      'price_override',
      'return_of_id',
      'quoted_price_hash',
      'accept_warnings',
    ),
    status: bySteps(
      'confirmReservation',
      'releaseHold',
      'approveReservation',
      'rejectReservation',
      'cancelReservation',
      'undoCancellation',
      'checkInReservation',
      'undoCheckIn',
      'boardReservation',
      'markNoShow',
      'completeReservation',
    ),
    environment: { by: [], creation: 'hand_over' },
    channel: { by: ['handOverReservation'], creation: 'hand_over', free: ['phone'] },
    partner_id: { by: ['handOverReservation'], creation: 'hand_over' },
    partner_reference: { by: ['handOverReservation'], creation: 'hand_over' },
  },
  filterable: [
    'reference',
    'kind',
    'environment',
    'channel',
    'customer_id',
    'lead_name',
    'lead_phone',
    'lead_email',
    'locale',
    'status',
    'hold_expires_at',
    'return_of_id',
    'way_back',
    'partner_id',
    'partner_reference',
    'currency',
    'total_minor',
    'paid_minor',
    'payment_method',
    'payment_status',
    'booked_by_user_id',
    'operated_by_partner_id',
    'travel_at',
    'seats',
    'origin_station_id',
    'destination_station_id',
    'created_at',
    'updated_at',
  ],
  extraFilters: {
    /** Reservations with any leg on this journey, or on one of these. */
    journey_id: z.union([Id, z.array(Id).max(200)]).optional(),
    /** Sold and not fully paid by the customer; for sales of a partner the partner owes the amount. */
    is_owed: z.literal(true).optional(),
    /** Hires after the expiry of the vehicle's inspection or insurance, or the driver's licence or medical certificate. */
    is_unlawful: z.literal(true).optional(),
  },
  sortable: [
    'reference',
    'lead_name',
    'status',
    'travel_at',
    'total_minor',
    'origin_station_id',
    'destination_station_id',
    'way_back',
    'seats',
    'created_at',
    'updated_at',
  ],
  initial: ['on_hold', 'pending', 'confirmed'],
  check: (record) => {
    const issues: FieldIssue[] = []
    if (record.kind === 'seat') {
      if (record.legs.length === 0) issues.push({ path: 'legs', message: 'Choose a journey.' })
      if (record.hire)
        issues.push({ path: 'hire', message: 'Seats have no hire: leave it out, or make this a private hire.' })
    } else {
      if (!record.hire) issues.push({ path: 'hire', message: 'Say from where to where and when the vehicle is hired.' })
      if (record.legs.length > 0)
        issues.push({ path: 'legs', message: 'A hire has no journey: remove the legs, or book seats.' })
    }
    issues.push(...legOrderIssues(record.legs))
    record.legs.forEach((leg, index) => {
      if (leg.alight_seq <= leg.board_seq)
        issues.push({ path: `legs.${index}.alight_seq`, message: 'Choose a stop after the boarding stop.' })
    })
    if (record.hire) issues.push(...instantsInOrder(record.hire.starts_at, record.hire.ends_at, 'hire.ends_at'))
    if ((record.status === 'cancelled' || record.status === 'rejected') && record.cancel_reason === null)
      issues.push({ path: 'cancel_reason', message: `Say why the reservation is ${record.status}.` })
    if (record.channel === 'partner' && record.partner_id === null)
      issues.push({ path: 'partner_id', message: 'Say which partner booked this.' })
    if (record.partner_reference !== null && record.partner_id === null)
      issues.push({ path: 'partner_id', message: 'Say which partner this reference belongs to.' })
    return issues
  },
})
export type Reservation = z.output<typeof reservation.record>
export type ReservationCreate = z.input<typeof reservation.create>
