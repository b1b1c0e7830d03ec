import ChevronLeftIcon from '@mui/icons-material/ChevronLeft'
import ChevronRightIcon from '@mui/icons-material/ChevronRight'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useGetList } from 'react-admin'
import type { Season } from '../../../contract/entities/season'
import { PAGE_MAX_ROWS } from '../../../contract/core/limits/requests'
import { today } from '../../providers/format/dates'
import { Muted } from '../../ui/Muted'
import { useFormat } from '../../ui/useFormat'
import { SeasonBands } from './SeasonBands'
import { SeasonOfDay } from './SeasonOfDay'

const YEAR_CHARS = 4
/** Height reserved while the seasons load. */
const MIN_HEIGHT = 260

/** A year with the active seasons as bands by descending priority, and the effective season. */
export function SeasonCalendar() {
  const { t } = useFormat()
  const [now] = useState(() => today(Date.now()))
  const [year, setYear] = useState(Number(now.slice(0, YEAR_CHARS)))
  const { data } = useGetList<Season>('seasons', {
    pagination: { page: 1, perPage: PAGE_MAX_ROWS },
    sort: { field: 'priority', order: 'DESC' },
    filter: { status: 'active' },
  })
  return (
    <Paper
      component="section"
      variant="outlined"
      data-calendar
      aria-label={t('app.season.calendar')}
      sx={{ mt: 4, p: { xs: 4, md: 5 }, minHeight: MIN_HEIGHT }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 3 }}>
        <Typography variant="h2" sx={{ flex: 1 }}>
          {t('app.season.calendar')}
        </Typography>
        <IconButton aria-label={t('app.season.yearBefore')} onClick={() => setYear(year - 1)}>
          <ChevronLeftIcon sx={{ transform: (theme) => (theme.direction === 'rtl' ? 'scaleX(-1)' : 'none') }} />
        </IconButton>
        <Box
          aria-live="polite"
          sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums', minWidth: 44, textAlign: 'center' }}
        >
          {year}
        </Box>
        <IconButton aria-label={t('app.season.yearAfter')} onClick={() => setYear(year + 1)}>
          <ChevronRightIcon sx={{ transform: (theme) => (theme.direction === 'rtl' ? 'scaleX(-1)' : 'none') }} />
        </IconButton>
      </Box>
      {data && data.length === 0 && <Muted>{t('app.season.none')}</Muted>}
      {data && data.length > 0 && (
        <>
          <SeasonBands seasons={data} year={year} />
          <SeasonOfDay seasons={data} start={now} />
        </>
      )}
    </Paper>
  )
}
