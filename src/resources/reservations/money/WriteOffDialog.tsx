import { useState } from 'react'
import { call } from '../../../providers/http/call'
import { AmountBox, useAmount } from '../../../ui/AmountBox'
import { RecordNames } from '../../../kit/RecordNames'
import { ReasonBox } from '../../../ui/ReasonBox'
import { TaskDialog } from '../../../ui/TaskDialog'
import { useFormat } from '../../../ui/useFormat'
import { useOnce } from '../../../ui/useOnce'
import type { MoneyDialogProps } from './moneyDialog'

export function WriteOffDialog({ reservation, money, onDone, onClose }: MoneyDialogProps) {
  const { t } = useFormat()
  const { currency } = money
  const { amount, box } = useAmount(currency, money.write_off_max_minor)
  const [reason, setReason] = useState('')
  const once = useOnce()
  return (
    <TaskDialog
      grave
      title={t('app.payments.writeOff')}
      text={t('app.payments.writeOffText')}
      action={t('app.payments.writeOff')}
      ready={amount !== null && reason.trim() !== ''}
      onConfirm={async () => {
        const body = { amount_minor: amount ?? 0, currency, reason: reason.trim() }
        await once(body, (key) =>
          call('POST /reservations/:id/write-off', { params: { id: reservation.id }, body, once: key }),
        )
        onClose()
        await onDone()
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <RecordNames resource="reservations" records={[reservation]} />
          <AmountBox takesFocus {...box} error={errors['amount_minor']} />
          <ReasonBox value={reason} onChange={setReason} error={errors['reason']} />
        </>
      )}
    </TaskDialog>
  )
}
