import { createInstance, type i18n as I18n, type InitOptions } from 'i18next'
import LanguageDetector from 'i18next-browser-languagedetector'
import HttpBackend, { type HttpBackendOptions } from 'i18next-http-backend'
import { getI18nProvider } from 'ra-i18n-i18next'
import type { I18nProvider } from 'react-admin'
import { DICTIONARY_RETRIES, HTTP_TIMEOUT_MS } from '../../../contract/core/limits/console'
import { PASSWORD_MIN_CHARS } from '../../../contract/core/limits/passwords'
import { LANGUAGES } from '../../../contract/core/languages'
import { STORAGE_KEYS } from '../config'
import { logWarning } from '../log'
import { storage } from '../storage'
import { whenIdle } from '../whenIdle'
import { FALLBACK_LANGUAGE, LANGUAGE_TABLE, languageInfo, toLanguage } from './languages'
import { takePluralRulesOfTag } from './pluralRules'

export const i18n: I18n = createInstance()

/** Sets the document language: the selected one, or the fallback if its dictionary is missing. */
function applyToDocument(code: string): void {
  const isThere = i18n.hasResourceBundle(code, 'translation')
  document.documentElement.lang = languageInfo(isThere ? code : FALLBACK_LANGUAGE).tag
}

const LOCALES = LANGUAGES.map((code) => ({ locale: code, name: LANGUAGE_TABLE[code].name }))

/**
 * Starts i18n. Waits for the selected and the fallback dictionary; the others load when the browser is idle. Never fails:
 * errors are logged, and without dictionaries the console shows its keys as words.
 */
export async function startI18n(): Promise<I18nProvider> {
  const language = toLanguage(storage.get(STORAGE_KEYS.language)) ?? FALLBACK_LANGUAGE
  i18n.use(HttpBackend).use(LanguageDetector)
  i18n.on('initialized', () => takePluralRulesOfTag(i18n))
  i18n.on('languageChanged', applyToDocument)
  i18n.on('failedLoading', (code: string, _: string, reason: string) => {
    logWarning(`The dictionary "${code}" could not be read`, reason)
  })
  try {
    const provider = await getI18nProvider(i18n, { ...OPTIONS, lng: language }, LOCALES)
    applyToDocument(i18n.language)
    whenIdle(() => void i18n.loadLanguages([...LANGUAGES]))
    return provider
  } catch (error) {
    logWarning('The language layer could not start', error)
    applyToDocument(FALLBACK_LANGUAGE)
    return withoutDictionaries()
  }
}

const backend: HttpBackendOptions = {
  loadPath: '/locales/{{lng}}/translation.json',
  requestOptions: () => ({ credentials: 'same-origin', signal: AbortSignal.timeout(HTTP_TIMEOUT_MS) }),
}

const OPTIONS: InitOptions = {
  fallbackLng: FALLBACK_LANGUAGE,
  supportedLngs: [...LANGUAGES],
  load: 'languageOnly',
  ns: ['translation'],
  defaultNS: 'translation',
  maxRetries: DICTIONARY_RETRIES,
  // React escapes output. Texts may use these limits without receiving them from the caller.
  interpolation: { escapeValue: false, defaultVariables: { passwordMin: PASSWORD_MIN_CHARS } },
  detection: {
    order: ['localStorage', 'navigator', 'htmlTag'],
    caches: ['localStorage'],
    lookupLocalStorage: STORAGE_KEYS.language,
    convertDetectedLanguage: (code: string) => toLanguage(code) ?? FALLBACK_LANGUAGE,
  },
  // A single missing text shows its key, so that it is found; without any dictionary, keys are shown as words.
  parseMissingKeyHandler: (key: string, otherwise?: string) =>
    otherwise ?? (i18n.hasResourceBundle(FALLBACK_LANGUAGE, 'translation') ? key : readableKey(key)),
  backend,
}

/** Returns a provider that shows keys as words. */
function withoutDictionaries(): I18nProvider {
  return {
    translate: (key, options: { _?: string } = {}) => options._ ?? readableKey(key),
    changeLocale: async () => undefined,
    getLocale: () => FALLBACK_LANGUAGE,
    getLocales: () => LOCALES,
  }
}

const KEY = /^[\w-]+(\.[\w-]+)+$/

/** Converts a key to words, for a console without dictionaries: `ra.auth.sign_in` → `Sign in`. */
function readableKey(key: string): string {
  if (!KEY.test(key)) return key
  const steps = key.split('.')
  const last = steps.at(-1) ?? key
  const meaningful = last === 'name' && steps[0] === 'resources' ? (steps.at(-2) ?? last) : last
  const words = meaningful
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
