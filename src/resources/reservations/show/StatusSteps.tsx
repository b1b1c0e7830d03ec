import Box from '@mui/material/Box'
import type { Reservation } from '../../../../contract/entities/reservation'
import { StatusMark } from '../../../ui/StatusMark'
import { useFormat } from '../../../ui/useFormat'
import { choiceKey } from '../../../kit/vocabularies'
import { PlainList } from '../../../ui/Rows'

type Status = Reservation['status']

const BOOKED: readonly Status[] = ['on_hold', 'confirmed', 'checked_in', 'boarded', 'completed']
const REQUESTED: readonly Status[] = ['pending', 'confirmed', 'checked_in', 'boarded', 'completed']
const ENDS: readonly Status[] = ['cancelled', 'rejected', 'expired', 'no_show']

/** Progress of a reservation through its states, including an early end. */
export function StatusSteps({ reservation }: { reservation: Reservation }) {
  const { t } = useFormat()
  const { status, kind } = reservation
  const statuses = status === 'pending' || kind === 'private_hire' ? REQUESTED : BOOKED
  const isOver = ENDS.includes(status)
  const steps = isOver ? [statuses[0] ?? 'confirmed', status] : statuses
  const reached = isOver ? steps.length - 1 : statuses.indexOf(status)
  return (
    <PlainList ordered sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 1, mb: 4 }}>
      {steps.map((step, index) => (
        <Box
          component="li"
          key={step}
          aria-current={index === reached ? 'step' : undefined}
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 2,
            fontSize: 'body2.fontSize',
            flex: { sm: index < steps.length - 1 ? '1 1 auto' : '0 0 auto' },
            color: index > reached ? 'text.disabled' : 'text.primary',
            fontWeight: index === reached ? 600 : 400,
            '&:not(:last-of-type)::after': {
              content: '""',
              flex: 1,
              minWidth: 16,
              height: 2,
              bgcolor: index < reached ? 'primary.main' : 'divider',
            },
          }}
        >
          {index === reached ? (
            <StatusMark value={step} label={t(choiceKey('reservationStatuses', step))} />
          ) : (
            t(choiceKey('reservationStatuses', step))
          )}
        </Box>
      ))}
    </PlainList>
  )
}
