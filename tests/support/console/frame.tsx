import { ThemeProvider } from '@mui/material/styles'
import { render, type RenderResult } from '@testing-library/react'
import { getI18nProvider } from 'ra-i18n-i18next'
import type { ReactNode } from 'react'
import { AuthContext, I18nContextProvider, type AuthProvider } from 'react-admin'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryRouter, MemoryRouter, RouterProvider, type RouteObject } from 'react-router-dom'
import { vi } from 'vitest'
import type { Role } from '../../../contract/core/vocabulary'
import { LANGUAGES } from '../../../contract/core/languages'
import { staffSession, type StaffUser } from '../../../src/providers/auth/session'
import { i18n } from '../../../src/providers/i18n/i18n'
import { useLanguageInSettings } from '../../../src/providers/i18n/useLanguage'
import { SettingsProvider, useSettings } from '../../../src/providers/settings/SettingsProvider'
import { RESOURCE_DEFINITIONS } from '../../../src/layout/resources'
import { registerResources } from '../../../src/kit/registry'
import { LiveProvider } from '../../../src/providers/live/LiveProvider'
import { buildTheme } from '../../../src/ui/theme/theme'
import { MuiTranslations } from '../../../src/ui/theme/MuiTranslations'
import ae from '../../../locales/ae/translation.json'
import de from '../../../locales/de/translation.json'
import en from '../../../locales/en/translation.json'
import es from '../../../locales/es/translation.json'
import fr from '../../../locales/fr/translation.json'
import { ScriptedSocket } from './scripted-socket'

const DICTIONARIES = { en, ae, fr, de, es }

registerResources(RESOURCE_DEFINITIONS)

/** The i18n provider with its English dictionaries loaded. */
export const words = await getI18nProvider(
  i18n,
  {
    lng: 'en',
    fallbackLng: 'en',
    supportedLngs: [...LANGUAGES],
    interpolation: { escapeValue: false },
    resources: Object.fromEntries(LANGUAGES.map((code) => [code, { translation: DICTIONARIES[code] }])),
  },
  LANGUAGES.map((locale) => ({ locale, name: locale })),
)

const someone: StaffUser = {
  id: '7',
  username: 'ar',
  first_name: 'Ana',
  last_name: 'Ruiz',
  email: 'a@b.example',
  is_staff: true,
  role: 'admin',
}

export function signedIn(as: Partial<StaffUser> & { role?: Role } = {}): void {
  staffSession.start({ tokens: { access: 'access', refresh: null }, user: { ...someone, ...as } })
}

const auth = {
  checkAuth: () => Promise.resolve(),
  checkError: () => Promise.resolve(),
  logout: vi.fn(),
} as unknown as AuthProvider

function Styled({ children }: { children: ReactNode }) {
  const { scheme, rtlClass } = useSettings()
  useLanguageInSettings()
  return (
    <ThemeProvider theme={buildTheme(scheme, rtlClass)}>
      <MuiTranslations>{children}</MuiTranslations>
    </ThemeProvider>
  )
}

/** Renders a part of the console frame, with a live connection that sends nothing. @param at path of the open page */
export function renderInFrame(part: ReactNode, at = '/'): RenderResult {
  return renderFramed(<MemoryRouter initialEntries={[at]}>{part}</MemoryRouter>)
}

/** Renders pages between which a test navigates, with a router like the console's own. */
export function renderPages(pages: RouteObject[], at: string): RenderResult {
  return renderFramed(<RouterProvider router={createMemoryRouter(pages, { initialEntries: [at] })} />)
}

function renderFramed(routed: ReactNode): RenderResult {
  ScriptedSocket.install()
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  return render(
    <SettingsProvider>
      <Styled>
        <QueryClientProvider client={queryClient}>
          <AuthContext value={auth}>
            <I18nContextProvider value={words}>
              <LiveProvider queryClient={queryClient}>{routed}</LiveProvider>
            </I18nContextProvider>
          </AuthContext>
        </QueryClientProvider>
      </Styled>
    </SettingsProvider>,
  )
}
