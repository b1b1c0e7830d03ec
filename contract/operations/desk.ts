import { z } from 'zod'
import {
  AddonChoices,
  Flight,
  PriceOverride,
  ReservationLegs,
  ReservationPassenger,
} from '../entities/reservation-parts'
import { reservation } from '../entities/reservation'
import { DEPARTURES_MAX_ROWS } from '../core/limits/sales'
import { operation } from '../core/operations'
import {
  Code,
  Currency,
  Email,
  I18nText,
  Id,
  Instant,
  LanguageCode,
  MinorAmount,
  Phone,
  PlainDate,
  line,
} from '../core/scalars'
import { PASSENGER_CATEGORIES, PAYMENT_METHODS, SALES_STATUSES } from '../core/vocabulary'
import { schemaMessage } from '../core/sentence'

/* Operations for selling, in addition to the steps of a reservation. Amounts are in minor units, times are in UTC. */

const count = z.coerce.number().int().min(0).max(60).default(0)

export const DeparturesQuery = z
  .object({
    /** Station, or a parent station such as a town or an airport. */
    origin: Id,
    destination: Id,
    /** Day of departure in the time zone of the origin. */
    date: PlainDate,
    adult: count,
    child: count,
    infant: count,
    youth: count,
    senior: count,
    prm: count,
    customer_id: Id.optional(),
    /** Whether this is the return leg of a return trip, with its price. */
    is_return: z.stringbool().default(false),
  })
  .refine((query) => PASSENGER_CATEGORIES.some((category) => query[category] > 0), {
    path: ['adult'],
    message: schemaMessage`Add at least one passenger.`,
  })
export type DeparturesQuery = z.output<typeof DeparturesQuery>

/** Segment of a journey between two stations. */
export const Departure = z.object({
  journey_id: Id,
  journey_code: z.string(),
  route_id: Id,
  route_name: I18nText,
  board_seq: z.int().min(1),
  alight_seq: z.int().min(2),
  board_station_id: Id,
  board_name: I18nText,
  board_timezone: z.string(),
  alight_station_id: Id,
  alight_name: I18nText,
  alight_timezone: z.string(),
  /** Expected times, including the delay. */
  departs_at: Instant,
  arrives_at: Instant,
  delay_min: z.int(),
  sales_status: z.enum(SALES_STATUSES),
  /** Free seats on this segment, less the seats reserved for partners; negative if overbooked. */
  seats_left: z.int(),
  seats_needed: z.int().min(0),
  /** Why the segment cannot be sold; null = it can be sold if it has enough seats. */
  refusal: z.enum(['closed', 'left', 'cutoff', 'stop']).nullable(),
  /** Stops of the first leg without enough seats; null if there are enough. */
  full_between: z.object({ from: I18nText, to: I18nText }).nullable(),
  /** Price of all passengers; null without a valid fare. */
  total_minor: MinorAmount.nullable(),
  currency: Currency,
})
export type Departure = z.output<typeof Departure>

export const listDepartures = operation({
  id: 'listDepartures',
  method: 'GET',
  path: '/departures',
  tag: 'reservations',
  summary: 'List the departures of a day between two stations, with free seats and prices',
  access: { action: 'list', resource: 'journeys' },
  query: DeparturesQuery,
  ok: {
    status: 200,
    description: `At most ${DEPARTURES_MAX_ROWS}, sorted by departure.`,
    schema: z.array(Departure),
  },
  errors: ['malformed', 'validation'],
})

const IdParams = z.object({ id: Id })
const mayEdit = { action: 'edit', resource: 'reservations' } as const
const stepErrors = [
  'not_found',
  'validation',
  'invalid_state',
  'hold_expired',
  'version_mismatch',
  'precondition_required',
] as const

export const HoldRevision = z.strictObject({
  legs: ReservationLegs.min(1).optional(),
  passengers: z
    .array(ReservationPassenger)
    .min(1, schemaMessage`Add at least one passenger.`)
    .max(60)
    .optional(),
  addons: AddonChoices.optional(),
  promo_code: Code.nullable().optional(),
  price_override: PriceOverride.nullable().optional(),
  customer_id: Id.nullable().optional(),
  lead_name: line(120).optional(),
  lead_phone: Phone.nullable().optional(),
  lead_email: Email.nullable().optional(),
  locale: LanguageCode.optional(),
  flight: Flight.nullable().optional(),
  payment_method: z.enum(PAYMENT_METHODS).nullable().optional(),
  customer_notes: z.string().max(5000).nullable().optional(),
})
export type HoldRevision = z.output<typeof HoldRevision>

export const reviseHold = operation({
  id: 'reviseHold',
  method: 'POST',
  path: '/reservations/:id/revise',
  tag: 'reservations',
  summary: 'Revise a hold before its price is accepted; its expiry time stays the same',
  access: mayEdit,
  params: IdParams,
  body: HoldRevision,
  ok: { status: 200, description: 'The reservation as it is now, with its price.', schema: reservation.record },
  errors: [...stepErrors, 'sold_out', 'cutoff_passed', 'no_fare'],
  ifMatch: true,
})

export const printTickets = operation({
  id: 'printTickets',
  method: 'GET',
  path: '/reservations/:id/ticket.pdf',
  tag: 'reservations',
  summary: 'Print the tickets of a confirmed reservation, one page for each passenger',
  access: { action: 'show', resource: 'reservations' },
  params: IdParams,
  query: z.object({
    /** Defaults to the language of the reservation. */
    language: LanguageCode.optional(),
  }),
  ok: { status: 200, description: 'The tickets as a PDF.', type: 'application/pdf' },
  errors: ['not_found', 'malformed', 'invalid_state'],
})
