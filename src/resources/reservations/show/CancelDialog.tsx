import Alert from '@mui/material/Alert'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { formatMoney } from '../../../format/money'
import { problemText } from '../../../ui/problemText'
import { TaskDialog } from '../../../ui/TaskDialog'
import { useFormat } from '../../../ui/useFormat'
import { stepReservation } from '../desk/deskApi'
import { ChangeCost, WaiveFee } from './ChangeCost'
import type { DialogProps } from './dialogProps'
import { useTrial } from './useTrial'

interface CancelDialogProps extends DialogProps {
  /** Places of the passengers who cancel, from 1; all of them unless given. */
  positions?: readonly number[] | undefined
}

/** Says what a cancellation costs before it is done. */
export function CancelDialog({ reservation, positions, onDone, onClose }: CancelDialogProps) {
  const format = useFormat()
  const { t, locale } = format
  const [reason, setReason] = useState('')
  const [waived, setWaived] = useState(false)
  const verb = positions ? 'cancel-passengers' : 'cancel'
  const body = { ...(positions ? { positions: [...positions] } : {}), waive_fee: waived }
  const trial = useTrial(reservation, verb, body)
  const { data, error } = trial
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
          {positions ? (
            <ChangeCost before={reservation} trial={trial} />
          ) : (
            <>
              {error && <Alert severity="error">{problemText(error, format)}</Alert>}
              {!data && !error && <Skeleton variant="rounded" height={48} />}
              {data && (
                <Alert severity="info">
                  {t('app.desk.cancelFee', {
                    fee: money(data.cancellation_fee_minor),
                    back: money(Math.max(0, data.paid_minor - data.cancellation_fee_minor)),
                  })}
                </Alert>
              )}
            </>
          )}
          <TextField
            autoFocus
            label={t('app.depot.reason')}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            slotProps={{ htmlInput: { maxLength: 200 }, inputLabel: { shrink: true } }}
          />
          <WaiveFee waived={waived} onChange={setWaived} />
        </>
      )}
    </TaskDialog>
  )
}
