import { z } from 'zod'
import { addon } from '../entities/addon'
import { PriceHash, PriceLine } from '../core/price-line'
import { LEGS_MAX } from '../core/limits/sales'
import { AddonChoices, ReservationLeg } from '../entities/reservation-parts'
import { PARTNER_SEATS_SHOWN_MAX } from '../core/limits/partner-api'
import { SEARCH_MAX_CHARS } from '../core/limits/search'
import { operation } from '../core/operations'
import { FoundBy } from '../operations/stations'
import { CountAsked, CursorPage, onePage } from './page'
import { Place } from './sales'
import { Code, Currency, I18nText, Id, Instant, MinorAmount, PlainDate } from '../core/scalars'
import {
  AVAILABILITY_STATUSES,
  PARTNER_ROLES,
  PASSENGER_CATEGORIES,
  SERVICE_KINDS,
  TRIP_TYPES,
} from '../core/vocabulary'
import { schemaMessage } from '../core/sentence'

/* Journeys for sale by partners. Amounts are in minor units, times are in UTC. */

const tag = 'partner-journeys'
const sellers = { partner: PARTNER_ROLES, scope: 'journeys:read' } as const

const Station = Place.extend({ code: z.string() })
const Route = z.object({ id: Id, code: z.string(), name: I18nText, service_kind: z.enum(SERVICE_KINDS) })
/** 0 to 9; 9 = nine or more. */
const VisibleSeats = z.int().min(0).max(PARTNER_SEATS_SHOWN_MAX)

/** Departure of a journey between two stations that can be booked now. */
export const PartnerDeparture = z.object({
  /** Id of the journey. */
  id: Id,
  code: z.string(),
  route: Route,
  service_date: PlainDate,
  /** Offered segment of the journey, for `legs` of a booking. */
  board_seq: z.int().min(1),
  alight_seq: z.int().min(2),
  origin: Station,
  destination: Station,
  /** Scheduled times. */
  departs_at: Instant,
  arrives_at: Instant,
  /** Expected departure; null = as scheduled. */
  expected_departs_at: Instant.nullable(),
  /** Bookings are accepted until then. */
  cutoff_at: Instant,
  availability_status: z.enum(AVAILABILITY_STATUSES),
  seats_left: VisibleSeats,
  /** Current total for the cheapest passenger with a seat, at the partner's prices, with tax and mandatory add-ons. */
  price_from: z.object({ currency: Currency, amount_minor: MinorAmount }),
})
export type PartnerDeparture = z.output<typeof PartnerDeparture>

const JourneysQuery = z.object({
  ...CursorPage,
  /** Id or code of a station; a parent station includes its child stations. */
  origin: z.string().trim().min(1).max(64),
  destination: z.string().trim().min(1).max(64),
  /** Day of departure in the time zone of the origin. */
  date: PlainDate,
  /** Number of passengers who need a seat. */
  passengers: z.coerce.number().int().min(1).max(60).default(1),
  count: CountAsked,
})

const PartnerCall = z.object({
  seq: z.int().min(1),
  station: Station,
  planned_arrive: Instant,
  planned_depart: Instant,
  expected_arrive: Instant.nullable(),
  expected_depart: Instant.nullable(),
  platform: z.string().nullable(),
  may_board: z.boolean(),
  may_alight: z.boolean(),
  /** Free seats on the leg to the next call; null at the last call. */
  seats_left: VisibleSeats.nullable(),
})

const PartnerAddon = addon.record.pick({
  id: true,
  code: true,
  name: true,
  category: true,
  pricing: true,
  amount_minor: true,
  percent_bp: true,
  currency: true,
  max_per_reservation: true,
  mandatory: true,
  refundable: true,
})

/** Journey with its calls and add-ons. */
export const PartnerJourney = z.object({
  id: Id,
  code: z.string(),
  route: Route,
  service_date: PlainDate,
  /** Availability from the first to the last stop. */
  availability_status: z.enum(AVAILABILITY_STATUSES),
  calls: z.array(PartnerCall),
  addons: z.array(PartnerAddon),
})
export type PartnerJourney = z.output<typeof PartnerJourney>

