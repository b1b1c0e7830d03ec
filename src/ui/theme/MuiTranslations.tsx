import { ThemeProvider, useTheme } from '@mui/material/styles'
import { useMemo, type ReactNode } from 'react'
import { i18n } from '../../providers/i18n/i18n'
import { useLanguage } from '../../providers/i18n/useLanguage'
import { withLabels } from './labels'

/** Localizes MUI's components below. */
export function MuiTranslations({ children }: { children: ReactNode }) {
  const theme = useTheme()
  const { code } = useLanguage()
  const localized = useMemo(() => withLabels(theme, i18n.getFixedT(code)), [code, theme])
  return <ThemeProvider theme={localized}>{children}</ThemeProvider>
}
