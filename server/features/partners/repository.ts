import { allotment } from '../../../contract/entities/allotment'
import { partner } from '../../../contract/entities/partner'
import type { StoreOptions } from '../../crud/store-options'

export const partnersStore: StoreOptions = {
  entity: partner,
  table: 'partners',
  label: (row) => String(row['code']),
  blockedBy: [
    { resource: 'reservations', table: 'reservations', column: 'partner_id', label: 'reference' },
    { resource: 'allotments', table: 'allotments', column: 'partner_id', label: 'id::text' },
    { resource: 'pricing-rules', table: 'pricing_rules', column: 'partner_ids', list: true, label: 'code' },
  ],
}

export const allotmentsStore: StoreOptions = {
  entity: allotment,
  table: 'allotments',
  label: (row) => `${String(row['seats'])} seats`,
}
