import {
  createContext,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react'
import { i18n } from '../i18n/i18n'
import { languageInfo } from '../i18n/languages'
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
  /** Back to how the console looks in a new browser, in the reader's language. */
  reset(): void
}

const SettingsContext = createContext<SettingsContextValue | null>(null)

const darkPreferred = window.matchMedia('(prefers-color-scheme: dark)')
const subscribeToSystem = (listener: () => void) => {
  darkPreferred.addEventListener('change', listener)
  return () => darkPreferred.removeEventListener('change', listener)
}

/** Appearance of the console, kept in this browser. Stands above react-admin, whose sign-out forgets its own settings. */
export function SettingsProvider({ children }: { children: ReactNode }) {
  const [settings, setSettings] = useState(readSettings)
  const { rtlClass, locale } = settings
  const systemIsDark = useSyncExternalStore(subscribeToSystem, () => darkPreferred.matches)
  const scheme = schemeOf(settings.theme, systemIsDark)

  const change = useCallback((changed: Partial<Settings>) => {
    writeSettings(changed)
    setSettings((current) => ({ ...current, ...changed }))
  }, [])

  useLayoutEffect(() => showScheme(scheme), [scheme])
  useLayoutEffect(() => showDirection(locale, rtlClass), [locale, rtlClass])
  useLanguageRule(locale, change)

  const value = useMemo<SettingsContextValue>(
    () => ({ ...settings, scheme, change, reset: () => change(defaultSettings(settings.locale)) }),
    [settings, scheme, change],
  )
  return <SettingsContext value={value}>{children}</SettingsContext>
}

/** Another language brings its direction with it, whatever was chosen before. */
function useLanguageRule(locale: Settings['locale'], change: (change: Partial<Settings>) => void): void {
  const known = useRef(locale)
  useEffect(() => {
    const follow = (language: string) => {
      const { code } = languageInfo(language)
      if (code === known.current) return
      known.current = code
      change({ locale: code, rtlClass: directionOf(code) })
    }
    i18n.on('languageChanged', follow)
    return () => i18n.off('languageChanged', follow)
  }, [change])
}

export function useSettings(): SettingsContextValue {
  const value = use(SettingsContext)
  if (!value) throw new Error('useSettings needs a SettingsProvider above it')
  return value
}
