import { CacheProvider } from '@emotion/react'
import { ThemeProvider } from '@mui/material/styles'
import { useMemo, type ReactNode } from 'react'
import createCache, { type EmotionCache } from '@emotion/cache'
import { prefixer } from 'stylis'
import rtlPlugin from 'stylis-plugin-rtl'
import { useSettings } from '../../providers/settings/SettingsProvider'
import { buildTheme } from './theme'

/** The page's policy lets in only those style elements that know its nonce; browsers hide the attribute from scripts. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

const caches: Partial<Record<'ltr' | 'rtl', EmotionCache>> = {}

/** The style cache of a direction, made once: a second one of the same key would insert every rule twice. */
function emotionCache(direction: 'ltr' | 'rtl'): EmotionCache {
  return (caches[direction] ??=
    direction === 'rtl'
      ? createCache({ key: 'muirtl', nonce, stylisPlugins: [prefixer, rtlPlugin], prepend: true })
      : createCache({ key: 'mui', nonce, prepend: true }))
}

/** Colours and direction for everything below, react-admin or not. */
export function Appearance({ children }: { children: ReactNode }) {
  const { scheme, rtlClass } = useSettings()
  const theme = useMemo(() => buildTheme(scheme, rtlClass), [scheme, rtlClass])
  return (
    <CacheProvider value={emotionCache(rtlClass)}>
      <ThemeProvider theme={theme}>{children}</ThemeProvider>
    </CacheProvider>
  )
}
