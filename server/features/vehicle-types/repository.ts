import { vehicleType } from '../../../contract/entities/vehicle-type'
import type { StoreOptions } from '../../crud/store-options'

export const vehicleTypesStore: StoreOptions = {
  entity: vehicleType,
  table: 'vehicle_types',
  label: (row) => String(row['code']),
  blockedBy: [
    { resource: 'vehicles', table: 'vehicles', column: 'vehicle_type_id', label: 'fleet_code' },
    { resource: 'journeys', table: 'journeys', column: 'vehicle_type_id', label: 'code' },
    { resource: 'fares', table: 'fares', column: 'vehicle_type_id', label: 'id::text' },
    { resource: 'hire-tariffs', table: 'hire_tariffs', column: 'vehicle_type_id', label: 'id::text' },
    { resource: 'addons', table: 'addons', column: 'vehicle_type_ids', list: true, label: 'code' },
    { resource: 'pricing-rules', table: 'pricing_rules', column: 'vehicle_type_ids', list: true, label: 'code' },
  ],
  usedBy: [
    {
      resource: 'vehicles',
      table: 'vehicles',
      column: 'vehicle_type_id',
      label: 'fleet_code',
      where: "status <> 'retired'",
    },
    {
      resource: 'journeys',
      table: 'journeys',
      column: 'vehicle_type_id',
      label: 'code',
      where: "service_status not in ('completed', 'cancelled')",
    },
  ],
}
