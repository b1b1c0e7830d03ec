import type { AddonForSale } from '../../server/domain/pricing/addon-lines'
import type { FareForSale } from '../../server/domain/pricing/fares'
import {
  priceBook,
  type LegToQuote,
  type PriceBook,
  type PricePolicy,
  type SeatsToQuote,
} from '../../server/domain/pricing/quote'
import { ruleBook } from '../../server/domain/pricing/rule-book'
import type { Rule } from '../../server/domain/pricing/rule-dimensions'
import type { Sale, TravelFacts } from '../../server/domain/pricing/rule-facts'
import type { SeasonDays } from '../../contract/operations/season-days'

/** Creates a rule that applies to everything by default. */
export const aRule = (code: string, change: Partial<Rule> & Pick<Rule, 'stage' | 'effect'>): Rule => ({
  id: `id-${code}`,
  version: 1,
  code,
  name: { en: code },
  status: 'active',
  amount_minor: null,
  percent_bp: null,
  currency: change.amount_minor === undefined || change.amount_minor === null ? null : 'EUR',
  percent_base: 'base_fare',
  priority: 0,
  exclusive_group: null,
  stop_stage: false,
  valid_from: null,
  valid_to: null,
  route_ids: [],
  origin_station_ids: [],
  destination_station_ids: [],
  zone_pairs: [],
  vehicle_type_ids: [],
  service_kinds: [],
  passenger_categories: [],
  season_ids: [],
  weekdays: [],
  depart_time_from: null,
  depart_time_to: null,
  travel_date_from: null,
  travel_date_to: null,
  sale_at_from: null,
  sale_at_to: null,
  lead_time_min_from: null,
  lead_time_min_to: null,
  load_pct_from: null,
  load_pct_to: null,
  party_size_from: null,
  party_size_to: null,
  channels: [],
  partner_ids: [],
  customer_tags: [],
  promo_codes: [],
  trip_type: null,
  ...change,
})

export const percent = (code: string, percent_bp: number, change: Partial<Rule> = {}): Rule =>
  aRule(code, { stage: 'fare_adjust', effect: 'add_percent', percent_bp, ...change })

export const aFare = (amount_minor: number, change: Partial<FareForSale> = {}): FareForSale => ({
  origin_station_id: null,
  destination_station_id: null,
  passenger_category: 'adult',
  vehicle_type_id: null,
  amount_minor,
  currency: 'EUR',
  valid_from: null,
  valid_to: null,
  ...change,
})

export const anAddon = (code: string, change: Partial<AddonForSale> = {}): AddonForSale => ({
  id: `id-${code}`,
  code,
  name: { en: code },
  pricing: 'per_unit',
  amount_minor: 500,
  percent_bp: null,
  currency: 'EUR',
  tax_rate_bp: 0,
  max_per_reservation: null,
  route_ids: [],
  vehicle_type_ids: [],
  service_kinds: [],
  mandatory: false,
  refundable: true,
  ...change,
})

export const aSeason = (code: string, from: string, to: string, change: Partial<SeasonDays> = {}): SeasonDays => ({
  id: `id-${code}`,
  code,
  name: { en: code },
  date_ranges: [{ from, to }],
  excluded_dates: [],
  weekdays: [],
  priority: 0,
  ...change,
})

/** Monday, 20 May 2030, 08:30 in Nicosia. */
export const TRAVEL: TravelFacts = {
  routeId: 'route',
  serviceKind: 'shuttle',
  originId: 'a',
  destinationId: 'b',
  fromZone: 'LCA',
  toZone: 'NIC',
  vehicleTypeId: 'coach',
  serviceDate: '2030-05-20',
  departsAt: Date.parse('2030-05-20T05:30:00Z'),
  departClock: '08:30',
  loadPct: 40,
}

export const SALE: Sale = {
  at: Date.parse('2030-05-19T05:30:00Z'),
  day: '2030-05-19',
  channel: 'phone',
  partnerId: null,
  customerTags: [],
  tripType: 'one_way',
  promoCode: null,
}

export const aLeg = (fares: FareForSale[], travel: Partial<TravelFacts> = {}): LegToQuote => ({
  travel: { ...TRAVEL, ...travel },
  routeCode: 'LCA-NIC',
  origin: { id: travel.originId ?? 'a', name: { en: 'Larnaca Airport' } },
  destination: { id: travel.destinationId ?? 'b', name: { en: 'Nicosia' } },
  fares,
})

export const seats = (legs: LegToQuote[], change: Partial<SeatsToQuote> = {}): SeatsToQuote => ({
  legs,
  party: new Map([['adult', 1]]),
  sale: SALE,
  addons: [],
  override: null,
  traced: false,
  ...change,
})

const POLICY: PricePolicy = { currency: 'EUR', taxMode: 'inclusive', fareTaxBp: 0, incrementMinor: 1 }

interface Parts {
  rules?: readonly Rule[]
  seasons?: SeasonDays[]
  addons?: AddonForSale[]
  policy?: Partial<PricePolicy>
}

export const aBook = ({ rules = [], seasons = [], addons = [], policy = {} }: Parts = {}): PriceBook =>
  priceBook(ruleBook(rules), seasons, addons, { ...POLICY, ...policy })