/** Price line without the pricing rule, which partners may not see. */
export const PartnerPriceLine = PriceLine.omit({ rule_id: true, rule_version: true })

export const PartnerQuoteBody = z
  .strictObject({
    board_seq: ReservationLeg.shape.board_seq,
    alight_seq: ReservationLeg.shape.alight_seq,
    /** Legs after this journey, for a trip with changes or a return trip. */
    onward: z
      .array(ReservationLeg)
      .max(LEGS_MAX - 1)
      .default([]),
    /** Number of passengers by category. */
    passengers: z.partialRecord(z.enum(PASSENGER_CATEGORIES), z.int().min(0).max(60)),
    addons: AddonChoices.default([]),
    promo_code: Code.nullable().default(null),
    /** `return` = return leg of another booking. Ignored for legs in both directions, which are always a return trip. */
    trip_type: z.enum(TRIP_TYPES).default('one_way'),
  })
  .refine(({ passengers }) => Object.values(passengers).some((count) => count > 0), {
    path: ['passengers'],
    message: schemaMessage`Add at least one passenger.`,
  })

/** Price of a booking that is not made yet. No seats are held. */
export const PartnerQuote = z.object({
  currency: Currency,
  /** Price for the passenger. */
  gross_minor: MinorAmount,
  /** Included in the gross. */
  tax_minor: MinorAmount,
  commission_minor: MinorAmount,
  /** Revenue of the operator: gross less commission. */
  net_minor: MinorAmount,
  lines: z.array(PartnerPriceLine),
  /** Hash of this price. A booking made with it costs this amount, or is refused. */
  price_hash: PriceHash,
  expires_at: Instant,
})

export type PartnerQuote = z.output<typeof PartnerQuote>

export const listPartnerJourneys = operation({
  id: 'listPartnerJourneys',
  method: 'GET',
  path: '/partner/journeys',
  tag,
  summary: 'List the bookable departures between two stations on a day with enough seats, sorted by time',
  access: sellers,
  query: JourneysQuery,
  ok: onePage(PartnerDeparture),
  errors: ['malformed'],
})

export const getPartnerJourney = operation({
  id: 'getPartnerJourney',
  method: 'GET',
  path: '/partner/journeys/:id',
  tag,
  summary: 'Get a journey with its calls, free seats and add-ons',
  access: sellers,
  params: z.object({ id: Id }),
  ok: { status: 200, description: 'The journey.', schema: PartnerJourney },
  errors: ['not_found'],
})

export const quotePartnerJourney = operation({
  id: 'quotePartnerJourney',
  method: 'POST',
  path: '/partner/journeys/:id/quote',
  isRepeatable: true,
  tag,
  summary: 'Calculate the price of a trip that starts on this journey; no seats are held',
  access: sellers,
  params: z.object({ id: Id }),
  body: PartnerQuoteBody,
  ok: {
    status: 200,
    description: 'The price, the commission of the partner, and the expiry time of the quote.',
    schema: PartnerQuote,
  },
  errors: ['not_found', 'validation', 'invalid_state', 'cutoff_passed', 'no_fare', 'selling_price_below_net'],
})

/** Station where passengers board or alight on journeys that the partner may sell. */
export const PartnerPlace = Place.extend({
  code: z.string(),
  /** Match in the search; null without a search text. */
  match: FoundBy.nullable(),
})
export type PartnerPlace = z.output<typeof PartnerPlace>

export const listPartnerPlaces = operation({
  id: 'listPartnerPlaces',
  method: 'GET',
  path: '/partner/journeys/places',
  tag,
  summary: 'List the stations that the partner may sell, the best match first; with an origin, those reachable from it',
  access: { partner: PARTNER_ROLES, scope: 'journeys:read' },
  query: z.object({
    /** Id or code of a station. */
    origin: z.string().trim().min(1).max(64).optional(),
    /** Code, name or part of a name in any language; tolerates small misspellings. */
    q: z.string().max(SEARCH_MAX_CHARS).optional(),
  }),
  ok: { status: 200, description: 'The first 50 stations.', schema: z.array(PartnerPlace) },
  errors: ['malformed'],
})
