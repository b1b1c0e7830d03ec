import { pricingRule } from '../../../contract/entities/pricing-rule'
import type { StoreOptions } from '../../crud/store-options'

export const pricingRulesStore: StoreOptions = {
  entity: pricingRule,
  table: 'pricing_rules',
  label: (row) => String(row['code']),
}
