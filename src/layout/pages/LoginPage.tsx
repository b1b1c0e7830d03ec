import { useLocaleState } from 'react-admin'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import type { Language } from '../../../contract/core/languages'
import { staffSession } from '../../providers/auth/session'
import { useUser } from '../../providers/auth/useSession'
import { useI18nProviderOfApp } from '../../providers/i18n/I18nContext'
import { isObject } from '../../providers/storage'
import { nextLocation } from '../../providers/auth/nextLocation'
import { SignInPage } from '../../signin/SignInPage'
import { staffMethod } from '../../signin/method'

/** Sign-in page after a session has ended. */
export function LoginPage() {
  const location = useLocation()
  const navigate = useNavigate()
  const i18nProvider = useI18nProviderOfApp()
  const [, setLocale] = useLocaleState()
  const signedIn = useUser() !== null && staffSession.tokens() !== null
  const ended = isObject(location.state) && location.state['ended'] === true

  // Applied before react-admin gets the new locale, because it would remount the page and discard the input.
  const setLanguage = async (language: Language) => {
    await i18nProvider.changeLocale(language)
    setLocale(language)
  }
  // After a sign-in here, in another tab, or earlier.
  if (signedIn) return <Navigate to={nextLocation(location.state)} replace />
  return (
    <SignInPage
      method={staffMethod}
      ended={ended}
      setLanguage={(language) => void setLanguage(language)}
      onSignedIn={({ home }) => home !== null && void navigate(home)}
    />
  )
}
