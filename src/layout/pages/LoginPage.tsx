import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAuthProvider } from 'react-admin'
import { Navigate, useLocation } from 'react-router-dom'
import type { SignIn } from '../../providers/auth/authApi'
import { staffSession } from '../../providers/auth/session'
import { useUser } from '../../providers/auth/useSession'
import { isObject } from '../../providers/storage'
import { useFormat } from '../../ui/useFormat'
import { LanguageMenu } from '../LanguageMenu'
import { PageTitle } from '../../ui/PageTitle'
import { ThemeToggle } from '../ThemeToggle'
import { Wordmark } from '../Wordmark'
import { NewPasswordForm } from './NewPasswordForm'
import { nextLocation } from './nextLocation'
import { SignInForm } from './SignInForm'

interface PasswordStep {
  signIn: SignIn
  password: string
}

/** Sign-in of staff, with a second step where a new password is due. */
export function LoginPage() {
  const { t } = useFormat()
  const location = useLocation()
  const authProvider = useAuthProvider()
  const queryClient = useQueryClient()
  const signedIn = useUser() !== null && staffSession.tokens() !== null
  const [step, setStep] = useState<PasswordStep | null>(null)
  const next = nextLocation(location.state)
  const ended = isObject(location.state) && location.state['ended'] === true

  const finish = async (answer: SignIn) => {
    queryClient.clear()
    await authProvider?.login({ answer })
  }

  // After signing in here, in another tab, or before.
  if (signedIn) return <Navigate to={next} replace />
  const title = t(step ? 'app.login.newPasswordTitle' : 'ra.auth.sign_in')
  return (
    <Box sx={{ minHeight: '100dvh', display: 'flex', flexDirection: 'column', bgcolor: 'background.default' }}>
      <PageTitle>{title}</PageTitle>
      <Box component="header" sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', p: 4 }}>
        <Wordmark />
        <Box sx={{ display: 'flex', gap: 1 }}>
          <LanguageMenu />
          <ThemeToggle />
        </Box>
      </Box>
      <Box component="main" sx={{ flex: 1, display: 'grid', placeItems: 'center', px: 4, pb: 20 }}>
        <Box sx={{ width: '100%', maxWidth: 400 }}>
          <Paper variant="outlined" sx={{ p: { xs: 5, sm: 8 }, borderRadius: 3 }}>
            <Typography variant="h1" sx={{ mb: 1 }}>
              {title}
            </Typography>
            <Typography color="text.secondary" sx={{ mb: 6 }}>
              {t(step ? 'app.login.newPasswordText' : 'app.login.text')}
            </Typography>
            {ended && !step && (
              <Alert severity="info" sx={{ mb: 5 }}>
                {t('app.login.ended')}
              </Alert>
            )}
            {step ? (
              <NewPasswordForm
                signIn={step.signIn}
                currentPassword={step.password}
                onDone={finish}
                onBack={() => setStep(null)}
              />
            ) : (
              <SignInForm onSignedIn={finish} onPasswordDue={(signIn, password) => setStep({ signIn, password })} />
            )}
          </Paper>
        </Box>
      </Box>
    </Box>
  )
}
