import Alert from '@mui/material/Alert'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { mayOverride } from '../../../../contract/overrides'
import { formatMoney } from '../../../format/money'
import { useUser } from '../../../providers/auth/useSession'
import { problemText } from '../../../ui/problemText'
import { TaskDialog } from '../../../ui/TaskDialog'
import { useFormat } from '../../../ui/useFormat'
import { stepReservation, tryStep } from '../desk/deskApi'
import type { DialogProps } from './dialogProps'

interface CancelDialogProps extends DialogProps {
  /** Places of the passengers who cancel, from 1; all of them unless given. */
  positions?: readonly number[] | undefined
}

/** Says what a cancellation costs before it is done. */
export function CancelDialog({ reservation, positions, onDone, onClose }: CancelDialogProps) {
  const format = useFormat()
  const { t, locale } = format
  const role = useUser()?.role
  const [reason, setReason] = useState('')
  const [waived, setWaived] = useState(false)
  const verb = positions ? 'cancel-passengers' : 'cancel'
  const body = { ...(positions ? { positions: [...positions] } : {}), waive_fee: waived }
  const { data, error } = useQuery({
    queryKey: ['reservations', 'cancelling', reservation.id, reservation.version, positions, waived],
    queryFn: () => tryStep(reservation.id, verb, { ...body, reason: '-' }),
    staleTime: 0,
    gcTime: 0,
  })
  const title = t(positions ? 'app.desk.steps.cancel_passenger' : 'app.desk.steps.cancel')
  const money = (minor: number) => formatMoney(minor, reservation.currency, locale)
  return (
    <TaskDialog
      grave
      title={title}
      action={title}
      ready={reason.trim() !== '' && data !== undefined}
      onConfirm={async () => {
        await stepReservation(reservation, verb, { ...body, reason: reason.trim() })
        onClose()
        await onDone()
      }}
      onClose={onClose}
    >
      {() => (
        <>
          {error && <Alert severity="error">{problemText(error, format)}</Alert>}
          {!data && !error && <Skeleton variant="rounded" height={48} />}
          {data && (
            <Alert severity="info">
              {positions
                ? t('app.desk.cancelSome', { total: money(data.total_minor), before: money(reservation.total_minor) })
                : t('app.desk.cancelFee', {
                    fee: money(data.cancellation_fee_minor),
                    back: money(Math.max(0, data.paid_minor - data.cancellation_fee_minor)),
                  })}
            </Alert>
          )}
          <TextField
            autoFocus
            label={t('app.depot.reason')}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            slotProps={{ htmlInput: { maxLength: 200 }, inputLabel: { shrink: true } }}
          />
          {role && mayOverride(role, 'waive_fee') && (
            <FormControlLabel
              control={<Checkbox size="small" checked={waived} onChange={(event) => setWaived(event.target.checked)} />}
              label={t('app.desk.waive')}
            />
          )}
        </>
      )}
    </TaskDialog>
  )
}
