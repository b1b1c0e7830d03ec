import Box from '@mui/material/Box'
import { i18n } from '../providers/i18n/i18n'

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

/** Placeholder while a screen or a dictionary loads; its own text may not be loaded yet. */
export function LoadingTranslations() {
  return (
    <Box role="status" sx={waiting}>
      {i18n.isInitialized
        ? i18n.t('app.loading.screen', { defaultValue: 'Loading translations...' })
        : 'Loading translations...'}
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
