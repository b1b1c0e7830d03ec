import { seatsLeft, withSeats } from '../../../domain/availability/seats'
import { aboardOf, shortageOn, spaceOf, withSpace } from '../../../domain/availability/space'
import { seatsNeeded } from '../../../domain/availability/space'
import { aboardChange } from '../../../domain/reservations/status'
import { Chance } from '../chance'
import { DAY_MS, HOUR_MS, MINUTE_MS, type Clock } from '../clock'
import { groupBy } from '../../../domain/group-by'
import type { LiveRun } from '../operation/journeys'
import type { Flight } from '../../../../contract/entities/reservation-parts'
import { utcText } from '../../../domain/timetable/service-time'
import type { BookedLeg, Booking, Party } from './booking'
import { makeParty, type Clientele } from './party'
import { priceSeats, type PriceList } from './prices'
import { departureOf, progressOf } from './progress'

/** Mean number of reservations of a journey on an average day, by route. */
const DEMAND: Readonly<Record<string, number>> = {
  'MLG-GRX': 1.3,
  'GRX-MLG': 1.2,
  'MLG-EST': 0.5,
  'EST-MLG': 0.5,
  'AGP-MAR': 1.8,
  'MAR-AGP': 1.5,
  'AGP-HTL': 1.9,
  'ALH-DAY': 3,
}
const RETURN_SHARE = 0.2
const CONNECTION_SHARE = 0.06
const MEAN_LEAD_MS = 9 * DAY_MS
/** Hours without staff at the desk. */
const NIGHT_FROM_UTC_H = 20
const NIGHT_H = 10
/** Lines with sold-out or nearly full journeys in the coming days. */
const FULL_LINES = ['AGP-HTL', 'AGP-MAR', 'MAR-AGP', 'MLG-GRX']
const FULL_RUNS = 7
const AIRLINES = ['FR', 'U2', 'VY', 'LH', 'BA', 'EI', 'SK', 'KL', 'AF', 'W6'] as const

interface Market {
  clientele: Clientele
  prices: PriceList
  clock: Clock
  /** By route and day, in the order of departure. */
  runs: ReadonlyMap<string, readonly LiveRun[]>
}

/** Sells seats on the journeys around today, and counts them in their legs. */
export function sellSeats(all: readonly LiveRun[], clientele: Clientele, prices: PriceList, clock: Clock): Booking[] {
  const runs = groupBy(
    all.filter((run) => !run.isEmpty),
    (run) => `${run.line.code} ${run.day}`,
  )
  const market: Market = { clientele, prices, clock, runs }
  const sold = all.filter((run) => !run.isEmpty && run.status !== 'draft')
  const bookings = sold.flatMap((run) =>
    Array.from({ length: demandOf(run) }, (_, index) => sell(`${run.code} ${index + 1}`, run, market)).flat(),
  )
  return [...bookings, ...fullRuns(sold, clock).flatMap((run, index) => fill(run, index % 3 === 2 ? 4 : 0, market))]
}

/** Demand grows towards the day of travel; past days are sold in full. */
function demandOf(run: LiveRun): number {
  const near = run.offset < 0 ? 1.05 : run.offset < 3 ? 1.6 : Math.max(0.32, 1.15 - run.offset * 0.06)
  const expected = (DEMAND[run.line.code] ?? 0) * near
  return Math.floor(expected + new Chance(`demand ${run.code}`).next())
}

/** Returns one reservation, with that of the return trip if there is one; none when the journey is full. */
function sell(key: string, run: LiveRun, market: Market): Booking[] {
  const chance = new Chance(`booking ${key}`)
  const outward = book(key, chance, legsOf(chance, run, market), market, null)
  if (!outward || run.line.reverse === undefined || !chance.is(RETURN_SHARE)) return outward ? [outward] : []
  const back = returnLeg(chance, outward, market)
  const homeward = back && book(`${key} back`, chance, [back], market, outward)
  return homeward ? [outward, homeward] : [outward]
}

