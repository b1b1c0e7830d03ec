import DirectionsBusIcon from '@mui/icons-material/DirectionsBusOutlined'
import type { Vehicle } from '../../../contract/entities/vehicle'
import { defineResource } from '../../kit/defineResource'

export default defineResource<Vehicle>(
  {
    name: 'vehicles',
    icon: DirectionsBusIcon,
    represent: (vehicle) => vehicle.registration_plate,
    detail: (vehicle) => [vehicle.fleet_code, vehicle.make, vehicle.model].filter(Boolean).join(' · '),
    sort: { field: 'fleet_code', order: 'ASC' },
    statusField: 'status',
    entity: async () => (await import('../../../contract/entities/vehicle')).vehicle,
    columns: [
      'registration_plate',
      'fleet_code',
      'vehicle_type_id',
      'home_station_id',
      'inspection_expires_on',
      'status',
    ],
    facts: [
      'fleet_code',
      'vehicle_type_id',
      'make',
      'model',
      'home_station_id',
      'inspection_expires_on',
      'insurance_expires_on',
    ],
    filters: ['status', 'vehicle_type_id', 'home_station_id', 'inspection_expires_on', 'insurance_expires_on', 'make'],
    sections: [
      {
        key: 'identity',
        fields: [
          { source: 'registration_plate', kind: 'plate', required: true },
          { source: 'fleet_code', kind: 'code', upper: true, required: true },
          { source: 'vehicle_type_id', kind: 'reference', to: 'vehicle-types', required: true },
          { source: 'seats_override', kind: 'integer', unit: 'seats', hint: true },
          { source: 'home_station_id', kind: 'reference', to: 'stations' },
          { source: 'status', kind: 'choice', vocabulary: 'vehicleStatuses', status: true },
          {
            source: 'status_reason',
            kind: 'text',
            when: { source: 'status', in: ['out_of_service'] },
            required: true,
            wide: true,
          },
        ],
      },
      {
        key: 'make',
        fields: [
          { source: 'make', kind: 'text' },
          { source: 'model', kind: 'text' },
          { source: 'year', kind: 'integer' },
          { source: 'vin', kind: 'code', upper: true },
        ],
      },
      {
        key: 'upkeep',
        fields: [
          { source: 'odometer_km', kind: 'integer', unit: 'km' },
          { source: 'inspection_expires_on', kind: 'date' },
          { source: 'insurance_expires_on', kind: 'date' },
        ],
      },
    ],
  },
  { show: () => import('./VehicleShow') },
)
