import type { ThemeOptions } from '@mui/material/styles'
import { useMemo } from 'react'
import { i18n } from '../../providers/i18n/i18n'
import { useLanguage } from '../../providers/i18n/useLanguage'
import { useSettings } from '../../providers/settings/SettingsProvider'
import { withLabels } from './labels'
import { themeOptions } from './theme'

/** Returns the themes of `<Admin>`, in the direction and the language of the user. */
export function useAdminThemes(): { theme: ThemeOptions; darkTheme: ThemeOptions } {
  const { rtlClass } = useSettings()
  const { code } = useLanguage()
  return useMemo(() => {
    const t = i18n.getFixedT(code)
    const inScheme = (scheme: 'light' | 'dark') => withLabels(themeOptions(scheme, rtlClass), t)
    return { theme: inScheme('light'), darkTheme: inScheme('dark') }
  }, [rtlClass, code])
}
