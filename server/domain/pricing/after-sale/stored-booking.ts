import type { BookedLeg, Booking } from './booking'

type Fields = Record<string, unknown>

/** Defaults that stored bookings omit. Never change them: stored bookings depend on them. */
const SALE = { tripType: 'one_way', partnerId: null, promoCode: null, customerTags: [] } as const
const TRAVEL = { serviceKind: 'scheduled', fromZone: null, toZone: null, loadPct: 0 } as const
const LEG = { fares: [] } as const
const BOOKING = { contract: null, byHand: null, stretches: [], tariffs: [], run: null } as const

/** Returns a booking without the usual defaults, which saves a kilobyte per reservation. */
export function storeBooking(booking: Booking): Fields {
  const { sale, stretches, legs, ...rest } = booking
  return {
    ...without(rest, BOOKING),
    sale: without(sale, SALE),
    ...without({ stretches: stretches.map(storeLeg) }, BOOKING),
    ...without({ legs }, { legs: legsOf(stretches) }),
  }
}

const storeLeg = (leg: BookedLeg) => ({ ...without(leg, LEG), travel: without(leg.travel, TRAVEL) })

/** Returns a stored booking with its defaults. Older bookings are stored in full. */
export function readBooking(stored: Fields): Booking {
  const stretches = ((stored['stretches'] ?? []) as Fields[]).map((leg) => ({
    ...LEG,
    ...leg,
    travel: { ...TRAVEL, ...(leg['travel'] as Fields) },
  })) as unknown as BookedLeg[]
  return {
    ...BOOKING,
    legs: legsOf(stretches),
    ...stored,
    sale: { ...SALE, ...((stored['sale'] ?? {}) as Fields) },
    stretches,
  } as unknown as Booking
}

/** The legs of a booking in which no leg was changed. */
const legsOf = (stretches: readonly BookedLeg[]): Booking['legs'] =>
  stretches.map(({ journeyId, boardSeq, alightSeq }) => ({ journeyId, boardSeq, alightSeq, earliest: null }))

const without = (value: object, usual: object): Fields =>
  Object.fromEntries(
    Object.entries(value).filter(([name, own]) => {
      const known = (usual as Fields)[name]
      return known === undefined || JSON.stringify(own) !== JSON.stringify(known)
    }),
  )
