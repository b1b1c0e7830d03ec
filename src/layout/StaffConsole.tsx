import type { QueryClient } from '@tanstack/react-query'
import { memo, useEffect, useState } from 'react'
import { Admin, type LayoutProps } from 'react-admin'
import { useLocation } from 'react-router-dom'
import { registerResources } from '../kit/registry'
import { fetchCurrentUser } from '../providers/auth/authApi'
import { authProvider } from '../providers/auth/authProvider'
import { staffSession } from '../providers/auth/session'
import { useSessionWatch } from '../providers/auth/useSessionWatch'
import { BRAND } from '../providers/config'
import { isConsolePath } from '../providers/consolePaths'
import { dataProvider } from '../providers/data/dataProvider'
import { useI18nProviderOfApp } from '../providers/i18n/I18nContext'
import { LiveProvider } from '../providers/live/LiveProvider'
import { useSettings } from '../providers/settings/SettingsProvider'
import { useThemeInStore } from '../providers/settings/useThemeInStore'
import { createStore } from '../providers/store'
import { whenIdle } from '../providers/whenIdle'
import { AccessDenied, AuthenticationError } from '../ui/AccessDenied'
import { DATE_BOX } from '../ui/dateBox/module'
import { LoadingSession } from '../ui/Loading'
import { RetryNotice } from '../ui/RetryNotice'
import { useAdminThemes } from '../ui/theme/useAdminThemes'
import { AppLayout } from './AppLayout'
import { CUSTOM_PAGES, Dashboard } from './customPages'
import { takeQueryClient, useFirstPage } from './firstPage'
import { USER_MENU } from './frame'
import { FrameErrorPage, UnknownAddressPage } from './pages/ErrorPage'
import { LoginPage } from './pages/LoginPage'
import { RESOURCE_ELEMENTS } from './resourceElements'
import { LISTED_DEFINITIONS } from './resources'

// Exported here, so that the build puts them into the chunk of the frame.
export { prefetchPage } from './firstPage'
export { fetchListPage } from './listPages'
export { PrerenderedConsole } from './PrerenderedConsole'

registerResources(LISTED_DEFINITIONS)

/** Reads the user again, because name or role may have changed since the browser stored them. */
function useFreshUser(): void {
  useEffect(() => {
    const id = staffSession.user()?.id
    fetchCurrentUser().then(
      (user) => user && user.id === staffSession.user()?.id && user.id === id && staffSession.setUser(user),
      () => undefined,
    )
  }, [])
}

/** Frame around the page at the address, for a signed-in user. */
function Layout({ children }: LayoutProps) {
  const shown = useFirstPage()
  useFreshUser()
  useEffect(() => {
    if (shown !== 'page') return
    whenIdle(() => {
      for (const module of [USER_MENU, DATE_BOX]) void module.fetch()
    })
  }, [shown])
  if (shown === 'unregistered') return <LoadingSession />
  return (
    <>
      <AppLayout>{shown === 'page' && children}</AppLayout>
      <RetryNotice />
    </>
  )
}

// Constant, because react-admin registers all resources again when its children change.
const PAGES = [...RESOURCE_ELEMENTS, CUSTOM_PAGES]

/** Follows the address, so that the console around it is not rendered again when it changes. */
function SessionWatch({ queryClient, forget }: { queryClient: QueryClient; forget: () => void }) {
  useSessionWatch(queryClient, forget)
  return null
}

/** Rendered once: only what depends on the address follows it. */
const Console = memo(function Console() {
  const i18nProvider = useI18nProviderOfApp()
  const { scheme } = useSettings()
  const [queryClient] = useState(takeQueryClient)
  const [store] = useState(() => createStore(scheme))
  useThemeInStore(store)
  return (
    <LiveProvider queryClient={queryClient}>
      <SessionWatch queryClient={queryClient} forget={store.reset} />
      <Admin
        {...{ authProvider, dataProvider, i18nProvider, queryClient, store }}
        {...useAdminThemes()}
        accessDenied={AccessDenied}
        authCallbackPage={false}
        authenticationError={AuthenticationError}
        catchAll={UnknownAddressPage}
        dashboard={Dashboard}
        disableTelemetry
        error={FrameErrorPage}
        layout={Layout}
        loading={LoadingSession}
        loginPage={LoginPage}
        requireAuth
        title={BRAND}
      >
        {PAGES}
      </Admin>
    </LiveProvider>
  )
})

/**
 * Console of staff. Unknown addresses are checked here and not by `catchAll`, whose page would be inside the frame and only
 * for signed-in users. A loader of the router would render the console once more on each navigation.
 */
export function StaffConsole() {
  const { pathname } = useLocation()
  return isConsolePath(pathname) ? <Console /> : <UnknownAddressPage />
}
