import { useSyncExternalStore } from 'react'
import { i18n } from './i18n'
import { languageInfo, type LanguageInfo } from './languages'

const subscribe = (listener: () => void) => {
  i18n.on('languageChanged', listener)
  return () => i18n.off('languageChanged', listener)
}

/** The language that the reader has chosen. */
export function useLanguage(): LanguageInfo {
  return languageInfo(useSyncExternalStore(subscribe, () => i18n.language))
}
