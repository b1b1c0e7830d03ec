import Box from '@mui/material/Box'
import words from 'virtual:signin-words'
import { i18n } from '../providers/i18n/i18n'
import { useSettings } from '../providers/settings/SettingsProvider'

/** Milliseconds before the text appears, since in a shorter wait it would only flicker. */
const SILENT_MS = 300

const waiting = {
  display: 'grid',
  placeItems: 'center',
  minHeight: 240,
  color: 'text.secondary',
  fontSize: 'body2.fontSize',
  '@keyframes unseen': { from: { opacity: 0 } },
  animation: `unseen 1ms ${SILENT_MS}ms backwards`,
} as const

/** Placeholder while a screen or a dictionary loads; its text does not need a dictionary. */
export function LoadingTranslations() {
  const { locale } = useSettings()
  return (
    <Box role="status" sx={waiting}>
      {words[locale]?.['app.loading.screen']}
    </Box>
  )
}

/** Placeholder while the session is being checked. */
export function LoadingSession() {
  return (
    <Box role="status" sx={waiting}>
      {i18n.t('app.loading.session', { defaultValue: 'Loading...' })}
    </Box>
  )
}
