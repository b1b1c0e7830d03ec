import { PARTNER_SEATS_SHOWN_MAX } from '../../../../../contract/core/limits/partner-api'
import type { PartnerDeparture, PartnerJourney } from '../../../../../contract/partner/journeys'
import type { PriceList } from '../../../../kernel/prices'
import { availabilityStatus } from '../../../../domain/availability/availability-status'
import { seatsLeft } from '../../../../domain/availability/seats'
import { isSoldOn } from '../../../../domain/pricing/addon-lines'
import { saleIssues, salesEndOf } from '../../../../domain/reservations/sale'
import type { JourneyOnSale, SoldCall, SegmentOnSale } from '../repository/journeys'

/** A segment of a journey with both calls. */
export interface Offer extends SegmentOnSale {
  board: SoldCall
  alight: SoldCall
  seatsLeft: number
}

/** Returns the segment of a journey with its seats left, or undefined when it cannot be booked for that many passengers. */
export function offerOf(segment: SegmentOnSale, passengers: number, now: Date): Offer | undefined {
  const { journey } = segment
  const [board, alight] = [journey.calls.get(segment.board_seq), journey.calls.get(segment.alight_seq)]
  const seller = { now, isRequest: false, ignoresCutoff: false }
  if (!board || !alight || saleIssues(journey, board, alight, seller).length > 0) return undefined
  const left = seatsLeft(journey.seats, segment, journey.setAside)
  return left < passengers ? undefined : { ...segment, board, alight, seatsLeft: left }
}

const visibleSeats = (seats: number): number => Math.min(PARTNER_SEATS_SHOWN_MAX, Math.max(0, seats))

const stationOf = ({ station_id, station_code, name, timezone }: SoldCall) => ({
  id: station_id,
  code: station_code,
  name,
  timezone,
})

const routeOf = ({ route_id, route_code, route_name, service_kind }: JourneyOnSale) => ({
  id: route_id,
  code: route_code,
  name: route_name,
  service_kind,
})

/** Maps an offer to a departure of the partner API. */
export function departureOf(offer: Offer): Omit<PartnerDeparture, 'price_from'> {
  const { journey, board, alight, seatsLeft: left } = offer
  return {
    id: journey.id,
    code: journey.code,
    route: routeOf(journey),
    service_date: journey.service_date,
    board_seq: offer.board_seq,
    alight_seq: offer.alight_seq,
    origin: stationOf(board),
    destination: stationOf(alight),
    departs_at: board.planned_depart,
    arrives_at: alight.planned_arrive,
    expected_departs_at: board.expected_depart,
    cutoff_at: salesEndOf(journey, board),
    availability_status: availabilityStatus({ ...journey, seats_left: left }),
    seats_left: visibleSeats(left),
  }
}

/** Maps a journey to the partner API. */
export function journeyOf(journey: JourneyOnSale, addons: PriceList['addons']): PartnerJourney {
  const calls = [...journey.calls.values()]
  const left = (board: number, alight: number) =>
    seatsLeft(journey.seats, { board_seq: board, alight_seq: alight }, journey.setAside)
  const [first, last] = [calls[0]?.seq ?? 1, calls.at(-1)?.seq ?? 1]
  return {
    id: journey.id,
    code: journey.code,
    route: routeOf(journey),
    service_date: journey.service_date,
    availability_status: availabilityStatus({ ...journey, seats_left: left(first, last) }),
    calls: calls.map((call, index) => {
      const next = calls[index + 1]
      return {
        seq: call.seq,
        station: stationOf(call),
        planned_arrive: call.planned_arrive,
        planned_depart: call.planned_depart,
        expected_arrive: call.expected_arrive,
        expected_depart: call.expected_depart,
        platform: call.platform,
        may_board: call.pickup_type !== 'none',
        may_alight: call.drop_off_type !== 'none',
        seats_left: next ? visibleSeats(left(call.seq, next.seq)) : null,
      }
    }),
    addons: addons.filter((addon) =>
      isSoldOn(addon, {
        routeId: journey.route_id,
        vehicleTypeId: journey.vehicle_type_id,
        serviceKind: journey.service_kind,
      }),
    ),
  }
}
