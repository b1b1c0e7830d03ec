import { z } from 'zod'
import { SEARCH_MAX_CHARS } from '../core/limits'
import { operation } from '../core/operations'
import { Currency, I18nText, Id, Instant, MinorAmount, PlainDate, TimeZone } from '../core/scalars'
import { ENVIRONMENTS, PARTNER_ROLES, RESERVATION_STATUSES } from '../core/vocabulary'
import { CountAsked, CursorPage, onePage } from './page'

/* What a partner sees of what it sells. Amounts in minor units. Times are instants in UTC. */

/** A station as a partner sees it. */
export const Place = z.object({ id: Id, name: I18nText, timezone: TimeZone })

/** A reservation that the partner made, and nothing that the operator keeps to itself. */
export const PartnerTrip = z.object({
  id: Id,
  version: z.int().min(1),
  created_at: Instant,
  updated_at: Instant,
  reference: z.string(),
  /** The partner's own number. */
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
  /** What the passenger pays. */
  gross_minor: MinorAmount,
  commission_minor: MinorAmount,
  /** What the operator gets: gross less commission. */
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

/** How the partner's sales stand. Money and seats count what was booked in the period and is sold. */
export const PartnerDashboard = z.object({
  /** Days in the partner's time zone, both included. */
  period: z.object({ from: PlainDate, to: PlainDate }),
  /** How many of the period's trips are in each state; states with none are left out. */
  trips_by_status: z.array(z.object({ status: z.enum(RESERVATION_STATUSES), trips: z.int().min(1) })),
  /** One entry for each currency that was sold in. */
  sales: z.array(Amounts),
  next_departures: z.array(PartnerTrip),
  /** Keys that run out soon. */
  expiring_credentials: z.array(
    z.object({ id: Id, name: z.string(), environment: z.enum(ENVIRONMENTS), last4: z.string(), expires_at: Instant }),
  ),
})
export type PartnerDashboard = z.output<typeof PartnerDashboard>

/** Values of one filter in a query; no closed list of words is as long. */
const SEVERAL_MAX = 50
/** One or several values after each other: `status=confirmed&status=on_hold`. */
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
  /** Ours or the partner's own, whole. */
  reference: z.string().max(64).optional(),
  q: z.string().max(SEARCH_MAX_CHARS).optional(),
  updated_since: Instant.optional(),
  /** `-` = the latest first. Ties are broken by the id, so that no page repeats or skips a trip. */
  ordering: z.enum(TRIP_ORDERINGS).default('-created_at'),
  count: CountAsked,
})
export type TripsQuery = z.output<typeof TripsQuery>

export const getPartnerDashboard = operation({
  id: 'getPartnerDashboard',
  method: 'GET',
  path: '/partner/dashboard',
  tag: 'partner-sales',
  summary: 'How the partner’s sales stand',
  access: { partner: PARTNER_ROLES },
  query: z.object({ from: PlainDate.optional(), to: PlainDate.optional() }),
  ok: { status: 200, description: 'Figures of the period; of this month unless said.', schema: PartnerDashboard },
  errors: ['malformed'],
})

export const listPartnerTrips = operation({
  id: 'listPartnerTrips',
  method: 'GET',
  path: '/partner/trips',
  tag: 'partner-sales',
  summary: 'What the partner has booked, newest first unless said',
  access: { partner: PARTNER_ROLES, scope: 'trips:read' },
  query: TripsQuery,
  ok: onePage(PartnerTrip),
  errors: ['malformed'],
})
