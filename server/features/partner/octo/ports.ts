import type { Partner } from '../../../../contract/entities/partner'
import type { PartnerDeparture } from '../../../../contract/partner/journeys'
import type { PartnerTripDetail, TripCreateBody, TripUpdateBody } from '../../../../contract/partner/trips'
import type { Ticket } from '../../../../contract/operations/tickets'
import type { ReservationLeg, ReservationPassenger } from '../../../../contract/entities/reservation-parts'
import type { Environment } from '../../../../contract/core/vocabulary'
import type { Reader, Tx } from '../../../db/transaction'
import type { PartyCounts } from '../../../domain/pricing/quote'
import type { Context } from '../../../http/context'
import type { Expected } from '../../../http/etag'

/** From one stop of a route to another. */
export interface Way {
  routeId: string
  originId: string
  destinationId: string
}

/** In minor units. */
export interface PartyPrice {
  currency: string
  gross: number
  net: number
}

export interface Departure extends Omit<PartnerDeparture, 'price_from'> {
  /** Whether there are as many seats as were asked for. */
  hasSeats: boolean
  /** In the order of the parties; null where no fare holds. */
  prices: (PartyPrice | null)[]
}

export interface DeparturesAsked extends Way {
  days?: { from: string; to: string; timezone: string }
  journeyIds?: readonly string[]
  seats: number
  parties: readonly PartyCounts[]
}

interface Which {
  id: string
  version: Expected
}

/** What the partner API sells with: the same departures, prices and steps, handed over by who composes the features. */
export interface Ports {
  /** Whose call it is, with the contract. */
  seller: (reader: Reader, context: Context) => Promise<Pick<Partner, 'id' | 'contract'>>
  owner: (context: Context) => { partnerId: string; environment: Environment }
  departures: (reader: Reader, asked: DeparturesAsked, context: Context) => Promise<Departure[]>
  /** What each party would pay for each way some days from now on an empty vehicle; null where no fare holds. */
  pricesAhead: (
    reader: Reader,
    ways: readonly Way[],
    parties: readonly PartyCounts[],
    context: Context,
  ) => Promise<(PartyPrice | null)[][]>
  /** By the id of each trip. */
  tickets: (reader: Reader, trips: readonly PartnerTripDetail[]) => Promise<Map<string, Ticket[]>>
  /** One transaction, answered once for an Idempotency-Key. */
  write: <T>(context: Context, work: (tx: Tx) => Promise<T>) => Promise<T>
  trips: {
    read: (reader: Reader, id: string, context: Context) => Promise<PartnerTripDetail>
    readAll: (reader: Reader, ids: readonly string[], context: Context) => Promise<PartnerTripDetail[]>
    create: (tx: Tx, wish: TripCreateBody, context: Context) => Promise<PartnerTripDetail>
    confirm: (tx: Tx, which: Which, agreedHash: undefined, context: Context) => Promise<PartnerTripDetail>
    extend: (tx: Tx, which: Which, context: Context) => Promise<PartnerTripDetail>
    cancel: (tx: Tx, which: Which, reason: string, context: Context) => Promise<PartnerTripDetail>
    update: (tx: Tx, which: Which, wish: TripUpdateBody, context: Context) => Promise<PartnerTripDetail>
    change: (
      tx: Tx,
      which: Which,
      wish: { legs?: ReservationLeg[]; passengers?: ReservationPassenger[]; reason: string },
      context: Context,
    ) => Promise<PartnerTripDetail>
  }
}
