import { useLayoutEffect } from 'react'
import type { Store } from 'react-admin'
import { THEME_KEY } from '../store'
import { THEMES } from './choices'
import { useSettings } from './SettingsProvider'

/** Keeps the theme of react-admin's store equal to the setting, in both directions. */
export function useThemeInStore(store: Store): void {
  const { scheme, change } = useSettings()
  useLayoutEffect(() => {
    store.setItem(THEME_KEY, scheme)
    return store.subscribe(THEME_KEY, (chosen: unknown) => {
      const theme = THEMES.find((known) => known === chosen)
      if (theme && theme !== scheme) change({ theme })
    })
  }, [store, scheme, change])
}
