import PriceChangeIcon from '@mui/icons-material/PriceChangeOutlined'
import type { PricingRule } from '../../../contract/entities/pricing-rule'
import { defineResource } from '../../kit/defineResource'
import { textIn } from '../../kit/text'

const BY_AMOUNT = { source: 'effect', in: ['set_amount', 'add_amount', 'min_total', 'max_total'] }
const BY_PERCENT = { source: 'effect', in: ['add_percent'] }

export default defineResource<PricingRule>(
  {
    name: 'pricing-rules',
    icon: PriceChangeIcon,
    represent: (rule, language) => textIn(rule.name, language),
    detail: (rule) => rule.code,
    sort: { field: 'priority', order: 'DESC' },
    statusField: 'status',
    bulkStatus: true,
    entity: async () => (await import('../../../contract/entities/pricing-rule')).pricingRule,
    columns: ['name', 'code', 'stage', 'effect', 'amount_minor', 'percent_bp', 'priority', 'status'],
    facts: ['code', 'stage', 'priority', 'exclusive_group', 'valid_from', 'valid_to'],
    filters: ['status', 'stage', 'effect', 'route_ids', 'season_ids', 'channels', 'valid_from', 'valid_to'],
    sections: [
      {
        key: 'identity',
        fields: [
          { source: 'name', kind: 'i18n', required: true, wide: true },
          { source: 'code', kind: 'code', upper: true, required: true },
          { source: 'status', kind: 'choice', vocabulary: 'activeStatuses', status: true },
        ],
      },
      {
        key: 'effect',
        fields: [
          { source: 'stage', kind: 'choice', vocabulary: 'ruleStages', required: true, hint: true },
          { source: 'effect', kind: 'choice', vocabulary: 'ruleEffects', required: true },
          { source: 'currency', kind: 'currency', when: BY_AMOUNT, required: true },
          { source: 'amount_minor', kind: 'money', currency: 'currency', when: BY_AMOUNT, required: true },
          { source: 'percent_bp', kind: 'percentBp', when: BY_PERCENT, required: true },
          { source: 'percent_base', kind: 'choice', vocabulary: 'percentBases', when: BY_PERCENT },
        ],
      },
      {
        key: 'order',
        fields: [
          { source: 'priority', kind: 'integer', signed: true, hint: true },
          { source: 'exclusive_group', kind: 'text', hint: true },
          { source: 'stop_stage', kind: 'boolean' },
          { source: 'valid_from', kind: 'date' },
          { source: 'valid_to', kind: 'date' },
        ],
      },
      {
        key: 'where',
        fields: [
          { source: 'route_ids', kind: 'references', to: 'routes' },
          { source: 'service_kinds', kind: 'choices', vocabulary: 'serviceKinds' },
          { source: 'origin_station_ids', kind: 'references', to: 'stations' },
          { source: 'destination_station_ids', kind: 'references', to: 'stations' },
          { source: 'vehicle_type_ids', kind: 'references', to: 'vehicle-types' },
          {
            source: 'zone_pairs',
            kind: 'rows',
            wide: true,
            fields: [
              { source: 'from_zone', kind: 'text', required: true },
              { source: 'to_zone', kind: 'text', required: true },
            ],
          },
        ],
      },
      {
        key: 'when',
        fields: [
          { source: 'season_ids', kind: 'references', to: 'seasons' },
          { source: 'weekdays', kind: 'weekdays' },
          { source: 'depart_time_from', kind: 'clockTime', hint: true },
          { source: 'depart_time_to', kind: 'clockTime' },
          { source: 'travel_date_from', kind: 'date' },
          { source: 'travel_date_to', kind: 'date' },
          { source: 'sale_at_from', kind: 'dateTime' },
          { source: 'sale_at_to', kind: 'dateTime' },
          { source: 'lead_time_min_from', kind: 'minutes' },
          { source: 'lead_time_min_to', kind: 'minutes' },
        ],
      },
      {
        key: 'who',
        fields: [
          { source: 'passenger_categories', kind: 'choices', vocabulary: 'passengerCategories' },
          { source: 'channels', kind: 'choices', vocabulary: 'channels' },
          { source: 'partner_ids', kind: 'references', to: 'partners' },
          { source: 'customer_tags', kind: 'tags' },
          { source: 'promo_codes', kind: 'tags', hint: true },
          { source: 'trip_type', kind: 'choice', vocabulary: 'tripTypes' },
          { source: 'party_size_from', kind: 'integer' },
          { source: 'party_size_to', kind: 'integer' },
          { source: 'load_pct_from', kind: 'integer', unit: 'percent' },
          { source: 'load_pct_to', kind: 'integer', unit: 'percent' },
        ],
      },
    ],
  },
  {
    create: () => import('./RuleCreate'),
    edit: () => import('./RuleEdit'),
    show: () => import('./RuleShow'),
  },
)
