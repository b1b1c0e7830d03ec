import type { Partner } from '../../../../contract/entities/partner'
import type { PartnerDeparture } from '../../../../contract/partner/journeys'
import type { PartnerTripDetail, TripCreateBody, TripUpdateBody } from '../../../../contract/partner/trips'
import type { Ticket } from '../../../../contract/operations/tickets'
import type { ReservationLeg, ReservationPassenger } from '../../../../contract/entities/reservation-parts'
import type { Environment } from '../../../../contract/core/vocabulary'
import type { Reader, Tx } from '../../../db/transaction'
import type { PartyCounts } from '../../../domain/pricing/quote'
import type { Context } from '../../../kernel/context'
import type { Expected } from '../../../http/etag'

/** A segment of a route. */
export interface RouteSegment {
  routeId: string
  originId: string
  destinationId: string
}

/** Amounts in minor units. */
export interface PartyPrice {
  currency: string
  gross: number
  net: number
}

export interface Departure extends Omit<PartnerDeparture, 'price_from'> {
  /** Whether the requested number of seats is available. */
  hasSeats: boolean
  /** In the order of the parties; null when no fare applies. */
  prices: (PartyPrice | null)[]
}

export interface DeparturesAsked extends RouteSegment {
  days?: { from: string; to: string; timezone: string }
  journeyIds?: readonly string[]
  seats: number
  parties: readonly PartyCounts[]
}

interface TripVersion {
  id: string
  version: Expected
}

/** Use cases that OCTO shares with the partner API; injected by the wiring. */
export interface Ports {
  /** Returns the calling partner with its contract. */
  seller: (reader: Reader, context: Context) => Promise<Pick<Partner, 'id' | 'contract'>>
  owner: (context: Context) => { partnerId: string; environment: Environment }
  departures: (reader: Reader, asked: DeparturesAsked, context: Context) => Promise<Departure[]>
  /** Returns prices of each party for each segment on an empty vehicle some days ahead; null when no fare applies. */
  pricesAhead: (
    reader: Reader,
    segments: readonly RouteSegment[],
    parties: readonly PartyCounts[],
    context: Context,
  ) => Promise<(PartyPrice | null)[][]>
  /** Returns tickets by trip id. */
  tickets: (reader: Reader, trips: readonly PartnerTripDetail[]) => Promise<Map<string, Ticket[]>>
  /** Runs one transaction, at most once for an Idempotency-Key. */
  write: <T>(context: Context, work: (tx: Tx) => Promise<T>) => Promise<T>
  trips: {
    read: (reader: Reader, id: string, context: Context) => Promise<PartnerTripDetail>
    readAll: (reader: Reader, ids: readonly string[], context: Context) => Promise<PartnerTripDetail[]>
    create: (tx: Tx, request: TripCreateBody, context: Context) => Promise<PartnerTripDetail>
    confirm: (tx: Tx, trip: TripVersion, agreedHash: undefined, context: Context) => Promise<PartnerTripDetail>
    extend: (tx: Tx, trip: TripVersion, context: Context) => Promise<PartnerTripDetail>
    cancel: (tx: Tx, trip: TripVersion, reason: string, context: Context) => Promise<PartnerTripDetail>
    update: (tx: Tx, trip: TripVersion, request: TripUpdateBody, context: Context) => Promise<PartnerTripDetail>
    change: (
      tx: Tx,
      trip: TripVersion,
      request: { legs?: ReservationLeg[]; passengers?: ReservationPassenger[]; reason: string },
      context: Context,
    ) => Promise<PartnerTripDetail>
  }
}
