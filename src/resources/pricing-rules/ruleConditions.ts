import type { PricingRule } from '../../../contract/entities/pricing-rule'

type Source = keyof PricingRule

interface Definition {
  key: string
  /** Menu section of the condition; its title is `app.section.<group>`. */
  group: 'where' | 'when' | 'who'
  sources: readonly Source[]
}

/** Conditions of a rule; two sources are the limits of a range. Empty sources do not restrict it. */
export const CONDITIONS = [
  { key: 'season', group: 'when', sources: ['season_ids'] },
  { key: 'travelDate', group: 'when', sources: ['travel_date_from', 'travel_date_to'] },
  { key: 'weekday', group: 'when', sources: ['weekdays'] },
  { key: 'departTime', group: 'when', sources: ['depart_time_from', 'depart_time_to'] },
  { key: 'leadTime', group: 'when', sources: ['lead_time_min_from', 'lead_time_min_to'] },
  { key: 'saleAt', group: 'when', sources: ['sale_at_from', 'sale_at_to'] },
  { key: 'route', group: 'where', sources: ['route_ids'] },
  { key: 'serviceKind', group: 'where', sources: ['service_kinds'] },
  { key: 'origin', group: 'where', sources: ['origin_station_ids'] },
  { key: 'destination', group: 'where', sources: ['destination_station_ids'] },
  { key: 'zones', group: 'where', sources: ['zone_pairs'] },
  { key: 'vehicleType', group: 'where', sources: ['vehicle_type_ids'] },
  { key: 'category', group: 'who', sources: ['passenger_categories'] },
  { key: 'party', group: 'who', sources: ['party_size_from', 'party_size_to'] },
  { key: 'load', group: 'who', sources: ['load_pct_from', 'load_pct_to'] },
  { key: 'tripType', group: 'who', sources: ['trip_type'] },
  { key: 'channel', group: 'who', sources: ['channels'] },
  { key: 'partner', group: 'who', sources: ['partner_ids'] },
  { key: 'customerTag', group: 'who', sources: ['customer_tags'] },
  { key: 'promoCode', group: 'who', sources: ['promo_codes'] },
] as const satisfies readonly Definition[]

export type Condition = (typeof CONDITIONS)[number]
export type ConditionKey = Condition['key']

const isFilled = (value: unknown) => (Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined)

export const isUsed = ({ sources }: Condition, rule: Readonly<Record<string, unknown>>): boolean =>
  sources.some((source) => isFilled(rule[source]))

/** Returns the value of an unused source. */
export const emptyOf = (source: Source): [] | null => (/s$/.test(source) ? [] : null)
