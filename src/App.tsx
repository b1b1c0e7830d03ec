import { CacheProvider } from '@emotion/react'
import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import { Suspense, use, useMemo, type ReactNode } from 'react'
import type { I18nProvider } from 'react-admin'
import { RouterProvider } from 'react-router-dom'
import { LoadingTranslations } from './layout/LoadingTranslations'
import { I18nContext } from './providers/i18n/I18nContext'
import { useLanguage } from './providers/i18n/useLanguage'
import { SettingsProvider, useSettings } from './providers/settings/SettingsProvider'
import { router } from './router'
import { emotionCache } from './theme/emotionCaches'
import { buildTheme } from './theme/theme'

/** Colours and direction for everything below, react-admin or not. */
function Appearance({ children }: { children: ReactNode }) {
  const { scheme } = useSettings()
  const direction = useLanguage().rtl ? 'rtl' : 'ltr'
  const theme = useMemo(() => buildTheme(scheme, direction), [scheme, direction])
  return (
    <CacheProvider value={emotionCache(direction)}>
      <ThemeProvider theme={theme}>
        <CssBaseline enableColorScheme />
        {children}
      </ThemeProvider>
    </CacheProvider>
  )
}

function Routes({ i18n }: { i18n: Promise<I18nProvider> }) {
  return (
    <I18nContext value={use(i18n)}>
      {/* Navigations inside React transitions would redirect a signed-out visitor a thousand times before the sign-in page. */}
      <RouterProvider router={router} useTransitions={false} />
    </I18nContext>
  )
}

export function App({ i18n }: { i18n: Promise<I18nProvider> }) {
  return (
    <SettingsProvider>
      <Appearance>
        <Suspense fallback={<LoadingTranslations />}>
          <Routes i18n={i18n} />
        </Suspense>
      </Appearance>
    </SettingsProvider>
  )
}
