import { z } from 'zod'
import { REASON_MAX_CHARS } from '../core/limits/texts'
import { defineEntity, type FieldIssue } from '../core/entity'
import { atCreation, byForm, byServer, bySteps, ownedBy } from '../core/ownership'
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
import { schemaMessage, sentence } from '../core/sentence'

/** Seats on journeys, or a private hire, for one party. Amounts in minor units of `currency`. */
export const reservation = defineEntity({
  resource: 'reservations',
  menu: { group: 'transport', place: 8 },
  writable: {
    kind: atCreation(z.enum(RESERVATION_KINDS).default('seat'), 'filter'),
    environment: ownedBy(z.enum(ENVIRONMENTS).default('live'), { by: [], creation: 'hand_over' }, 'filter'),
    channel: ownedBy(
      z.enum(CHANNELS).default('back_office'),
      { by: ['handOverReservation'], creation: 'hand_over', free: ['phone'] },
      'filter',
    ),
    customer_id: byForm(Id.nullable().default(null), 'filter'),
    lead_name: byForm(line(120), 'filter', 'sort'),
    lead_phone: byForm(Phone.nullable().default(null), 'filter'),
    lead_email: byForm(Email.nullable().default(null), 'filter'),
    /** Language of messages to the party. */
    locale: byForm(LanguageCode.default('en'), 'filter'),
    status: ownedBy(
      z.enum(RESERVATION_STATUSES).default('confirmed'),
      bySteps(
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
      'filter',
      'sort',
    ),
    /** In the order of travel, outbound before return; empty for a hire. */
    legs: atCreation(ReservationLegs.default([])),
    /** Null for seats. */
    hire: byForm(Hire.nullable().default(null)),
    passengers: atCreation(
      z
        .array(ReservationPassenger)
        .min(1, schemaMessage`Add at least one passenger.`)
        .max(60),
    ),
    addons: atCreation(AddonChoices.default([])),
    promo_code: atCreation(Code.nullable().default(null)),
    price_override: atCreation(PriceOverride.nullable().default(null)),
    flight: byForm(Flight.nullable().default(null)),
    /** The outbound reservation, if this one was sold separately as its return. */
    return_of_id: atCreation(Id.nullable().default(null), 'filter'),
    partner_id: ownedBy(Id.nullable().default(null), { by: ['handOverReservation'], creation: 'hand_over' }, 'filter'),
    /** The partner's own reference; unique for the partner within the environment. */
    partner_reference: ownedBy(
      line(64).nullable().default(null),
      { by: ['handOverReservation'], creation: 'hand_over' },
      'filter',
    ),
    payment_method: byForm(z.enum(PAYMENT_METHODS).nullable().default(null), 'filter'),
    /** Why it was cancelled or rejected. */
    cancel_reason: byForm(line(REASON_MAX_CHARS).nullable().default(null)),
    internal_notes: byForm(prose(5000).nullable().default(null)),
    customer_notes: byForm(prose(5000).nullable().default(null)),
  },
  computed: {
    /** Six letters and digits that a passenger can read out; never reused. */
    reference: byServer(z.string(), 'filter', 'sort'),
    /** Until when the seats are held; null unless on hold. */
    hold_expires_at: byServer(Instant.nullable(), 'filter'),
    currency: byServer(Currency, 'filter'),
    price_lines: byServer(z.array(PriceLine)),
    /** SHA-256 of the price lines, in hex. */
    price_hash: byServer(z.string().nullable()),
    total_minor: byServer(MinorAmount, 'filter', 'sort'),
    /** Payments minus refunds, plus write-offs: the sum of its posted payments. */
    paid_minor: byServer(MinorAmount.min(0), 'filter'),
    payment_status: byServer(z.enum(PAYMENT_STATUSES), 'filter'),
    booked_by_user_id: byServer(Id.nullable(), 'filter'),
    /** First departure, or start of the hire. */
    travel_at: byServer(Instant.nullable(), 'filter', 'sort'),
    /** Occupied seats: of its passengers except infants, and of its add-ons. */
    seats: byServer(z.int().min(0), 'filter', 'sort'),
    /** Occupied places and luggage units in addition to the seats. */
    wheelchairs: byServer(z.int().min(0)),
    child_seats: byServer(z.int().min(0)),
    luggage_units: byServer(z.int().min(0)),
    hold_extensions: byServer(z.int().min(0)),
    /** Grows with every amendment; earlier versions stay stored. */
    price_version: byServer(z.int().min(1)),
    cancelled_at: byServer(Instant.nullable()),
    /** Retained amount of the price after a cancellation, in minor units. */
    cancellation_fee_minor: byServer(MinorAmount),
    /** The vehicle and driver of a hire. */
    vehicle_id: byServer(Id.nullable()),
    driver_id: byServer(Id.nullable()),
    /** Affiliate that operates a hire with its own vehicle and driver; null = the company itself. */
    operated_by_partner_id: byServer(Id.nullable(), 'filter'),
    /** Name of that affiliate. */
    operated_by: byServer(z.string().nullable()),
    /** Amount that the affiliate is paid for the hire. */
    operator_cost_minor: byServer(MinorAmount.nullable()),
    /** Status of each passenger, in the order of `passengers`. */
    passenger_statuses: byServer(z.array(z.enum(PASSENGER_STATUSES))),
    /** State of the return; once it is `begun`, `passenger_statuses` apply to the return. Null = one direction only. */
    way_back: byServer(z.enum(WAYS_BACK).nullable(), 'filter', 'sort'),
    /** Journey of the first leg. */
    journey_id: byServer(Id.nullable()),
    /** Origin of the first leg. */
    origin_station_id: byServer(Id.nullable(), 'filter', 'sort'),
    /** Destination of the last outbound leg. */
    destination_station_id: byServer(Id.nullable(), 'filter', 'sort'),
  },
  secret: {
    /** Hash of the quoted price; at another price the reservation is rejected. */
    quoted_price_hash: atCreation(PriceHash.optional()),
    /** Accepts a hire in the past, or without a free vehicle of its type, for roles that may override this. */
    accept_warnings: atCreation(z.boolean().optional()),
  },
  extraFilters: {
    /** Reservations with any leg on this journey, or on one of these. */
    journey_id: z.union([Id, z.array(Id).max(200)]).optional(),
    /** Sold and not fully paid by the customer; for sales of a partner the partner owes the amount. */
    is_owed: z.literal(true).optional(),
    /** Hires after the expiry of the vehicle's inspection or insurance, or the driver's licence or medical certificate. */
    is_unlawful: z.literal(true).optional(),
  },
  initial: ['on_hold', 'pending', 'confirmed'],
  check: (record) => {
    const issues: FieldIssue[] = []
    if (record.kind === 'seat') {
      if (record.legs.length === 0) issues.push({ path: 'legs', message: sentence`Choose a journey.` })
      if (record.hire)
        issues.push({
          path: 'hire',
          message: sentence`A reservation of seats has no hire: leave it out, or change the kind to private hire.`,
        })
    } else {
      if (!record.hire)
        issues.push({
          path: 'hire',
          message: sentence`A private hire requires its pick-up, drop-off and times: give them in hire.`,
        })
      if (record.legs.length > 0)
        issues.push({ path: 'legs', message: sentence`A hire has no journey: remove the legs, or book seats.` })
    }
    issues.push(...legOrderIssues(record.legs))
    record.legs.forEach((leg, index) => {
      if (leg.alight_seq <= leg.board_seq)
        issues.push({ path: `legs.${index}.alight_seq`, message: sentence`Choose a stop after the boarding stop.` })
    })
    if (record.hire) issues.push(...instantsInOrder(record.hire.starts_at, record.hire.ends_at, 'hire.ends_at'))
    if ((record.status === 'cancelled' || record.status === 'rejected') && record.cancel_reason === null)
      issues.push({
        path: 'cancel_reason',
        message: sentence`Give the reason why the reservation is ${record.status}.`,
      })
    if (record.channel === 'partner' && record.partner_id === null)
      issues.push({ path: 'partner_id', message: sentence`Give the partner that booked this.` })
    if (record.partner_reference !== null && record.partner_id === null)
      issues.push({ path: 'partner_id', message: sentence`Give the partner that this reference belongs to.` })
    return issues
  },
})
export type Reservation = z.output<typeof reservation.record>
export type ReservationCreate = z.input<typeof reservation.create>
