import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router-dom'
import type { BoardName } from '../../../../contract/operations/board'
import { PhoneText } from '../../../ui/PhoneText'
import { StatusMark } from '../../../ui/StatusMark'
import { useFormat } from '../../../ui/useFormat'
import { recordPath } from '../../../kit/recordPaths'
import { isOpen, type Bar } from './boardModel'
import { clock } from './boardText'
import { Text } from '../../../ui/Text'

interface JobStripProps {
  bar: Bar | undefined
  /** Name of its row. */
  name: string | null
  /** The driver on a vehicle row, the vehicle on a driver row. */
  other: BoardName | undefined
  /** Name of the row that the plan suggests; null without a suggestion. */
  suggested: string | null
  zone: string
  mayEdit: boolean
  onAsk: () => void
  onDelay: () => void
  onAccept: () => void
}

/** The selected job and its actions. */
export function JobStrip(props: JobStripProps) {
  const { bar, name, other, suggested, zone, mayEdit, onAsk, onDelay, onAccept } = props
  const format = useFormat()
  const { t } = format
  const styles = {
    display: 'flex',
    gap: 4,
    alignItems: 'center',
    flex: 'none',
    height: 36,
    overflow: 'hidden',
    whiteSpace: 'nowrap',
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
      <Text component="b" dir="ltr" weight="bold">
        {job.label}
      </Text>
      <bdi dir="ltr">{`${clock(from, zone, format)} – ${clock(done, zone, format)}`}</bdi>
      <bdi>{name ?? t('app.board.unassigned')}</bdi>
      {other && <bdi>{other.label}</bdi>}
      {other?.phone && (
        <Link href={`tel:${other.phone}`} color="inherit">
          <PhoneText>{other.phone}</PhoneText>
        </Link>
      )}
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
        {suggested !== null && (
          <Button variant="contained" onClick={onAccept}>
            {t('app.board.plan.acceptFor', { name: suggested })}
          </Button>
        )}
        {mayEdit && isOpen(job) && (
          <Button variant="outlined" onClick={onAsk}>
            {t('app.board.give.open')}
          </Button>
        )}
        {mayEdit && job.source === 'journey' && job.status !== 'completed' && (
          <Button variant="outlined" onClick={onDelay}>
            {t('app.operations.delay.open')}
          </Button>
        )}
        <Button component={RouterLink} to={recordPath(job.source === 'journey' ? 'journeys' : 'reservations', job.id)}>
          {t('app.board.page')}
        </Button>
      </Box>
    </Box>
  )
}
