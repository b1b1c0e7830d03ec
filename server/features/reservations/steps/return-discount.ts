import type { Reservation } from '../../../../contract/entities/reservation'
import type { Tx } from '../../../db/transaction'
import { purchaseAsSold, type SoldAtOnce } from '../../../domain/pricing/after-sale/as-sold'
import { hasSameStops, quoteBooked, type Booking } from '../../../domain/pricing/after-sale/booking'
import { countCategories } from '../../../domain/pricing/after-sale/passengers'
import type { Purchase, SaleTerms } from '../../../domain/pricing/after-sale/purchase'
import { returnDiscount } from '../../../domain/pricing/return-discount'
import { SEATED } from '../../../domain/reservations/status'
import { soldReturns, type SoldReturn } from '../repository/returns'
import { readStoredSale } from '../repository/sales'
import { hiredRun, isTariffOf, restore, termsOfBooking } from './purchases'

/**
 * Returns the discounts that the returns of a reservation have only because of it, in minor units of its currency.
 * Returns without stored conditions or in another currency count as zero.
 */
export async function discountOfReturns(tx: Tx, outbound: Reservation): Promise<number> {
  if (!SEATED.includes(outbound.status)) return 0
  let sum = 0
  for (const sold of await soldReturns(tx, outbound)) {
    const purchase = await readPurchase(tx, sold)
    if (purchase) sum += returnDiscount(purchase)
  }
  return sum
}

/** Reads the purchase of a return, or null where a part of it was not stored with its sale. */
async function readPurchase(tx: Tx, sold: SoldReturn): Promise<Purchase | null> {
  const { booking, purchase } = await readStoredSale(tx, sold.id)
  if (purchase) return restore(tx, purchase, sold.total_minor)
  if (!booking) return null
  const booked = sold.hire ? await bookedHire(tx, sold, sold.hire, booking) : bookedSeats(sold, booking)
  if (!booked) return null
  const terms = await termsOfBooking(tx, { booking, ...booked })
  return purchaseAsSold(terms, booked.sold, { price: 0, fees: 0 })
}

type Booked = Pick<SaleTerms, 'rides' | 'run'> & { sold: SoldAtOnce }

/** Names of stops do not affect a price. */
const NAMELESS = { origin: { en: '' }, destination: { en: '' } }

function bookedSeats({ legs, passengers, addons }: SoldReturn, { stretches: segments }: Booking): Booked | null {
  const rides = legs.flatMap(({ journey_id, board_seq, alight_seq, direction }, place) => {
    const stops = { journeyId: journey_id.toLowerCase(), boardSeq: board_seq, alightSeq: alight_seq }
    const known = segments.find((each) => hasSameStops(each, stops))
    return known ? [{ id: place + 1, direction, ride: quoteBooked(known, NAMELESS, direction) }] : []
  })
  if (rides.length < legs.length) return null
  const sold = {
    party: countCategories(passengers),
    passengers: passengers.length,
    addons,
    legs: rides.map(({ id, direction, ride: { travel } }) => ({ id, direction, departsAt: travel.departsAt, travel })),
  }
  return { sold, rides: new Map(rides.map(({ id, ride }) => [id, ride])), run: null }
}

async function bookedHire(
  tx: Tx,
  { addons }: SoldReturn,
  hire: NonNullable<SoldReturn['hire']>,
  { tariffs }: Booking,
): Promise<Booked> {
  const { quote, departsAt } = await hiredRun(tx, { addons }, hire)
  const { travel } = quote
  const tariff = tariffs.find((each) => isTariffOf(each, hire.vehicle_type_id, travel))
  const legs = [{ id: 1, direction: 'outbound' as const, departsAt, travel }]
  const sold = { party: new Map(), passengers: hire.passengers, addons, legs }
  return { sold, rides: new Map(), run: tariff ? { ...quote, tariff: tariff.tariff } : quote }
}
