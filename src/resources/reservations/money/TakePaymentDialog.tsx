import Alert from '@mui/material/Alert'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { SLIP_MAX_CHARS } from '../../../../contract/core/limits/money'
import { DESK_METHODS, type DeskMethod } from '../../../../contract/core/vocabulary'
import { choiceKey } from '../../../kit/vocabularies'
import { formatMoney } from '../../../providers/format/money'
import { call } from '../../../providers/http/call'
import { AmountBox, useAmount } from '../../../ui/AmountBox'
import { messageOf } from '../../../ui/fieldTexts'
import { ReasonBox } from '../../../ui/ReasonBox'
import { SelectBox } from '../../../ui/SelectBox'
import { TaskDialog } from '../../../ui/TaskDialog'
import { useFormat } from '../../../ui/useFormat'
import { useOnce } from '../../../ui/useOnce'
import type { MoneyDialogProps } from './moneyDialog'

/** Takes a payment at the desk; the amount due is the default. */
export function TakePaymentDialog({ reservation, money, onDone, onClose }: MoneyDialogProps) {
  const { t, locale } = useFormat()
  const { currency } = money
  const { amount, box } = useAmount(currency, money.balance_minor)
  const [method, setMethod] = useState<DeskMethod>(
    DESK_METHODS.find((known) => known === reservation.payment_method) ?? 'cash',
  )
  const given = useAmount(currency)
  const [slip, setSlip] = useState('')
  const [reason, setReason] = useState('')
  const once = useOnce()
  const isCash = method === 'cash'
  const tendered = isCash ? given.amount : null
  const change = amount !== null && tendered !== null ? tendered - amount : null
  return (
    <TaskDialog
      title={t('app.payments.take')}
      action={t('app.payments.take')}
      ready={amount !== null && (!isCash || given.box.value === '' || (change !== null && change >= 0))}
      onConfirm={async () => {
        const body = {
          amount_minor: amount ?? 0,
          currency,
          method,
          ...(tendered !== null && { tendered_minor: tendered }),
          ...(!isCash && slip.trim() !== '' && { provider_reference: slip.trim() }),
          ...(reason.trim() !== '' && { reason: reason.trim() }),
        }
        await once(body, (key) =>
          call('POST /reservations/:id/payments', { params: { id: reservation.id }, body, once: key }),
        )
        onClose()
        await onDone()
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <AmountBox takesFocus {...box} error={errors['amount_minor']} />
          <SelectBox
            label={t('resources.payments.fields.method')}
            value={method}
            onChange={setMethod}
            error={errors['method'] !== undefined}
            helperText={messageOf(errors['method'])}
            options={DESK_METHODS}
            labelOf={(value) => t(choiceKey('moneyMethods', value))}
          />
          {isCash ? (
            <AmountBox label={t('app.payments.given')} {...given.box} error={errors['tendered_minor']} />
          ) : (
            <TextField
              label={t('app.payments.slip')}
              value={slip}
              onChange={(event) => setSlip(event.target.value)}
              error={errors['provider_reference'] !== undefined}
              helperText={messageOf(errors['provider_reference'])}
              slotProps={{ htmlInput: { maxLength: SLIP_MAX_CHARS, dir: 'ltr' }, inputLabel: { shrink: true } }}
            />
          )}
          {change !== null && (
            <Alert severity={change < 0 ? 'warning' : 'info'}>
              {change < 0
                ? t('app.payments.tooLittle')
                : t('app.payments.change', { amount: formatMoney(change, currency, locale) })}
            </Alert>
          )}
          <ReasonBox value={reason} onChange={setReason} error={errors['reason']} />
        </>
      )}
    </TaskDialog>
  )
}
