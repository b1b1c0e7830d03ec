import type {
  PreviewPair,
  PreviewRequest,
  PreviewRow,
  PricePreview,
} from '../../../contract/operations/pricing-preview'
import { pricingRule, type PricingRule } from '../../../contract/entities/pricing-rule'
import type { Reader } from '../../db/transaction'
import { bookOf } from '../../domain/pricing/price-list'
import { quoteSeats, type LegToQuote, type PriceBook, type Quote } from '../../domain/pricing/quote'
import { quoteDays, type Passengers } from '../../domain/pricing/quote-days'
import type { Sale } from '../../domain/pricing/rule-facts'
import { weekdayOf } from '../../../contract/operations/season-days'
import { dayAt } from '../../domain/pricing/travel'
import { segmentLabel } from '../../domain/pricing/place'
import { datesBetween } from '../../domain/timetable/calendar'
import { instantOf } from '../../domain/timetable/service-time'
import { invalid } from '../../http/refusal'
import { readPriceList, readPricedNetwork } from '../../kernel/prices'
import { choosePairs } from './repository/pricing'
import { countAffected } from './repository/affected'
import { presentTrace } from './trace-presenter'

const DAY_MS = 86_400_000
/** Planning horizon for departures, in days: five years. */
const DAYS_AHEAD = 1_827
const NOON = '12:00'
const DRAFT_ID = '00000000-0000-0000-0000-000000000000'

/** Returns prices with and without a draft rule, for some pairs of stops on the coming days. */
export async function previewRule(
  db: Reader,
  request: PreviewRequest,
  now: Date,
  language = 'en',
): Promise<PricePreview> {
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
  const passengers = { category: assumed.passenger_category, count: assumed.party_size }
  const sale = saleOf(draft, assumed.channel, now, list.company.timezone)
  const dates = daysFrom(request.from, request.days)
  const legsOf = legMaker(network, draft, assumed, dates)
  const rows = pairs.flatMap((pair): PreviewRow[] => {
    const legs = legsOf(pair)
    const [first] = legs
    if (!first) return []
    const [old, fresh] = [before, after].map((book) => quoteDays(legs, { ...passengers, sale }, book))
    return [
      {
        ...pair,
        route_code: first.routeCode,
        label: segmentLabel(first.origin.name, first.destination.name),
        currency: fresh?.find((price) => price)?.currency ?? null,
        before: (old ?? []).map((price) => price?.fare ?? null),
        after: (fresh ?? []).map((price) => price?.fare ?? null),
      },
    ]
  })
  const [pair] = pairs
  const [leg] = request.explain && pair ? legsOf(pair) : []
  const explanation = leg && explained(leg, { ...passengers, sale }, after)
  return {
    dates,
    seasons: dates.map((day) => before.season(day)?.code ?? null),
    rows,
    assumed,
    affected: await countAffected(db, draft, { now, days: daysSpokenOf(draft, before, sale.day) }),
    explained: explanation
      ? { lines: explanation.lines, trace: await presentTrace(db, explanation.trace, language) }
      : null,
  }
}

/** Returns the price with its trace; null without a fare. */
function explained(leg: LegToQuote, how: Passengers & { sale: Sale }, book: PriceBook): Quote | null {
  const party = new Map([[how.category, how.count]])
  const asked = { legs: [leg], party, sale: how.sale, addons: [], override: null, traced: true }
  const quote = quoteSeats(asked, book)
  return quote.unpriced.length > 0 || quote.lines.length === 0 ? null : quote
}

/** Returns a function that makes one leg per day of a pair of stops; empty for an unknown pair. */
function legMaker(
  network: Awaited<ReturnType<typeof readPricedNetwork>>,
  draft: PricingRule,
  assumed: PricePreview['assumed'],
  dates: readonly string[],
): (pair: PreviewPair) => LegToQuote[] {
  const departsAt = departures(assumed.depart_time)
  return (pair) => {
    const route = network.routes.get(pair.route_id)
    const [board, alight] = [pair.origin_station_id, pair.destination_station_id].map((each) =>
      network.stations.get(each),
    )
    if (!route || !board || !alight) return []
    const fares = network.fares.filter(
      (fare) =>
        fare.route_id === route.id &&
        (fare.origin_station_id === null ||
          (fare.origin_station_id === board.id && fare.destination_station_id === alight.id)),
    )
    const isTyped = fares.length > 0 && fares.every((fare) => fare.vehicle_type_id !== null)
    const vehicleTypeId = draft.vehicle_type_ids[0] ?? (isTyped ? fares[0]?.vehicle_type_id : null) ?? ''
    return dates.map((serviceDate) => ({
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
  }
}

/** Returns a memoized function from day and time zone to the departure as epoch milliseconds. */
function departures(clock: string): (day: string, zone: string) => number {
  const known = new Map<string, number>()
  return (day, zone) => {
    const key = `${day} ${zone}`
    const instant = known.get(key) ?? Date.parse(instantOf(day, `${clock}:00`, zone))
    known.set(key, instant)
    return instant
  }
}

/** Omitted request fields default to values of the rule, so that its effect is visible. */
function assumptions({ rule, ...asked }: PreviewRequest): PricePreview['assumed'] {
  return {
    depart_time: asked.depart_time ?? rule.depart_time_from ?? NOON,
    passenger_category: asked.passenger_category ?? rule.passenger_categories[0] ?? 'adult',
    party_size: asked.party_size ?? rule.party_size_from ?? 1,
    load_pct: asked.load_pct ?? rule.load_pct_from ?? 0,
    channel: asked.channel ?? rule.channels[0] ?? 'back_office',
  }
}

/** Returns a sale that the rule applies to: now, or at the start of the rule's validity. */
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

/** Returns the coming days that a rule applies to by season or weekday; null when it restricts neither. */
function daysSpokenOf(rule: PricingRule, book: PriceBook, today: string): string[] | null {
  if (rule.season_ids.length === 0 && rule.weekdays.length === 0) return null
  return daysFrom(today, DAYS_AHEAD).filter(
    (day) =>
      (rule.weekdays.length === 0 || rule.weekdays.includes(weekdayOf(day))) &&
      (rule.season_ids.length === 0 || rule.season_ids.includes(book.season(day)?.id ?? '')),
  )
}

function daysFrom(from: string, days: number): string[] {
  const last = new Date(Date.parse(`${from}T00:00:00Z`) + (days - 1) * DAY_MS).toISOString().slice(0, from.length)
  return datesBetween(from, last)
}
