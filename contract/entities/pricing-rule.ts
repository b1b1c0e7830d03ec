import { z } from 'zod'
import { defineEntity, type FieldIssue } from '../core/entity'
import { byForm } from '../core/ownership'
import {
  BasisPoints,
  ClockTime,
  Code,
  Currency,
  I18nText,
  Id,
  Instant,
  MinorAmount,
  PlainDate,
  line,
} from '../core/scalars'
import {
  ACTIVE_STATUSES,
  CHANNELS,
  PASSENGER_CATEGORIES,
  PERCENT_BASES,
  RULE_EFFECTS,
  RULE_STAGES,
  SERVICE_KINDS,
  TRIP_TYPES,
} from '../core/vocabulary'
import { Weekday, boundsInOrder, daysInOrder, instantsInOrder, setOf } from './parts'
import { sentence } from '../core/sentence'

type Stage = (typeof RULE_STAGES)[number]
type Effect = (typeof RULE_EFFECTS)[number]

/** Effects that are allowed at each stage. */
export const STAGE_EFFECTS: Readonly<Record<Stage, readonly Effect[]>> = {
  base_override: ['set_amount'],
  fare_adjust: ['add_amount', 'add_percent'],
  total_adjust: ['add_amount', 'add_percent'],
  limit: ['min_total', 'max_total'],
}

export const ZonePair = z.strictObject({ from_zone: line(32), to_zone: line(32) })

/**
 * A rule that sets or changes a price. It matches when every dimension does; a dimension that is empty matches anything.
 * Order within a stage: priority (high first), number of dimensions used (many first), code.
 */
export const pricingRule = defineEntity({
  resource: 'pricing-rules',
  menu: { group: 'pricing', place: 2 },
  writable: {
    code: byForm(Code, 'filter', 'sort'),
    name: byForm(I18nText, 'filter', 'sort'),
    status: byForm(z.enum(ACTIVE_STATUSES).default('active'), 'filter', 'sort'),
    stage: byForm(z.enum(RULE_STAGES), 'filter', 'sort'),
    effect: byForm(z.enum(RULE_EFFECTS), 'filter', 'sort'),
    /** In minor units of the currency, signed; null for a percentage. */
    amount_minor: byForm(MinorAmount.nullable().default(null), 'filter', 'sort'),
    /** In basis points, signed (-1000 = 10 % less); null for an amount. */
    percent_bp: byForm(BasisPoints.nullable().default(null), 'filter', 'sort'),
    /** Currency of the amount. */
    currency: byForm(Currency.nullable().default(null), 'filter'),
    percent_base: byForm(z.enum(PERCENT_BASES).default('base_fare')),
    priority: byForm(z.int().min(-1000).max(1000).default(0), 'filter', 'sort'),
    /** Among the rules of one group only the first match applies. */
    exclusive_group: byForm(line(40).nullable().default(null), 'filter', 'sort'),
    /** No further rules of the stage apply after this one. */
    stop_stage: byForm(z.boolean().default(false), 'filter'),
    /** Validity of the rule: first and last day of sale, both included; null = open. */
    valid_from: byForm(PlainDate.nullable().default(null), 'filter', 'sort'),
    valid_to: byForm(PlainDate.nullable().default(null), 'filter', 'sort'),
    route_ids: byForm(setOf(Id, 500).default([]), 'filter'),
    origin_station_ids: byForm(setOf(Id, 500).default([]), 'filter'),
    destination_station_ids: byForm(setOf(Id, 500).default([]), 'filter'),
    zone_pairs: byForm(z.array(ZonePair).max(200).default([])),
    vehicle_type_ids: byForm(setOf(Id, 100).default([]), 'filter'),
    service_kinds: byForm(setOf(z.enum(SERVICE_KINDS), SERVICE_KINDS.length).default([]), 'filter'),
    passenger_categories: byForm(
      setOf(z.enum(PASSENGER_CATEGORIES), PASSENGER_CATEGORIES.length).default([]),
      'filter',
    ),
    season_ids: byForm(setOf(Id, 100).default([]), 'filter'),
    weekdays: byForm(setOf(Weekday, 7).default([]), 'filter'),
    /** Local departure time, from included, to excluded; spans midnight if `from` is the later. */
    depart_time_from: byForm(ClockTime.nullable().default(null)),
    depart_time_to: byForm(ClockTime.nullable().default(null)),
    /** Service days, both included. */
    travel_date_from: byForm(PlainDate.nullable().default(null)),
    travel_date_to: byForm(PlainDate.nullable().default(null)),
    /** Instant of the sale, from included, to excluded. */
    sale_at_from: byForm(Instant.nullable().default(null)),
    sale_at_to: byForm(Instant.nullable().default(null)),
    /** Minutes between sale and departure, both included. */
    lead_time_min_from: byForm(z.int().min(0).max(1_051_200).nullable().default(null)),
    lead_time_min_to: byForm(z.int().min(0).max(1_051_200).nullable().default(null)),
    /** Percent of the seats that are taken before this sale, both included. */
    load_pct_from: byForm(z.int().min(0).max(200).nullable().default(null)),
    load_pct_to: byForm(z.int().min(0).max(200).nullable().default(null)),
    /** Passengers of the reservation, both included. */
    party_size_from: byForm(z.int().min(1).max(500).nullable().default(null)),
    party_size_to: byForm(z.int().min(1).max(500).nullable().default(null)),
    channels: byForm(setOf(z.enum(CHANNELS), CHANNELS.length).default([]), 'filter'),
    partner_ids: byForm(setOf(Id, 500).default([]), 'filter'),
    customer_tags: byForm(setOf(line(40), 30).default([]), 'filter'),
    /** Codes that a customer enters; one of them is enough. */
    promo_codes: byForm(setOf(Code, 50).default([])),
    trip_type: byForm(z.enum(TRIP_TYPES).nullable().default(null), 'filter'),
  },
  computed: {},
  transitions: { active: ['inactive'], inactive: ['active'] },
  check: (record) => [
    ...valueIssues(record),
    ...daysInOrder(record.valid_from, record.valid_to, 'valid_to'),
    ...daysInOrder(record.travel_date_from, record.travel_date_to, 'travel_date_to'),
    ...instantsInOrder(record.sale_at_from, record.sale_at_to, 'sale_at_to'),
    ...boundsInOrder(record.lead_time_min_from, record.lead_time_min_to, 'lead_time_min_to'),
    ...boundsInOrder(record.load_pct_from, record.load_pct_to, 'load_pct_to'),
    ...boundsInOrder(record.party_size_from, record.party_size_to, 'party_size_to'),
    ...clockIssues(record.depart_time_from, record.depart_time_to),
  ],
})
export type PricingRule = z.output<typeof pricingRule.record>
export type PricingRuleCreate = z.input<typeof pricingRule.create>

