import type { PreviewRequest, PreviewRow, PricePreview } from '../../../contract/pricing-preview'
import { pricingRule, type PricingRule } from '../../../contract/entities/pricing-rule'
import type { Reader } from '../../db/transaction'
import { bookOf } from '../../domain/pricing/price-list'
import { quoteSeats, type LegToQuote, type PriceBook } from '../../domain/pricing/quote'
import type { Sale } from '../../domain/pricing/rule-facts'
import { dayAt } from '../../domain/pricing/travel'
import { wayLabel } from '../../domain/pricing/seat-price'
import { datesBetween } from '../../domain/timetable/calendar'
import { instantOf } from '../../domain/timetable/service-time'
import { invalid } from '../../http/refusal'
import { choosePairs, countAffected, readPriceList, readPricedNetwork } from './repository'

const DAY_MS = 86_400_000
const NOON = '12:00'
const DRAFT_ID = '00000000-0000-0000-0000-000000000000'

/** Prices with and without a rule as it is being written, for some pairs of stops on the days to come. */
export async function previewRule(db: Reader, request: PreviewRequest, now: Date): Promise<PricePreview> {
  const issues = pricingRule.check?.(request.rule) ?? []
  if (issues.length > 0) throw invalid(issues.map(({ path, message }) => ({ path: `rule.${path}`, message })))
  const list = await readPriceList(db)
  const stamp = now.toISOString()
  const id = request.rule_id ?? DRAFT_ID
  const draft: PricingRule = { ...request.rule, id, version: 1, created_at: stamp, updated_at: stamp }
  const others = list.rules.filter((rule) => rule.id !== request.rule_id)
  const [before, after] = [bookOf(list), bookOf({ ...list, rules: [...others, draft] })]
  const pairs = request.pairs.length > 0 ? request.pairs : await choosePairs(db, draft)
  const network = await readPricedNetwork(db, {
    routeIds: pairs.map((pair) => pair.route_id),
    stationIds: pairs.flatMap((pair) => [pair.origin_station_id, pair.destination_station_id]),
  })
  const assumed = assumptions(request)
  const sale = saleOf(draft, assumed.channel, now, list.company.timezone)
  const dates = daysFrom(request.from, request.days)
  const departsAt = departures(assumed.depart_time)
  const rows = pairs.flatMap((pair): PreviewRow[] => {
    const route = network.routes.get(pair.route_id)
    const [board, alight] = [pair.origin_station_id, pair.destination_station_id].map((each) =>
      network.stations.get(each),
    )
    if (!route || !board || !alight) return []
    const fares = network.fares.filter((fare) => fare.route_id === route.id)
    const isTyped = fares.length > 0 && fares.every((fare) => fare.vehicle_type_id !== null)
    const vehicleTypeId = draft.vehicle_type_ids[0] ?? (isTyped ? fares[0]?.vehicle_type_id : null) ?? ''
    const legs = dates.map((serviceDate): LegToQuote => ({
      routeCode: route.code,
      origin: board,
      destination: alight,
      fares,
      travel: {
        routeId: route.id,
        serviceKind: route.service_kind,
        originId: board.id,
        destinationId: alight.id,
        fromZone: board.zone_code,
        toZone: alight.zone_code,
        vehicleTypeId,
        serviceDate,
        departsAt: departsAt(serviceDate, board.timezone),
        departClock: assumed.depart_time,
        loadPct: assumed.load_pct,
      },
    }))
    const party = new Map([[assumed.passenger_category, assumed.party_size]])
    const priced = (book: PriceBook) =>
      legs.map((leg) => {
        const made = { legs: [leg], party, sale, addons: [], override: null, traced: false }
        const quote = quoteSeats(made, book)
        return quote.unpriced.length > 0 || quote.lines.length === 0 ? null : quote
      })
    const [old, fresh] = [priced(before), priced(after)]
    return [
      {
        ...pair,
        route_code: route.code,
        label: wayLabel(board.name, alight.name),
        currency: fresh.find((quote) => quote)?.currencies[0] ?? null,
        before: old.map((quote) => quote?.fare ?? null),
        after: fresh.map((quote) => quote?.fare ?? null),
      },
    ]
  })
  const affected = await countAffected(db, draft, now)
  const count = (status: string) => affected.get(status) ?? 0
  return {
    dates,
    seasons: dates.map((day) => before.season(day)?.code ?? null),
    rows,
    assumed,
    affected: { on_hold: count('on_hold'), pending: count('pending'), confirmed: count('confirmed') },
  }
}

/** The instant of a departure by day and time zone, worked out once for all the pairs of a grid. */
function departures(clock: string): (day: string, zone: string) => number {
  const known = new Map<string, number>()
  return (day, zone) => {
    const key = `${day} ${zone}`
    const instant = known.get(key) ?? Date.parse(instantOf(day, `${clock}:00`, zone))
    known.set(key, instant)
    return instant
  }
}

/** What the request leaves open is taken from the rule, so that its effect shows. */
function assumptions({ rule, ...asked }: PreviewRequest): PricePreview['assumed'] {
  return {
    depart_time: asked.depart_time ?? rule.depart_time_from ?? NOON,
    passenger_category: asked.passenger_category ?? rule.passenger_categories[0] ?? 'adult',
    party_size: asked.party_size ?? rule.party_size_from ?? 1,
    load_pct: asked.load_pct ?? rule.load_pct_from ?? 0,
    channel: asked.channel ?? rule.channels[0] ?? 'back_office',
  }
}

/** A sale that the rule speaks of: now, or when its life begins. */
function saleOf(rule: PricingRule, channel: Sale['channel'], now: Date, timezone: string): Sale {
  const today = dayAt(now.toISOString(), timezone)
  const opens = rule.sale_at_from === null ? 0 : Date.parse(rule.sale_at_from)
  return {
    at: Math.max(now.getTime(), opens),
    day: rule.valid_from !== null && rule.valid_from > today ? rule.valid_from : today,
    channel,
    partnerId: rule.partner_ids[0] ?? null,
    customerTags: rule.customer_tags.slice(0, 1),
    tripType: rule.trip_type ?? 'one_way',
    promoCode: rule.promo_codes[0] ?? null,
  }
}

function daysFrom(from: string, days: number): string[] {
  const last = new Date(Date.parse(`${from}T00:00:00Z`) + (days - 1) * DAY_MS).toISOString().slice(0, from.length)
  return datesBetween(from, last)
}
