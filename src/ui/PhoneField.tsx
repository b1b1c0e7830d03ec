import TextField, { type TextFieldProps } from '@mui/material/TextField'
import { useState } from 'react'
import { formatPhone } from '../providers/format/names'
import { useFormat } from './useFormat'
import { phoneFault, type Phones } from './usePhones'

type PhoneFieldProps = Omit<TextFieldProps, 'value' | 'onChange' | 'type' | 'slotProps'> & {
  value: string
  onType: (text: string) => void
  phones: Phones
}

/** A box for a phone number as people say it: looked at once it is left, and then written out in full. */
export function PhoneField({ value, onType, phones, error, helperText, onBlur, ...rest }: PhoneFieldProps) {
  const { t } = useFormat()
  const [left, setLeft] = useState(false)
  const isFault = left && value.trim() !== '' && phones.parse(value) === null
  return (
    <TextField
      {...rest}
      type="tel"
      value={value}
      onChange={({ target }) => {
        setLeft(false)
        onType(target.value)
      }}
      onBlur={(event) => {
        setLeft(true)
        const number = phones.parse(value)
        if (number !== null) onType(formatPhone(number))
        onBlur?.(event)
      }}
      error={error === true || isFault}
      helperText={isFault ? phoneFault(t, phones) : helperText}
      slotProps={{
        htmlInput: { dir: 'ltr', autoComplete: 'off', maxLength: 40, placeholder: phones.example ?? undefined },
        inputLabel: { shrink: true },
      }}
    />
  )
}
