import type { Departure, DeparturesQuery } from '../../../contract/operations/desk'
import type { I18nText } from '../../../contract/core/scalars'
import { PASSENGER_CATEGORIES } from '../../../contract/core/vocabulary'
import type { Reader } from '../../db/transaction'
import { tightestLeg } from '../../domain/availability/seats'
import { groupBy } from '../../domain/group-by'
import { bookOf } from '../../domain/pricing/price-list'
import { quoteSeats, type LegToQuote } from '../../domain/pricing/quote'
import type { Category, Sale } from '../../domain/pricing/rule-facts'
import { dayAt, legToQuote } from '../../domain/pricing/travel'
import { departureOf, saleIssues } from '../../domain/reservations/sale'
import { utcText } from '../../domain/timetable/service-time'
import type { Context } from '../../kernel/context'
import {
  customerTags,
  readPriceList,
  readPricedNetwork,
  readSeats,
  readStops,
  setAsideFor,
  type CountedLeg,
  type StoredRide,
} from './repository'
import { hasOverride } from '../../http/overrides'

/** Total of several rides; null if no fare applies to one of them. */
export type Priced = Pick<Departure, 'total_minor' | 'currency'>

export interface Described {
  departures: Departure[]
  /** Returns the price of some of the rides as one reservation. */
  price: (rides: readonly StoredRide[]) => Priced
}

/** Describes rides for a seller at the desk, in the given order. Nothing is locked or promised. */
export async function describeRides(
  reader: Reader,
  query: DeparturesQuery,
  rides: readonly StoredRide[],
  context: Context,
): Promise<Described> {
  const now = context.now()
  const ids = [...new Set(rides.map((ride) => ride.id))]
  const [counted, stops] = [await readSeats(reader, ids), await readStops(reader, ids)]
  const seats = groupBy(counted, (leg) => leg.journey_id)
  const aside = await setAsideFor(reader, ids, { partnerId: null, now })
  const price = await pricer(reader, query, rides, seats, now)
  const ignoresCutoff = hasOverride('sell_after_cutoff', context)
  const needed = seatsFor(query)
  const known = new Map(stops.map((stop) => [`${stop.journey_id} ${stop.seq}`, stop]))
  const stopAt = (id: string, seq: number): { name: I18nText; timezone: string } =>
    known.get(`${id} ${seq}`) ?? { name: { en: '' }, timezone: 'UTC' }
  const departures = rides.map((ride): Departure => {
    const { id, board, alight, board_seq, alight_seq } = ride
    const tightest = tightestLeg(seats.get(id) ?? [], ride, aside.get(id))
    const left = tightest?.left ?? 0
    const legSeq = tightest?.leg.leg_seq ?? board_seq
    return {
      journey_id: id,
      journey_code: ride.code,
      route_id: ride.route_id,
      route_name: ride.route_name,
      board_seq,
      alight_seq,
      board_station_id: board.station_id,
      board_name: stopAt(id, board_seq).name,
      board_timezone: stopAt(id, board_seq).timezone,
      alight_station_id: alight.station_id,
      alight_name: stopAt(id, alight_seq).name,
      alight_timezone: stopAt(id, alight_seq).timezone,
      departs_at: utcText(Date.parse(departureOf(board))),
      arrives_at: utcText(Date.parse(alight.expected_arrive ?? alight.planned_arrive)),
      delay_min: ride.delay_min,
      sales_status: ride.sales_status,
      seats_left: left,
      seats_needed: needed,
      refusal: refusalOf(ride, now, ignoresCutoff),
      full_between: needed > left ? { from: stopAt(id, legSeq).name, to: stopAt(id, legSeq + 1).name } : null,
      ...price([ride]),
    }
  })
  return { departures, price }
}

export const seatsFor = (query: DeparturesQuery): number =>
  PASSENGER_CATEGORIES.reduce((sum, category) => sum + (category === 'infant' ? 0 : query[category]), 0)

function refusalOf(ride: StoredRide, now: Date, ignoresCutoff: boolean): Departure['refusal'] {
  // Only the messages of saleIssues need station names, and they are not used here.
  const [board, alight] = [
    { ...ride.board, seq: ride.board_seq, station_name: '' },
    { ...ride.alight, seq: ride.alight_seq, station_name: '' },
  ]
  const [issue] = saleIssues(ride, board, alight, { now, isRequest: true, ignoresCutoff })
  if (!issue) return null
  if (issue.cause === 'input') return 'stop'
  if (issue.cause === 'cutoff') return 'cutoff'
  return Date.parse(departureOf(board)) <= now.getTime() ? 'left' : 'closed'
}

/** Returns a function that prices rides for the party at their current load, as legs of one reservation. */
async function pricer(
  reader: Reader,
  query: DeparturesQuery,
  rides: readonly StoredRide[],
  seats: ReadonlyMap<string, readonly CountedLeg[]>,
  now: Date,
): Promise<Described['price']> {
  const list = await readPriceList(reader)
  const book = bookOf(list)
  const network = await readPricedNetwork(reader, {
    routeIds: rides.map((ride) => ride.route_id),
    stationIds: rides.flatMap(({ board, alight }) => [board.station_id, alight.station_id]),
  })
  const sale: Sale = {
    at: now.getTime(),
    day: dayAt(now.toISOString(), list.company.timezone),
    channel: 'back_office',
    partnerId: null,
    customerTags: await customerTags(reader, query.customer_id ?? null),
    tripType: query.is_return ? 'return' : 'one_way',
    promoCode: null,
  }
  const party = new Map<Category, number>(PASSENGER_CATEGORIES.map((category) => [category, query[category]]))
  const legOf = (ride: StoredRide): LegToQuote | null => {
    const route = network.routes.get(ride.route_id)
    const board = network.stations.get(ride.board.station_id)
    const alight = network.stations.get(ride.alight.station_id)
    if (!route || !board || !alight) return null
    return legToQuote(
      {
        route,
        board,
        alight,
        vehicleTypeId: ride.vehicle_type_id,
        serviceDate: ride.service_date,
        departsAt: ride.board.planned_depart,
        seats: (seats.get(ride.id) ?? []).filter(
          ({ leg_seq }) => leg_seq >= ride.board_seq && leg_seq < ride.alight_seq,
        ),
      },
      network.fares,
    )
  }
  return (together) => {
    const legs = together.map(legOf).filter((leg) => leg !== null)
    if (legs.length < together.length) return { total_minor: null, currency: list.company.currency }
    const quote = quoteSeats({ legs, party, sale, addons: [], override: null, traced: false }, book)
    const isPriced = quote.unpriced.length === 0 && quote.lines.length > 0 && quote.currencies.length < 2
    return { total_minor: isPriced ? quote.total : null, currency: quote.currencies[0] ?? list.company.currency }
  }
}
