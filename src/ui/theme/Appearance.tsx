import { CacheProvider } from '@emotion/react'
import { ThemeProvider } from '@mui/material/styles'
import { useMemo, type ReactNode } from 'react'
import { useSettings } from '../../providers/settings/SettingsProvider'
import { emotionCache } from './emotionCaches'
import { buildTheme } from './theme'

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
