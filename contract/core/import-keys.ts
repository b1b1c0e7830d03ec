import type { ImportedResource } from './vocabulary'

/** Field that identifies the record of an imported row. Customers have none, because families share phones and addresses. */
export const IMPORT_KEYS: Readonly<Record<ImportedResource, string | null>> = {
  stations: 'code',
  'vehicle-types': 'code',
  vehicles: 'fleet_code',
  staff: 'employee_no',
  customers: null,
  seasons: 'code',
  addons: 'code',
}
