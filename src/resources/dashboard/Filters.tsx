import Box from '@mui/material/Box'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { DASHBOARD_RANGES, type DashboardRange } from '../../../contract/operations/dashboard-figures'
import { useMay } from '../../providers/auth/useSession'
import { RecordPicker } from '../../kit/form/RecordPicker'
import { useFormat } from '../../ui/useFormat'
import type { useDashboardView } from './dashboardApi'

/** Date range and station of the dashboard; both are in the URL. */
export function Filters({ range, stationId, show }: ReturnType<typeof useDashboardView>) {
  const { t } = useFormat()
  const mayFilter = useMay('list', 'stations')
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center' }}>
      {mayFilter && (
        <Box sx={{ width: { xs: '100%', sm: 220 } }}>
          <RecordPicker
            resource="stations"
            ids={stationId ? [stationId] : []}
            onPick={([id = null]) => show({ stationId: id })}
            box={{ placeholder: t('app.dashboard.allStations') }}
            ariaLabel={t('app.dashboard.station')}
          />
        </Box>
      )}
      <ToggleButtonGroup
        exclusive
        size="small"
        value={range}
        onChange={(_, next: DashboardRange | null) => next && show({ range: next })}
        aria-label={t('app.dashboard.range.title')}
      >
        {Object.keys(DASHBOARD_RANGES).map((name) => (
          <ToggleButton key={name} value={name} sx={{ px: 3, py: 1, whiteSpace: 'nowrap' }}>
            {t(`app.dashboard.range.${name}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </Box>
  )
}
