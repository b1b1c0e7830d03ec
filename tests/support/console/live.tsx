import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { ThemeProvider } from '@mui/material/styles'
import { createInstance, type i18n as I18n } from 'i18next'
import { StrictMode, type ReactNode } from 'react'
import { getI18nProvider } from 'ra-i18n-i18next'
import { AdminContext } from 'react-admin'
import { MemoryRouter, useLocation } from 'react-router-dom'
import english from '../../../locales/en/translation.json'
import { staffSession, type StaffUser } from '../../../src/providers/auth/session'
import { LiveProvider } from '../../../src/providers/live/LiveProvider'
import { buildTheme } from '../../../src/ui/theme/theme'

const USER: StaffUser = {
  id: '1',
  username: 'ana',
  first_name: 'Ana',
  last_name: 'Ruiz',
  email: 'ana@example.com',
  is_staff: true,
  role: 'agent',
}

/** Signs in a user with a token that is valid for an hour. */
export function signInHere(role: StaffUser['role'] = USER.role): void {
  const access = `${btoa('{}')}.${btoa(JSON.stringify({ exp: Date.now() / 1000 + 3_600 }))}.signature`
  staffSession.start({ tokens: { access, refresh: 'r' }, user: { ...USER, role } })
}

const Where = () => <output data-testid="path">{useLocation().pathname}</output>

/** Provides the context of live components, in English. @returns a wrapper for the component under test */
export async function liveFrame() {
  const i18n: I18n = createInstance()
  const i18nProvider = await getI18nProvider(i18n, {
    lng: 'en',
    resources: { en: { translation: english } },
    interpolation: { escapeValue: false },
  })
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const Frame = ({ children }: { children: ReactNode }) => (
    <StrictMode>
      <MemoryRouter initialEntries={['/']}>
        <ThemeProvider theme={buildTheme('light', 'ltr')}>
          <QueryClientProvider client={queryClient}>
            <LiveProvider queryClient={queryClient}>
              <AdminContext i18nProvider={i18nProvider} queryClient={queryClient}>
                <ThemeProvider theme={buildTheme('light', 'ltr')}>
                  {children}
                  <Where />
                </ThemeProvider>
              </AdminContext>
            </LiveProvider>
          </QueryClientProvider>
        </ThemeProvider>
      </MemoryRouter>
    </StrictMode>
  )
  return { Frame, queryClient }
}
