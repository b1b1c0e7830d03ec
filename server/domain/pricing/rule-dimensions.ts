import type { PricingRule } from '../../../contract/entities/pricing-rule'
import type { RuleDimension } from '../../../contract/core/vocabulary'
import { msWithin } from './hours'
import type { Facts } from './rule-facts'

/** A pricing rule without its timestamps. */
export type Rule = Omit<PricingRule, 'created_at' | 'updated_at'>

/** Bounds of a value; an open bound is null. */
export type Range = Record<'from' | 'to', string | null>

/** One condition of a rule. A dimension that the rule does not use has no test. */
export interface Test {
  dimension: RuleDimension
  holds: (facts: Facts) => boolean
  expected: () => string[]
  /** Absent = the test has no range. */
  range?: Range
  actual: (facts: Facts) => string | null
}

type Value = string | number
type OneOf = (facts: Facts) => Value | null

const text = (value: Value | null): string | null => (value === null ? null : String(value))

function oneOf(dimension: RuleDimension, wanted: readonly Value[], of: OneOf): Test[] {
  if (wanted.length === 0) return []
  const set = new Set(wanted)
  return [
    {
      dimension,
      holds: (facts) => {
        const value = of(facts)
        return value !== null && set.has(value)
      },
      expected: () => wanted.map(String),
      actual: (facts) => text(of(facts)),
    },
  ]
}

function anyOf(dimension: RuleDimension, wanted: readonly Value[], of: (facts: Facts) => readonly Value[]): Test[] {
  if (wanted.length === 0) return []
  const set = new Set(wanted)
  return [
    {
      dimension,
      holds: (facts) => of(facts).some((value) => set.has(value)),
      expected: () => wanted.map(String),
      actual: (facts) => of(facts).join(', ') || null,
    },
  ]
}

/** Both bounds included; an open one is null. */
function between<T extends Value>(
  dimension: RuleDimension,
  [from, to]: readonly [T | null, T | null],
  of: (facts: Facts) => T | null,
): Test[] {
  if (from === null && to === null) return []
  return [
    {
      dimension,
      holds: (facts) => {
        const value = of(facts)
        return value !== null && (from === null || value >= from) && (to === null || value <= to)
      },
      ...within(from, to),
      actual: (facts) => text(of(facts)),
    },
  ]
}

const within = (from: Value | null, to: Value | null): Pick<Test, 'expected' | 'range'> => ({
  expected: () => [`${from ?? ''} – ${to ?? ''}`.trim()],
  range: { from: text(from), to: text(to) },
})

/** From included, to excluded; passes midnight if `from` is the later. A hire matches if any of its time lies within. */
function clock(from: string | null, to: string | null): Test[] {
  if (from === null || to === null) return []
  return [
    {
      dimension: 'depart_time',
      holds: ({ departClock, during }) =>
        during
          ? msWithin(during, [from, to]) > 0
          : from <= to
            ? from <= departClock && departClock < to
            : departClock >= from || departClock < to,
      ...within(from, to),
      actual: (facts) => facts.departClock,
    },
  ]
}

/** From included, to excluded. */
function saleInstant(from: string | null, to: string | null): Test[] {
  if (from === null && to === null) return []
  const [first, end] = [from === null ? -Infinity : Date.parse(from), to === null ? Infinity : Date.parse(to)]
  return [
    {
      dimension: 'sale_at',
      holds: ({ sale }) => first <= sale.at && sale.at < end,
      ...within(from, to),
      actual: ({ sale }) => new Date(sale.at).toISOString(),
    },
  ]
}

function zonePairs(pairs: Rule['zone_pairs']): Test[] {
  if (pairs.length === 0) return []
  return [
    {
      dimension: 'zones',
      holds: ({ fromZone, toZone }) => pairs.some((pair) => pair.from_zone === fromZone && pair.to_zone === toZone),
      expected: () => pairs.map((pair) => `${pair.from_zone} → ${pair.to_zone}`),
      actual: ({ fromZone, toZone }) => `${fromZone ?? ''} → ${toZone ?? ''}`.trim(),
    },
  ]
}

/** Returns the tests of the dimensions that a rule uses, in the order in which a trace names the failed one. */
export function dimensionsOf(rule: Rule): Test[] {
  return [
    ...oneOf('route', rule.route_ids, (facts) => facts.routeId),
    ...oneOf('service_kind', rule.service_kinds, (facts) => facts.serviceKind),
    ...oneOf('origin', rule.origin_station_ids, (facts) => facts.originId),
    ...oneOf('destination', rule.destination_station_ids, (facts) => facts.destinationId),
    ...zonePairs(rule.zone_pairs),
    ...oneOf('vehicle_type', rule.vehicle_type_ids, (facts) => facts.vehicleTypeId),
    ...oneOf('season', rule.season_ids, (facts) => facts.seasonId),
    ...oneOf('weekday', rule.weekdays, (facts) => facts.weekday),
    ...clock(rule.depart_time_from, rule.depart_time_to),
    ...between('travel_date', [rule.travel_date_from, rule.travel_date_to], (facts) => facts.serviceDate),
    ...saleInstant(rule.sale_at_from, rule.sale_at_to),
    ...between('lead_time', [rule.lead_time_min_from, rule.lead_time_min_to], (facts) => facts.leadMin),
    ...between('load', [rule.load_pct_from, rule.load_pct_to], (facts) => facts.loadPct),
    ...anyOf('passenger_category', rule.passenger_categories, (facts) => facts.categories),
    ...between('party_size', [rule.party_size_from, rule.party_size_to], (facts) => facts.partySize),
    ...oneOf('channel', rule.channels, ({ sale }) => sale.channel),
    ...oneOf('partner', rule.partner_ids, ({ sale }) => sale.partnerId),
    ...anyOf('customer_tag', rule.customer_tags, ({ sale }) => sale.customerTags),
    ...oneOf('promo_code', rule.promo_codes, ({ sale }) => sale.promoCode),
    ...oneOf('trip_type', rule.trip_type === null ? [] : [rule.trip_type], ({ sale }) => sale.tripType),
  ]
}

/** Returns the tests that do not make a rule more specific: its validity dates and the currency of the sale. */
export function conditionsOf(rule: Rule): Test[] {
  return [
    ...between('validity', [rule.valid_from, rule.valid_to], ({ sale }) => sale.day),
    ...oneOf(
      'currency',
      rule.amount_minor === null || rule.currency === null ? [] : [rule.currency],
      (facts) => facts.currency,
    ),
  ]
}
