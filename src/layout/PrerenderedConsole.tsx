import { Activity, useState } from 'react'
import { CoreAdminContext, memoryStore, type I18nProvider } from 'react-admin'
import { createPortal } from 'react-dom'
import { createPath, Router, type Navigator } from 'react-router-dom'
import { AppLayout } from './AppLayout'
import type { StaffUser } from '../providers/auth/session'
import { SessionContext } from '../providers/auth/useSession'
import { dataProvider } from '../providers/data/dataProvider'
import { createQueryClient } from '../providers/data/queryClient'
import { listKey } from '../providers/data/queryKeys'
import { I18nContext } from '../providers/i18n/I18nContext'
import { LiveProvider } from '../providers/live/LiveProvider'
import { logWarning } from '../providers/log'
import { LIST_PAGES } from './listPages'
import { generatedListAt } from './resources'
import { ErrorBoundary } from '../ui/ErrorBoundary'
import { Appearance } from '../ui/theme/Appearance'
import { MuiTranslations } from '../ui/theme/MuiTranslations'

/** User who sees every part of the frame. */
const PLACEHOLDER_USER: StaffUser = {
  id: '',
  username: '',
  first_name: '',
  last_name: '',
  email: '',
  is_staff: true,
  role: 'admin',
}
const SESSION = { subscribe: () => () => undefined, user: () => PLACEHOLDER_USER }
const IGNORE = () => undefined
const INERT_NAVIGATOR: Navigator = {
  createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
  go: IGNORE,
  push: IGNORE,
  replace: IGNORE,
}
const BLANK_ROWS = { data: ['1', '2', '3', '4', '5'].map((id) => ({ id })), total: 5 }

/** Errors are only logged, because the console is rendered again after the sign-in. */
function dropped(error: unknown): null {
  logWarning('The console could not be drawn ahead', error)
  return null
}

interface PrerenderedConsoleProps {
  i18n: I18nProvider
  path: string
}

/**
 * Frame of the console and the list at a path, hidden and outside the document: no effects run and no requests are sent, but
 * the browser compiles the code and creates the styles in advance. React renders it when it is idle.
 */
export function PrerenderedConsole({ i18n, path }: PrerenderedConsoleProps) {
  const [container] = useState(() => document.createElement('div'))
  const spec = generatedListAt(new URL(path, window.location.origin).pathname)
  const [queryClient] = useState(() => {
    const client = createQueryClient()
    if (spec) client.setQueryDefaults(listKey(spec.name), { initialData: BLANK_ROWS })
    return client
  })
  const [store] = useState(() => memoryStore({ locale: i18n.getLocale() }))
  return (
    <Activity mode="hidden">
      {createPortal(
        <ErrorBoundary resetKey={path} fallback={dropped}>
          <Appearance>
            <I18nContext value={i18n}>
              <MuiTranslations>
                <SessionContext value={SESSION}>
                  <Router location={path} navigator={INERT_NAVIGATOR}>
                    <LiveProvider queryClient={queryClient}>
                      <CoreAdminContext {...{ dataProvider, i18nProvider: i18n, queryClient, store }}>
                        <AppLayout>{spec && LIST_PAGES.get(spec.name)?.element}</AppLayout>
                      </CoreAdminContext>
                    </LiveProvider>
                  </Router>
                </SessionContext>
              </MuiTranslations>
            </I18nContext>
          </Appearance>
        </ErrorBoundary>,
        container,
      )}
    </Activity>
  )
}
