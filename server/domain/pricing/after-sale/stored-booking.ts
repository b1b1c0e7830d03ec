import type { Sale, TravelFacts } from '../rule-facts'
import type { BookedLeg, Booking } from './booking'

type Fields = Record<string, unknown>

/** Defaults that stored bookings omit. Never change them: stored bookings depend on them. */
const SALE = { tripType: 'one_way', partnerId: null, promoCode: null, customerTags: [] } as const
const TRAVEL = { serviceKind: 'scheduled', fromZone: null, toZone: null, loadPct: 0 } as const
const LEG = { fares: [] } as const
const BOOKING = { contract: null, byHand: null, stretches: [], tariffs: [], run: null } as const

type WithDefaults<T, D> = Omit<T, keyof D> & Partial<Pick<T, keyof D & keyof T>>

interface StoredLeg extends Omit<WithDefaults<BookedLeg, typeof LEG>, 'travel'> {
  travel: WithDefaults<TravelFacts, typeof TRAVEL>
}

/** A booking as stored, without its defaults. */
export interface StoredBooking extends Omit<
  WithDefaults<Booking, typeof BOOKING & Pick<Booking, 'legs'>>,
  'sale' | 'stretches'
> {
  sale: WithDefaults<Sale, typeof SALE>
  stretches?: StoredLeg[]
}

/** Returns a booking without the usual defaults, which saves a kilobyte per reservation. */
export function storeBooking(booking: Booking): Fields {
  const { sale, stretches: segments, legs, ...rest } = booking
  return {
    ...without(rest, BOOKING),
    sale: without(sale, SALE),
    ...without({ stretches: segments.map(storeLeg) }, BOOKING),
    ...without({ legs }, { legs: legsOf(segments) }),
  }
}

const storeLeg = (leg: BookedLeg) => ({ ...without(leg, LEG), travel: without(leg.travel, TRAVEL) })

/** Returns a stored booking with its defaults. Older bookings are stored in full. */
export function readBooking(stored: StoredBooking): Booking {
  const segments = (stored.stretches ?? []).map((leg) => ({
    ...LEG,
    ...leg,
    travel: { ...TRAVEL, ...leg.travel },
  }))
  return {
    ...BOOKING,
    legs: legsOf(segments),
    ...stored,
    sale: { ...SALE, ...stored.sale },
    stretches: segments,
  }
}

/** The legs of a booking in which no leg was changed. */
const legsOf = (segments: readonly BookedLeg[]): Booking['legs'] =>
  segments.map(({ journeyId, boardSeq, alightSeq }) => ({ journeyId, boardSeq, alightSeq, earliest: null }))

const without = (value: object, usual: object): Fields =>
  Object.fromEntries(
    Object.entries(value).filter(([name, own]) => {
      const known = (usual as Fields)[name]
      return known === undefined || JSON.stringify(own) !== JSON.stringify(known)
    }),
  )
