import DepartureBoardIcon from '@mui/icons-material/DepartureBoardOutlined'
import type { Journey } from '../../../contract/entities/journey'
import { today } from '../../providers/format/dates'
import { defineResource } from '../../kit/defineResource'

type JourneyInput = Journey & { accept_warnings?: boolean }

export default defineResource<JourneyInput>(
  {
    name: 'journeys',
    icon: DepartureBoardIcon,
    represent: (journey) => journey.code,
    sort: { field: 'departs_at', order: 'ASC' },
    statusField: 'service_status',
    readAlone: true,
    entity: async () => (await import('../../../contract/entities/journey')).journey,
    columns: ['code', 'route_id', 'departs_at', 'service_status', 'vehicle_id', 'driver_id', 'seats_left'],
    facts: ['operated_by_partner_id', 'seats_left', 'sales_status'],
    startingFilter: () => ({ service_date_gte: today(Date.now()) }),
    filters: [
      'service_date',
      'route_id',
      'service_status',
      'sales_status',
      'origin_station_id',
      'vehicle_id',
      'driver_id',
      'operated_by_partner_id',
      'kind',
    ],
    sections: [
      {
        key: 'run',
        fields: [
          { source: 'code', kind: 'code', readOnly: true, hideIn: ['edit'] },
          { source: 'route_id', kind: 'reference', to: 'routes', required: true, fixed: true },
          { source: 'service_date', kind: 'date', required: true, fixed: true },
          { source: 'departure_time', kind: 'serviceTime', required: true, fixed: true, hint: true },
          { source: 'kind', kind: 'choice', vocabulary: 'journeyKinds', fixed: true, hint: true },
          { source: 'departs_at', kind: 'dateTime', zone: 'timezone', readOnly: true, hideIn: ['edit'] },
          { source: 'arrives_at', kind: 'dateTime', zone: 'timezone', readOnly: true, hideIn: ['edit'] },
          { source: 'origin_station_id', kind: 'reference', to: 'stations', readOnly: true, hideIn: ['edit'] },
          { source: 'destination_station_id', kind: 'reference', to: 'stations', readOnly: true, hideIn: ['edit'] },
          { source: 'timezone', kind: 'timeZone', readOnly: true, hideIn: ['edit'] },
        ],
      },
      {
        key: 'resources',
        fields: [
          {
            source: 'vehicle_type_id',
            kind: 'reference',
            to: 'vehicle-types',
            required: true,
            filter: { status: 'active' },
          },
          { source: 'vehicle_id', kind: 'reference', to: 'vehicles', filter: { status: 'available' } },
          { source: 'driver_id', kind: 'reference', to: 'staff', filter: { status: 'active', roles: 'driver' } },
          { source: 'co_driver_id', kind: 'reference', to: 'staff', filter: { status: 'active', roles: 'driver' } },
          { source: 'operated_by_partner_id', kind: 'reference', to: 'partners', readOnly: true, hideIn: ['edit'] },
          { source: 'accept_warnings', kind: 'boolean', hideIn: ['list', 'show'] },
        ],
      },
      {
        key: 'sales',
        fields: [
          { source: 'capacity', kind: 'integer', unit: 'seats', hint: true },
          { source: 'overbooking_allowance', kind: 'integer', unit: 'seats' },
          { source: 'sales_status', kind: 'choice', vocabulary: 'salesStatuses' },
          {
            source: 'availability_status',
            kind: 'choice',
            vocabulary: 'availabilityStatuses',
            status: true,
            readOnly: true,
            hideIn: ['edit'],
          },
          { source: 'seats_left', kind: 'integer', readOnly: true, hideIn: ['edit'] },
          { source: 'peak_load', kind: 'integer', readOnly: true, hideIn: ['edit'] },
        ],
      },
      {
        key: 'state',
        fields: [
          { source: 'service_status', kind: 'choice', vocabulary: 'serviceStatuses', status: true, owned: true },
          {
            source: 'cancel_reason',
            kind: 'text',
            when: { source: 'service_status', in: ['cancelled'] },
            required: true,
          },
          { source: 'delay_min', kind: 'minutes', hideIn: ['create'] },
        ],
      },
      { key: 'notes', upfront: true, fields: [{ source: 'notes', kind: 'prose', wide: true }] },
    ],
  },
  {
    show: () => import('./JourneyShow'),
    listActions: () => import('./GenerateAction'),
    pages: {
      board: () => import('./board/BoardPage'),
      calendar: () => import('./calendar/CalendarPage'),
      generate: () => import('./generate/Generate'),
    },
  },
)
