import TextField from '@mui/material/TextField'
import type { KeyboardEvent } from 'react'
import { REASON_MAX_CHARS } from '../../../contract/core/limits/texts'
import { useFormat } from '../../ui/useFormat'

interface OverrideReasonBoxProps {
  value: string
  onChange: (reason: string) => void
  /** Says when the reason is required, unless given. */
  hint?: string
  takesFocus?: boolean
  onEnter?: () => void
}

/** Input for the reason for which driving and rest limits are exceeded. */
export function OverrideReasonBox({ value, onChange, hint, takesFocus = false, onEnter }: OverrideReasonBoxProps) {
  const { t } = useFormat()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onEnter?.()
  }
  return (
    <TextField
      autoFocus={takesFocus}
      label={t('app.operations.assign.why')}
      helperText={hint ?? t('app.operations.assign.whyHint')}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={onKeyDown}
      slotProps={{ htmlInput: { maxLength: REASON_MAX_CHARS, dir: 'auto' }, inputLabel: { shrink: true } }}
    />
  )
}
