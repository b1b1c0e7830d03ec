import TextField from '@mui/material/TextField'
import { REASON_MAX_CHARS } from '../../contract/core/limits/texts'
import { messageOf } from './fieldTexts'
import { useFormat } from './useFormat'

interface ReasonBoxProps {
  value: string
  onChange: (reason: string) => void
  /** "Reason" unless given. */
  label?: string
  /** Field error; a required field is no longer marked once it has text. */
  error?: unknown
  required?: boolean
  takesFocus?: boolean
}

/** Input for a reason, which is stored in the history. */
export function ReasonBox({ value, onChange, label, error, required = false, takesFocus = false }: ReasonBoxProps) {
  const { t } = useFormat()
  return (
    <TextField
      autoFocus={takesFocus}
      required={required}
      label={label ?? t('app.operations.reason')}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={error !== undefined && !(required && value.trim() !== '')}
      helperText={messageOf(error)}
      slotProps={{
        htmlInput: { maxLength: REASON_MAX_CHARS, dir: 'auto' },
        inputLabel: { shrink: true },
        formHelperText: { role: 'alert' },
      }}
    />
  )
}
