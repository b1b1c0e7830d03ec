import { Navigate } from 'react-router-dom'
import { useI18nProviderOfApp } from '../../providers/i18n/I18nContext'
import { partnerMethod } from '../../signin/partnerMethod'
import { SignInPage } from '../../signin/SignInPage'
import { PartnerLoading } from '../frame/PartnerLoading'
import { usePartnerSession } from '../session/PartnerSession'

/** Sign-in of a partner's people. */
export function PartnerLogin() {
  const i18nProvider = useI18nProviderOfApp()
  const { status } = usePartnerSession()
  if (status === 'loading') return <PartnerLoading />
  if (status === 'authenticated') return <Navigate to="/partner-dashboard" replace />
  return <SignInPage method={partnerMethod} setLanguage={(code) => void i18nProvider.changeLocale(code)} />
}
