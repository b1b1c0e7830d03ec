import { Temporal } from 'temporal-polyfill'
import type { Departure, DeparturesQuery } from '../../../contract/operations/desk'
import { mayOverride } from '../../../contract/core/overrides'
import { PASSENGER_CATEGORIES } from '../../../contract/core/vocabulary'
import type { Reader } from '../../db/transaction'
import { tightestLeg } from '../../domain/availability/seats'
import { bookOf } from '../../domain/pricing/price-list'
import { quoteSeats, type Quote } from '../../domain/pricing/quote'
import type { Category, Sale } from '../../domain/pricing/rule-facts'
import { dayAt, legToQuote } from '../../domain/pricing/travel'
import { departureOf, saleIssues } from '../../domain/reservations/sale'
import { utcText } from '../../domain/timetable/service-time'
import type { Context } from '../../http/context'
import { invalid } from '../../http/refusal'
import {
  customerTags,
  readPriceList,
  readPricedNetwork,
  readRides,
  readSeats,
  readStopNames,
  setAsideFor,
  stationsAt,
  type StoredRide,
} from './repository'

/** The departures of a day between two stations as a seller at the desk sees them. @throws Refusal validation */
export async function findDepartures(reader: Reader, query: DeparturesQuery, context: Context): Promise<Departure[]> {
  const now = context.now()
  const [origin, destination] = [await stationsAt(reader, query.origin), await stationsAt(reader, query.destination)]
  refuseUnknown({ origin: origin.ids, destination: destination.ids })
  const day = Temporal.PlainDate.from(query.date)
  const startOf = (date: Temporal.PlainDate) => date.toZonedDateTime(origin.timezone).toInstant().toString()
  const rides = await readRides(reader, {
    from: origin.ids,
    to: destination.ids,
    after: startOf(day),
    before: startOf(day.add({ days: 1 })),
  })
  if (rides.length === 0) return []
  const ids = rides.map((ride) => ride.id)
  const [seats, names] = [await readSeats(reader, ids), await readStopNames(reader, ids)]
  const aside = await setAsideFor(reader, ids, { partnerId: null, now })
  const price = await pricer(reader, query, rides, seats, now)
  const ignoresCutoff = mayOverride(context.actor.role, 'sell_after_cutoff')
  const needed = seatsFor(query)
  const nameAt = (id: string, seq: number) =>
    names.find((stop) => stop.journey_id === id && stop.seq === seq)?.name ?? { en: '' }
  return rides.map((ride): Departure => {
    const { id, board, alight, board_seq, alight_seq } = ride
    const own = seats.filter((leg) => leg.journey_id === id)
    const blocked = aside.get(id) ?? new Map<number, number>()
    const tightest = tightestLeg(own, ride, blocked)
    const left = tightest?.left ?? 0
    const legSeq = tightest?.leg.leg_seq ?? board_seq
    const { quote, places } = price(ride)
    return {
      journey_id: id,
      journey_code: ride.code,
      route_id: ride.route_id,
      route_name: ride.route_name,
      board_seq,
      alight_seq,
      board_station_id: board.station_id,
      board_name: nameAt(id, board_seq),
      board_timezone: places?.board.timezone ?? origin.timezone,
      alight_station_id: alight.station_id,
      alight_name: nameAt(id, alight_seq),
      alight_timezone: places?.alight.timezone ?? destination.timezone,
      departs_at: utcText(Date.parse(departureOf(board))),
      arrives_at: utcText(Date.parse(alight.expected_arrive ?? alight.planned_arrive)),
      delay_min: ride.delay_min,
      sales_status: ride.sales_status,
      seats_left: left,
      seats_needed: needed,
      refusal: refusalOf(ride, now, ignoresCutoff),
      full_between: needed > left ? { from: nameAt(id, legSeq), to: nameAt(id, legSeq + 1) } : null,
      total_minor: quote && quote.unpriced.length === 0 && quote.lines.length > 0 ? quote.total : null,
      currency: quote?.currencies[0] ?? price.currency,
    }
  })
}

function refuseUnknown(stations: Record<string, readonly string[]>): void {
  const issues = Object.entries(stations)
    .filter(([, ids]) => ids.length === 0)
    .map(([path]) => ({ path, message: 'This station does not exist. Choose one from the list.' }))
  if (issues.length > 0) throw invalid(issues, 'unknown_reference')
}

const seatsFor = (query: DeparturesQuery): number =>
  PASSENGER_CATEGORIES.reduce((sum, category) => sum + (category === 'infant' ? 0 : query[category]), 0)

function refusalOf(ride: StoredRide, now: Date, ignoresCutoff: boolean): Departure['refusal'] {
  // The stops of a departure go by its rows; a sale says them by name.
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

/** Prices each ride for the party by the load that it has now; nothing is promised. */
async function pricer(
  reader: Reader,
  query: DeparturesQuery,
  rides: readonly StoredRide[],
  seats: Awaited<ReturnType<typeof readSeats>>,
  now: Date,
) {
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
  const priceOf = (ride: StoredRide): { quote: Quote | null; places: Places | null } => {
    const route = network.routes.get(ride.route_id)
    const board = network.stations.get(ride.board.station_id)
    const alight = network.stations.get(ride.alight.station_id)
    if (!route || !board || !alight) return { quote: null, places: null }
    const leg = legToQuote(
      {
        route,
        board,
        alight,
        vehicleTypeId: ride.vehicle_type_id,
        serviceDate: ride.service_date,
        departsAt: ride.board.planned_depart,
        seats: seats.filter(
          (seat) => seat.journey_id === ride.id && seat.leg_seq >= ride.board_seq && seat.leg_seq < ride.alight_seq,
        ),
      },
      network.fares,
    )
    const quote = quoteSeats({ legs: [leg], party, sale, addons: [], override: null, traced: false }, book)
    return { quote, places: { board, alight } }
  }
  return Object.assign(priceOf, { currency: list.company.currency })
}

interface Places {
  board: { timezone: string }
  alight: { timezone: string }
}
