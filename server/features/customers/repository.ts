import { customer } from '../../../contract/entities/customer'
import type { StoreOptions } from '../../crud/store-options'

export const customersStore: StoreOptions = {
  entity: customer,
  table: 'customers',
  label: (row) => (row['company_name'] ?? [row['first_name'], row['last_name']].filter(Boolean).join(' ')) as string,
  blockedBy: [
    { resource: 'reservations', table: 'reservations', column: 'customer_id', label: 'reference' },
    { resource: 'customers', table: 'customers', column: 'merged_into_id', label: 'coalesce(company_name, last_name)' },
  ],
}
