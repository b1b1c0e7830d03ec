import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { SEARCH_MIN_CHARS } from '../../../contract/core/limits'
import { problemText } from '../../ui/problemText'
import { useFormat } from '../../ui/useFormat'
import type { Found } from './searchApi'

interface PaletteStateProps {
  typed: string
  found: Found
  /** How many entries are offered. */
  count: number
}

/** Says how the search goes: under way, nothing found, failed. The line keeps its place, so that nothing moves. */
export function PaletteState({ typed, found, count }: PaletteStateProps) {
  const format = useFormat()
  const { t } = format
  const text = typed.trim()
  const asks = text.length >= SEARCH_MIN_CHARS
  if (found.error)
    return (
      <Box
        role="alert"
        sx={{ borderTop: count === 0 ? 0 : 1, ...lineStyles, color: (theme) => theme.colours.tones.danger.ink }}
      >
        <Box sx={{ flex: 1 }}>
          {t('app.search.failed')} {problemText(found.error, format)}
        </Box>
        <Button size="small" variant="outlined" onClick={found.retry}>
          {t('app.problem.retry')}
        </Button>
      </Box>
    )
  const words = () => {
    if (!asks) return t('app.search.hint')
    if (!found.settled) return t('app.search.searching')
    return count === 0 ? t('app.search.none', { text }) : t('app.search.found', { count })
  }
  return (
    <Box role="status" sx={{ borderTop: count === 0 ? 0 : 1, ...lineStyles }}>
      <bdi>{words()}</bdi>
    </Box>
  )
}

const lineStyles = {
  display: 'flex',
  alignItems: 'center',
  gap: 3,
  minHeight: 40,
  px: 5,
  py: 1.5,
  fontSize: 'body2.fontSize',
  color: 'text.secondary',
  borderColor: 'divider',
} as const
