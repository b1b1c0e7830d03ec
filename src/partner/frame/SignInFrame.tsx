import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { PageTitle } from '../../ui/PageTitle'
import { BRAND } from '../../providers/config'
import { useI18nProviderOfApp } from '../../providers/i18n/I18nContext'
import { LanguageMenu } from '../../ui/LanguageMenu'
import { ThemeToggle } from '../../ui/ThemeToggle'
import { useFormat } from '../../ui/useFormat'

interface SignInFrameProps {
  title: string
  text?: string | undefined
  children: ReactNode
  /** Content below the panel. */
  aside?: ReactNode
}

/** Page in front of the portal, with one panel in the centre. */
export function SignInFrame({ title, text, children, aside }: SignInFrameProps) {
  return (
    <Box sx={{ minHeight: '100dvh', display: 'flex', flexDirection: 'column', bgcolor: 'background.default' }}>
      <PageTitle>{title}</PageTitle>
      <Box component="header" sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', p: 4 }}>
        <PartnerBrand />
        <PartnerTools />
      </Box>
      <Box component="main" sx={{ flex: 1, display: 'grid', placeItems: 'center', px: 4, pb: 20 }}>
        <Box sx={{ width: '100%', maxWidth: 420 }}>
          <Paper variant="outlined" sx={{ p: { xs: 5, sm: 8 }, borderRadius: 3 }}>
            <Typography variant="h1" sx={{ mb: 1 }}>
              {title}
            </Typography>
            {text && (
              <Typography color="text.secondary" sx={{ mb: 6, overflowWrap: 'anywhere' }}>
                {text}
              </Typography>
            )}
            {children}
          </Paper>
          {aside && <Box sx={{ mt: 4, textAlign: 'center', fontSize: 'body2.fontSize' }}>{aside}</Box>}
        </Box>
      </Box>
    </Box>
  )
}

export function PartnerBrand() {
  return (
    <Box component="span" dir="ltr" sx={{ display: 'inline-flex', alignItems: 'center', gap: 2, flex: 'none' }}>
      <img src="/favicon.svg" alt="" width={26} height={26} />
      <Box component="span" sx={{ fontSize: 'h2.fontSize', fontWeight: 650, letterSpacing: '-0.02em' }}>
        {BRAND}
      </Box>
    </Box>
  )
}

/** Language and colour scheme, for every page of the partner area. */
export function PartnerTools() {
  const i18nProvider = useI18nProviderOfApp()
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <LanguageMenu nameFrom="sm" onChoose={(language) => void i18nProvider.changeLocale(language)} />
      <ThemeToggle />
    </Box>
  )
}

/** Placeholder while the partner session is being checked. */
export function PartnerLoading() {
  const { t } = useFormat()
  return (
    <Box role="status" sx={{ display: 'grid', placeItems: 'center', minHeight: '100dvh', color: 'text.secondary' }}>
      {t('app.loading.session')}
    </Box>
  )
}
