import { createInstance, type i18n as I18n } from 'i18next'
import LanguageDetector from 'i18next-browser-languagedetector'
import HttpBackend, { type HttpBackendOptions } from 'i18next-http-backend'
import { getI18nProvider } from 'ra-i18n-i18next'
import type { I18nProvider } from 'react-admin'
import { LANGUAGES } from '../../../contract/vocabulary'
import { STORAGE_KEYS } from '../../config'
import { storage } from '../storage'
import { FALLBACK_LANGUAGE, LANGUAGE_TABLE, languageInfo, toLanguage } from './languages'

export const i18n: I18n = createInstance()

interface PluralResolver {
  getRule(code: string, options?: object): unknown
}

/** Arabic plurals have six forms; `ae` alone would get the machine's own rules. */
function usePluralRulesOfTag(): void {
  const resolver = i18n.services.pluralResolver as PluralResolver
  const original = resolver.getRule.bind(resolver)
  resolver.getRule = (code, options) => original(languageInfo(code).tag, options)
}

function applyToDocument(code: string): void {
  document.documentElement.lang = languageInfo(code).tag
}

/**
 * Starts the language layer. Waits for the dictionary in use and the fallback; the others follow when the browser is idle.
 * Never fails: without dictionaries the console shows its keys and still works.
 */
export async function startI18n(): Promise<I18nProvider> {
  const language = toLanguage(storage.get(STORAGE_KEYS.language)) ?? FALLBACK_LANGUAGE
  i18n.use(HttpBackend).use(LanguageDetector)
  i18n.on('initialized', usePluralRulesOfTag)
  i18n.on('languageChanged', applyToDocument)
  const backend: HttpBackendOptions = {
    loadPath: '/locales/{{lng}}/translation.json',
    requestOptions: { credentials: 'same-origin' },
  }
  const locales = LANGUAGES.map((code) => ({ locale: code, name: LANGUAGE_TABLE[code].name }))
  const provider = await getI18nProvider(
    i18n,
    {
      lng: language,
      fallbackLng: FALLBACK_LANGUAGE,
      supportedLngs: [...LANGUAGES],
      load: 'languageOnly',
      ns: ['translation'],
      defaultNS: 'translation',
      interpolation: { escapeValue: false },
      detection: {
        order: ['localStorage', 'navigator', 'htmlTag'],
        caches: ['localStorage'],
        lookupLocalStorage: STORAGE_KEYS.language,
        convertDetectedLanguage: (code: string) => toLanguage(code) ?? FALLBACK_LANGUAGE,
      },
      backend,
    },
    locales,
  )
  applyToDocument(i18n.language)
  whenIdle(() => void i18n.loadLanguages([...LANGUAGES]))
  return provider
}

function whenIdle(task: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(task, { timeout: 2_000 })
  else setTimeout(task, 500)
}
