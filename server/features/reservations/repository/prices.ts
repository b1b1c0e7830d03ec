import { sql } from 'kysely'
import type { HireTariff } from '../../../../contract/entities/hire-tariff'
import type { PartnerContract } from '../../../../contract/entities/partner'
import type { PriceBreakdown } from '../../../../contract/entities/price-line'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { Hire } from '../../../../contract/entities/reservation-parts'
import { priceHash } from '../../../adapters/price-hash'
import { customerTags, quotedPrice, readFares, readPriceList, readPricedNetwork } from '../../../db/prices'
import type { Tx } from '../../../db/transaction'
import { addonIssueText } from '../../../domain/pricing/addon-lines'
import { tariffFor } from '../../../domain/pricing/hire-price'
import { canonicalPrice, priceOf } from '../../../domain/pricing/price'
import { bookOf } from '../../../domain/pricing/price-list'
import { quoteHire, quoteSeats } from '../../../domain/pricing/quote'
import type { Category, Sale } from '../../../domain/pricing/rule-facts'
import { maySetPrice, sell, type MakeQuote, type Sold } from '../../../domain/pricing/sell'
import { dayAt, hireTravel, legToQuote } from '../../../domain/pricing/travel'
import type { Context } from '../../../http/context'
import { Refusal, invalid } from '../../../http/refusal'
import { refuseBeyondStock } from './addon-stock'
import type { BookedCall, BookedLeg } from './journeys'

export type PriceColumns = Pick<Reservation, 'price_lines' | 'price_hash' | 'total_minor' | 'currency'> & {
  /** What a partner keeps of it, as its contract says now; null where none sells. */
  commission_minor: number | null
}

/** A leg of which both calls are known to exist. */
export type SoldLeg = BookedLeg & { board: BookedCall; alight: BookedCall }

/** What a price depends on beside the travel. */
export type PricedWish = Pick<
  Reservation,
  'channel' | 'partner_id' | 'customer_id' | 'return_of_id' | 'passengers' | 'addons' | 'promo_code' | 'price_override'
> & { id?: string }

type PriceList = Awaited<ReturnType<typeof readPriceList>>

/**
 * The price of seats, by the load before this sale. A category that no fare holds for costs nothing.
 * @throws Refusal validation, or selling_price_below_net
 */
export async function priceSeats(
  tx: Tx,
  sold: readonly SoldLeg[],
  wish: PricedWish,
  context: Context,
): Promise<PriceColumns> {
  const list = await readPriceList(tx)
  await refuseBeyondStock(tx, wish, [...new Set(sold.map(({ journey }) => journey.id))], list.addons)
  const fares = await readFares(tx, {
    routeIds: sold.map(({ journey }) => journey.route_id),
    stationIds: sold.flatMap(({ board, alight }) => [board.station_id, alight.station_id]),
  })
  const legs = sold.map(({ leg, journey, board, alight }) => {
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
    return legToQuote(travelled, fares)
  })
  const party = new Map<Category, number>()
  for (const { category } of wish.passengers) party.set(category, (party.get(category) ?? 0) + 1)
  const wishes = await wishesOf(tx, wish, list, context)
  const book = bookOf(list)
  return columnsOf(tx, list, wish, context, 'legs', (as) => quoteSeats({ ...wishes(as), legs, party }, book))
}

/** The price of a hire. Without a tariff that holds it has none yet: total 0 and no lines. */
export async function priceHire(tx: Tx, hire: Hire, wish: PricedWish, context: Context): Promise<PriceColumns> {
  const list = await readPriceList(tx)
  const { rows: tariffs } = await sql<HireTariff>`
    select * from hire_tariffs where vehicle_type_id = ${hire.vehicle_type_id}`.execute(tx)
  const ids = [hire.pickup.station_id, hire.dropoff.station_id]
  const { stations } = await readPricedNetwork(tx, { routeIds: [], stationIds: ids.filter((id) => id !== null) })
  const [pickup, dropoff] = ids.map((id) => (id === null ? undefined : stations.get(id)))
  const travel = hireTravel(hire, pickup, dropoff, list.company.timezone)
  const { fromZone, toZone, serviceDate: date } = travel
  const tariff = tariffFor(tariffs, { fromZone, toZone, date })
  if (!tariff) return frozen(priceOf([], []).lines, list.company.currency, 0, null)
  const extent = { distanceKm: hire.distance_km, startsAt: hire.starts_at, endsAt: hire.ends_at }
  const wishes = await wishesOf(tx, wish, list, context)
  const [book, toQuote] = [bookOf(list), { travel, tariff, extent, passengers: hire.passengers }]
  return columnsOf(tx, list, wish, context, 'hire', (as) => quoteHire({ ...wishes(as), hire: toQuote }, book))
}

