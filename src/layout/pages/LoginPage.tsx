import { useSetLocale } from 'react-admin'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import { staffSession } from '../../providers/auth/session'
import { useUser } from '../../providers/auth/useSession'
import { isObject } from '../../providers/storage'
import { nextLocation } from '../../providers/auth/nextLocation'
import { SignInPage } from '../../signin/SignInMethod'
import { staffMethod } from '../../signin/staffMethod'

/** Where a session that has ended, or was left, goes on with a new one. */
export function LoginPage() {
  const location = useLocation()
  const navigate = useNavigate()
  const setLocale = useSetLocale()
  const signedIn = useUser() !== null && staffSession.tokens() !== null
  const ended = isObject(location.state) && location.state['ended'] === true

  // After signing in here, in another tab, or before.
  if (signedIn) return <Navigate to={nextLocation(location.state)} replace />
  return (
    <SignInPage
      door={staffMethod}
      ended={ended}
      setLanguage={setLocale}
      onSignedIn={({ home }) => home !== null && void navigate(home)}
    />
  )
}
