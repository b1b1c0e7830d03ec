import { z } from 'zod'
import { addon } from '../entities/addon'
import { PriceHash, PriceLine } from '../core/price-line'
import { LEGS_MAX } from '../core/limits'
import { AddonChoices, ReservationLeg } from '../entities/reservation-parts'
import { PARTNER_SEATS_TOLD_MAX, SEARCH_MAX_CHARS } from '../core/limits'
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

/* Journeys as partners sell them. Amounts in minor units. Times are instants in UTC. */

const tag = 'partner-journeys'
const sellers = { partner: PARTNER_ROLES, scope: 'journeys:read' } as const

const Station = Place.extend({ code: z.string() })
const Route = z.object({ id: Id, code: z.string(), name: I18nText, service_kind: z.enum(SERVICE_KINDS) })
/** 0 to 9; 9 stands for nine or more. */
const SeatsTold = z.int().min(0).max(PARTNER_SEATS_TOLD_MAX)

/** A dated departure between two places that can be booked now. */
export const PartnerDeparture = z.object({
  /** Of the journey. */
  id: Id,
  code: z.string(),
  route: Route,
  service_date: PlainDate,
  /** The part of the journey that is offered, for `legs` of a trip. */
  board_seq: z.int().min(1),
  alight_seq: z.int().min(2),
  origin: Station,
  destination: Station,
  /** As planned. */
  departs_at: Instant,
  arrives_at: Instant,
  /** As foreseen now; null = as planned. */
  expected_departs_at: Instant.nullable(),
  /** Bookings are taken until then. */
  cutoff_at: Instant,
  availability_status: z.enum(AVAILABILITY_STATUSES),
  seats_left: SeatsTold,
  /** What one adult pays in all at the partner's prices, now: with tax on top and the add-ons of every reservation. */
  price_from: z.object({ currency: Currency, amount_minor: MinorAmount }),
})
export type PartnerDeparture = z.output<typeof PartnerDeparture>

const JourneysQuery = z.object({
  ...CursorPage,
  /** Id or code of a station; one that has others below it stands for all of them. */
  origin: z.string().trim().min(1).max(64),
  destination: z.string().trim().min(1).max(64),
  /** Day of the departure on the clock of the origin. */
  date: PlainDate,
  /** Who take a seat. */
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
  /** Until the next call; null at the last one. */
  seats_left: SeatsTold.nullable(),
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

/** A journey with where it calls and what goes with it. */
export const PartnerJourney = z.object({
  id: Id,
  code: z.string(),
  route: Route,
  service_date: PlainDate,
  /** From end to end. */
  availability_status: z.enum(AVAILABILITY_STATUSES),
  calls: z.array(PartnerCall),
  addons: z.array(PartnerAddon),
})
export type PartnerJourney = z.output<typeof PartnerJourney>

/** A line of a price as partners see it: which rule of the operator made it is the operator's own. */
export const PartnerPriceLine = PriceLine.omit({ rule_id: true, rule_version: true })

export const PartnerQuoteBody = z
  .strictObject({
    board_seq: ReservationLeg.shape.board_seq,
    alight_seq: ReservationLeg.shape.alight_seq,
    /** The legs after this journey, for a trip with changes or one there and back. */
    onward: z
      .array(ReservationLeg)
      .max(LEGS_MAX - 1)
      .default([]),
    /** How many there are of each category. */
    passengers: z.partialRecord(z.enum(PASSENGER_CATEGORIES), z.int().min(0).max(60)),
    addons: AddonChoices.default([]),
    promo_code: Code.nullable().default(null),
    /** `return` prices the way back of another trip; legs there and back are a return by themselves. */
    trip_type: z.enum(TRIP_TYPES).default('one_way'),
  })
  .refine(({ passengers }) => Object.values(passengers).some((count) => count > 0), {
    path: ['passengers'],
    message: 'Add at least one passenger.',
  })

/** What a trip would cost. Nothing is held. */
export const PartnerQuote = z.object({
  currency: Currency,
  /** What the passenger pays. */
  gross_minor: MinorAmount,
  /** Contained in the gross. */
  tax_minor: MinorAmount,
  commission_minor: MinorAmount,
  /** What the operator gets: gross less commission. */
  net_minor: MinorAmount,
  lines: z.array(PartnerPriceLine),
  /** Names this price: a trip that is made with it costs this, or is refused. */
  price_hash: PriceHash,
  expires_at: Instant,
})

export type PartnerQuote = z.output<typeof PartnerQuote>

export const listPartnerJourneys = operation({
  id: 'listPartnerJourneys',
  method: 'GET',
  path: '/partner/journeys',
  tag,
  summary: 'Departures between two places on a day that have the seats and can be booked now, by time',
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
  summary: 'Where a journey calls, the seats it has and what can be added',
  access: sellers,
  params: z.object({ id: Id }),
  ok: { status: 200, description: 'The journey.', schema: PartnerJourney },
  errors: ['not_found'],
})

export const quotePartnerJourney = operation({
  id: 'quotePartnerJourney',
  method: 'POST',
  path: '/partner/journeys/:id/quote',
  tag,
  summary: 'What a trip that begins on this journey would cost, line by line; nothing is held',
  access: sellers,
  params: z.object({ id: Id }),
  body: PartnerQuoteBody,
  ok: {
    status: 200,
    description: 'The price, what the partner keeps of it, and until when it holds.',
    schema: PartnerQuote,
  },
  errors: [
    'not_found',
    'validation',
    'invalid_state',
    'cutoff_passed',
    'no_fare',
    'selling_price_below_net',
    'idempotency_in_progress',
  ],
})

/** A station that passengers board or leave at on what the partner may sell. */
export const PartnerPlace = Place.extend({
  code: z.string(),
  /** Why it was found; null where no text was searched for. */
  match: FoundBy.nullable(),
})
export type PartnerPlace = z.output<typeof PartnerPlace>

export const listPartnerPlaces = operation({
  id: 'listPartnerPlaces',
  method: 'GET',
  path: '/partner/journeys/places',
  tag,
  summary:
    'Stations between which the partner may sell, the likeliest match first; with an origin those that it leads to',
  access: { partner: PARTNER_ROLES, scope: 'journeys:read' },
  query: z.object({
    /** Id or code of a station. */
    origin: z.string().trim().min(1).max(64).optional(),
    /** Code, name or part of one, in any language and small misspellings forgiven. */
    q: z.string().max(SEARCH_MAX_CHARS).optional(),
  }),
  ok: { status: 200, description: 'The first 50.', schema: z.array(PartnerPlace) },
  errors: ['malformed'],
})
