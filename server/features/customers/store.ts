import { customer, type Customer } from '../../../contract/entities/customer'
import type { StoreOptions } from '../../crud/store-options'
import { refuseGone } from './account'
import { unmerge } from './merge'
import { nameOf } from './name'

export const customersStore: StoreOptions<Customer> = {
  entity: customer,
  table: 'customers',
  label: (row) => nameOf(row),
  assumed: { merged_into_id_isnull: true },
  beforeWrite: async (_, { current }) => {
    if (current) refuseGone(current)
    return {}
  },
  alsoWrites: ['reservations'],
  inverses: { merged: unmerge },
  blockedBy: [
    { resource: 'reservations', table: 'reservations', column: 'customer_id', label: 'reference' },
    { resource: 'customers', table: 'customers', column: 'merged_into_id', label: 'coalesce(company_name, last_name)' },
  ],
}
