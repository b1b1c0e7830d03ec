import TextField from '@mui/material/TextField'
import { PASSWORD_MAX_CHARS } from '../../../contract/core/limits'
import { useFormat } from '../../ui/useFormat'

interface PasswordAgainProps {
  value: string
  onChange: (value: string) => void
  /** What the server said of it. */
  error: unknown
}

/** The password once more, before something that cannot be undone. */
export function PasswordAgain({ value, onChange, error }: PasswordAgainProps) {
  const { t } = useFormat()
  return (
    <TextField
      type="password"
      label={t('app.partner.keys.password')}
      autoComplete="current-password"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={error !== undefined}
      slotProps={{ htmlInput: { maxLength: PASSWORD_MAX_CHARS, dir: 'ltr' } }}
    />
  )
}
