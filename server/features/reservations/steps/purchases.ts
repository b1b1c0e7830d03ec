import type { Reservation } from '../../../../contract/entities/reservation'
import type { ReservationPassenger } from '../../../../contract/entities/reservation-parts'
import { customerTags, readPriceList } from '../../../kernel/prices'
import type { Tx } from '../../../db/transaction'
import { purchaseAsSold, type SoldAtOnce } from '../../../domain/pricing/after-sale/as-sold'
import { hasSameStops, quoteBooked, type BookedTariff, type Booking } from '../../../domain/pricing/after-sale/booking'
import type { HiredRun } from '../../../domain/pricing/after-sale/change-hire'
import type { TermsOfToday } from '../../../domain/pricing/after-sale/change-seats'
import type { CurrentLeg } from '../../../domain/pricing/after-sale/legs'
import { countCategories } from '../../../domain/pricing/after-sale/passengers'
import type { Purchase, SaleTerms } from '../../../domain/pricing/after-sale/purchase'
import {
  readPurchase,
  stopsOf,
  type PlannedStops,
  type StopNames,
  type StoredPurchase,
} from '../../../domain/pricing/after-sale/stored-purchase'
import { valueOf } from '../../../domain/pricing/after-sale/value'
import type { LegToQuote } from '../../../domain/pricing/quote'
import { totalOf } from '../../../domain/reservations/party'
import type { Context } from '../../../kernel/context'
import type { SoldLeg } from '../repository/journeys'
import { contractOf, readListTerms, readStoredSale, saleOf, segmentOf, type PricedRequest } from '../repository/sales'
import { readRun, runToQuote } from './prices'

/** Returns the passengers who have not cancelled. */
export const travelling = (
  { passengers, passenger_statuses }: Pick<Reservation, 'passengers' | 'passenger_statuses'>,
  statuses: Reservation['passenger_statuses'] = passenger_statuses,
): ReservationPassenger[] => passengers.filter((_, index) => statuses[index] !== 'cancelled')

/** Reads the purchase of a seat reservation. @param left its legs, without the seats of the reservation */
export async function readSeats(
  tx: Tx,
  current: Reservation,
  left: readonly SoldLeg[],
): Promise<{ purchase: Purchase; legs: CurrentLeg[] }> {
  const stored = await readStoredSale(tx, current.id)
  if (stored.purchase) {
    const stops = [...stopsOf(stored.purchase)]
    const legs = left.map((leg): CurrentLeg => {
      const segment = segmentOf(leg)
      const id = stops.find(([, known]) => hasSameStops(known, segment))?.[0]
      if (id === undefined) throw new Error(`${current.reference} has a leg that was never bought.`)
      return { ...segment, id }
    })
    const names = new Map(legs.map(({ id, quote }) => [id, namesOf(quote)]))
    const purchase = await restore(tx, stored.purchase, current.total_minor, names)
    return { purchase: followTimetable(purchase, legs, new Map(stops)), legs }
  }
  const legs = left.map((leg, place): CurrentLeg => ({ ...segmentOf(leg), id: place + 1 }))
  const booking = stored.booking ?? (await bookingOfToday(tx, current))
  const isAgreed = stored.booking === null
  const party = countCategories(travelling(current))
  const sold: SoldAtOnce = {
    party,
    passengers: travelling(current).length,
    addons: current.addons,
    legs: legs.map((leg) => ({
      id: leg.id,
      direction: leg.quote.direction ?? 'outbound',
      departsAt: earliest(leg.departsAt, booking.legs.find((known) => hasSameStops(known, leg))?.earliest),
      travel: leg.quote.travel,
    })),
  }
  const rides = new Map(legs.map((leg) => [leg.id, bookedRide(booking, leg)]))
  return { purchase: await asSold(tx, current, { booking, isAgreed, sold, rides, run: null }), legs }
}

/** Moves cancellation tiers with a rescheduled departure, unless an earlier departure of the leg applies. */
const followTimetable = (
  purchase: Purchase,
  legs: readonly CurrentLeg[],
  stops: ReadonlyMap<number, PlannedStops>,
): Purchase => ({
  ...purchase,
  legs: purchase.legs.map((leg) => {
    const now = legs.find(({ id }) => id === leg.id)
    return now && stops.get(leg.id)?.departsAt === leg.departsAt ? { ...leg, departsAt: now.departsAt } : leg
  }),
})

const namesOf = ({ origin, destination }: LegToQuote): StopNames => ({
  origin: origin.name,
  destination: destination.name,
})

const earliest = (departsAt: number, known: number | null | undefined): number =>
  Math.min(departsAt, known ?? departsAt)

function bookedRide({ stretches: segments }: Booking, leg: CurrentLeg): LegToQuote {
  const known = segments.find((segment) => hasSameStops(segment, leg))
  return known ? quoteBooked(known, namesOf(leg.quote), leg.quote.direction) : leg.quote
}

/** Reads the purchase of a hire, and its present run. */
export async function readHire(tx: Tx, current: Reservation): Promise<{ purchase: Purchase; run: HiredRun }> {
  const { hire } = current
  if (!hire) throw new Error('Only a hire has a run.')
  const run = await hiredRun(tx, current, hire)
  const stored = await readStoredSale(tx, current.id)
  if (stored.purchase) return { purchase: await restore(tx, stored.purchase, current.total_minor), run }
  const booking = stored.booking ?? (await bookingOfToday(tx, current))
  const isAgreed = stored.booking === null
  const { travel } = run.quote
  const tariff = booking.tariffs.find((each) => isTariffOf(each, hire.vehicle_type_id, run.quote.travel))
  const sold: SoldAtOnce = {
    party: new Map(),
    passengers: hire.passengers,
    addons: current.addons,
    legs: [{ id: 1, direction: 'outbound', departsAt: earliest(run.departsAt, booking.run?.earliest), travel }],
  }
  const quote = tariff ? { ...run.quote, tariff: tariff.tariff } : run.quote
  return { purchase: await asSold(tx, current, { booking, isAgreed, sold, rides: new Map(), run: quote }), run }
}

