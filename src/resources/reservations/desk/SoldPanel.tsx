import CheckIcon from '@mui/icons-material/CheckCircleOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useEffect } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import type { Reservation } from '../../../../contract/entities/reservation'
import { formatMoney } from '../../../providers/format/money'
import { MONOSPACE } from '../../../ui/theme/theme'
import { StatusMark } from '../../../ui/StatusMark'
import { useFormat } from '../../../ui/useFormat'
import { recordPath } from '../../../kit/RecordLink'
import { choiceKey } from '../../../kit/vocabularies'
import { SendTickets } from '../../mails/SendTickets'
import { TicketMenu } from '../TicketMenu'

export interface SoldPanelProps {
  sold: readonly Reservation[]
  onAnother: () => void
}

/** What was sold: the reference to read out, and what comes next. */
export function SoldPanel({ sold, onAnother }: SoldPanelProps) {
  const { t, locale } = useFormat()
  useEffect(() => window.scrollTo({ top: 0 }), [])
  const isPending = sold.some(({ status }) => status === 'pending')
  return (
    <Paper
      role="status"
      variant="outlined"
      sx={{ p: 8, display: 'grid', justifyItems: 'center', gap: 5, textAlign: 'center' }}
    >
      <CheckIcon color="success" sx={{ fontSize: 40 }} />
      <Typography variant="h1">{t(isPending ? 'app.desk.sent' : 'app.desk.sold')}</Typography>
      {sold.map((reservation) => (
        <Box key={reservation.id} sx={{ display: 'grid', gap: 2, justifyItems: 'center' }}>
          <Box dir="ltr" sx={{ fontFamily: MONOSPACE, fontSize: 28, fontWeight: 600, letterSpacing: '0.08em' }}>
            {reservation.reference}
          </Box>
          <Box sx={{ display: 'flex', gap: 3, flexWrap: 'wrap', justifyContent: 'center', color: 'text.secondary' }}>
            <span>{reservation.lead_name}</span>
            <span>{t('app.reservation.seats', { smart_count: reservation.seats })}</span>
            <span>{formatMoney(reservation.total_minor, reservation.currency, locale)}</span>
            <StatusMark value={reservation.status} label={t(choiceKey('reservationStatuses', reservation.status))} />
          </Box>
          {reservation.status === 'confirmed' && (
            <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap', justifyContent: 'center' }}>
              <TicketMenu reservation={reservation} />
              <SendTickets reservation={reservation} />
            </Box>
          )}
          <Button component={RouterLink} to={recordPath('reservations', reservation.id)}>
            {t('app.desk.open')}
          </Button>
        </Box>
      ))}
      <Button autoFocus variant="contained" onClick={onAnother}>
        {t('app.desk.another')}
      </Button>
    </Paper>
  )
}
