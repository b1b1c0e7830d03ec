import { z } from 'zod'
import { SEARCH_MAX_CHARS } from '../core/limits/search'
import { operation } from '../core/operations'
import { Currency, I18nText, Id, Instant, MinorAmount, PlainDate, TimeZone } from '../core/scalars'
import { ENVIRONMENTS, PARTNER_ROLES, RESERVATION_STATUSES } from '../core/vocabulary'
import { CountAsked, CursorPage, onePage } from './page'

/* Bookings and sales figures of a partner. Amounts are in minor units, times are in UTC. */

/** Station in the partner API. */
export const Place = z.object({ id: Id, name: I18nText, timezone: TimeZone })

/** Booking of a partner, without the internal fields of the operator. */
export const PartnerTrip = z.object({
  id: Id,
  version: z.int().min(1),
  created_at: Instant,
  updated_at: Instant,
  reference: z.string(),
  /** Reference in the partner's system. */
  partner_reference: z.string().nullable(),
  environment: z.enum(ENVIRONMENTS),
  status: z.enum(RESERVATION_STATUSES),
  hold_expires_at: Instant.nullable(),
  lead_name: z.string(),
  seats: z.int().min(0),
  travel_at: Instant.nullable(),
  origin: Place.nullable(),
  destination: Place.nullable(),
  currency: Currency,
  /** Price for the passenger. */
  gross_minor: MinorAmount,
  commission_minor: MinorAmount,
  /** Revenue of the operator: gross less commission. */
  net_minor: MinorAmount,
})
export type PartnerTrip = z.output<typeof PartnerTrip>

const Amounts = z.object({
  currency: Currency,
  trips: z.int().min(0),
  seats: z.int().min(0),
  gross_minor: MinorAmount,
  commission_minor: MinorAmount,
  net_minor: MinorAmount,
})

/** Sales of the partner. Amounts and seats are those of the sold bookings made in the period. */
export const PartnerDashboard = z.object({
  /** Days in the partner's time zone, both included. */
  period: z.object({ from: PlainDate, to: PlainDate }),
  /** Number of bookings of the period by status; statuses without bookings are omitted. */
  trips_by_status: z.array(z.object({ status: z.enum(RESERVATION_STATUSES), trips: z.int().min(1) })),
  /** One entry for each currency of the sales. */
  sales: z.array(Amounts),
  next_departures: z.array(PartnerTrip),
  /** API keys that expire soon. */
  expiring_credentials: z.array(
    z.object({ id: Id, name: z.string(), environment: z.enum(ENVIRONMENTS), last4: z.string(), expires_at: Instant }),
  ),
})
export type PartnerDashboard = z.output<typeof PartnerDashboard>

/** Maximum number of values of one query filter; no enum is as long. */
const SEVERAL_MAX = 50
/** Returns the schema of a repeatable query parameter: `status=confirmed&status=on_hold`. */
export const several = <S extends z.ZodType>(value: S) =>
  z.preprocess(
    (given) => (given === undefined || Array.isArray(given) ? given : [given]),
    z.array(value).max(SEVERAL_MAX).optional(),
  )

const TRIP_ORDERINGS = ['created_at', '-created_at', 'updated_at', '-updated_at', 'travel_at', '-travel_at'] as const

export const TripsQuery = z.object({
  ...CursorPage,
  status: several(z.enum(RESERVATION_STATUSES)),
  /** Days of travel in the partner's time zone, both included. */
  from: PlainDate.optional(),
  to: PlainDate.optional(),
  /** Complete reference, the operator's or the partner's. */
  reference: z.string().max(64).optional(),
  q: z.string().max(SEARCH_MAX_CHARS).optional(),
  updated_since: Instant.optional(),
  /** `-` = the latest first. The id is the tie-breaker, so that no page repeats or skips a booking. */
  ordering: z.enum(TRIP_ORDERINGS).default('-created_at'),
  count: CountAsked,
})
export type TripsQuery = z.output<typeof TripsQuery>

export const getPartnerDashboard = operation({
  id: 'getPartnerDashboard',
  method: 'GET',
  path: '/partner/dashboard',
  tag: 'partner-sales',
  summary: 'Get the sales figures of the partner',
  access: { partner: PARTNER_ROLES },
  query: z.object({ from: PlainDate.optional(), to: PlainDate.optional() }),
  ok: { status: 200, description: 'Figures of the period, by default the current month.', schema: PartnerDashboard },
  errors: ['malformed'],
})

export const listPartnerTrips = operation({
  id: 'listPartnerTrips',
  method: 'GET',
  path: '/partner/trips',
  tag: 'partner-sales',
  summary: 'List the bookings of the partner, by default the newest first',
  access: { partner: PARTNER_ROLES, scope: 'trips:read' },
  query: TripsQuery,
  ok: onePage(PartnerTrip),
  errors: ['malformed'],
})
