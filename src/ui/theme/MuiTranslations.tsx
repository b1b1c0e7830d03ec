import { ThemeProvider, useTheme, type Theme } from '@mui/material/styles'
import type { TFunction } from 'i18next'
import { useMemo, type ReactNode } from 'react'
import { i18n } from '../../providers/i18n/i18n'
import { useLanguage } from '../../providers/i18n/useLanguage'

/** Sets the labels of MUI's own buttons, which default to English. */
const worded = (theme: Theme, t: TFunction): Theme => ({
  ...theme,
  components: {
    ...theme.components,
    MuiAutocomplete: {
      ...theme.components?.MuiAutocomplete,
      defaultProps: {
        ...theme.components?.MuiAutocomplete?.defaultProps,
        openText: t('ra.action.open'),
        closeText: t('ra.action.close'),
        clearText: t('ra.action.clear_input_value'),
        loadingText: t('ra.page.loading'),
        noOptionsText: t('app.list.noOptions'),
      },
    },
    MuiAlert: {
      ...theme.components?.MuiAlert,
      defaultProps: { ...theme.components?.MuiAlert?.defaultProps, closeText: t('ra.action.close') },
    },
  },
})

/** Localizes MUI's components below. */
export function MuiTranslations({ children }: { children: ReactNode }) {
  const theme = useTheme()
  const { code } = useLanguage()
  const speaking = useMemo(() => worded(theme, i18n.getFixedT(code)), [code, theme])
  return <ThemeProvider theme={speaking}>{children}</ThemeProvider>
}
