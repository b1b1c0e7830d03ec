import TextField from '@mui/material/TextField'
import { PASSWORD_MAX_CHARS } from '../../../contract/core/limits/passwords'
import { useFormat } from '../../ui/useFormat'
import type { PartnerCredential, PartnerCredentialUpdate } from '../../../contract/entities/partner-credential'
import { call } from '../../providers/http/call'

interface PasswordAgainProps {
  value: string
  onChange: (value: string) => void
  /** Field error from the server. */
  error: unknown
}

/** Input for the present password, required before an irreversible action. */
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

interface HoursFieldProps {
  label: string
  /** Value as typed. */
  value: string
  /** Maximum number of hours. */
  max: number
  onChange: (value: string) => void
}

/** Whether the text is a whole number of hours up to the maximum. */
export const isHours = (typed: string, max: number): boolean => /^\d{1,3}$/.test(typed) && Number(typed) <= max

/** Input for the hours for which the replaced key or secret stays valid. */
export function HoursField({ label, value, max, onChange }: HoursFieldProps) {
  return (
    <TextField
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={!isHours(value, max)}
      helperText={`0–${max}`}
      slotProps={{ htmlInput: { inputMode: 'numeric', dir: 'ltr' } }}
    />
  )
}

export const rotateKey = (id: string, grace_hours: number, password: string) =>
  call('POST /partner/credentials/:id/rotate', { params: { id }, body: { grace_hours, password } })

export const updateKey = ({ id, version }: PartnerCredential, body: PartnerCredentialUpdate) =>
  call('PATCH /partner/credentials/:id', { params: { id }, body, ifMatch: version })
