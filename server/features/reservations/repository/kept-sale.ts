import { sql } from 'kysely'
import type { Reservation } from '../../../../contract/entities/reservation'
import { isReturn } from '../../../../contract/entities/reservation-parts'
import type { PartnerContract } from '../../../../contract/entities/partner'
import { HOLD_DEFAULT_MIN } from '../../../../contract/core/limits'
import { keepPriceList, readPriceList, readSoldList, type PriceList } from '../../../kernel/prices'
import type { Reader, Tx } from '../../../db/transaction'
import type { KeptSale } from '../../../domain/pricing/changes/kept-sale'
import { saleStored, storedSale } from '../../../domain/pricing/changes/stored-sale'
import { waysOf, type WishedLeg } from '../../../domain/pricing/changes/state'
import type { Terms } from '../../../domain/pricing/changes/value'
import type { CommissionTerms } from '../../../domain/pricing/partner-terms'
import { bookOf } from '../../../domain/pricing/price-list'
import type { LegToQuote } from '../../../domain/pricing/quote'
import type { Sale } from '../../../domain/pricing/rule-facts'
import { dayAt, legToQuote } from '../../../domain/pricing/travel'
import type { SoldLeg } from './journeys'

/** What a price depends on beside the travel. */
export type PricedWish = Pick<
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

/** A sale as rules ask about it. @param at when it was made */
export function saleOf(wish: PricedWish, customerTags: string[], timezone: string, at: Date): Sale {
  return {
    at: at.getTime(),
    day: dayAt(at.toISOString(), timezone),
    channel: wish.channel,
    partnerId: wish.partner_id,
    customerTags,
    tripType: wish.return_of_id !== null || isReturn(wish.legs) ? 'return' : 'one_way',
    promoCode: wish.promo_code,
  }
}

/** What the contract of a partner says of prices; null where none sells, or where it is gone. */
export async function contractOf(reader: Reader, partnerId: string | null): Promise<CommissionTerms | null> {
  if (partnerId === null) return null
  const row = await reader.selectFrom('partners').select('contract').where('id', '=', partnerId).executeTakeFirst()
  return row ? commissionTerms(row.contract) : null
}

/** A partner as who may sell. */
export const findSeller = (reader: Reader, partnerId: string) =>
  reader.selectFrom('partners').select(['status', 'contract']).where('id', '=', partnerId).executeTakeFirst()

/** How long a hold lasts: as the contract of the partner says, else the usual time. */
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

/** What a stretch is priced by where it is first sold now. */
export function quoteNow({ leg, journey, board, alight }: SoldLeg): LegToQuote {
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

/** A leg as changes know it. */
export const wishedLeg = (
  { leg, journey, board }: SoldLeg,
  { return_of_id }: Pick<PricedWish, 'return_of_id'>,
  quote: LegToQuote,
): WishedLeg => ({
  journeyId: journey.id,
  boardSeq: leg.board_seq,
  alightSeq: leg.alight_seq,
  serviceDate: journey.service_date,
  direction: leg.direction === 'return' || return_of_id !== null ? 'back' : 'out',
  departsAt: Date.parse(board.planned_depart),
  quote: { ...quote, direction: leg.direction },
})

const columnOf = (kept: KeptSale): string => JSON.stringify(storedSale(kept))

/** What was kept of the sale of a reservation; null for what was sold before it was. */
export async function readKeptSale(reader: Reader, id: string): Promise<KeptSale | null> {
  const { rows } = await sql<{ kept_sale: Record<string, unknown> | null }>`
    select kept_sale from reservations where id = ${id}`.execute(reader)
  const stored = rows[0]?.kept_sale
  return stored ? saleStored(stored) : null
}

/** The column once a sale is handed over; null where nothing was kept of it. */
export async function keptHandedTo(tx: Tx, id: string, contract: CommissionTerms | null): Promise<string | null> {
  const kept = await readKeptSale(tx, id)
  return kept && columnOf({ ...kept, handedTo: contract })
}

/** The column that keeps a sale; the list that it was sold at stays with it. */
export async function keepSale(tx: Tx, list: PriceList, kept: KeptSale): Promise<string> {
  await keepPriceList(tx, list)
  return columnOf(kept)
}

/** What a reservation is priced at for good. */
export async function termsOf(reader: Reader, kept: KeptSale): Promise<Terms> {
  const list = await readPriceList(reader)
  const sold = list.version === kept.list ? list : await readSoldList(reader, kept.list)
  const { partnerId } = kept.sale
  return {
    book: bookOf(sold),
    tiers: sold.company.cancellation_policy,
    sale: kept.sale,
    partner: partnerId !== null && kept.contract ? { id: partnerId, contract: kept.contract } : null,
    byHand: kept.byHand,
    ...(kept.handedTo !== undefined && { handedTo: kept.handedTo }),
    ways: waysOf(kept.stretches),
  }
}

/** The column after a change: a list that nothing was sold at before stays from now on, too. */
export async function keepKnownSale(tx: Tx, kept: KeptSale): Promise<string> {
  const list = await readPriceList(tx)
  if (list.version === kept.list) await keepPriceList(tx, list)
  return columnOf(kept)
}
