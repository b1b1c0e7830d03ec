import { createContext, use, useEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react'
import { readSettings, writeSettings, type Settings } from './settings'

interface SettingsContextValue extends Settings {
  /** What `theme` comes to now, with `system` resolved. */
  scheme: 'light' | 'dark'
  change(change: Partial<Settings>): void
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
  const systemIsDark = useSyncExternalStore(subscribeToSystem, () => darkPreferred.matches)
  const scheme = settings.theme === 'dark' || (settings.theme === 'system' && systemIsDark) ? 'dark' : 'light'

  useEffect(() => {
    document.documentElement.dataset['scheme'] = scheme
  }, [scheme])

  const value = useMemo<SettingsContextValue>(
    () => ({
      ...settings,
      scheme,
      change: (change) => {
        writeSettings(change)
        setSettings((current) => ({ ...current, ...change }))
      },
    }),
    [settings, scheme],
  )
  return <SettingsContext value={value}>{children}</SettingsContext>
}

export function useSettings(): SettingsContextValue {
  const value = use(SettingsContext)
  if (!value) throw new Error('useSettings needs a SettingsProvider above it')
  return value
}
