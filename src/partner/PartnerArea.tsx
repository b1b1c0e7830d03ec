import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { I18nContext } from 'react-admin'
import { Outlet, Navigate } from 'react-router-dom'
import { createQueryClient } from '../providers/data/queryClient'
import { useI18nProviderOfApp } from '../providers/i18n/I18nContext'
import { partnerMethod } from '../signin/method'
import { SignInPage } from '../signin/SignInPage'
import { PartnerSession, usePartnerSession } from './PartnerSession'
import { PartnerLoading } from './frame/SignInFrame'

/** Root of all partner pages. It shares language and appearance with the staff console, but no session. */
export function PartnerArea() {
  const i18nProvider = useI18nProviderOfApp()
  const [queryClient] = useState(createQueryClient)
  return (
    <I18nContext.Provider value={i18nProvider}>
      <QueryClientProvider client={queryClient}>
        <PartnerSession>
          <Outlet />
        </PartnerSession>
      </QueryClientProvider>
    </I18nContext.Provider>
  )
}

export function PartnerLogin() {
  const i18nProvider = useI18nProviderOfApp()
  const { status } = usePartnerSession()
  if (status === 'loading') return <PartnerLoading />
  if (status === 'authenticated') return <Navigate to="/partner-dashboard" replace />
  return <SignInPage method={partnerMethod} setLanguage={(code) => void i18nProvider.changeLocale(code)} />
}
