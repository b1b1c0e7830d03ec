import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import Divider from '@mui/material/Divider'
import TextField from '@mui/material/TextField'
import { useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { signIn, type SignIn } from '../../providers/auth/authApi'
import { problemText } from '../../ui/problemText'
import { useFormat } from '../../ui/useFormat'
import { useDemoPeople } from '../DemoBanner'

interface SignInFormProps {
  onSignedIn: (answer: SignIn) => Promise<void>
  onPasswordDue: (answer: SignIn, password: string) => void
}

/** Name and password; in a demo also its people, at one click each. */
export function SignInForm({ onSignedIn, onPasswordDue }: SignInFormProps) {
  const format = useFormat()
  const { t } = format
  const people = useDemoPeople()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<unknown>(null)

  const enter = async (username: string, password: string) => {
    if (busy) return
    setBusy(true)
    setRefusal(null)
    try {
      const answer = await signIn({ username, password })
      if (answer.mustChangePassword) onPasswordDue(answer, password)
      else await onSignedIn(answer)
    } catch (error) {
      setRefusal(error)
      setBusy(false)
    }
  }
  /** The partner's own session, beside which that of staff stays as it is. */
  const enterPortal = async (email: string, password: string) => {
    setBusy(true)
    setRefusal(null)
    try {
      const { signInPartner } = await import('../../partner/session/partnerAuth')
      await signInPartner(email, password)
      await navigate('/partner-dashboard')
    } catch (error) {
      setRefusal(error)
      setBusy(false)
    }
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const box = (name: string) => {
      const value = data.get(name)
      return typeof value === 'string' ? value : ''
    }
    void enter(box('username').trim(), box('password'))
  }

  return (
    <>
      <Box component="form" onSubmit={submit} sx={{ display: 'grid', gap: 4 }}>
        {refusal !== null && <Alert severity="error">{problemText(refusal, format)}</Alert>}
        <TextField
          name="username"
          label={t('ra.auth.username')}
          autoComplete="username"
          autoFocus
          required
          slotProps={{ inputLabel: { required: false }, htmlInput: { dir: 'ltr', autoCapitalize: 'none' } }}
        />
        <TextField
          name="password"
          type="password"
          label={t('ra.auth.password')}
          autoComplete="current-password"
          required
          slotProps={{ inputLabel: { required: false }, htmlInput: { dir: 'ltr' } }}
        />
        <Button type="submit" variant="contained" loading={busy} sx={{ minHeight: 38 }}>
          {t('ra.auth.sign_in')}
        </Button>
      </Box>
      {people && people.length > 0 && (
        <>
          <Divider sx={{ my: 6, fontSize: 12, color: 'text.secondary' }}>{t('app.login.demo')}</Divider>
          <Box sx={{ display: 'grid', gap: 1.5 }}>
            {people.map((person) => (
              <ButtonBase
                key={person.username}
                disabled={busy}
                onClick={() => void (person.role === 'partner' ? enterPortal : enter)(person.username, person.password)}
                sx={{
                  justifyContent: 'space-between',
                  px: 3,
                  height: 40,
                  border: 1,
                  borderColor: 'divider',
                  borderRadius: 2,
                  fontSize: 13,
                  '&:hover': { bgcolor: 'action.hover', borderColor: 'text.disabled' },
                  '&.Mui-disabled': { opacity: 0.5 },
                }}
              >
                <Box component="span" sx={{ fontWeight: 550 }}>
                  {person.name}
                </Box>
                <Box component="span" sx={{ color: 'text.secondary' }}>
                  {t(`choices.roles.${person.role}`, { _: t('app.login.partnerRole') })}
                </Box>
              </ButtonBase>
            ))}
          </Box>
        </>
      )}
    </>
  )
}
