import type { Fare } from '../../../contract/entities/fare'
import type { JourneyLeg } from '../../../contract/entities/journey'
import type { Hire } from '../../../contract/entities/reservation-parts'
import type { Route } from '../../../contract/entities/route'
import type { Station } from '../../../contract/entities/station'
import { wallClock } from '../timetable/wall-clock'
import type { LegToQuote } from './quote'
import type { TravelFacts } from './rule-facts'

const FULL_PCT = 100

export type PricedStation = Pick<Station, 'id' | 'name' | 'timezone' | 'zone_code'>
export type PricedRoute = Pick<Route, 'id' | 'code' | 'service_kind'>

/** The travelled segment of a journey, as stored. */
export interface TravelledLeg {
  route: PricedRoute
  board: PricedStation
  alight: PricedStation
  vehicleTypeId: string
  /** `YYYY-MM-DD`. */
  serviceDate: string
  /** Instant of the planned departure at the boarding stop. */
  departsAt: string
  /** Seat counters of the journey legs in between; none = an empty journey. */
  seats: readonly Pick<JourneyLeg, 'capacity' | 'confirmed' | 'held'>[]
}

/** Returns the pricing input of a leg. @param fares of any route; those of other routes are ignored */
export function legToQuote(leg: TravelledLeg, fares: readonly Fare[]): LegToQuote {
  const { route, board, alight } = leg
  return {
    routeCode: route.code,
    origin: board,
    destination: alight,
    fares: fares.filter((fare) => fare.route_id === route.id),
    travel: {
      routeId: route.id,
      serviceKind: route.service_kind,
      originId: board.id,
      destinationId: alight.id,
      fromZone: board.zone_code,
      toZone: alight.zone_code,
      vehicleTypeId: leg.vehicleTypeId,
      serviceDate: leg.serviceDate,
      departsAt: Date.parse(leg.departsAt),
      departClock: clockAt(leg.departsAt, board.timezone),
      loadPct: loadPct(leg.seats),
    },
  }
}

/** Share of seats taken on the fullest journey leg, whole percent. */
function loadPct(seats: TravelledLeg['seats']): number {
  const loads = seats.map(({ capacity, confirmed, held }) =>
    capacity > 0 ? Math.floor(((confirmed + held) * FULL_PCT) / capacity) : FULL_PCT,
  )
  return Math.max(0, ...loads)
}

/** Returns the facts that a hire is priced by. @param timezone of the company, for pick-ups at an address */
export function hireTravel(
  hire: Hire,
  pickup: PricedStation | undefined,
  dropoff: PricedStation | undefined,
  timezone: string,
): TravelFacts {
  const zone = pickup?.timezone ?? timezone
  return {
    routeId: null,
    serviceKind: 'private_hire',
    originId: pickup?.id ?? null,
    destinationId: dropoff?.id ?? null,
    fromZone: pickup?.zone_code ?? null,
    toZone: dropoff?.zone_code ?? null,
    vehicleTypeId: hire.vehicle_type_id,
    serviceDate: dayAt(hire.starts_at, zone),
    departsAt: Date.parse(hire.starts_at),
    departClock: clockAt(hire.starts_at, zone),
    during: { from: Date.parse(hire.starts_at), to: Date.parse(hire.ends_at), zone },
    loadPct: null,
  }
}

/** Returns the calendar day of an instant in a time zone, `YYYY-MM-DD`. */
export const dayAt = (instant: string, zone: string): string => wallClock(instant, zone).slice(0, 'YYYY-MM-DD'.length)

/** The time of an instant on the clock of a time zone, `HH:MM`. */
const clockAt = (instant: string, zone: string): string => wallClock(instant, zone).slice(-'HH:MM'.length)
