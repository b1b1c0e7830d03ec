import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import VisibilityIcon from '@mui/icons-material/VisibilityOutlined'
import VisibilityOffIcon from '@mui/icons-material/VisibilityOffOutlined'
import { useState } from 'react'
import { MONOSPACE } from '../../ui/theme/theme'
import { useFormat } from '../../ui/useFormat'
import type { FieldOf } from '../fields'
import { BoxInput } from './BoxInput'
import type { InputProps } from './useField'

export const TextInput = (props: InputProps<FieldOf<'text'>>) => (
  <BoxInput {...props} {...(props.field.multiline ? { multiline: true, minRows: 3 } : {})} />
)

export const ProseInput = (props: InputProps) => <BoxInput {...props} multiline minRows={3} />

export const CodeInput = (props: InputProps<FieldOf<'code'>>) => (
  <BoxInput
    {...props}
    monospaced={MONOSPACE}
    dir="ltr"
    htmlInput={{ autoComplete: 'off', spellCheck: false }}
    keep={(text) => (props.field.upper ? text.toUpperCase() : text) || null}
  />
)

export const PlateInput = (props: InputProps) => (
  <BoxInput
    {...props}
    monospaced={MONOSPACE}
    dir="ltr"
    htmlInput={{ autoComplete: 'off', spellCheck: false }}
    keep={(text) => text.toUpperCase() || null}
  />
)

export const EmailInput = (props: InputProps) => (
  <BoxInput
    {...props}
    dir="ltr"
    htmlInput={{ type: 'text', inputMode: 'email', autoComplete: 'off' }}
    keep={(text) => text.trim() || null}
  />
)

/** Brackets, dots and spaces are how people write numbers; what is kept has none. */
const plainPhone = (text: string) => text.replace(/^00/, '+').replace(/(?!^\+)[^\d]/g, '') || null

export const PhoneInput = (props: InputProps) => (
  <BoxInput
    {...props}
    dir="ltr"
    htmlInput={{ type: 'tel', autoComplete: 'off', placeholder: '+34600111222' }}
    keep={plainPhone}
  />
)

export function PasswordInput(props: InputProps) {
  const { t } = useFormat()
  const [shown, setShown] = useState(false)
  return (
    <BoxInput
      {...props}
      type={shown ? 'text' : 'password'}
      dir="ltr"
      htmlInput={{ autoComplete: 'new-password' }}
      end={
        <InputAdornment position="end">
          <IconButton
            aria-label={t(shown ? 'ra.input.password.toggle_visible' : 'ra.input.password.toggle_hidden')}
            onClick={() => setShown(!shown)}
          >
            {shown ? <VisibilityOffIcon fontSize="menu" /> : <VisibilityIcon fontSize="menu" />}
          </IconButton>
        </InputAdornment>
      }
    />
  )
}

export const DateInput = (props: InputProps) => <BoxInput {...props} type="date" />
