import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useRef, useState, type FormEvent } from 'react'
import { PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS } from '../../../contract/core/limits/passwords'
import { problemOf, statusOf } from '../../providers/http/problem'
import { problemText } from '../../ui/problemText'
import { useFormat } from '../../ui/useFormat'
import { call } from '../../providers/http/call'

interface ChooseFormProps {
  token: string
  username: string
  onChosen: (username: string) => void
  /** Called when the link is no longer valid (410). */
  onDead: (refusal: unknown) => void
}

const GONE = 410

/** Form to choose a password, typed twice. */
export function ChooseForm({ token, username, onChosen, onDead }: ChooseFormProps) {
  const format = useFormat()
  const { t } = format
  const busyNow = useRef(false)
  const [busy, setBusy] = useState(false)
  const [tried, setTried] = useState(false)
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [refusal, setRefusal] = useState<unknown>(null)
  const tooShort = password.length < PASSWORD_MIN_CHARS
  const differs = password !== again
  const passwordError = problemOf(refusal).errors?.['password']

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (busyNow.current || tooShort || differs) return
    busyNow.current = true
    setBusy(true)
    setRefusal(null)
    try {
      onChosen((await call('POST /account-links/:token', { params: { token }, body: { password } })).username)
    } catch (error) {
      if (statusOf(error) === GONE) onDead(error)
      else setRefusal(error)
    } finally {
      busyNow.current = false
      setBusy(false)
    }
  }
  const passwordBox = {
    type: 'password',
    autoComplete: 'new-password',
    slotProps: { htmlInput: { maxLength: PASSWORD_MAX_CHARS, dir: 'ltr' } },
  }
  return (
    <Box component="form" noValidate onSubmit={(event) => void submit(event)} sx={{ display: 'grid', gap: 4 }}>
      {refusal !== null && passwordError === undefined && (
        <Alert severity="error">{problemText(refusal, format)}</Alert>
      )}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <TextField
        {...passwordBox}
        autoFocus
        label={t('app.login.newPassword')}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={passwordError !== undefined || (tried && tooShort)}
        helperText={
          typeof passwordError === 'string' ? passwordError : t('app.login.passwordRule', { min: PASSWORD_MIN_CHARS })
        }
      />
      <TextField
        {...passwordBox}
        label={t('app.login.newPasswordAgain')}
        value={again}
        onChange={(event) => setAgain(event.target.value)}
        error={tried && differs}
        helperText={tried && differs ? t('app.login.passwordsDiffer') : undefined}
      />
      <Button type="submit" variant="contained" loading={busy} sx={{ minHeight: 38 }}>
        {t('app.account.setPassword')}
      </Button>
    </Box>
  )
}
