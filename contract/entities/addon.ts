import { z } from 'zod'
import { defineEntity, type FieldIssue } from '../core/entity'
import { byForm } from '../core/ownership'
import { Code, Currency, I18nText, Id, MinorAmount } from '../core/scalars'
import { ACTIVE_STATUSES, ADDON_CATEGORIES, ADDON_PRICINGS, SERVICE_KINDS } from '../core/vocabulary'
import { setOf } from './parts'
import { schemaMessage, sentence } from '../core/sentence'

/** How much of the vehicle one unit of an add-on takes up. */
export const AddonConsumption = z.strictObject({
  luggage_units: z.int().min(0).max(100),
  child_seats: z.int().min(0).max(10),
  seats: z.int().min(0).max(10),
})
export type AddonConsumption = z.output<typeof AddonConsumption>

/** A product sold in addition to the journey. OSDM ancillary. */
export const addon = defineEntity({
  resource: 'addons',
  menu: { group: 'pricing', place: 3 },
  writable: {
    code: byForm(Code, 'filter', 'sort'),
    name: byForm(I18nText, 'filter', 'sort'),
    category: byForm(z.enum(ADDON_CATEGORIES).default('other'), 'filter', 'sort'),
    pricing: byForm(z.enum(ADDON_PRICINGS).default('per_unit'), 'filter', 'sort'),
    /** In minor units of the currency; null when priced as a percentage. */
    amount_minor: byForm(
      MinorAmount.min(0, schemaMessage`A price cannot be less than zero.`)
        .nullable()
        .default(null),
      'filter',
      'sort',
    ),
    /** Share of the fare in basis points (1250 = 12.5 %); null unless priced as a percentage. */
    percent_bp: byForm(z.int().min(0).max(10_000).nullable().default(null), 'filter', 'sort'),
    /** Currency of the amount; null when priced as a percentage. */
    currency: byForm(Currency.nullable().default(null), 'filter'),
    /** Basis points: 900 = 9 %. */
    tax_rate_bp: byForm(z.int().min(0).max(10_000).default(0)),
    /** Units; null = no limit. */
    max_per_reservation: byForm(z.int().min(1).max(100).nullable().default(null)),
    /** Units for sale on each journey; null = no limit. */
    stock_per_journey: byForm(z.int().min(0).max(1000).nullable().default(null)),
    /** Routes on which it is sold; empty = all. */
    route_ids: byForm(setOf(Id, 500).default([]), 'filter'),
    vehicle_type_ids: byForm(setOf(Id, 100).default([]), 'filter'),
    service_kinds: byForm(setOf(z.enum(SERVICE_KINDS), SERVICE_KINDS.length).default([]), 'filter'),
    /** Added to every reservation that it is available for. */
    mandatory: byForm(z.boolean().default(false), 'filter', 'sort'),
    refundable: byForm(z.boolean().default(true), 'filter'),
    consumes: byForm(AddonConsumption.default({ luggage_units: 0, child_seats: 0, seats: 0 })),
    status: byForm(z.enum(ACTIVE_STATUSES).default('active'), 'filter', 'sort'),
  },
  computed: {},
  transitions: { active: ['inactive'], inactive: ['active'] },
  check: (record) => {
    const issues: FieldIssue[] = []
    const byPercent = record.pricing === 'percent_of_fare'
    const [needed, unwanted] = byPercent
      ? (['percent_bp', 'amount_minor'] as const)
      : (['amount_minor', 'percent_bp'] as const)
    if (record[needed] === null)
      issues.push({
        path: needed,
        message: byPercent ? sentence`Give the percentage of the fare.` : sentence`Give the price.`,
      })
    if (record[unwanted] !== null)
      issues.push({
        path: unwanted,
        message: byPercent
          ? sentence`Leave the price empty: this add-on is a percentage.`
          : sentence`Leave the percentage empty: this add-on has a price.`,
      })
    if (!byPercent && record.currency === null)
      issues.push({ path: 'currency', message: sentence`Give the currency of the price.` })
    if (byPercent && record.currency !== null)
      issues.push({ path: 'currency', message: sentence`Leave the currency empty: this add-on is a percentage.` })
    return issues
  },
})
export type Addon = z.output<typeof addon.record>
export type AddonCreate = z.input<typeof addon.create>
