import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { messageOf } from '../../../ui/fieldTexts'
import { TaskDialog } from '../../../ui/TaskDialog'
import { useFormat } from '../../../ui/useFormat'
import { RecordPicker } from '../../../kit/form/RecordPicker'
import { stepReservation } from '../desk/deskApi'
import type { DialogProps } from './dialogProps'

const TRADING = { status: 'active' }

/** Assigns a reservation to a partner, or removes it from one. */
export function HandOverDialog({ reservation, onDone, onClose }: DialogProps) {
  const { t } = useFormat()
  const [partnerId, setPartnerId] = useState(reservation.partner_id)
  const [reference, setReference] = useState(reservation.partner_reference ?? '')
  const [reason, setReason] = useState('')
  const known = partnerId === null ? null : reference.trim() || null
  const isChanged = partnerId !== reservation.partner_id || known !== reservation.partner_reference
  return (
    <TaskDialog
      title={t('app.desk.steps.hand_over')}
      text={t('app.desk.handOverText')}
      action={t('app.desk.steps.hand_over')}
      ready={isChanged && reason.trim() !== ''}
      onConfirm={async () => {
        const body = { partner_id: partnerId, partner_reference: known, reason: reason.trim() }
        await stepReservation(reservation, 'hand-over', body)
        onClose()
        await onDone()
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <RecordPicker
            resource="partners"
            filter={TRADING}
            ids={partnerId === null ? [] : [partnerId]}
            onPick={([picked = null]) => setPartnerId(picked)}
            box={{
              autoFocus: true,
              label: t('resources.reservations.fields.partner_id'),
              error: errors['partner_id'] !== undefined,
              helperText: messageOf(errors['partner_id']) ?? t('app.desk.handOverHint'),
            }}
          />
          <TextField
            label={t('resources.reservations.fields.partner_reference')}
            value={reference}
            disabled={partnerId === null}
            onChange={(event) => setReference(event.target.value)}
            error={errors['partner_reference'] !== undefined}
            helperText={messageOf(errors['partner_reference'])}
            slotProps={{ htmlInput: { maxLength: 64, dir: 'ltr' } }}
          />
          <TextField
            label={t('app.operations.reason')}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            error={errors['reason'] !== undefined}
            helperText={messageOf(errors['reason'])}
            slotProps={{ htmlInput: { maxLength: 200, dir: 'auto' } }}
          />
        </>
      )}
    </TaskDialog>
  )
}
