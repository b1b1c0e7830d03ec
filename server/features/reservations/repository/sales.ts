import { sql } from 'kysely'
import type { Reservation } from '../../../../contract/entities/reservation'
import { isReturn } from '../../../../contract/entities/reservation-parts'
import type { PartnerContract } from '../../../../contract/entities/partner'
import { HOLD_DEFAULT_MIN } from '../../../../contract/core/limits/holds'
import { keepPriceList, readPriceList, readSoldList, type PriceList } from '../../../kernel/prices'
import type { Reader, Tx } from '../../../db/transaction'
import type { Booking } from '../../../domain/pricing/after-sale/booking'
import type { Segment } from '../../../domain/pricing/after-sale/legs'
import { readBooking, storeBooking, type StoredBooking } from '../../../domain/pricing/after-sale/stored-booking'
import type { PriceListOf, StoredPurchase } from '../../../domain/pricing/after-sale/stored-purchase'
import type { CommissionTerms } from '../../../domain/pricing/partner-terms'
import { bookOf } from '../../../domain/pricing/price-list'
import type { LegToQuote } from '../../../domain/pricing/quote'
import type { Sale } from '../../../domain/pricing/rule-facts'
import { dayAt, legToQuote } from '../../../domain/pricing/travel'
import type { SoldLeg } from './journeys'

/** Fields other than the travel that a price depends on. */
export type PricedRequest = Pick<
  Reservation,
  | 'channel'
  | 'partner_id'
  | 'customer_id'
  | 'return_of_id'
  | 'legs'
  | 'passengers'
  | 'addons'
  | 'promo_code'
  | 'price_override'
> & { id?: string }

/** Returns the facts of a sale that pricing rules test. @param at time of the sale */
export function saleOf(request: PricedRequest, customerTags: string[], timezone: string, at: Date): Sale {
  return {
    at: at.getTime(),
    day: dayAt(at.toISOString(), timezone),
    channel: request.channel,
    partnerId: request.partner_id,
    customerTags,
    tripType: request.return_of_id !== null || isReturn(request.legs) ? 'return' : 'one_way',
    promoCode: request.promo_code,
  }
}

/** Returns the price terms of a partner's contract, or null without a partner or where the partner was deleted. */
export async function contractOf(reader: Reader, partnerId: string | null): Promise<CommissionTerms | null> {
  if (partnerId === null) return null
  const row = await reader.selectFrom('partners').select('contract').where('id', '=', partnerId).executeTakeFirst()
  return row ? commissionTerms(row.contract) : null
}

/** Reads the status and contract of a partner. */
export const findSeller = (reader: Reader, partnerId: string) =>
  reader.selectFrom('partners').select(['status', 'contract']).where('id', '=', partnerId).executeTakeFirst()

/** Returns the minutes of a hold: those of the partner's contract, or the default. */
export async function holdMinutesOf(reader: Reader, partnerId: string | null): Promise<number> {
  if (partnerId === null) return HOLD_DEFAULT_MIN
  const { rows } = await sql<{ minutes: number | null }>`
    select (contract->>'hold_minutes')::int as minutes from partners where id = ${partnerId}`.execute(reader)
  return rows[0]?.minutes ?? HOLD_DEFAULT_MIN
}

export const commissionTerms = (contract: PartnerContract): CommissionTerms => ({
  commission_mode: contract.commission_mode,
  commission_bp: contract.commission_bp,
  commission_on_addons: contract.commission_on_addons,
})

/** Returns the input of a quote for a leg at the present conditions. */
function quoteNow({ leg, journey, board, alight }: SoldLeg): LegToQuote {
  const seats = journey.seats.filter((seat) => seat.leg_seq >= leg.board_seq && seat.leg_seq < leg.alight_seq)
  const travelled = {
    route: { id: journey.route_id, code: journey.route_code, service_kind: journey.service_kind },
    board: { ...board, id: board.station_id },
    alight: { ...alight, id: alight.station_id },
    vehicleTypeId: journey.vehicle_type_id,
    serviceDate: journey.service_date,
    departsAt: board.planned_depart,
    seats,
  }
  return legToQuote(travelled, journey.fares)
}

/** Converts a leg for changes after the sale, at the present conditions. */
export const segmentOf = (sold: SoldLeg): Segment => ({
  journeyId: sold.journey.id,
  boardSeq: sold.leg.board_seq,
  alightSeq: sold.leg.alight_seq,
  serviceDate: sold.journey.service_date,
  departsAt: Date.parse(sold.board.planned_depart),
  quote: { ...quoteNow(sold), direction: sold.leg.direction },
})

/** Snapshot of a sale: its booking, and its purchase once it was changed. */
export interface StoredSale {
  booking: Booking | null
  purchase: StoredPurchase | null
}

/** Reads the snapshot of a sale. Both parts are null for sales from before snapshots existed. */
export async function readStoredSale(reader: Reader, id: string): Promise<StoredSale> {
  const { rows } = await sql<{
    kept_sale: (StoredBooking & { purchase?: undefined }) | { purchase: StoredPurchase } | null
  }>`
    select kept_sale from reservations where id = ${id}`.execute(reader)
  const stored = rows[0]?.kept_sale
  if (!stored) return { booking: null, purchase: null }
  return stored.purchase
    ? { booking: null, purchase: stored.purchase }
    : { booking: readBooking(stored), purchase: null }
}

const columnOf = ({ booking, purchase }: StoredSale): string | null =>
  purchase ? JSON.stringify({ purchase }) : booking && JSON.stringify(storeBooking(booking))

/** Returns the snapshot of a sale after it is assigned to another partner, or null where none is stored. */
export async function handOverSale(tx: Tx, id: string, handedTo: CommissionTerms | null): Promise<string | null> {
  const { booking, purchase } = await readStoredSale(tx, id)
  return columnOf({ booking: booking && { ...booking, handedTo }, purchase: purchase && { ...purchase, handedTo } })
}

/** Returns the snapshot of a new booking, and stores the price list that it was sold at. */
export async function storeNewBooking(tx: Tx, list: PriceList, booking: Booking): Promise<string> {
  await keepPriceList(tx, list)
  return JSON.stringify(storeBooking(booking))
}

/** Reads the rules and tiers of a stored price list. */
export async function readListTerms(reader: Reader, version: string): Promise<ReturnType<PriceListOf>> {
  const list = await readPriceList(reader)
  const sold = list.version === version ? list : await readSoldList(reader, version)
  return { list: version, book: bookOf(sold), tiers: sold.company.cancellation_policy }
}

/** Returns the snapshot after a change, and stores the present price list. */
export async function storeChanged(tx: Tx, purchase: StoredPurchase): Promise<string> {
  const list = await readPriceList(tx)
  if (purchase.sales.some((sale) => sale.list === list.version)) await keepPriceList(tx, list)
  return JSON.stringify({ purchase })
}