function legsOf(chance: Chance, run: LiveRun, market: Market): BookedLeg[] {
  const first = segmentOf(chance, run)
  const arrivesAtHub = run.line.code === 'GRX-MLG' && first.alight === run.line.stops.length
  if (!arrivesAtHub || !chance.is(CONNECTION_SHARE)) return [first]
  const onward = market.runs
    .get(`MLG-EST ${run.day}`)
    ?.find((next) => next.departs >= run.arrives + (run.lateMin + 15) * MINUTE_MS)
  return onward ? [first, { run: onward, board: 1, alight: chance.pick([2, 4, 6, 9]) }] : [first]
}

/** Returns a segment: mostly the whole line. A transfer starts or ends at the airport. */
function segmentOf(chance: Chance, run: LiveRun): BookedLeg {
  const { stops } = run.line
  const pairs = stops.flatMap((origin, from) =>
    stops.slice(from + 1).flatMap((destination, further) => {
      if (origin.pickup === 'none' || destination.dropOff === 'none') return []
      if (run.line.kind === 'transfer' && (origin.station === 'AGP') === (destination.station === 'AGP')) return []
      return [[{ run, board: from + 1, alight: from + further + 2 }, (further + 1) ** 2] as const]
    }),
  )
  return chance.weighted(pairs)
}

function returnLeg(chance: Chance, outward: Booking, { runs, clock }: Market): BookedLeg | null {
  const [there] = outward.legs
  if (!there) return null
  const { line, offset } = there.run
  const candidates = runs.get(`${line.reverse ?? ''} ${clock.day(offset + chance.int(1, 7))}`)
  if (!candidates) return null
  const run = chance.pick(candidates)
  const seqOf = (station: string | undefined) => run.line.stops.findIndex((stop) => stop.station === station) + 1
  const board = seqOf(line.stops[there.alight - 1]?.station)
  const alight = seqOf(line.stops[there.board - 1]?.station)
  const canRide = run.line.stops[board - 1]?.pickup !== 'none' && run.line.stops[alight - 1]?.dropOff !== 'none'
  return board > 0 && alight > board && canRide ? { run, board, alight } : null
}

function book(key: string, chance: Chance, legs: BookedLeg[], market: Market, outward: Booking | null): Booking | null {
  const [first] = legs
  if (!first || outward?.status === 'cancelled') return null
  const room = Math.min(
    ...legs.map(({ run, board, alight }) => seatsLeft(run.legs, { board_seq: board, alight_seq: alight })),
  )
  const party = outward ? outward.party : room > 0 ? fitted(makeParty(chance, market.clientele, room), legs) : null
  if (!party || (outward && !hasPlaces(outward.party, legs)) || seatsNeeded(party.passengers) > room) return null
  return settle(key, chance, { legs, party, outward }, market)
}

const hasPlaces = ({ passengers }: Party, legs: readonly BookedLeg[]): boolean =>
  legs.every(({ run, board, alight }) => {
    const segment = { board_seq: board, alight_seq: alight }
    return shortageOn(spaceOf(run.places), run.legs, segment, aboardOf(passengers, [])) === null
  })

/** A passenger who needs a space that the vehicle no longer has travels without it. */
const fitted = (party: Party, legs: readonly BookedLeg[]): Party =>
  hasPlaces(party, legs)
    ? party
    : { ...party, passengers: party.passengers.map((passenger) => ({ ...passenger, needs: [] })) }

interface Sale {
  legs: BookedLeg[]
  party: Party
  outward: Booking | null
}

