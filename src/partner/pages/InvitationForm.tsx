import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useRef, useState, type FormEvent } from 'react'
import { PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS } from '../../../contract/core/limits/passwords'
import { problemOf, statusOf } from '../../providers/http/problem'
import { problemText } from '../../ui/problemText'
import { useFormat } from '../../ui/useFormat'
import { acceptInvitation } from '../../providers/auth/partnerAuth'

interface InvitationFormProps {
  token: string
  email: string
  onAccepted: () => void
  /** Called when the invitation is no longer valid (410). */
  onDead: (refusal: unknown) => void
}

const EMPTY = { first_name: '', last_name: '', password: '' }
const GONE = 410

/** Form for the name and password of an invited user. */
export function InvitationForm({ token, email, onAccepted, onDead }: InvitationFormProps) {
  const format = useFormat()
  const { t } = format
  const busyNow = useRef(false)
  const [busy, setBusy] = useState(false)
  const [tried, setTried] = useState(false)
  const [refusal, setRefusal] = useState<unknown>(null)
  const [values, setValues] = useState(EMPTY)
  const tooShort = values.password.length < PASSWORD_MIN_CHARS
  const fieldErrors = problemOf(refusal).errors

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (busyNow.current || tooShort || values.first_name.trim() === '' || values.last_name.trim() === '') return
    busyNow.current = true
    setBusy(true)
    setRefusal(null)
    try {
      await acceptInvitation(token, values)
      onAccepted()
    } catch (error) {
      if (statusOf(error) === GONE) onDead(error)
      else setRefusal(error)
    } finally {
      busyNow.current = false
      setBusy(false)
    }
  }
  const field = (name: keyof typeof EMPTY) => {
    const server = fieldErrors?.[name]
    return {
      value: values[name],
      onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
      error: typeof server === 'string' || (tried && (name === 'password' ? tooShort : values[name].trim() === '')),
      helperText:
        typeof server === 'string'
          ? server
          : name === 'password'
            ? t('app.login.passwordRule', { min: PASSWORD_MIN_CHARS })
            : tried && values[name].trim() === ''
              ? t('app.partner.invite.needed')
              : undefined,
    }
  }

  return (
    <Box component="form" noValidate onSubmit={(event) => void submit(event)} sx={{ display: 'grid', gap: 4 }}>
      {refusal !== null && !fieldErrors && <Alert severity="error">{problemText(refusal, format)}</Alert>}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <TextField
        {...field('first_name')}
        label={t('app.partner.invite.firstName')}
        autoComplete="given-name"
        autoFocus
        slotProps={{ htmlInput: { maxLength: 100 } }}
      />
      <TextField
        {...field('last_name')}
        label={t('app.partner.invite.lastName')}
        autoComplete="family-name"
        slotProps={{ htmlInput: { maxLength: 100 } }}
      />
      <TextField
        {...field('password')}
        type="password"
        label={t('app.partner.invite.password')}
        autoComplete="new-password"
        slotProps={{ htmlInput: { maxLength: PASSWORD_MAX_CHARS, dir: 'ltr' } }}
      />
      <Button type="submit" variant="contained" loading={busy} sx={{ minHeight: 38 }}>
        {t('app.partner.invite.submit')}
      </Button>
    </Box>
  )
}
