import { sentence, type Sentence } from '../../../contract/core/sentence'
import type { FieldIssue } from '../../../contract/core/entity'
import type { QuoteRequest, RouteRide } from '../../../contract/operations/quote'
import type { ReservationLeg } from '../../../contract/entities/reservation-parts'
import type { Reader } from '../../db/transaction'
import type { LegToQuote } from '../../domain/pricing/quote'
import { legToQuote } from '../../domain/pricing/travel'
import { formatServiceTime, instantOf, parseServiceTime } from '../../domain/timetable/service-time'
import { invalid, unknownReference } from '../../http/refusal'
import { readPricedNetwork } from '../../kernel/prices'
import { readJourneys, readStops, type PatternStop, type QuotedJourney } from './repository/journeys'

const MINUTE_S = 60

/** A leg by ids, before its records are read. */
interface Ride {
  routeId: string
  boardId: string
  alightId: string
  vehicleTypeId: string
  serviceDate: string
  departsAt: (zoneOf: (stationId: string) => string) => string
  seats: QuotedJourney['seats']
}

/** Returns the legs of a request with the facts that determine their price. @throws Refusal validation with a field path */
export async function readLegs(reader: Reader, legs: QuoteRequest['legs']): Promise<LegToQuote[]> {
  const booked = legs.filter((leg): leg is ReservationLeg => 'journey_id' in leg)
  const planned = legs.filter((leg): leg is RouteRide => 'route_id' in leg)
  const journeys = await readJourneys(
    reader,
    booked.map((leg) => leg.journey_id),
  )
  const stops = await readStops(
    reader,
    planned.map((leg) => leg.route_id),
  )
  const rides = legs.map((leg, index) => {
    const path = `legs.${index}`
    return 'journey_id' in leg
      ? onJourney(leg, journeys.get(leg.journey_id), path)
      : onRoute(
          leg,
          stops.filter((stop) => stop.route_id === leg.route_id),
          path,
        )
  })
  const first = stops.map((stop) => stop.station_id)
  const network = await readPricedNetwork(reader, {
    routeIds: rides.map((ride) => ride.routeId),
    stationIds: [...rides.flatMap((ride) => [ride.boardId, ride.alightId]), ...first],
  })
  return rides.map((ride, index) => {
    const route = network.routes.get(ride.routeId)
    const [board, alight] = [network.stations.get(ride.boardId), network.stations.get(ride.alightId)]
    if (!route || !board || !alight) throw unknownReference(`legs.${index}`)
    const departsAt = ride.departsAt((id) => network.stations.get(id)?.timezone ?? board.timezone)
    return {
      ...legToQuote({ ...ride, route, board, alight, departsAt }, network.fares),
      direction: legs[index]?.direction ?? 'outbound',
    }
  })
}

function onJourney(leg: ReservationLeg, journey: QuotedJourney | undefined, path: string): Ride {
  if (!journey) throw unknownReference(`${path}.journey_id`)
  const call = (seq: number, field: string) => {
    const found = journey.calls.find((each) => each.seq === seq)
    if (!found) throw wrong(`${path}.${field}`, sentence`The journey has no such stop: choose one of its stops.`)
    return found
  }
  const [board, alight] = [call(leg.board_seq, 'board_seq'), call(leg.alight_seq, 'alight_seq')]
  if (leg.alight_seq <= leg.board_seq)
    throw wrong(`${path}.alight_seq`, sentence`Choose a stop after the boarding stop.`)
  return {
    routeId: journey.route_id,
    boardId: board.station_id,
    alightId: alight.station_id,
    vehicleTypeId: journey.vehicle_type_id,
    serviceDate: journey.service_date,
    departsAt: () => board.planned_depart,
    seats: journey.seats.filter((seat) => seat.leg_seq >= leg.board_seq && seat.leg_seq < leg.alight_seq),
  }
}

function onRoute(ride: RouteRide, stops: readonly PatternStop[], path: string): Ride {
  const [start] = stops
  if (!start) throw unknownReference(`${path}.route_id`)
  const board = stops.find((stop) => stop.station_id === ride.origin_station_id)
  if (!board) throw wrong(`${path}.origin_station_id`, sentence`The route does not stop here: choose one of its stops.`)
  const alight = stops.find((stop) => stop.seq > board.seq && stop.station_id === ride.destination_station_id)
  if (!alight) throw wrong(`${path}.destination_station_id`, sentence`The route does not go there from the origin.`)
  const seconds = (parseServiceTime(ride.departure_time) ?? 0) + board.depart_offset_min * MINUTE_S
  return {
    routeId: ride.route_id,
    boardId: board.station_id,
    alightId: alight.station_id,
    vehicleTypeId: ride.vehicle_type_id ?? '',
    serviceDate: ride.service_date,
    departsAt: (zoneOf) => instantOf(ride.service_date, formatServiceTime(seconds), zoneOf(start.station_id)),
    seats: [],
  }
}

const issue = (path: string, message: Sentence): FieldIssue => ({ path, message })
const wrong = (path: string, message: Sentence) => invalid([issue(path, message)])
