import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { I18nProvider } from 'react-admin'
import type { Language } from '../../contract/core/vocabulary'
import { App } from './App'
import { i18n, startI18n } from '../providers/i18n/i18n'
import { languageInfo } from '../providers/i18n/languages'
import { setDefaultHeaders } from '../providers/http/httpClient'
import { setFieldErrorWords } from '../providers/http/fieldErrors'
import { createRouter } from './router'
import { serverFieldText } from '../ui/fieldTexts'

let languageLayer: Promise<I18nProvider> | null = null
let spoken: I18nProvider | undefined

/** Fetches what the console needs before it can show anything; once, however often it is asked for. */
export const prepareConsole = (): Promise<I18nProvider> =>
  (languageLayer ??= startI18n().then((provider) => (spoken = provider)))

/** Follows a language that was chosen before the console has started. */
export async function speak(language: Language): Promise<void> {
  await prepareConsole()
  await i18n.changeLanguage(language)
}

/** Shows the console, or the partner area, at the address of the window in place of what `root` holds. */
export async function startConsole(root: HTMLElement): Promise<void> {
  setDefaultHeaders(() => ({ 'Accept-Language': languageInfo(i18n.language).tag }))
  setFieldErrorWords((code, detail) =>
    serverFieldText(code, detail, { language: i18n.language, t: (key, options) => i18n.t(key, options ?? {}) }),
  )
  const page = createRoot(root)
  const router = createRouter()
  const show = (provider?: I18nProvider) =>
    page.render(
      <StrictMode>
        <App {...(provider && { i18n: provider })} router={router} />
      </StrictMode>,
    )
  show(spoken)
  if (!spoken) show(await prepareConsole())
}
