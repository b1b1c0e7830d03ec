import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Link as RouterLink } from 'react-router-dom'
import type { Generation } from '../../../../contract/operations/journeys'
import type { Task } from '../../../../contract/operations/tasks'
import { formatDate, formatTime } from '../../../providers/format/dates'
import { serviceTimeParts } from '../../../providers/format/durations'
import { listed } from '../../../providers/format/intl'
import { MONOSPACE } from '../../../ui/theme/theme'
import { useFormat } from '../../../ui/useFormat'
import { TaskView } from '../../../kit/tasks/TaskView'
import { isOver } from '../../../kit/tasks/useTask'
import { PlainList } from '../../../ui/Rows'
import { SecondaryText } from '../../../ui/Text'
import { Column } from '../../../ui/Column'

const SHOWN = 40

interface PreviewProps {
  answer: Generation | undefined
  /** Task that generates the departures; null before it is started. */
  task: Task | null
  routeId: string | null
}

/** Number of new and existing departures, and the days with a clock change. */
export function Preview({ answer, task, routeId }: PreviewProps) {
  const { t, locale } = useFormat()
  if (!answer) return <SecondaryText>{t('app.operations.generate.nothing')}</SecondaryText>
  const isDone = task !== null && isOver(task) && task.undone_by_id === null
  const changes = [...new Set(answer.journeys.filter((one) => one.is_clock_change).map((one) => one.service_date))]
  const day = (date: string) => formatDate(date, locale, { weekday: 'short', day: 'numeric', month: 'short' })
  const query = new URLSearchParams({ filter: JSON.stringify({ route_id: routeId }), displayedFilters: '{}' })
  return (
    <Column gap={3}>
      <Box role="status" sx={{ fontSize: 'h2.fontSize', fontWeight: 600 }}>
        {isDone
          ? t('app.operations.generate.made', { count: task.counts.created ?? 0 })
          : t('app.operations.generate.wouldMake', { count: answer.created })}
      </Box>
      {task && <TaskView key={task.id} task={task} />}
      {answer.duplicates > 0 && (
        <SecondaryText>{t('app.operations.generate.duplicates', { count: answer.duplicates })}</SecondaryText>
      )}
      {changes.length > 0 && (
        <Alert severity="info">
          {t('app.operations.generate.clockChange', { days: listed(changes.map(day), locale) })}
        </Alert>
      )}
      {isDone && (
        <Box>
          <Button component={RouterLink} to={`/journeys?${query.toString()}`} variant="outlined">
            {t('app.operations.generate.show')}
          </Button>
        </Box>
      )}
      <PlainList ordered sx={{ fontSize: 'body2.fontSize' }}>
        {answer.journeys.slice(0, SHOWN).map((one) => {
          const { time, days } = serviceTimeParts(one.departure_time)
          return (
            <Box
              component="li"
              key={one.service_date + one.departure_time}
              sx={{
                display: 'flex',
                gap: 3,
                py: 1,
                borderTop: 1,
                borderColor: 'divider',
                color: one.is_duplicate ? 'text.disabled' : 'text.primary',
              }}
            >
              <Box component="span" sx={{ width: 110 }}>
                {day(one.service_date)}
              </Box>
              <Box component="span" sx={{ width: 64, fontWeight: 550 }}>
                {time + (days > 0 ? ` +${days}` : '')}
              </Box>
              <Box component="span" dir="ltr" sx={{ fontFamily: MONOSPACE, fontSize: 'caption.fontSize' }}>
                {one.code}
              </Box>
              {one.is_clock_change && (
                <span>
                  {t('app.operations.generate.clockShows', {
                    departure: formatTime(one.departs_at, { locale, zone: one.timezone }),
                    arrival: formatTime(one.arrives_at, { locale, zone: one.timezone }),
                  })}
                </span>
              )}
              {one.is_duplicate && <span>{t('app.operations.generate.there')}</span>}
            </Box>
          )
        })}
      </PlainList>
      {answer.journeys.length > SHOWN && (
        <SecondaryText size="body2">
          {t('app.operations.generate.andMore', { count: answer.journeys.length - SHOWN })}
        </SecondaryText>
      )}
    </Column>
  )
}
