import RouteIcon from '@mui/icons-material/RouteOutlined'
import type { Route } from '../../../contract/entities/route'
import { defineResource } from '../../kit/defineResource'
import { textIn } from '../../kit/text'

export default defineResource<Route>(
  {
    name: 'routes',
    icon: RouteIcon,
    represent: (route, language) => textIn(route.name, language),
    detail: (route) => route.code,
    sort: { field: 'code', order: 'ASC' },
    statusField: 'status',
    bulkStatus: true,
    entity: async () => (await import('../../../contract/entities/route')).route,
    columns: ['name', 'code', 'service_kind', 'origin_station_id', 'destination_station_id', 'stop_count', 'status'],
    facts: ['code', 'service_kind', 'distance_km'],
    filters: ['status', 'service_kind', 'origin_station_id', 'destination_station_id'],
    sections: [
      {
        key: 'identity',
        fields: [
          { source: 'name', kind: 'i18n', required: true, wide: true },
          { source: 'code', kind: 'code', upper: true, required: true },
          { source: 'service_kind', kind: 'choice', vocabulary: 'serviceKinds' },
          { source: 'status', kind: 'choice', vocabulary: 'routeStatuses', status: true },
          { source: 'color', kind: 'color' },
          { source: 'distance_km', kind: 'number', unit: 'km' },
          { source: 'reverse_route_id', kind: 'reference', to: 'routes', hint: true },
          { source: 'origin_station_id', kind: 'reference', to: 'stations', readOnly: true, hideIn: ['show', 'edit'] },
          {
            source: 'destination_station_id',
            kind: 'reference',
            to: 'stations',
            readOnly: true,
            hideIn: ['show', 'edit'],
          },
          { source: 'stop_count', kind: 'integer', readOnly: true, hideIn: ['show', 'edit'] },
          { source: 'pattern_version', kind: 'integer', readOnly: true, hideIn: ['edit'] },
        ],
      },
      {
        key: 'stops',
        fields: [
          {
            source: 'stops',
            kind: 'rows',
            hideIn: ['show'],
            ordered: true,
            wide: true,
            hint: true,
            initial: { arrive_offset_min: 0, depart_offset_min: 0, pickup_type: 'regular', drop_off_type: 'regular' },
            fields: [
              { source: 'station_id', kind: 'reference', to: 'stations', required: true },
              { source: 'arrive_offset_min', kind: 'minutes', required: true },
              { source: 'depart_offset_min', kind: 'minutes', required: true },
              { source: 'pickup_type', kind: 'choice', vocabulary: 'stopAccess' },
              { source: 'drop_off_type', kind: 'choice', vocabulary: 'stopAccess' },
            ],
          },
        ],
      },
      {
        key: 'booking',
        fields: [
          {
            source: 'booking_rule',
            kind: 'group',
            optional: true,
            wide: true,
            initial: {
              booking_type: 'real_time',
              prior_notice_min: null,
              prior_notice_max_days: null,
              message: null,
              phone: null,
            },
            fields: [
              { source: 'booking_type', kind: 'choice', vocabulary: 'bookingTypes', required: true },
              { source: 'prior_notice_min', kind: 'minutes' },
              { source: 'prior_notice_max_days', kind: 'integer', unit: 'days' },
              { source: 'phone', kind: 'phone' },
              { source: 'message', kind: 'i18n', wide: true },
            ],
          },
        ],
      },
    ],
  },
  {
    show: () => import('./RouteShow'),
    listActions: () => import('./TimetableActions'),
    pages: { import: () => import('./TimetableImport') },
  },
)
