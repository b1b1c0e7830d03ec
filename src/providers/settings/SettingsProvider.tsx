import {
  createContext,
  use,
  useCallback,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react'
import type { Language } from '../../../contract/core/languages'
import {
  defaultSettings,
  directionOf,
  readSettings,
  schemeOf,
  showDirection,
  showScheme,
  writeSettings,
  type Settings,
} from './settings'

interface SettingsContextValue extends Settings {
  /** Colours of `theme`, with `system` resolved. */
  scheme: 'light' | 'dark'
  change(change: Partial<Settings>): void
  /** Sets the language and its direction, overriding an earlier choice of direction. */
  follow(language: Language): void
  /** Restores the default appearance, in the reader's language. */
  reset(): void
}

const SettingsContext = createContext<SettingsContextValue | null>(null)

const darkPreferred = window.matchMedia('(prefers-color-scheme: dark)')
const subscribeToSystem = (listener: () => void) => {
  darkPreferred.addEventListener('change', listener)
  return () => darkPreferred.removeEventListener('change', listener)
}

/** Provides appearance and language from browser storage. Placed above react-admin, whose sign-out clears its settings. */
export function SettingsProvider({ children }: { children: ReactNode }) {
  const [settings, setSettings] = useState(readSettings)
  const { rtlClass, locale } = settings
  const systemIsDark = useSyncExternalStore(subscribeToSystem, () => darkPreferred.matches)
  const scheme = schemeOf(settings.theme, systemIsDark)

  const change = useCallback((changed: Partial<Settings>) => {
    writeSettings(changed)
    setSettings((current) => ({ ...current, ...changed }))
  }, [])
  const follow = useCallback((language: Language) => {
    setSettings((current) =>
      current.locale === language ? current : { ...current, locale: language, rtlClass: directionOf(language) },
    )
  }, [])

  useLayoutEffect(() => showScheme(scheme), [scheme])
  useLayoutEffect(() => showDirection(locale, rtlClass), [locale, rtlClass])

  const value = useMemo<SettingsContextValue>(
    () => ({ ...settings, scheme, change, follow, reset: () => change(defaultSettings(settings.locale)) }),
    [settings, scheme, change, follow],
  )
  return <SettingsContext value={value}>{children}</SettingsContext>
}

export function useSettings(): SettingsContextValue {
  const value = use(SettingsContext)
  if (!value) throw new Error('useSettings needs a SettingsProvider above it')
  return value
}
