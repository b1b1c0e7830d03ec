import { useEffect, useSyncExternalStore } from 'react'
import { useSettings } from '../settings/SettingsProvider'
import { i18n } from './i18n'
import { languageInfo, type LanguageInfo } from './languages'

const subscribe = (listener: () => void) => {
  i18n.on('languageChanged', listener)
  return () => i18n.off('languageChanged', listener)
}

export function useLanguage(): LanguageInfo {
  return languageInfo(useSyncExternalStore(subscribe, () => i18n.language))
}

/** Updates the settings whenever the language of the dictionaries changes. */
export function useLanguageInSettings(): void {
  const { follow } = useSettings()
  useEffect(() => {
    const onChanged = (language: string) => follow(languageInfo(language).code)
    i18n.on('languageChanged', onChanged)
    return () => i18n.off('languageChanged', onChanged)
  }, [follow])
}
