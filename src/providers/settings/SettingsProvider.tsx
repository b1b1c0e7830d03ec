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
  /** What `theme` comes to now, with `system` resolved. */
  scheme: 'light' | 'dark'
  change(change: Partial<Settings>): void
  /** Another language brings its direction with it, whatever was chosen before. */
  follow(language: Language): void
  /** Back to how the console looks in a new browser, in the reader's language. */
  reset(): void
}

const SettingsContext = createContext<SettingsContextValue | null>(null)

const darkPreferred = window.matchMedia('(prefers-color-scheme: dark)')
const subscribeToSystem = (listener: () => void) => {
  darkPreferred.addEventListener('change', listener)
  return () => darkPreferred.removeEventListener('change', listener)
}

/** Appearance and language, kept in this browser. Stands above react-admin, whose sign-out forgets its own settings. */
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
