import Alert from '@mui/material/Alert'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import { SLIP_MAX_CHARS } from '../../../contract/core/limits/money'
import { useCompany } from '../../providers/data/useCompany'
import { today } from '../../providers/format/dates'
import { formatMoney } from '../../providers/format/money'
import { call } from '../../providers/http/call'
import { dayOf } from '../../ui/addressValues'
import { AmountBox, useAmount } from '../../ui/AmountBox'
import { DateBox } from '../../ui/DateBox'
import { messageOf } from '../../ui/fieldTexts'
import { problemText } from '../../ui/problemText'
import { SelectBox } from '../../ui/SelectBox'
import { TaskDialog } from '../../ui/TaskDialog'
import { Text } from '../../ui/Text'
import { useFormat } from '../../ui/useFormat'
import { useNow } from '../../ui/useNow'
import { useOnce } from '../../ui/useOnce'

const FIELDS = ['amount_minor', 'fee_minor', 'currency', 'paid_on', 'reference']
const LINE_PX = 24

/** Records what the company of the card terminals has paid out, and shows what is in transit. */
export default function PayoutDialog({ onClose }: { onClose: () => void }) {
  const format = useFormat()
  const { t, locale } = format
  const notify = useNotify()
  const company = useCompany()
  const now = useNow()
  const { data, error } = useQuery({
    queryKey: ['payments', 'in-transit'],
    queryFn: () => call('GET /terminal-payouts/in-transit'),
    staleTime: 0,
  })
  const amounts = data?.in_transit ?? []
  const currencies = amounts.map((one) => one.currency)
  const [chosen, setChosen] = useState<string | null>(null)
  const currency = chosen ?? currencies[0] ?? company?.currency ?? ''
  const received = useAmount(currency)
  const fee = useAmount(currency, 0, { allowsZero: true })
  const feeMinor = fee.box.value.trim() === '' ? 0 : fee.amount
  const [typedDay, setDay] = useState<string | null>(null)
  const latest = today(now, company?.timezone)
  const day = typedDay ?? latest
  const [reference, setReference] = useState('')
  const once = useOnce()
  const text = (minor: number, of: string) => formatMoney(minor, of, locale)
  return (
    <TaskDialog
      title={t('app.payout.record')}
      text={t('app.payout.text')}
      action={t('app.payout.record')}
      ready={received.amount !== null && feeMinor !== null && dayOf(day) !== null && day <= latest}
      fields={FIELDS}
      onConfirm={async () => {
        const body = {
          amount_minor: received.amount ?? 0,
          fee_minor: feeMinor ?? 0,
          currency,
          paid_on: day,
          ...(reference.trim() !== '' && { reference: reference.trim() }),
        }
        const { number } = await once(body, (key) => call('POST /terminal-payouts', { body, once: key }))
        notify(t('app.payout.done', { number }), { type: 'success' })
        onClose()
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          {error && !data && <Alert severity="error">{problemText(error, format)}</Alert>}
          {!error && !data && <Skeleton height={LINE_PX} />}
          {data && (
            <Text weight="medium">
              {amounts.length === 0
                ? t('app.payout.nothing')
                : amounts.map((one) => (
                    <span key={one.currency} style={{ display: 'block' }}>
                      {t('app.payout.inTransit', { amount: text(one.amount_minor, one.currency) })}
                    </span>
                  ))}
            </Text>
          )}
          {currencies.length > 1 && (
            <SelectBox
              label={t('resources.payments.fields.currency')}
              value={currency}
              onChange={setChosen}
              options={currencies}
              labelOf={(code) => code}
            />
          )}
          {currency !== '' && (
            <>
              <AmountBox
                takesFocus
                label={t('app.payout.received')}
                {...received.box}
                error={errors['amount_minor'] ?? errors['currency']}
              />
              <AmountBox label={t('app.payout.fee')} {...fee.box} error={errors['fee_minor']} />
            </>
          )}
          <DateBox
            label={t('app.payout.day')}
            value={day}
            zone={company?.timezone}
            max={latest}
            onChange={setDay}
            error={errors['paid_on'] !== undefined}
            helperText={messageOf(errors['paid_on'])}
          />
          <TextField
            label={t('app.payout.reference')}
            value={reference}
            onChange={(event) => setReference(event.target.value)}
            error={errors['reference'] !== undefined}
            helperText={messageOf(errors['reference'])}
            slotProps={{ htmlInput: { maxLength: SLIP_MAX_CHARS, dir: 'auto' }, inputLabel: { shrink: true } }}
          />
        </>
      )}
    </TaskDialog>
  )
}
