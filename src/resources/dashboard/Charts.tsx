import ChartIcon from '@mui/icons-material/BarChart'
import TableIcon from '@mui/icons-material/TableRowsOutlined'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useState } from 'react'
import type { Figures } from '../../../contract/operations/dashboard-figures'
import { Muted } from '../../ui/Muted'
import { useFormat } from '../../ui/useFormat'
import { barsOf, CHARTS, type ChartName } from './chartData'
import { DayBars } from './DayBars'
import { FigureTable } from './FigureTable'
import { MemberBars } from './MemberBars'
import { Panel } from './Panel'
import { mainCurrency, MEASURES, type Measure } from './sold'

const BODY_PX = 244

/** Sales by day, route, channel and partner; each chart has a table with all its figures. */
export function Charts({ figures }: { figures: Figures | undefined }) {
  const { t } = useFormat()
  const [measure, setMeasure] = useState<Measure>('bookings')
  return (
    <Box sx={{ mt: 6 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3, mb: 3 }}>
        <Box component="h2" sx={{ m: 0, flex: 1, minWidth: 120, fontSize: 'body1.fontSize', fontWeight: 600 }}>
          {t('app.dashboard.charts')}
        </Box>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={measure}
          onChange={(_, next: Measure | null) => next && setMeasure(next)}
          aria-label={t('app.dashboard.measure.title')}
          sx={{ overflowX: 'auto', maxWidth: '100%' }}
        >
          {MEASURES.map((name) => (
            <ToggleButton key={name} value={name} sx={{ px: 3, py: 1, whiteSpace: 'nowrap' }}>
              {t(`app.dashboard.measure.${name}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </Box>
      <Box
        sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' } }}
      >
        {CHARTS.map((chart) => (
          <Chart key={chart} chart={chart} figures={figures} measure={measure} />
        ))}
      </Box>
    </Box>
  )
}

function Chart({ chart, figures, measure }: { chart: ChartName; figures: Figures | undefined; measure: Measure }) {
  const format = useFormat()
  const { t } = format
  const [isTable, setTable] = useState(false)
  const title = t(`app.dashboard.by.${chart}`)
  const bars = figures && barsOf(figures, chart, format)
  if (bars === null) return null
  const currency = figures ? mainCurrency(figures.now, figures.before) : ''
  const drawn = { bars: bars ?? [], measure, currency }
  return (
    <Panel
      title={title}
      action={
        <ToggleButton
          value="table"
          size="small"
          selected={isTable}
          onChange={() => setTable(!isTable)}
          aria-label={t('app.dashboard.asTable', { title })}
          title={t('app.dashboard.asTable', { title })}
          sx={{ border: 0, p: 1.5 }}
        >
          {isTable ? <ChartIcon fontSize="menu" /> : <TableIcon fontSize="menu" />}
        </ToggleButton>
      }
    >
      <Box sx={{ height: { xs: !bars || isTable || chart === 'day' ? BODY_PX : 'auto', lg: BODY_PX } }}>
        {!bars ? (
          <Box sx={{ p: 4 }}>
            <Skeleton variant="rounded" height={BODY_PX - 32} />
          </Box>
        ) : bars.length === 0 ? (
          <Box sx={{ p: 4, fontSize: 'body2.fontSize' }}>
            <Muted>{t('app.dashboard.nothingSold')}</Muted>
          </Box>
        ) : isTable ? (
          <FigureTable title={title} bars={bars} first={t(`app.dashboard.first.${chart}`)} />
        ) : chart === 'day' ? (
          <DayBars title={title} {...drawn} />
        ) : (
          <MemberBars title={title} {...drawn} />
        )}
      </Box>
    </Panel>
  )
}
