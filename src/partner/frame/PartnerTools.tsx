import Box from '@mui/material/Box'
import { useI18nProviderOfApp } from '../../providers/i18n/I18nContext'
import { LanguageMenu } from '../../ui/LanguageMenu'
import { ThemeToggle } from '../../ui/ThemeToggle'

/** Language and colours, for every page of the partner area. */
export function PartnerTools() {
  const i18nProvider = useI18nProviderOfApp()
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <LanguageMenu nameFrom="sm" onChoose={(language) => void i18nProvider.changeLocale(language)} />
      <ThemeToggle />
    </Box>
  )
}
