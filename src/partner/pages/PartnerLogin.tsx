import { Navigate } from 'react-router-dom'
import { useI18nProviderOfApp } from '../../providers/i18n/I18nContext'
import { partnerDoor } from '../../signin/partnerDoor'
import { SignInDoor } from '../../signin/SignInDoor'
import { PartnerLoading } from '../frame/PartnerLoading'
import { usePartnerSession } from '../session/PartnerSession'

/** Sign-in of a partner's people. */
export function PartnerLogin() {
  const i18nProvider = useI18nProviderOfApp()
  const { status } = usePartnerSession()
  if (status === 'loading') return <PartnerLoading />
  if (status === 'authenticated') return <Navigate to="/partner-dashboard" replace />
  return <SignInDoor door={partnerDoor} setLanguage={(code) => void i18nProvider.changeLocale(code)} />
}
