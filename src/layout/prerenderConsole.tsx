import { QueryClientProvider } from '@tanstack/react-query'
import { Activity, type ReactNode } from 'react'
import {
  DataProviderContext,
  I18nContext as WordsOfAdmin,
  NotificationContextProvider,
  ResourceDefinitionContextProvider,
  StoreContextProvider,
  type I18nProvider,
} from 'react-admin'
import { createRoot } from 'react-dom/client'
import { createPath, Router, type Navigator } from 'react-router-dom'
import { AppLayout } from './AppLayout'
import type { StaffUser } from '../providers/auth/session'
import { SessionContext } from '../providers/auth/useSession'
import { dataProvider } from '../providers/data/dataProvider'
import { createQueryClient } from '../providers/data/queryClient'
import { openStore } from '../providers/store'
import { I18nContext } from '../providers/i18n/I18nContext'
import { LiveProvider } from '../providers/live/LiveProvider'
import { logWarning } from '../providers/log'
import { whenIdle } from '../providers/whenIdle'
import { SettingsProvider } from '../providers/settings/SettingsProvider'
import { generatedListAt } from './resources'
import { GENERATED_LIST } from '../kit/listPage'
import { Appearance } from '../ui/theme/Appearance'
import { MuiTranslations } from '../ui/theme/MuiTranslations'
import { pageOnDemand } from '../ui/onDemand'

const GeneratedList = pageOnDemand(GENERATED_LIST)

/** Sees every part of the frame. */
const SOMEBODY: StaffUser = {
  id: '',
  username: '',
  first_name: '',
  last_name: '',
  email: '',
  is_staff: true,
  role: 'admin',
}
const SESSION = { subscribe: () => () => undefined, user: () => SOMEBODY }
const STAYS = () => undefined
const NOWHERE: Navigator = {
  createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
  go: STAYS,
  push: STAYS,
  replace: STAYS,
}
const BLANK_ROWS = { data: ['1', '2', '3', '4', '5'].map((id) => ({ id })), total: 5 }

/**
 * Draws the frame of the console, and the list that a path names, in no document: no effect of theirs runs and nothing is
 * asked of the server, but the browser compiles what is about to be drawn in earnest and styles are made.
 * It happens whenever there is nothing else to do, and is thrown away when `through` fires.
 */
export function rehearse(i18n: I18nProvider, path: string, through: AbortSignal): void {
  const root = createRoot(document.createElement('div'), {
    onUncaughtError: (error) => logWarning('The console could not be drawn ahead', error),
  })
  const queryClient = createQueryClient()
  through.addEventListener('abort', () =>
    whenIdle(() => {
      root.unmount()
      queryClient.clear()
    }),
  )
  const { pathname } = new URL(path, window.location.origin)
  const spec = generatedListAt(pathname)
  if (spec) queryClient.setQueryDefaults([spec.name, 'getList'], { initialData: BLANK_ROWS })
  root.render(
    <Activity mode="hidden">
      <Surroundings i18n={i18n} path={path} queryClient={queryClient}>
        <AppLayout>{spec && <GeneratedList spec={spec} />}</AppLayout>
      </Surroundings>
    </Activity>,
  )
}

interface SurroundingsProps {
  i18n: I18nProvider
  path: string
  queryClient: ReturnType<typeof createQueryClient>
  children: ReactNode
}

/** What stands around the frame in the console, as far as drawing needs it. */
function Surroundings({ i18n, path, queryClient, children }: SurroundingsProps) {
  return (
    <SettingsProvider>
      <Appearance>
        <I18nContext value={i18n}>
          <MuiTranslations>
            <SessionContext value={SESSION}>
              <Router location={path} navigator={NOWHERE}>
                <LiveProvider queryClient={queryClient}>
                  <StoreContextProvider value={openStore()}>
                    <DataProviderContext value={dataProvider}>
                      <QueryClientProvider client={queryClient}>
                        <WordsOfAdmin value={i18n}>
                          <NotificationContextProvider>
                            <ResourceDefinitionContextProvider>{children}</ResourceDefinitionContextProvider>
                          </NotificationContextProvider>
                        </WordsOfAdmin>
                      </QueryClientProvider>
                    </DataProviderContext>
                  </StoreContextProvider>
                </LiveProvider>
              </Router>
            </SessionContext>
          </MuiTranslations>
        </I18nContext>
      </Appearance>
    </SettingsProvider>
  )
}
