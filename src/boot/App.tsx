import CssBaseline from '@mui/material/CssBaseline'
import { useEffect } from 'react'
import type { I18nProvider } from 'react-admin'
import { RouterProvider } from 'react-router-dom'
import { fadeLoader } from '../providers/loader'
import { LoadingTranslations } from '../ui/Loading'
import { I18nContext } from '../providers/i18n/I18nContext'
import { SettingsProvider } from '../providers/settings/SettingsProvider'
import type { createRouter } from './router'
import { Appearance } from '../ui/theme/Appearance'
import { MuiTranslations } from '../ui/theme/MuiTranslations'

function Routes({ i18n, router }: Required<AppProps>) {
  return (
    <I18nContext value={i18n}>
      <MuiTranslations>
        {/* Navigations inside React transitions would redirect a signed-out visitor a thousand times before the sign-in page. */}
        <RouterProvider router={router} useTransitions={false} />
      </MuiTranslations>
    </I18nContext>
  )
}

interface AppProps {
  /** What speaks the reader's language, once it is there. */
  i18n?: I18nProvider
  router: ReturnType<typeof createRouter>
}

export function App({ i18n, router }: AppProps) {
  useEffect(fadeLoader, [])
  return (
    <SettingsProvider>
      <Appearance>
        <CssBaseline enableColorScheme />
        {i18n ? <Routes i18n={i18n} router={router} /> : <LoadingTranslations />}
      </Appearance>
    </SettingsProvider>
  )
}
