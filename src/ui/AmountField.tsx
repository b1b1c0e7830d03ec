import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { minorToInput, parseMoney } from '../providers/format/money'
import { messageOf } from './fieldTexts'
import { useFormat } from './useFormat'

interface TypedAmount {
  currency: string
  /** As it was typed. */
  value: string
  onChange: (typed: string) => void
}

interface AmountFieldProps extends TypedAmount {
  /** "Amount" unless given. */
  label?: string
  /** What the server has against it. */
  error?: unknown
  required?: boolean
  takesFocus?: boolean
}

/** A sum of money above zero, as people of the reader's country write it. */
export function AmountField(props: AmountFieldProps) {
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
  /** In minor units; null while what is typed is no sum above zero. */
  amount: number | null
  /** What an `AmountField` is given. */
  field: TypedAmount
}

/** A sum that is being typed. @param proposed in minor units; 0 leaves the box empty */
export function useAmount(currency: string, proposed = 0): Amount {
  const { locale } = useFormat()
  const [value, onChange] = useState(proposed > 0 ? minorToInput(proposed, currency, locale) : '')
  return { amount: amountOf(value, currency, locale), field: { currency, value, onChange } }
}

function amountOf(typed: string, currency: string, locale: string): number | null {
  const amount = parseMoney(typed, currency, locale)
  return amount !== null && amount > 0 ? amount : null
}
