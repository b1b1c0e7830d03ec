import CalendarMonthIcon from '@mui/icons-material/CalendarMonthOutlined'
import type { Season } from '../../../contract/entities/season'
import { defineResource } from '../../kit/defineResource'
import { textIn } from '../../kit/text'

export default defineResource<Season>(
  {
    name: 'seasons',
    icon: CalendarMonthIcon,
    represent: (season, language) => textIn(season.name, language),
    detail: (season) => season.code,
    sort: { field: 'priority', order: 'DESC' },
    statusField: 'status',
    bulkStatus: true,
    entity: async () => (await import('../../../contract/entities/season')).season,
    facts: ['code', 'date_ranges', 'weekdays', 'excluded_dates', 'priority'],
    columns: ['name', 'code', 'weekdays', 'priority', 'color', 'status'],
    filters: ['status', 'weekdays'],
    sections: [
      {
        key: 'identity',
        fields: [
          { source: 'name', kind: 'i18n', required: true, wide: true },
          { source: 'code', kind: 'code', upper: true, required: true },
          { source: 'color', kind: 'color' },
          { source: 'priority', kind: 'integer', signed: true, hint: true },
          { source: 'status', kind: 'choice', vocabulary: 'activeStatuses', status: true },
        ],
      },
      {
        key: 'days',
        fields: [
          { source: 'date_ranges', kind: 'dateRanges', required: true, wide: true },
          { source: 'weekdays', kind: 'weekdays', hint: true },
          { source: 'excluded_dates', kind: 'dates' },
        ],
      },
    ],
  },
  { list: () => import('./SeasonsList') },
)
