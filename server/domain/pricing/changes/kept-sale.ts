import type { I18nText } from '../../../../contract/core/scalars'
import { fareFor } from '../fares'
import type { TariffForHire } from '../hire-price'
import type { CommissionTerms } from '../partner-terms'
import { ORDER, rideOf, type LegToQuote, type PriceByHand } from '../quote'
import type { Category, Sale, TravelFacts } from '../rule-facts'
import { newLedger, type Ledger } from './ledger'
import type { StateLeg, WishedLeg } from './state'

type Stretch = Pick<WishedLeg, 'journeyId' | 'boardSeq' | 'alightSeq'>

/** What a stretch was first sold at: its fares of all categories, and what rules ask of it. */
export interface KeptStretch extends Stretch, Pick<WishedLeg, 'direction'> {
  routeCode: string
  travel: TravelFacts
  fares: { category: Category; amount: number; currency: string }[]
}

/** The tariff that held for a vehicle type between two zones on a day. */
export interface KeptTariff {
  vehicleTypeId: string
  fromZone: string | null
  toZone: string | null
  day: string
  tariff: TariffForHire
}

/** What a reservation keeps of its sale, and of what was given up since. Amounts in minor units. */
export interface KeptSale {
  /** Of the price list. */
  list: string
  sale: Sale
  /** Null where no partner sold. */
  contract: CommissionTerms | null
  byHand: Required<PriceByHand> | null
  /** The contract of whom it was handed over to since, null for the operator's own again; the price stays as it was sold. */
  handedTo?: CommissionTerms | null
  /** All that were ever sold with it, those that were given up too. */
  stretches: readonly KeptStretch[]
  tariffs: readonly KeptTariff[]
  /** The legs that it has now. */
  legs: readonly (Stretch & Pick<StateLeg, 'id' | 'earliest'>)[]
  /** Of a hire. */
  run: Pick<StateLeg, 'id' | 'earliest'> | null
  ledger: Ledger
}

type Sold = Pick<KeptSale, 'list' | 'sale' | 'contract' | 'byHand'> & { sum: number; earlier?: number }

/** What is kept of a sale of seats. @param sum fare and add-ons, before tax that comes on top */
export const keptSeats = ({ sum, earlier, ...sold }: Sold, legs: readonly WishedLeg[]): KeptSale => ({
  ...sold,
  stretches: legs.map(keptStretch),
  tariffs: [],
  legs: legs.map((leg, place) => ({ ...stretchOf(leg), id: place + 1, earliest: null })),
  run: null,
  ledger: newLedger(sum, earlier),
})

/** What is kept of a hire. @param tariff null where none holds */
export const keptHire = ({ sum, earlier, ...sold }: Sold, tariff: KeptTariff | null): KeptSale => ({
  ...sold,
  stretches: [],
  tariffs: tariff ? [tariff] : [],
  legs: [],
  run: { id: 1, earliest: null },
  ledger: newLedger(sum, earlier),
})

const stretchOf = ({ journeyId, boardSeq, alightSeq }: Stretch): Stretch => ({ journeyId, boardSeq, alightSeq })

export const isStretch = (a: Stretch, b: Stretch): boolean =>
  a.journeyId === b.journeyId && a.boardSeq === b.boardSeq && a.alightSeq === b.alightSeq

function keptStretch(leg: WishedLeg): KeptStretch {
  const { direction, quote } = leg
  const fares = ORDER.flatMap((category) => {
    const fare = fareFor(quote.fares, rideOf(quote, category))
    return fare ? [{ category, amount: fare.amount_minor, currency: fare.currency }] : []
  })
  return { ...stretchOf(leg), direction, routeCode: quote.routeCode, travel: quote.travel, fares }
}

/** What a stretch is priced by for good. */
export const legKept = (
  { routeCode, travel, fares }: KeptStretch,
  names: { origin: I18nText; destination: I18nText },
): LegToQuote => ({
  travel,
  routeCode,
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

/** After a change: what is new is kept from now on as it was sold. */
export const keptAfter = (kept: KeptSale, legs: readonly StateLeg[], ledger: Ledger): KeptSale => ({
  ...kept,
  stretches: [
    ...kept.stretches,
    ...legs.filter((leg) => !kept.stretches.some((known) => isStretch(known, leg))).map(keptStretch),
  ],
  legs: legs.map((leg) => ({ ...stretchOf(leg), id: leg.id, earliest: leg.earliest })),
  ledger,
})

/** After the operator has moved a leg: the new one is priced as the old one was, and has its own departure. */
export function keptMoved(kept: KeptSale, from: Stretch, to: Stretch): KeptSale {
  const sold = kept.stretches.find((known) => isStretch(known, from))
  return {
    ...kept,
    stretches: sold
      ? [...kept.stretches.filter((known) => !isStretch(known, to)), { ...sold, ...stretchOf(to) }]
      : kept.stretches,
    legs: kept.legs.map((leg) => (isStretch(leg, from) ? { ...leg, ...stretchOf(to), earliest: null } : leg)),
  }
}
