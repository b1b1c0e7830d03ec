import type { I18nText } from '../../../../contract/core/scalars'
import { fareFor } from '../fares'
import type { TariffForHire } from '../hire-price'
import type { CommissionTerms } from '../partner-terms'
import type { DivisiblePrice } from '../manual-price'
import { ORDER, rideOf, type LegToQuote } from '../quote'
import type { Category, Sale, TravelFacts } from '../rule-facts'

/** Where a leg boards and alights. */
export interface LegStops {
  journeyId: string
  boardSeq: number
  alightSeq: number
}

/** The booked conditions of a leg: its fares of all categories, and the facts that rules test. */
export interface BookedLeg extends LegStops {
  routeCode: string
  travel: TravelFacts
  fares: readonly { category: Category; amount: number; currency: string }[]
}

/** The tariff that applied to a vehicle type between two zones on a day. */
export interface BookedTariff {
  vehicleTypeId: string
  fromZone: string | null
  toZone: string | null
  day: string
  tariff: TariffForHire
}

/** The conditions that a reservation stores until it is changed, and that changes are priced by. */
export interface Booking {
  /** The version of the price list. */
  list: string
  sale: Sale
  /** Null where no partner sold. */
  contract: CommissionTerms | null
  /** The manual price. This name is a key of stored sales, which other versions read. */
  byHand: DivisiblePrice | null
  /** Contract of the partner that took it over; null = back with the operator; absent = never handed over. */
  handedTo?: CommissionTerms | null
  /** The booked segments. This name is a key of stored sales, which other versions read. */
  stretches: readonly BookedLeg[]
  tariffs: readonly BookedTariff[]
  /** `earliest` is the earliest departure that a leg ever had, milliseconds since 1970; null = never moved. */
  legs: readonly (LegStops & { earliest: number | null })[]
  /** The same for a hire. */
  run: { earliest: number | null } | null
}

type Sold = Pick<Booking, 'list' | 'sale' | 'contract' | 'byHand'>

/** Returns what is stored of a booking of seats. */
export const bookSeats = (sold: Sold, legs: readonly (LegStops & { quote: LegToQuote })[]): Booking => ({
  ...sold,
  stretches: legs.map(bookedLeg),
  tariffs: [],
  legs: legs.map((leg) => ({ ...stopsOf(leg), earliest: null })),
  run: null,
})

/** Returns what is stored of a booked hire. @param tariff null if none applies */
export const bookHire = (sold: Sold, tariff: BookedTariff | null): Booking => ({
  ...sold,
  stretches: [],
  tariffs: tariff ? [tariff] : [],
  legs: [],
  run: { earliest: null },
})

const stopsOf = ({ journeyId, boardSeq, alightSeq }: LegStops): LegStops => ({ journeyId, boardSeq, alightSeq })

export const hasSameStops = (a: LegStops, b: LegStops): boolean =>
  a.journeyId === b.journeyId && a.boardSeq === b.boardSeq && a.alightSeq === b.alightSeq

const bookedLeg = (leg: LegStops & { quote: LegToQuote }): BookedLeg => ({
  ...stopsOf(leg),
  routeCode: leg.quote.routeCode,
  travel: leg.quote.travel,
  fares: faresOf(leg.quote),
})

/** The fare of each category that has one. */
const faresOf = (quote: LegToQuote): BookedLeg['fares'] =>
  ORDER.flatMap((category) => {
    const fare = fareFor(quote.fares, rideOf(quote, category))
    return fare ? [{ category, amount: fare.amount_minor, currency: fare.currency }] : []
  })

/** Returns the pricing input of a booked leg. Its stored fares apply on every day and between all stops. */
export const quoteBooked = (
  { routeCode, travel, fares }: Omit<BookedLeg, keyof LegStops>,
  names: { origin: I18nText; destination: I18nText },
  direction: LegToQuote['direction'],
): LegToQuote => ({
  travel,
  routeCode,
  ...(direction && { direction }),
  origin: { id: travel.originId ?? '', name: names.origin },
  destination: { id: travel.destinationId ?? '', name: names.destination },
  fares: fares.map(({ category, amount, currency }) => ({
    origin_station_id: null,
    destination_station_id: null,
    passenger_category: category,
    vehicle_type_id: null,
    amount_minor: amount,
    currency,
    valid_from: null,
    valid_to: null,
  })),
})

/** The pricing input of a leg, with one fare for each category and without the names of its stops. */
export type StoredRide = Omit<BookedLeg, keyof LegStops> & Pick<LegToQuote, 'direction'>

export const storeRide = (quote: LegToQuote): StoredRide => ({
  routeCode: quote.routeCode,
  travel: quote.travel,
  fares: faresOf(quote),
  ...(quote.direction && { direction: quote.direction }),
})
