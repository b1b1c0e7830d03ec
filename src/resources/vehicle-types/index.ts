import AirlineSeatReclineNormalIcon from '@mui/icons-material/AirlineSeatReclineNormalOutlined'
import type { VehicleType } from '../../../contract/entities/vehicle-type'
import { defineResource } from '../../kit/defineResource'
import { textIn } from '../../kit/text'

export default defineResource<VehicleType>(
  {
    name: 'vehicle-types',
    icon: AirlineSeatReclineNormalIcon,
    represent: (type, language) => textIn(type.name, language),
    detail: (type) => type.code,
    sort: { field: 'name', order: 'ASC' },
    statusField: 'status',
    bulkStatus: true,
    readAlone: true,
    entity: async () => (await import('../../../contract/entities/vehicle-type')).vehicleType,
    columns: ['name', 'code', 'category', 'seats', 'wheelchair_spaces', 'luggage_units', 'turnaround_min', 'status'],
    filters: ['status', 'category', 'amenities', 'required_licence_categories'],
    sections: [
      {
        key: 'identity',
        fields: [
          { source: 'name', kind: 'i18n', required: true, wide: true },
          { source: 'code', kind: 'code', upper: true, required: true },
          { source: 'category', kind: 'choice', vocabulary: 'vehicleCategories' },
          { source: 'status', kind: 'choice', vocabulary: 'activeStatuses', status: true },
        ],
      },
      {
        key: 'capacity',
        fields: [
          { source: 'seats', kind: 'integer', required: true, unit: 'seats', hint: true },
          { source: 'standing_capacity', kind: 'integer' },
          { source: 'wheelchair_spaces', kind: 'integer' },
          { source: 'luggage_units', kind: 'integer', unit: 'pieces' },
          { source: 'child_seats', kind: 'integer' },
          { source: 'amenities', kind: 'choices', vocabulary: 'vehicleAmenities', wide: true },
        ],
      },
      {
        key: 'operation',
        fields: [
          { source: 'turnaround_min', kind: 'minutes', hint: true },
          { source: 'required_licence_categories', kind: 'choices', vocabulary: 'licenceCategories', hint: true },
        ],
      },
    ],
  },
  {
    list: () => import('./VehicleTypeList'),
    create: () => import('./VehicleTypeCreate'),
    edit: () => import('./VehicleTypeEdit'),
    show: () => import('./VehicleTypeShow'),
  },
)
