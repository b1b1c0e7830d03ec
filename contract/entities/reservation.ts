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

/** Seats on journeys, or a vehicle hired whole, for one party. Amounts in minor units of `currency`. */
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
    /** The language that the party is written to in. */
    locale: LanguageCode.default('en'),
    status: z.enum(RESERVATION_STATUSES).default('confirmed'),
    /** In the order of travel, the way there before the way back; empty for a hire. */
    legs: ReservationLegs.default([]),
    /** Null for seats. */
    hire: Hire.nullable().default(null),
    passengers: z.array(ReservationPassenger).min(1, 'Add at least one passenger.').max(60),
    addons: AddonChoices.default([]),
    promo_code: Code.nullable().default(null),
    price_override: PriceOverride.nullable().default(null),
    flight: Flight.nullable().default(null),
    /** The reservation of the way there, where this one is sold by itself as its way back. */
    return_of_id: Id.nullable().default(null),
    partner_id: Id.nullable().default(null),
    /** The partner's own number; unique for the partner within the environment. */
    partner_reference: line(64).nullable().default(null),
    payment_method: z.enum(PAYMENT_METHODS).nullable().default(null),
    /** Why it was cancelled or rejected. */
    cancel_reason: line(REASON_MAX_CHARS).nullable().default(null),
    internal_notes: prose(5000).nullable().default(null),
    customer_notes: prose(5000).nullable().default(null),
  },
  computed: {
    /** Six letters and digits that a passenger can read out; never used again. */
    reference: z.string(),
    /** Until when the seats are held; null unless on hold. */
    hold_expires_at: Instant.nullable(),
    currency: Currency,
    price_lines: z.array(PriceLine),
    /** SHA-256 of the price lines, in hex. */
    price_hash: z.string().nullable(),
    total_minor: MinorAmount,
    /** What was paid less what was given back, and what was written off: the sum of its posted payments. */
    paid_minor: MinorAmount.min(0),
    payment_status: z.enum(PAYMENT_STATUSES),
    booked_by_user_id: Id.nullable(),
    /** First departure, or start of the hire. */
    travel_at: Instant.nullable(),
    /** Seats that it takes: of its passengers but infants, and what its add-ons need. */
    seats: z.int().min(0),
    /** What it takes up beside them. */
    wheelchairs: z.int().min(0),
    child_seats: z.int().min(0),
    luggage_units: z.int().min(0),
    /** How often the hold was extended. */
    hold_extensions: z.int().min(0),
    /** Grows with every amendment; what was promised before is kept. */
    price_version: z.int().min(1),
    cancelled_at: Instant.nullable(),
    /** What is kept of the price after a cancellation, in minor units. */
    cancellation_fee_minor: MinorAmount,
    /** The vehicle and driver of a hire. */
    vehicle_id: Id.nullable(),
    driver_id: Id.nullable(),
    /** The affiliate who runs a hire with a vehicle and driver of their own; null = ourselves. */
    operated_by_partner_id: Id.nullable(),
    /** What that company is called. */
    operated_by: z.string().nullable(),
    /** What they are paid for it. */
    operator_cost_minor: MinorAmount.nullable(),
    /** How far each passenger has come, in the order of `passengers`. */
    passenger_statuses: z.array(z.enum(PASSENGER_STATUSES)),
    /** Of a reservation there and back: once it has begun `passenger_statuses` are of the way back. Null = it goes one way. */
    way_back: z.enum(WAYS_BACK).nullable(),
    /** Of the first leg. */
    journey_id: Id.nullable(),
    /** Where the first leg starts. */
    origin_station_id: Id.nullable(),
    /** Where the last leg of the way there ends. */
    destination_station_id: Id.nullable(),
  },
  secret: {
    /** The hash of the price that was told: at another price the reservation is refused. */
    quoted_price_hash: PriceHash.optional(),
    /** Takes a hire that starts in the past, or that no vehicle of its type is left for, by those who may. */
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
    /** Sold, and not all of what the customer owes for it is paid; what partners sold they owe. */
    is_owed: z.literal(true).optional(),
    /** Hires whose vehicle's inspection or insurance, or whose driver's licence or medical certificate, ends before them. */
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
        issues.push({ path: 'legs', message: 'A hire takes no journey: remove the legs, or book seats.' })
    }
    issues.push(...legOrderIssues(record.legs))
    record.legs.forEach((leg, index) => {
      if (leg.alight_seq <= leg.board_seq)
        issues.push({ path: `legs.${index}.alight_seq`, message: 'Choose a stop after the one where they board.' })
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
