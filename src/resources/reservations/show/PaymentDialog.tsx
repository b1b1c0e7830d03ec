import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { PAYMENT_METHODS } from '../../../../contract/core/vocabulary'
import { minorToInput, parseMoney } from '../../../providers/format/money'
import { useHasRight } from '../../../providers/auth/useHasRight'
import { messageOf } from '../../../ui/fieldTexts'
import { TaskDialog } from '../../../ui/TaskDialog'
import { useFormat } from '../../../ui/useFormat'
import { stepReservation } from '../desk/deskApi'
import type { DialogProps } from './dialogProps'

const DIRECTIONS = ['in', 'back'] as const

/** Notes what was paid, or what was given back, on top of what was noted before. */
export function PaymentDialog({ reservation, onDone, onClose }: DialogProps) {
  const { t, locale } = useFormat()
  const { currency, total_minor, paid_minor, payment_method } = reservation
  const mayPayBack = useHasRight('pay_back') && paid_minor > 0
  const owed = total_minor - paid_minor
  const [direction, setDirection] = useState<(typeof DIRECTIONS)[number]>(owed <= 0 && mayPayBack ? 'back' : 'in')
  const [typed, setTyped] = useState(owed > 0 ? minorToInput(owed, currency, locale) : '')
  const [method, setMethod] = useState<NonNullable<typeof payment_method> | ''>(payment_method ?? '')
  const [reason, setReason] = useState('')
  const amount = parseMoney(typed, currency, locale)
  const isAmount = amount !== null && amount > 0
  return (
    <TaskDialog
      title={t('app.desk.steps.payment')}
      action={t('app.desk.payment.note')}
      ready={isAmount && reason.trim() !== ''}
      onConfirm={async () => {
        await stepReservation(reservation, 'payment', {
          amount_minor: (amount ?? 0) * (direction === 'back' ? -1 : 1),
          ...(method !== '' && { payment_method: method }),
          reason: reason.trim(),
        })
        onClose()
        await onDone()
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          {mayPayBack && (
            <TextField
              select
              label={t('app.desk.payment.direction')}
              value={direction}
              onChange={(event) => setDirection(event.target.value as typeof direction)}
            >
              {DIRECTIONS.map((value) => (
                <MenuItem key={value} value={value}>
                  {t(`app.desk.payment.${value}`)}
                </MenuItem>
              ))}
            </TextField>
          )}
          <TextField
            autoFocus
            label={`${t('app.desk.payment.amount')} (${currency})`}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            error={(typed !== '' && !isAmount) || errors['amount_minor'] !== undefined}
            helperText={messageOf(errors['amount_minor'])}
            slotProps={{ htmlInput: { dir: 'ltr', inputMode: 'decimal' }, inputLabel: { shrink: true } }}
          />
          <TextField
            select
            label={t('resources.reservations.fields.payment_method')}
            value={method}
            onChange={(event) => setMethod(PAYMENT_METHODS.find((value) => value === event.target.value) ?? '')}
            error={errors['payment_method'] !== undefined}
            helperText={messageOf(errors['payment_method'])}
          >
            {PAYMENT_METHODS.map((value) => (
              <MenuItem key={value} value={value}>
                {t(`choices.paymentMethods.${value}`)}
              </MenuItem>
            ))}
          </TextField>
          <TextField
            label={t('app.depot.reason')}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            error={errors['reason'] !== undefined}
            helperText={messageOf(errors['reason'])}
            slotProps={{ htmlInput: { maxLength: 200, dir: 'auto' }, inputLabel: { shrink: true } }}
          />
        </>
      )}
    </TaskDialog>
  )
}
