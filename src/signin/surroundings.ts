import type { Language } from '../../contract/core/vocabulary'
import { STORAGE_KEYS } from '../providers/config'
import { FALLBACK_LANGUAGE, languageInfo, toLanguage } from '../providers/i18n/languages'
import {
  directionOf,
  readSettings,
  schemeOf,
  showDirection,
  showScheme,
  writeSettings,
} from '../providers/settings/settings'
import { storage } from '../providers/storage'
import { paintSignIn } from './colours'
import type { Surroundings } from './page'

const darkPreferred = window.matchMedia('(prefers-color-scheme: dark)')
const language = (): Language => toLanguage(storage.get(STORAGE_KEYS.language)) ?? FALLBACK_LANGUAGE
const scheme = () => schemeOf(readSettings().theme, darkPreferred.matches)

function paint(): void {
  showScheme(scheme())
  paintSignIn(scheme())
}

/**
 * Language and colours of a page without React; follows the same rules as `SettingsProvider`, which takes over later.
 * @param onLanguage told of another language
 * @returns them, and what lets go of the system's colours
 */
export function plainSurroundings(onLanguage: (language: Language) => void): Surroundings & { release: () => void } {
  paint()
  darkPreferred.addEventListener('change', paint)
  return {
    language,
    setLanguage(chosen) {
      storage.set(STORAGE_KEYS.language, chosen)
      document.documentElement.lang = languageInfo(chosen).tag
      showDirection(chosen, directionOf(chosen))
      onLanguage(chosen)
    },
    toggleScheme() {
      writeSettings({ theme: scheme() === 'dark' ? 'light' : 'dark' })
      paint()
    },
    release: () => darkPreferred.removeEventListener('change', paint),
  }
}
