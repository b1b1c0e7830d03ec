import TextField, { type TextFieldProps } from '@mui/material/TextField'
import { useState } from 'react'
import { PHONE_TYPED_MAX_CHARS } from '../../contract/core/limits/texts'
import { useFormat } from './useFormat'
import { phoneFault, type Phones } from './usePhones'

type PhoneBoxProps = Omit<TextFieldProps, 'value' | 'onChange' | 'type' | 'slotProps'> & {
  value: string
  onType: (text: string) => void
  phones: Phones
}

/** Input for a phone number: validated on blur, then written in full. */
export function PhoneBox({ value, onType, phones, error, helperText, onBlur, ...rest }: PhoneBoxProps) {
  const { t } = useFormat()
  const [state, setState] = useState<'untouched' | 'typing' | 'left'>('untouched')
  const isFault = state === 'left' && value.trim() !== '' && phones.parse(value) === null
  return (
    <TextField
      {...rest}
      type="tel"
      value={state === 'typing' ? value : phones.write(value)}
      onChange={({ target }) => {
        setState('typing')
        onType(target.value)
      }}
      onBlur={(event) => {
        // An unedited number may predate the validation rule.
        if (state === 'typing') {
          setState('left')
          const number = phones.parse(value)
          if (number !== null) onType(phones.write(number))
        }
        onBlur?.(event)
      }}
      error={error === true || isFault}
      helperText={isFault ? phoneFault(t, phones) : helperText}
      slotProps={{
        htmlInput: {
          dir: 'ltr',
          autoComplete: 'off',
          maxLength: PHONE_TYPED_MAX_CHARS,
          placeholder: phones.example ?? undefined,
        },
        inputLabel: { shrink: true },
      }}
    />
  )
}