export const isTariffOf = (
  { vehicleTypeId, fromZone, toZone, day }: BookedTariff,
  type: string,
  travel: { fromZone: string | null; toZone: string | null; serviceDate: string },
): boolean =>
  vehicleTypeId === type && fromZone === travel.fromZone && toZone === travel.toZone && day === travel.serviceDate

/** Returns the run of a hire at the present tariff. */
export async function hiredRun(
  tx: Tx,
  { addons }: Pick<Reservation, 'addons'>,
  hire: NonNullable<Reservation['hire']>,
): Promise<HiredRun> {
  const { company } = await readPriceList(tx)
  const { travel, tariff } = await readRun(tx, hire, company.timezone)
  return { day: travel.serviceDate, departsAt: travel.departsAt, quote: runToQuote(hire, travel, tariff), addons }
}

/**
 * Restores a purchase from its stored form.
 * @param total price of the reservation, minor units
 * @param names of the stops of its legs, needed only where price lines are written
 */
export async function restore(
  tx: Tx,
  stored: StoredPurchase,
  total: number,
  names: ReadonlyMap<number, StopNames> = new Map(),
): Promise<Purchase> {
  const terms = new Map<string, Awaited<ReturnType<typeof readListTerms>>>()
  for (const list of new Set(stored.sales.map((sale) => sale.list))) terms.set(list, await readListTerms(tx, list))
  const listOf = (version: string) => {
    const known = terms.get(version)
    if (!known) throw new Error(`The price list ${version} was not read.`)
    return known
  }
  return readPurchase(stored, { listOf, names, total })
}

interface Booked extends Pick<SaleTerms, 'rides' | 'run'> {
  booking: Booking
  /** Whether only the agreed total is known. */
  isAgreed: boolean
  sold: SoldAtOnce
}

/** Returns a reservation as a purchase of one sale. Its fees stay, and its price is divided among its units. */
async function asSold(tx: Tx, current: Reservation, booked: Booked): Promise<Purchase> {
  const { booking, sold } = booked
  const fees = totalOf(current.price_lines.filter(({ kind }) => kind === 'cancellation_fee'))
  const onTop = totalOf(current.price_lines.filter(({ kind }) => kind === 'tax_info'))
  const price = Math.max(0, current.total_minor - fees)
  const terms = await termsOfBooking(tx, booked)
  const own = booked.isAgreed ? withManualPrice(terms, sold, Math.max(0, price - onTop)) : terms
  const purchase = purchaseAsSold(own, sold, { price, fees })
  const { handedTo } = booking
  return handedTo === undefined ? purchase : { ...purchase, handedTo }
}

/** Reads the conditions of a booking. */
export async function termsOfBooking(
  tx: Tx,
  { booking, sold, rides, run }: Omit<Booked, 'isAgreed'>,
): Promise<SaleTerms> {
  const { sale, contract, byHand } = booking
  const { partnerId } = sale
  return {
    ...(await readListTerms(tx, booking.list)),
    rides,
    run,
    sale,
    partner: partnerId !== null && contract ? { id: partnerId, contract } : null,
    // The stored number counts passengers, and a manual price is shared by passenger and leg.
    byHand: byHand && {
      ...byHand,
      setFor: { ...byHand.setFor, heads: byHand.setFor.heads * Math.max(1, sold.legs.length) },
    },
  }
}

/** Reads the present conditions, which apply to units sold after the booking. @param request the reservation after the change */
export async function termsOfToday(tx: Tx, request: PricedRequest, context: Context): Promise<TermsOfToday> {
  const { version: list, company } = await readPriceList(tx)
  const sale = saleOf(request, await customerTags(tx, request.customer_id), company.timezone, context.now())
  const contract = await contractOf(tx, request.partner_id)
  const { partner_id: id } = request
  const partner = id !== null && contract ? { id, contract } : null
  return { ...(await readListTerms(tx, list)), sale, partner, byHand: null }
}

/** Returns the booking of a sale without a snapshot: at the present price list, with the agreed total as a manual price. */
async function bookingOfToday(tx: Tx, current: Reservation): Promise<Booking> {
  const { version: list, company } = await readPriceList(tx)
  const tags = await customerTags(tx, current.customer_id)
  const sale = saleOf(current, tags, company.timezone, new Date(current.created_at))
  const contract = await contractOf(tx, current.partner_id)
  return { list, sale, contract, byHand: null, stretches: [], tariffs: [], legs: [], run: null }
}

/** Adds a manual price to terms. @param total fare and add-ons before tax on top, minor units */
function withManualPrice(terms: SaleTerms, sold: SoldAtOnce, total: number): SaleTerms {
  const [batch] = valueOf(purchaseAsSold(terms, sold, { price: total, fees: 0 }))
  if (!batch) return terms
  const heads = batch.units.filter(({ item }) => item.kind === 'seat' || item.kind === 'run').length
  return { ...terms, byHand: { total, setFor: { sum: batch.priced.worked, heads } } }
}