/** Prices a sale, determines its current state, and counts its seats. */
function settle(key: string, chance: Chance, { legs, party, outward }: Sale, { prices, clock }: Market): Booking {
  const [first] = legs
  if (!first) throw new RangeError('Seats are booked on a journey.')
  const travelAt = first.run.departs + (first.run.line.stops[first.board - 1]?.depart ?? 0) * MINUTE_MS
  const soldAt =
    outward?.createdAt ?? saleTime(chance, party, travelAt - first.run.line.bookUntilMin * MINUTE_MS, clock)
  const { createdAt, ...progress } = progressOf(chance, legs, party, soldAt, clock)
  const price = priceSeats({ legs, party, soldAt: createdAt, isReturn: outward !== null }, prices, chance)
  const change = aboardChange(null, progress.status, price.aboard)
  for (const { run, board, alight } of legs) {
    const segment = { board_seq: board, alight_seq: alight }
    run.legs = withSpace(withSeats(run.legs, segment, change), segment, change)
  }
  return {
    ...progress,
    key,
    party,
    legs,
    hire: null,
    createdAt,
    travelAt,
    flight: flightOf(chance, first, legs.at(-1) ?? first),
    returnOf: outward?.key ?? null,
    price,
  }
}

/** Returns a time before sales end, mostly in the last days; never in the future, and by day where staff sells. */
function saleTime(chance: Chance, { channel }: Party, salesEnd: number, { now }: Clock): number {
  const lead = -Math.log(1 - chance.next()) * MEAN_LEAD_MS
  const wanted = salesEnd - 5 * MINUTE_MS - Math.min(lead, 60 * DAY_MS)
  const latest = now - 4 * MINUTE_MS
  const soldAt = Math.floor(wanted <= latest ? wanted : latest - chance.next() ** 2 * 14 * DAY_MS)
  const isNight = (new Date(soldAt).getUTCHours() + 24 - NIGHT_FROM_UTC_H) % 24 < NIGHT_H
  return isNight && (channel === 'phone' || channel === 'back_office') ? soldAt - NIGHT_H * HOUR_MS : soldAt
}

/** Returns the flight of passengers to or from the airport. */
function flightOf(chance: Chance, first: BookedLeg, last: BookedLeg): Flight | null {
  const { kind, stops } = first.run.line
  if (kind === 'scheduled' || kind === 'private_hire' || chance.is(0.25)) return null
  const arrives = stops[first.board - 1]?.station === 'AGP'
  if (!arrives && stops[last.alight - 1]?.station !== 'AGP') return null
  const gap = arrives ? -chance.int(50, 110) : chance.int(170, 290)
  const at = departureOf(first) + gap * MINUTE_MS
  return {
    number: `${chance.pick(AIRLINES)}${chance.int(1, 9)}${chance.digits(3)}`,
    airport_iata: 'AGP',
    scheduled_at: utcText(Math.round(at / (5 * MINUTE_MS)) * 5 * MINUTE_MS),
  }
}

function fullRuns(sold: readonly LiveRun[], clock: Clock): LiveRun[] {
  const coming = sold.filter(
    ({ line, departs, status }) =>
      status === 'scheduled' &&
      FULL_LINES.includes(line.code) &&
      departs > clock.now + 3 * HOUR_MS &&
      departs < clock.now + 3 * DAY_MS,
  )
  const lot = new Map(coming.map((run) => [run, new Chance(`full ${run.code}`).next()]))
  return coming.toSorted((a, b) => (lot.get(a) ?? 0) - (lot.get(b) ?? 0)).slice(0, FULL_RUNS)
}

/** Sells the whole line until only `spare` seats are left. */
function fill(run: LiveRun, spare: number, market: Market): Booking[] {
  const bookings: Booking[] = []
  const alight = run.line.code === 'AGP-HTL' ? run.line.stops.length - 1 : run.line.stops.length
  const leg = { run, board: 1, alight }
  const left = () => seatsLeft(run.legs, { board_seq: 1, alight_seq: alight }) - spare
  for (let index = 1; left() > 0 && index <= run.capacity; index += 1) {
    const key = `${run.code} full ${index}`
    const chance = new Chance(`booking ${key}`)
    const party = fitted(makeParty(chance, market.clientele, left()), [leg])
    bookings.push(settle(key, chance, { legs: [leg], party, outward: null }, market))
  }
  return bookings
}
