import Box from '@mui/material/Box'
import { i18n } from '../providers/i18n/i18n'

/** A shorter wait is over before anybody has read what it is for: the words would only flash. */
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

/** Stands while a screen or a dictionary is on its way; the words themselves may not be there yet. */
export function LoadingTranslations() {
  return (
    <Box role="status" sx={waiting}>
      {i18n.isInitialized
        ? i18n.t('app.loading.screen', { defaultValue: 'Loading translations...' })
        : 'Loading translations...'}
    </Box>
  )
}

/** Stands while it is not yet known whether somebody is signed in. */
export function LoadingSession() {
  return (
    <Box role="status" sx={waiting}>
      {i18n.t('app.loading.session', { defaultValue: 'Loading...' })}
    </Box>
  )
}
