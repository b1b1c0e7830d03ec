import CssBaseline from '@mui/material/CssBaseline'
import { useEffect } from 'react'
import { RouterProvider } from 'react-router-dom'
import type { Language } from '../../contract/core/languages'
import { setFieldErrorWords } from '../providers/http/fieldErrors'
import { setDefaultHeaders } from '../providers/http/httpClient'
import { i18n, startI18n } from '../providers/i18n/i18n'
import { I18nContext } from '../providers/i18n/I18nContext'
import { languageInfo } from '../providers/i18n/languages'
import { useLanguageInSettings } from '../providers/i18n/useLanguage'
import { lazyModule, useLazyModule } from '../providers/lazyModule'
import { fadeLoader } from '../providers/loader'
import { serverFieldText } from '../ui/fieldTexts'
import { LoadingTranslations } from '../ui/Loading'
import { Appearance } from '../ui/theme/Appearance'
import { MuiTranslations } from '../ui/theme/MuiTranslations'
import { consoleRouter } from './router'

/** Dictionaries and the i18n provider of the console. */
export const DICTIONARIES = lazyModule(async () => {
  const provider = await startI18n()
  setDefaultHeaders(() => ({ 'Accept-Language': languageInfo(i18n.language).tag }))
  setFieldErrorWords((code, detail, writtenIn) =>
    serverFieldText(
      { code, detail, writtenIn },
      { language: i18n.language, t: (key, options) => i18n.t(key, options ?? {}) },
    ),
  )
  return provider
})

/** Applies a language that was chosen before the console is rendered. */
export async function speak(language: Language): Promise<void> {
  await DICTIONARIES.fetch()
  await i18n.changeLanguage(language)
}

/** Console or partner area at the address of the window. */
export function App() {
  const i18nProvider = useLazyModule(DICTIONARIES)
  useLanguageInSettings()
  useEffect(fadeLoader, [])
  return (
    <Appearance>
      <CssBaseline enableColorScheme />
      {i18nProvider ? (
        <I18nContext value={i18nProvider}>
          <MuiTranslations>
            {/* Navigation in transitions would redirect a signed-out visitor a thousand times before the sign-in page. */}
            <RouterProvider router={consoleRouter()} useTransitions={false} />
          </MuiTranslations>
        </I18nContext>
      ) : (
        <LoadingTranslations />
      )}
    </Appearance>
  )
}
