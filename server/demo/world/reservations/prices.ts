import { pricingRule } from '../../../../contract/entities/pricing-rule'
import { season } from '../../../../contract/entities/season'
import { addon, type Addon } from '../../../../contract/entities/addon'
import type { Fare } from '../../../../contract/entities/fare'
import type { RequestedAddon } from '../../../domain/pricing/addon-lines'
import { aboardOf } from '../../../domain/availability/space'
import { bookOf } from '../../../domain/pricing/price-list'
import { quoteSeats, type PriceBook, type Quote } from '../../../domain/pricing/quote'
import type { Category } from '../../../domain/pricing/rule-facts'
import { dayAt, legToQuote } from '../../../domain/pricing/travel'
import { utcText } from '../../../domain/timetable/service-time'
import { idOf, type Chance } from '../chance'
import { MINUTE_MS, ZONE } from '../clock'
import { vehicleTypeId } from '../fleet/vehicle-types'
import { groupBy } from '../../../domain/group-by'
import { CURRENCY } from '../network/fares'
import { PLACES } from '../network/places'
import { routeId } from '../network/routes'
import { stationId } from '../network/stations'
import type { FullRow, World } from '../rows'
import { partnerId } from '../sales/partners'
import type { BookedLeg, Party, SoldPrice } from './booking'

/** Data that prices are computed from. */
export interface PriceList {
  /** By route. */
  fares: ReadonlyMap<string, readonly Fare[]>
  book: PriceBook
  /** By id. */
  addons: ReadonlyMap<string, Addon>
}

type Tables = Pick<World, 'seasons' | 'addons' | 'pricing_rules'> & { fares: FullRow<'fares'>[] }

/** Prepares the tables of the demo for the pricing engine of the product. */
export function priceListOf({ fares, seasons, addons, pricing_rules }: Tables): PriceList {
  const first = { version: 1 }
  const sold = addons.map((row) => addon.record.parse({ ...row, ...first }))
  return {
    addons: new Map(sold.map((one) => [one.id, one])),
    fares: groupBy(
      fares.map((fare): Fare => ({ ...fare, ...first })),
      (fare) => fare.route_id,
    ),
    book: bookOf({
      rules: pricing_rules.map((row) => pricingRule.record.parse({ promo_codes: [], ...row, ...first })),
      seasons: seasons.map((row) => season.record.parse({ ...row, ...first })),
      addons: sold,
      company: { currency: CURRENCY, fare_tax_bp: 0, tax_mode: 'inclusive', price_increment_minor: 1 },
    }),
  }
}

interface Sale {
  legs: readonly BookedLeg[]
  party: Party
  /** Milliseconds since 1970. */
  soldAt: number
  isReturn: boolean
}

const MANUAL_PRICE = { share: 0.06, off: 0.9, reason: 'Regular party, agreed on the phone' }
const WHOLE_EURO = 100

/** Returns the price of a sale from the pricing engine of the desk. */
export function priceSeats(sale: Sale, list: PriceList, chance: Chance): SoldPrice {
  const quoted = (addons: readonly RequestedAddon[], total: number | null) => quoteSale(sale, list, addons, total)
  const requests = requestedAddonsOf(sale, chance)
  const refused = new Set(quoted(requests, null).addonIssues.map((issue) => issue.index))
  const addons = requests.filter((_, index) => !refused.has(index))
  const quote = quoted(addons, null)
  const aboard = aboardOf(
    sale.party.passengers,
    quote.addonUnits.flatMap(({ addon_id, units }) => {
      const known = list.addons.get(addon_id)
      return known ? [{ ...known, units }] : []
    }),
  )
  const isManual = sale.party.channel === 'phone' && chance.is(MANUAL_PRICE.share)
  const total = Math.floor((quote.total * MANUAL_PRICE.off) / WHOLE_EURO) * WHOLE_EURO
  const { addonUnits } = quote
  const sold = { addons, addonUnits, aboard }
  if (!isManual || total === 0) return { ...sold, lines: quote.lines, total: quote.total, override: null }
  const { lines } = quoted(addons, total)
  return { ...sold, lines, total, override: { total_minor: total, reason: MANUAL_PRICE.reason } }
}

function quoteSale(sale: Sale, list: PriceList, addons: readonly RequestedAddon[], total: number | null): Quote {
  const { legs, party, soldAt, isReturn } = sale
  const counts = new Map<Category, number>()
  for (const { category } of party.passengers) counts.set(category, (counts.get(category) ?? 0) + 1)
  const request = {
    legs: legs.map((leg) => legOf(leg, list)),
    party: counts,
    sale: {
      at: soldAt,
      day: dayAt(utcText(soldAt), ZONE),
      channel: party.channel,
      partnerId: party.partner ? partnerId(party.partner.code) : null,
      customerTags: party.customer?.row.tags ?? [],
      tripType: isReturn ? ('return' as const) : ('one_way' as const),
      promoCode: null,
    },
    addons,
    override: total === null ? null : { total },
    traced: false,
  }
  return quoteSeats(request, list.book)
}

function legOf({ run, board, alight }: BookedLeg, { fares }: PriceList) {
  const route = routeId(run.line.code)
  const station = (seq: number) => {
    const code = run.line.stops[seq - 1]?.station ?? ''
    const place = PLACES.find((candidate) => candidate.code === code)
    return { id: stationId(code), name: place?.name ?? { en: code }, timezone: ZONE, zone_code: place?.zone ?? null }
  }
  const travelled = {
    route: { id: route, code: run.line.code, service_kind: run.line.kind },
    board: station(board),
    alight: station(alight),
    vehicleTypeId: vehicleTypeId(run.line.vehicleType),
    serviceDate: run.day,
    departsAt: utcText(run.departs + (run.line.stops[board - 1]?.depart ?? 0) * MINUTE_MS),
    seats: run.legs.filter((leg) => leg.leg_seq >= board && leg.leg_seq < alight),
  }
  return legToQuote(travelled, fares.get(route) ?? [])
}

/** Returns the add-ons that a party requests; the engine refuses those that are not sold on the journey. */
function requestedAddonsOf({ legs, party }: Sale, chance: Chance): RequestedAddon[] {
  const [first] = legs
  const kind = first?.run.line.kind
  const size = party.passengers.length
  const childSeats = party.passengers.filter(({ needs }) => needs.includes('child_seat')).length
  const fromAirport = first?.run.line.stops[first.board - 1]?.station === 'AGP'
  const taken: readonly (readonly [code: string, quantity: number])[] = [
    ['BAG', chance.is(0.14) ? chance.int(1, Math.min(3, size)) : 0],
    ['CHILD-SEAT', Math.min(childSeats, 4)],
    ['MEET', fromAirport && kind !== 'scheduled' && chance.is(0.14) ? 1 : 0],
    ['BIKE', kind === 'scheduled' && chance.is(0.02) ? 1 : 0],
    ['PET', chance.is(0.012) ? 1 : 0],
    ['LUNCH', kind === 'private_hire' && chance.is(0.5) ? size : 0],
    ['CARE', chance.is(0.05) ? size : 0],
    ['FLEX', chance.is(0.09) ? 1 : 0],
  ]
  return taken.flatMap(([code, quantity]) => (quantity > 0 ? [{ addon_id: idOf('addon', code), quantity }] : []))
}
