import Alert from '@mui/material/Alert'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import { DESK_METHODS } from '../../../../contract/core/vocabulary'
import { RecordNames } from '../../../kit/RecordNames'
import { choiceKey } from '../../../kit/vocabularies'
import { formatMoney } from '../../../providers/format/money'
import { listed } from '../../../providers/format/intl'
import { AmountBox, useAmount } from '../../../ui/AmountBox'
import { ReasonBox } from '../../../ui/ReasonBox'
import { SelectBox } from '../../../ui/SelectBox'
import { TaskDialog } from '../../../ui/TaskDialog'
import { useFormat } from '../../../ui/useFormat'
import { useOnce } from '../../../ui/useOnce'
import { refund, refundParts } from './moneyApi'
import type { MoneyDialogProps } from './moneyDialog'

const METHODS = ['as_it_came', ...DESK_METHODS] as const

/** Refunds by the original payment methods unless another is chosen; above the limit it needs a second approver. */
export function RefundDialog({ reservation, money, onDone, onClose }: MoneyDialogProps) {
  const { t, locale } = useFormat()
  const notify = useNotify()
  const { currency, balance_minor: balance, refundable_minor: most, refund_alone_minor: alone } = money
  const { amount, box } = useAmount(currency, balance < 0 ? Math.min(-balance, most) : most)
  const [method, setMethod] = useState<(typeof METHODS)[number]>('as_it_came')
  const [reason, setReason] = useState('')
  const once = useOnce()
  const asItCame = refundParts(amount ?? 0, money.refund_ways)
  const parts = method === 'as_it_came' ? asItCame : [{ method, amount_minor: amount ?? 0 }]
  const waits = alone !== null && amount !== null && amount > alone
  const originalMethods = listed(
    asItCame.map(
      (part) => `${t(choiceKey('moneyMethods', part.method))} ${formatMoney(part.amount_minor, currency, locale)}`,
    ),
    locale,
  )
  return (
    <TaskDialog
      title={t('app.payments.refund')}
      action={t(waits ? 'app.payments.askRefund' : 'app.payments.refund')}
      ready={amount !== null && amount <= most && reason.trim() !== ''}
      onConfirm={async () => {
        const isWaiting = await refund(reservation.id, { parts, reason: reason.trim(), once })
        if (isWaiting) notify(t('app.payments.waits'), { type: 'info' })
        onClose()
        await onDone()
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <RecordNames resource="reservations" records={[reservation]} />
          <AmountBox takesFocus {...box} error={errors['amount_minor']} />
          <SelectBox
            label={t('app.payments.way')}
            value={method}
            onChange={setMethod}
            options={METHODS}
            labelOf={(value) =>
              value === 'as_it_came'
                ? t('app.payments.asItCame', { ways: originalMethods })
                : t(choiceKey('moneyMethods', value))
            }
          />
          <ReasonBox value={reason} onChange={setReason} error={errors['reason']} />
          {amount !== null && amount > most && (
            <Alert severity="warning">
              {t('app.payments.atMost', { amount: formatMoney(most, currency, locale) })}
            </Alert>
          )}
          {waits && (
            <Alert severity="info">
              {t('app.payments.secondPerson', { amount: formatMoney(alone, currency, locale) })}
            </Alert>
          )}
        </>
      )}
    </TaskDialog>
  )
}
