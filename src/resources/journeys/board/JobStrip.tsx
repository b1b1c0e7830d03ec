import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Link as RouterLink } from 'react-router-dom'
import { StatusMark } from '../../../ui/StatusMark'
import { useFormat } from '../../../ui/useFormat'
import { recordPath } from '../../../kit/RecordLink'
import { isOpen, type Bar } from './boardModel'
import { clock } from './boardText'

interface JobStripProps {
  bar: Bar | undefined
  /** Of the row that it lies in. */
  name: string | null
  zone: string
  mayEdit: boolean
  onAsk: () => void
  onDelay: () => void
}

/** The chosen job, and what can be done with it. */
export function JobStrip({ bar, name, zone, mayEdit, onAsk, onDelay }: JobStripProps) {
  const format = useFormat()
  const { t } = format
  const styles = {
    display: 'flex',
    gap: 4,
    alignItems: 'center',
    flexWrap: 'wrap',
    mt: 2,
    minHeight: 40,
    fontSize: 'body2.fontSize',
  }
  if (!bar)
    return (
      <Box sx={{ ...styles, color: 'text.secondary' }}>
        <span>{t(mayEdit ? 'app.board.hint' : 'app.board.hintRead')}</span>
      </Box>
    )
  const { job, from, done } = bar
  const vocabulary = job.source === 'journey' ? 'serviceStatuses' : 'reservationStatuses'
  return (
    <Box role="status" sx={styles}>
      <Box component="b" dir="ltr" sx={{ fontWeight: 600 }}>
        {job.label}
      </Box>
      <bdi dir="ltr">{`${clock(from, zone, format)} – ${clock(done, zone, format)}`}</bdi>
      <span>{name ?? t('app.board.unassigned')}</span>
      <span>{t('app.board.load', { taken: job.seats_taken, capacity: job.capacity })}</span>
      {job.seats_taken > job.capacity && (
        <Box component="span" sx={{ color: 'error.main', fontWeight: 550 }}>
          {t('app.board.toMove', { count: job.seats_taken - job.capacity })}
        </Box>
      )}
      <StatusMark value={job.status} label={t(`choices.${vocabulary}.${job.status}`)} />
      {job.delay_min > 0 && (
        <Box component="span" sx={{ color: 'warning.main', fontWeight: 550 }}>
          {t('app.board.late', { minutes: job.delay_min })}
        </Box>
      )}
      {bar.isClash && (
        <Box component="span" sx={{ color: 'error.main', fontWeight: 550 }}>
          {t('app.board.clash')}
        </Box>
      )}
      <Box sx={{ display: 'flex', gap: 2, marginInlineStart: 'auto' }}>
        {mayEdit && isOpen(job) && (
          <Button variant="outlined" onClick={onAsk}>
            {t('app.board.give.open')}
          </Button>
        )}
        {mayEdit && job.source === 'journey' && job.status !== 'completed' && (
          <Button variant="outlined" onClick={onDelay}>
            {t('app.depot.delay.open')}
          </Button>
        )}
        <Button component={RouterLink} to={recordPath(job.source === 'journey' ? 'journeys' : 'reservations', job.id)}>
          {t('app.board.page')}
        </Button>
      </Box>
    </Box>
  )
}