interface RuleValue {
  stage: Stage
  effect: Effect
  amount_minor: number | null
  percent_bp: number | null
  currency: string | null
}

function valueIssues(rule: RuleValue): FieldIssue[] {
  const issues: FieldIssue[] = []
  const effects = STAGE_EFFECTS[rule.stage]
  if (!effects.includes(rule.effect))
    issues.push({ path: 'effect', message: sentence`Choose an effect that this stage allows: ${effects.join(', ')}.` })
  const byPercent = rule.effect === 'add_percent'
  if (byPercent && rule.percent_bp === null)
    issues.push({ path: 'percent_bp', message: sentence`Give the percentage.` })
  if (byPercent && rule.amount_minor !== null)
    issues.push({ path: 'amount_minor', message: sentence`Leave the amount empty: this rule is a percentage.` })
  if (!byPercent && rule.amount_minor === null)
    issues.push({ path: 'amount_minor', message: sentence`Give the amount.` })
  if (!byPercent && rule.percent_bp !== null)
    issues.push({ path: 'percent_bp', message: sentence`Leave the percentage empty: this rule is an amount.` })
  if (rule.amount_minor !== null && rule.amount_minor < 0 && rule.effect !== 'add_amount')
    issues.push({ path: 'amount_minor', message: sentence`Only an amount that is added can be less than zero.` })
  if (rule.amount_minor !== null && rule.currency === null)
    issues.push({ path: 'currency', message: sentence`Give the currency of the amount.` })
  return issues
}

function clockIssues(from: string | null, to: string | null): FieldIssue[] {
  if ((from === null) !== (to === null))
    return [
      { path: from === null ? 'depart_time_from' : 'depart_time_to', message: sentence`Give both times, or neither.` },
    ]
  return from !== null && from === to
    ? [
        {
          path: 'depart_time_to',
          message: sentence`The two times are the same: choose another, or leave both empty for the whole day.`,
        },
      ]
    : []
}
