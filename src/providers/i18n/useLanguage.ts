import { useEffect, useSyncExternalStore } from 'react'
import { useSettings } from '../settings/SettingsProvider'
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

/** Has the settings follow the language of the dictionaries, whoever changes it. */
export function useLanguageInSettings(): void {
  const { follow } = useSettings()
  useEffect(() => {
    const tell = (language: string) => follow(languageInfo(language).code)
    i18n.on('languageChanged', tell)
    return () => i18n.off('languageChanged', tell)
  }, [follow])
}
