import LuggageIcon from '@mui/icons-material/LuggageOutlined'
import type { Addon } from '../../../contract/entities/addon'
import { defineResource } from '../../kit/defineResource'
import { textIn } from '../../kit/text'

const BY_AMOUNT = { source: 'pricing', in: ['per_reservation', 'per_passenger', 'per_leg', 'per_unit'] }
const BY_PERCENT = { source: 'pricing', in: ['percent_of_fare'] }

export default defineResource<Addon>({
  name: 'addons',
  icon: LuggageIcon,
  represent: (addon, language) => textIn(addon.name, language),
  detail: (addon) => addon.code,
  sort: { field: 'name', order: 'ASC' },
  statusField: 'status',
  bulkStatus: true,
  entity: async () => (await import('../../../contract/entities/addon')).addon,
  columns: ['name', 'code', 'category', 'pricing', 'amount_minor', 'percent_bp', 'mandatory', 'status'],
  filters: ['status', 'category', 'pricing', 'mandatory', 'refundable', 'route_ids'],
  sections: [
    {
      key: 'identity',
      fields: [
        { source: 'name', kind: 'i18n', required: true, wide: true },
        { source: 'code', kind: 'code', upper: true, required: true },
        { source: 'category', kind: 'choice', vocabulary: 'addonCategories' },
        { source: 'status', kind: 'choice', vocabulary: 'activeStatuses', status: true },
      ],
    },
    {
      key: 'price',
      fields: [
        { source: 'pricing', kind: 'choice', vocabulary: 'addonPricings' },
        { source: 'currency', kind: 'currency', when: BY_AMOUNT, required: true },
        { source: 'amount_minor', kind: 'money', currency: 'currency', when: BY_AMOUNT, required: true },
        { source: 'percent_bp', kind: 'percentBp', when: BY_PERCENT, required: true },
        { source: 'tax_rate_bp', kind: 'percentBp' },
      ],
    },
    {
      key: 'offer',
      fields: [
        { source: 'mandatory', kind: 'boolean' },
        { source: 'refundable', kind: 'boolean' },
        { source: 'max_per_reservation', kind: 'integer' },
        { source: 'stock_per_journey', kind: 'integer', hint: true },
        { source: 'route_ids', kind: 'references', to: 'routes', hint: true },
        { source: 'vehicle_type_ids', kind: 'references', to: 'vehicle-types', hint: true },
        { source: 'service_kinds', kind: 'choices', vocabulary: 'serviceKinds', hint: true },
        {
          source: 'consumes',
          kind: 'group',
          wide: true,
          fields: [
            { source: 'luggage_units', kind: 'integer', unit: 'pieces' },
            { source: 'child_seats', kind: 'integer' },
            { source: 'seats', kind: 'integer', unit: 'seats' },
          ],
        },
      ],
    },
  ],
})
