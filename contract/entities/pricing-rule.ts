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
    code: Code,
    name: I18nText,
    status: z.enum(ACTIVE_STATUSES).default('active'),
    stage: z.enum(RULE_STAGES),
    effect: z.enum(RULE_EFFECTS),
    /** In minor units of the currency, signed; null for a percentage. */
    amount_minor: MinorAmount.nullable().default(null),
    /** In basis points, signed (-1000 = 10 % less); null for an amount. */
    percent_bp: BasisPoints.nullable().default(null),
    /** Currency of the amount. */
    currency: Currency.nullable().default(null),
    percent_base: z.enum(PERCENT_BASES).default('base_fare'),
    priority: z.int().min(-1000).max(1000).default(0),
    /** Among the rules of one group only the first match applies. */
    exclusive_group: line(40).nullable().default(null),
    /** No further rules of the stage apply after this one. */
    stop_stage: z.boolean().default(false),
    /** Validity of the rule: first and last day of sale, both included; null = open. */
    valid_from: PlainDate.nullable().default(null),
    valid_to: PlainDate.nullable().default(null),
    route_ids: setOf(Id, 500).default([]),
    origin_station_ids: setOf(Id, 500).default([]),
    destination_station_ids: setOf(Id, 500).default([]),
    zone_pairs: z.array(ZonePair).max(200).default([]),
    vehicle_type_ids: setOf(Id, 100).default([]),
    service_kinds: setOf(z.enum(SERVICE_KINDS), SERVICE_KINDS.length).default([]),
    passenger_categories: setOf(z.enum(PASSENGER_CATEGORIES), PASSENGER_CATEGORIES.length).default([]),
    season_ids: setOf(Id, 100).default([]),
    weekdays: setOf(Weekday, 7).default([]),
    /** Local departure time, from included, to excluded; spans midnight if `from` is the later. */
    depart_time_from: ClockTime.nullable().default(null),
    depart_time_to: ClockTime.nullable().default(null),
    /** Service days, both included. */
    travel_date_from: PlainDate.nullable().default(null),
    travel_date_to: PlainDate.nullable().default(null),
    /** Instant of the sale, from included, to excluded. */
    sale_at_from: Instant.nullable().default(null),
    sale_at_to: Instant.nullable().default(null),
    /** Minutes between sale and departure, both included. */
    lead_time_min_from: z.int().min(0).max(1_051_200).nullable().default(null),
    lead_time_min_to: z.int().min(0).max(1_051_200).nullable().default(null),
    /** Percent of the seats that are taken before this sale, both included. */
    load_pct_from: z.int().min(0).max(200).nullable().default(null),
    load_pct_to: z.int().min(0).max(200).nullable().default(null),
    /** Passengers of the reservation, both included. */
    party_size_from: z.int().min(1).max(500).nullable().default(null),
    party_size_to: z.int().min(1).max(500).nullable().default(null),
    channels: setOf(z.enum(CHANNELS), CHANNELS.length).default([]),
    partner_ids: setOf(Id, 500).default([]),
    customer_tags: setOf(line(40), 30).default([]),
    /** Codes that a customer enters; one of them is enough. */
    promo_codes: setOf(Code, 50).default([]),
    trip_type: z.enum(TRIP_TYPES).nullable().default(null),
  },
  computed: {},
  setBy: {
    ...byForm(
      'code',
      'name',
      'status',
      'stage',
      'effect',
      'amount_minor',
      'percent_bp',
      'currency',
      'percent_base',
      'priority',
      'exclusive_group',
      'stop_stage',
      'valid_from',
      'valid_to',
      'route_ids',
      'origin_station_ids',
      'destination_station_ids',
      'zone_pairs',
      'vehicle_type_ids',
      'service_kinds',
      'passenger_categories',
      'season_ids',
      'weekdays',
      'depart_time_from',
      'depart_time_to',
      'travel_date_from',
      'travel_date_to',
      'sale_at_from',
      'sale_at_to',
      'lead_time_min_from',
      'lead_time_min_to',
      'load_pct_from',
      'load_pct_to',
      'party_size_from',
      'party_size_to',
      'channels',
      'partner_ids',
      'customer_tags',
      'promo_codes',
      'trip_type',
    ),
  },
  filterable: [
    'code',
    'name',
    'status',
    'stage',
    'effect',
    'amount_minor',
    'percent_bp',
    'currency',
    'priority',
    'exclusive_group',
    'stop_stage',
    'valid_from',
    'valid_to',
    'route_ids',
    'origin_station_ids',
    'destination_station_ids',
    'vehicle_type_ids',
    'service_kinds',
    'passenger_categories',
    'season_ids',
    'weekdays',
    'channels',
    'partner_ids',
    'customer_tags',
    'trip_type',
    'created_at',
    'updated_at',
  ],
  sortable: [
    'code',
    'name',
    'status',
    'stage',
    'effect',
    'amount_minor',
    'percent_bp',
    'priority',
    'exclusive_group',
    'valid_from',
    'valid_to',
    'created_at',
    'updated_at',
  ],
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
    issues.push({ path: 'effect', message: `Choose an effect that this stage allows: ${effects.join(', ')}.` })
  const byPercent = rule.effect === 'add_percent'
  if (byPercent && rule.percent_bp === null) issues.push({ path: 'percent_bp', message: 'Give the percentage.' })
  if (byPercent && rule.amount_minor !== null)
    issues.push({ path: 'amount_minor', message: 'Leave the amount empty: this rule is a percentage.' })
  if (!byPercent && rule.amount_minor === null) issues.push({ path: 'amount_minor', message: 'Give the amount.' })
  if (!byPercent && rule.percent_bp !== null)
    issues.push({ path: 'percent_bp', message: 'Leave the percentage empty: this rule is an amount.' })
  if (rule.amount_minor !== null && rule.amount_minor < 0 && rule.effect !== 'add_amount')
    issues.push({ path: 'amount_minor', message: 'Only an amount that is added can be less than zero.' })
  if (rule.amount_minor !== null && rule.currency === null)
    issues.push({ path: 'currency', message: 'Give the currency of the amount.' })
  return issues
}

function clockIssues(from: string | null, to: string | null): FieldIssue[] {
  if ((from === null) !== (to === null))
    return [{ path: from === null ? 'depart_time_from' : 'depart_time_to', message: 'Give both times, or neither.' }]
  return from !== null && from === to
    ? [
        {
          path: 'depart_time_to',
          message: 'The two times are the same: choose another, or leave both empty for the whole day.',
        },
      ]
    : []
}
