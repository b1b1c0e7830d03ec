import TextField from '@mui/material/TextField'
import { useState } from 'react'
import type { Reservation } from '../../../../contract/entities/reservation'
import { REJECT_REASONS } from '../../../../contract/core/vocabulary'
import { RecordNames } from '../../../kit/RecordNames'
import { TaskDialog } from '../../../ui/TaskDialog'
import { useFormat } from '../../../ui/useFormat'
import { stepReservation } from '../desk/deskApi'
import type { DialogProps } from './dialogProps'
import { SelectBox } from '../../../ui/SelectBox'

/** Rejects a request with one of the reasons that the customer receives. */
export function RejectDialog({ reservation, onDone, onClose }: DialogProps) {
  const { t } = useFormat()
  const [reason, setReason] = useState<(typeof REJECT_REASONS)[number]>('no_capacity')
  const [note, setNote] = useState('')
  const reject = (target: Reservation) =>
    stepReservation(target, 'reject', { reason, ...(note.trim() ? { note: note.trim() } : {}) })
  return (
    <TaskDialog
      grave
      title={t('app.desk.steps.reject')}
      action={t('app.desk.steps.reject')}
      onConfirm={async () => {
        await reject(reservation)
        onClose()
        await onDone()
      }}
      onClose={onClose}
    >
      {() => (
        <>
          <RecordNames resource="reservations" records={[reservation]} />
          <SelectBox
            label={t('app.operations.reason')}
            value={reason}
            onChange={setReason}
            options={REJECT_REASONS}
            labelOf={(value) => t(`choices.rejectReasons.${value}`)}
          />
          <TextField
            label={t('app.desk.note')}
            value={note}
            onChange={(event) => setNote(event.target.value)}
            slotProps={{ htmlInput: { maxLength: 150 }, inputLabel: { shrink: true } }}
          />
        </>
      )}
    </TaskDialog>
  )
}
