import { ThemeProvider, useTheme } from '@mui/material/styles'
import { useMemo, type ReactNode } from 'react'
import { useSettings } from '../providers/settings/SettingsProvider'
import { buildTheme } from '../ui/theme/theme'

interface NavigationStylesProps {
  /** False for a part that currently has the colours of the page. */
  apply?: boolean
  children: ReactNode
}

/** Colours of the navigation: those of the page, or dark ones on a light page. */
export function NavigationStyles({ apply = true, children }: NavigationStylesProps) {
  const page = useTheme()
  const { semidark, rtlClass } = useSettings()
  const darker = apply && semidark && page.palette.mode === 'light'
  const theme = useMemo(() => (darker ? buildTheme('dark', rtlClass) : page), [darker, rtlClass, page])
  return <ThemeProvider theme={theme}>{children}</ThemeProvider>
}
