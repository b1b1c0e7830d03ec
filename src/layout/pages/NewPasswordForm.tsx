import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useState, type FormEvent } from 'react'
import { PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS } from '../../../contract/limits'
import { changePassword, type SignIn } from '../../providers/auth/authApi'
import { problemText } from '../../ui/problemText'
import { useFormat } from '../../ui/useFormat'
import { problemOf } from '../../providers/http/problem'

interface NewPasswordFormProps {
  signIn: SignIn
  currentPassword: string
  onDone: (answer: SignIn) => Promise<void>
  onBack: () => void
}

/** The first thing that a person with somebody else's password does: choose one's own. */
export function NewPasswordForm({ signIn, currentPassword, onDone, onBack }: NewPasswordFormProps) {
  const format = useFormat()
  const { t } = format
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<unknown>(null)
  const tooShort = password.length < PASSWORD_MIN_CHARS
  const different = password !== again
  const told = problemOf(refusal).errors?.['new_password']

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (tooShort || different) return
    setBusy(true)
    setRefusal(null)
    try {
      await onDone(await changePassword(signIn, currentPassword, password))
    } catch (error) {
      setRefusal(error)
      setBusy(false)
    }
  }

  return (
    <Box component="form" onSubmit={(event) => void submit(event)} noValidate sx={{ display: 'grid', gap: 4 }}>
      {refusal !== null && !told && <Alert severity="error">{problemText(refusal, format)}</Alert>}
      <input type="text" name="username" autoComplete="username" value={signIn.user.username} readOnly hidden />
      <TextField
        autoFocus
        type="password"
        label={t('app.login.newPassword')}
        autoComplete="new-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={(tried && tooShort) || typeof told === 'string'}
        helperText={typeof told === 'string' ? told : t('app.login.passwordRule', { min: PASSWORD_MIN_CHARS })}
        slotProps={{ htmlInput: { maxLength: PASSWORD_MAX_CHARS, dir: 'ltr' } }}
      />
      <TextField
        type="password"
        label={t('app.login.newPasswordAgain')}
        autoComplete="new-password"
        value={again}
        onChange={(event) => setAgain(event.target.value)}
        error={tried && different}
        helperText={tried && different ? t('app.login.passwordsDiffer') : undefined}
        slotProps={{ htmlInput: { maxLength: PASSWORD_MAX_CHARS, dir: 'ltr' } }}
      />
      <Button type="submit" variant="contained" loading={busy} sx={{ minHeight: 38 }}>
        {t('app.login.setPassword')}
      </Button>
      <Button onClick={onBack}>{t('ra.action.back')}</Button>
    </Box>
  )
}
