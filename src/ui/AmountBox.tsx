import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { minorToInput, parseMoney } from '../providers/format/money'
import { messageOf } from './fieldTexts'
import { useFormat } from './useFormat'

interface TypedAmount {
  currency: string
  /** Text as typed. */
  value: string
  onChange: (typed: string) => void
}

interface AmountBoxProps extends TypedAmount {
  /** "Amount" unless given. */
  label?: string
  /** Field error from the server. */
  error?: unknown
  required?: boolean
  takesFocus?: boolean
}

/** Input for a positive amount of money, in the number format of the reader's language. */
export function AmountBox(props: AmountBoxProps) {
  const { label, currency, value, onChange, error, required = false, takesFocus = false } = props
  const { t, locale } = useFormat()
  return (
    <TextField
      autoFocus={takesFocus}
      required={required}
      label={`${label ?? t('app.desk.payment.amount')} (${currency})`}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={(value !== '' && amountOf(value, currency, locale) === null) || error !== undefined}
      helperText={messageOf(error)}
      slotProps={{ htmlInput: { dir: 'ltr', inputMode: 'decimal' }, inputLabel: { shrink: true } }}
    />
  )
}

interface Amount {
  /** Amount in minor units; null unless the text is a positive amount. */
  amount: number | null
  /** Props for `AmountBox`. */
  box: TypedAmount
}

/** Returns the state of an amount input. @param proposed in minor units; 0 leaves the box empty */
export function useAmount(currency: string, proposed = 0): Amount {
  const { locale } = useFormat()
  const [value, onChange] = useState(proposed > 0 ? minorToInput(proposed, currency, locale) : '')
  return { amount: amountOf(value, currency, locale), box: { currency, value, onChange } }
}

function amountOf(typed: string, currency: string, locale: string): number | null {
  const amount = parseMoney(typed, currency, locale)
  return amount !== null && amount > 0 ? amount : null
}