async function wishesOf(tx: Tx, wish: PricedWish, { company }: PriceList, context: Context) {
  const now = context.now()
  const sale: Sale = {
    at: now.getTime(),
    day: dayAt(now.toISOString(), company.timezone),
    channel: wish.channel,
    partnerId: wish.partner_id,
    customerTags: await customerTags(tx, wish.customer_id),
    tripType: wish.return_of_id === null ? 'one_way' : 'return',
    promoCode: wish.promo_code,
  }
  return ({ partnerId, byHand }: Parameters<MakeQuote>[0]) => ({
    sale: { ...sale, partnerId },
    addons: wish.addons,
    override: byHand && wish.price_override ? { total: wish.price_override.total_minor } : null,
    traced: false,
  })
}

async function columnsOf(
  tx: Tx,
  { company }: PriceList,
  wish: PricedWish,
  context: Context,
  field: 'legs' | 'hire',
  make: MakeQuote,
): Promise<PriceColumns> {
  const sold = sell(make, await partnerOf(tx, wish.partner_id))
  refuse(sold, wish, context, field)
  const { quote } = sold
  const commission = sold.terms?.commission ?? null
  return frozen(quote.lines, quote.currencies[0] ?? company.currency, quote.total, commission)
}

const frozen = (
  lines: PriceColumns['price_lines'],
  currency: string,
  total: number,
  commission: number | null,
): PriceColumns => ({
  price_lines: lines,
  price_hash: priceHash(canonicalPrice(currency, lines)),
  total_minor: total,
  currency,
  commission_minor: commission,
})

async function partnerOf(tx: Tx, id: string | null): Promise<{ id: string; contract: PartnerContract } | null> {
  if (id === null) return null
  const row = await tx.selectFrom('partners').select('contract').where('id', '=', id).executeTakeFirst()
  return row ? { id, contract: row.contract } : null
}

function refuse({ quote, terms }: Sold, wish: PricedWish, { actor }: Context, field: 'legs' | 'hire'): void {
  if (quote.currencies.length > 1)
    throw invalid([
      {
        path: field,
        message: `The fares are in several currencies (${quote.currencies.join(', ')}): book the journeys separately.`,
      },
    ])
  if (quote.addonIssues.length > 0)
    throw invalid(quote.addonIssues.map((issue) => ({ path: `addons.${issue.index}`, message: addonIssueText(issue) })))
  if (wish.price_override && !maySetPrice(quote, actor.role))
    throw invalid([
      {
        path: 'price_override.total_minor',
        message: 'This is further from the price than your role may go. Ask a manager, or choose a price closer to it.',
      },
    ])
  if (terms && terms.commission < 0)
    throw new Refusal('selling_price_below_net', 'The price is below the net rate of this partner. Raise it.')
}

/**
 * Refuses a reservation at another price than the one that was told.
 * @param quotedHash undefined where the caller names no price
 */
export async function refuseOtherPrice(
  tx: Tx,
  quotedHash: string | undefined,
  price: Omit<PriceColumns, 'commission_minor'>,
): Promise<void> {
  if (quotedHash === undefined || price.price_hash === null || quotedHash === price.price_hash) return
  const { currency, total_minor, price_lines: lines, price_hash } = price
  const current: PriceBreakdown = { currency, total_minor, lines, price_hash }
  const detail = 'The price is another one than was told. Check the new price and confirm again.'
  throw new Refusal('price_changed', detail, {
    errors: [{ pointer: '/quoted_price_hash', code: 'price_changed', detail }],
    price: { quoted: await quotedPrice(tx, quotedHash), current },
  })
}
