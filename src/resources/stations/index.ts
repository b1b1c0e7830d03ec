import PlaceIcon from '@mui/icons-material/PlaceOutlined'
import type { Station } from '../../../contract/entities/station'
import { defineResource } from '../../kit/defineResource'
import { textIn } from '../../kit/text'

export default defineResource<Station>(
  {
    name: 'stations',
    icon: PlaceIcon,
    represent: (station, language) => textIn(station.name, language),
    detail: (station) => [station.code, station.city].filter(Boolean).join(' · '),
    sort: { field: 'name', order: 'ASC' },
    statusField: 'status',
    bulkStatus: true,
    entity: async () => (await import('../../../contract/entities/station')).station,
    columns: ['name', 'code', 'kind', 'parent_station_id', 'city', 'timezone', 'status'],
    filters: ['status', 'kind', 'parent_station_id', 'city', 'country', 'wheelchair_boarding'],
    sections: [
      {
        key: 'identity',
        fields: [
          { source: 'name', kind: 'i18n', required: true, wide: true },
          { source: 'code', kind: 'code', upper: true, required: true, hint: true },
          { source: 'kind', kind: 'choice', vocabulary: 'stationKinds' },
          { source: 'parent_station_id', kind: 'reference', to: 'stations', hint: true },
          { source: 'platform_code', kind: 'text' },
          { source: 'status', kind: 'choice', vocabulary: 'activeStatuses', status: true },
        ],
      },
      {
        key: 'place',
        fields: [
          { source: 'timezone', kind: 'timeZone', required: true, hint: true },
          { source: 'country', kind: 'country' },
          { source: 'city', kind: 'text' },
          { source: 'address', kind: 'text' },
          { source: 'latitude', kind: 'coordinates', longitude: 'longitude', wide: true },
          { source: 'iata_code', kind: 'code', upper: true },
          { source: 'zone_code', kind: 'text', hint: true },
        ],
      },
      {
        key: 'boarding',
        fields: [
          { source: 'wheelchair_boarding', kind: 'choice', vocabulary: 'wheelchairBoarding' },
          { source: 'connection_min', kind: 'minutes', hint: true },
          { source: 'contact_phone', kind: 'phone' },
          { source: 'boarding_instructions', kind: 'i18n', multiline: true, wide: true, hideIn: ['list'] },
        ],
      },
      {
        key: 'links',
        fields: [
          {
            source: 'external_refs',
            kind: 'rows',
            wide: true,
            fields: [
              { source: 'scheme', kind: 'text', required: true },
              { source: 'value', kind: 'text', required: true },
            ],
          },
        ],
      },
    ],
  },
  {
    listActions: () => import('../../features/map/MapLink'),
  },
)
