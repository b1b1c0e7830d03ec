import { CacheProvider } from '@emotion/react'
import { ThemeProvider } from '@mui/material/styles'
import { useMemo, type ReactNode } from 'react'
import createCache, { type EmotionCache } from '@emotion/cache'
import { prefixer } from 'stylis'
import rtlPlugin from 'stylis-plugin-rtl'
import { useSettings } from '../../providers/settings/SettingsProvider'
import { buildTheme } from './theme'

/** The content security policy requires this nonce on style elements; browsers hide the attribute from scripts. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

const caches: Partial<Record<'ltr' | 'rtl', EmotionCache>> = {}

/** Returns the style cache of a direction, created once: a second one with the same key would insert every rule twice. */
function emotionCache(direction: 'ltr' | 'rtl'): EmotionCache {
  return (caches[direction] ??=
    direction === 'rtl'
      ? createCache({ key: 'muirtl', nonce, stylisPlugins: [prefixer, rtlPlugin], prepend: true })
      : createCache({ key: 'mui', nonce, prepend: true }))
}

/** Provides colours and direction for everything below, with or without react-admin. */
export function Appearance({ children }: { children: ReactNode }) {
  const { scheme, rtlClass } = useSettings()
  const theme = useMemo(() => buildTheme(scheme, rtlClass), [scheme, rtlClass])
  return (
    <CacheProvider value={emotionCache(rtlClass)}>
      <ThemeProvider theme={theme}>{children}</ThemeProvider>
    </CacheProvider>
  )
}
