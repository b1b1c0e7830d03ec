import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useRef, useState, type FormEvent } from 'react'
import { PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS } from '../../../contract/core/limits/passwords'
import { problemOf } from '../../providers/http/problem'
import { Card } from '../../kit/RecordSections'
import { problemText } from '../../ui/problemText'
import { useFormat } from '../../ui/useFormat'
import { SecondaryText } from '../../ui/Text'

const EMPTY = { current_password: '', new_password: '' }

interface PasswordCardProps {
  /** Identifies the account to the browser's password manager. */
  username: string
  change: (current: string, next: string) => Promise<void>
  onChanged: () => void
}

/** Form that changes the password of an account. */
export function PasswordCard({ username, change, onChanged }: PasswordCardProps) {
  const format = useFormat()
  const { t } = format
  const busyNow = useRef(false)
  const [busy, setBusy] = useState(false)
  const [tried, setTried] = useState(false)
  const [values, setValues] = useState(EMPTY)
  const [refusal, setRefusal] = useState<unknown>(null)
  const serverErrors = problemOf(refusal).errors
  const tooShort = values.new_password.length < PASSWORD_MIN_CHARS

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (busyNow.current || tooShort || values.current_password === '') return
    busyNow.current = true
    setBusy(true)
    setRefusal(null)
    try {
      await change(values.current_password, values.new_password)
      setValues(EMPTY)
      setTried(false)
      onChanged()
    } catch (error) {
      setRefusal(error)
    } finally {
      busyNow.current = false
      setBusy(false)
    }
  }
  const field = (name: keyof typeof EMPTY, isWrong: boolean, help?: string) => {
    const server = serverErrors?.[name]
    return {
      value: values[name],
      type: 'password',
      onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
      error: typeof server === 'string' || (tried && isWrong),
      helperText: typeof server === 'string' ? server : help,
      slotProps: { htmlInput: { maxLength: PASSWORD_MAX_CHARS, dir: 'ltr' } },
    }
  }
  return (
    <Card title={t('app.account.password')}>
      <Box
        component="form"
        noValidate
        onSubmit={(event) => void submit(event)}
        sx={{
          display: 'grid',
          gap: 4,
          maxWidth: 420,
          justifyItems: 'start',
          '& .MuiTextField-root': { width: '100%' },
        }}
      >
        {refusal !== null && !serverErrors && <Alert severity="error">{problemText(refusal, format)}</Alert>}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <TextField
          {...field('current_password', values.current_password === '')}
          label={t('app.account.currentPassword')}
          autoComplete="current-password"
        />
        <TextField
          {...field('new_password', tooShort, t('app.login.passwordRule', { min: PASSWORD_MIN_CHARS }))}
          label={t('app.account.newPassword')}
          autoComplete="new-password"
        />
        <SecondaryText size="body2">{t('app.account.changeText')}</SecondaryText>
        <Button type="submit" variant="contained" loading={busy}>
          {t('app.account.change')}
        </Button>
      </Box>
    </Card>
  )
}
