import { addon } from '../../../contract/entities/addon'
import type { StoreOptions } from '../../crud/store-options'

export const addonsStore: StoreOptions = {
  entity: addon,
  table: 'addons',
  label: (row) => String(row['code']),
}
