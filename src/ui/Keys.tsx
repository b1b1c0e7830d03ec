import Box from '@mui/material/Box'
import { useFormat } from './useFormat'

const IS_MAC = /Mac|iP(hone|ad)/.test(navigator.userAgent)

/** Returns the labels of a key: `mod+k` → `Ctrl K`, or `⌘ K` on a Mac. */
const caps = (key: string): string[] =>
  key
    .split('+')
    .map((part) => (part === 'mod' ? (IS_MAC ? '⌘' : 'Ctrl') : part.length === 1 ? part.toUpperCase() : part))

/** Keys pressed together or in sequence. Left to right in every language. */
export function Keys({ keys }: { keys: readonly string[] }) {
  const { t } = useFormat()
  return (
    <Box component="span" dir="ltr" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, flex: 'none' }}>
      {keys.map((key, index) => (
        <Box component="span" key={key} sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
          {index > 0 && (
            <Box component="span" sx={{ fontSize: 'overline.fontSize', color: 'text.secondary' }}>
              {t('app.shortcuts.then')}
            </Box>
          )}
          {caps(key).map((cap) => (
            <Box component="kbd" key={cap} sx={capStyles}>
              {cap}
            </Box>
          ))}
        </Box>
      ))}
    </Box>
  )
}

const capStyles = {
  minWidth: 20,
  px: 1.25,
  textAlign: 'center',
  fontFamily: 'inherit',
  fontSize: 'overline.fontSize',
  fontWeight: 550,
  lineHeight: '18px',
  color: 'text.secondary',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: 'background.paper',
} as const
