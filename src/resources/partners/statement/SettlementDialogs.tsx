import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { SLIP_MAX_CHARS } from '../../../../contract/core/limits/money'
import type { Partner } from '../../../../contract/entities/partner'
import type { SettledStatement } from '../../../../contract/partner/settlement'
import { addDays, lastMonth, today } from '../../../providers/format/dates'
import { call } from '../../../providers/http/call'
import { dayOf } from '../../../ui/addressValues'
import { AmountBox, useAmount } from '../../../ui/AmountBox'
import { DateBox } from '../../../ui/DateBox'
import { messageOf } from '../../../ui/fieldTexts'
import { TaskDialog } from '../../../ui/TaskDialog'
import { useFormat } from '../../../ui/useFormat'
import { useOnce } from '../../../ui/useOnce'
import { useNow } from '../../../ui/useNow'

interface DialogProps {
  onDone: () => Promise<unknown>
  onClose: () => void
}

/** Closes the open items of a partner; the default is the end of last month. */
export function CloseDialog({ partner, onDone, onClose }: DialogProps & { partner: Partner }) {
  const { t } = useFormat()
  const now = today(useNow(), partner.timezone)
  const [days, setDays] = useState({ to: lastMonth(now).to, due_on: addDays(now, partner.payment_days) })
  const once = useOnce()
  const field = (name: 'to' | 'due_on', error: unknown) => (
    <DateBox
      label={t(name === 'to' ? 'app.partnerDesk.statement.to' : 'app.settlement.due')}
      value={days[name]}
      zone={partner.timezone}
      onChange={(next) => setDays({ ...days, [name]: next })}
      error={error !== undefined}
      helperText={messageOf(error)}
    />
  )
  return (
    <TaskDialog
      title={t('app.settlement.closeTitle')}
      text={t('app.settlement.closeText')}
      action={t('app.settlement.closeAction')}
      ready={Boolean(dayOf(days.to) && dayOf(days.due_on))}
      onConfirm={async () => {
        await once(days, (key) =>
          call('POST /partners/:id/statements', { params: { id: partner.id }, body: days, once: key }),
        )
        onClose()
        await onDone()
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          {field('to', errors['to'])}
          {field('due_on', errors['due_on'])}
        </>
      )}
    </TaskDialog>
  )
}

/** Records a payment of a statement by the partner, or to the partner when it is in their favour. */
export function PayDialog({ statement, onDone, onClose }: DialogProps & { statement: SettledStatement }) {
  const { t } = useFormat()
  const { id, number, currency, net_minor, paid_minor } = statement
  const open = net_minor - paid_minor
  const { amount, box } = useAmount(currency, Math.abs(open))
  const [slip, setSlip] = useState('')
  const once = useOnce()
  return (
    <TaskDialog
      title={t('app.settlement.payOf', { number })}
      text={t(open > 0 ? 'app.settlement.payText' : 'app.settlement.payBackText')}
      action={t('app.settlement.pay')}
      ready={amount !== null}
      onConfirm={async () => {
        const body = { amount_minor: amount ?? 0, ...(slip.trim() !== '' && { provider_reference: slip.trim() }) }
        await once(body, (key) => call('POST /statements/:id/payments', { params: { id }, body, once: key }))
        onClose()
        await onDone()
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <AmountBox takesFocus {...box} error={errors['amount_minor']} />
          <TextField
            label={t('app.settlement.slip')}
            value={slip}
            onChange={(event) => setSlip(event.target.value)}
            error={errors['provider_reference'] !== undefined}
            helperText={messageOf(errors['provider_reference'])}
            slotProps={{ htmlInput: { maxLength: SLIP_MAX_CHARS, dir: 'auto' }, inputLabel: { shrink: true } }}
          />
        </>
      )}
    </TaskDialog>
  )
}
