import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router-dom'
import { Muted } from '../../ui/Muted'
import { useFormat } from '../../ui/useFormat'
import type { Bar } from './chartData'
import { measureText, valueOf, type Measure } from './sold'
import { Text } from '../../ui/Text'

interface MemberBarsProps {
  title: string
  bars: readonly Bar[]
  measure: Measure
  currency: string
}

const SHOWN = 6

/** Bars of the highest values; the table contains the others. */
export function MemberBars({ title, bars, measure, currency }: MemberBarsProps) {
  const { t, locale } = useFormat()
  const drawn = bars
    .map((bar) => ({ ...bar, value: valueOf(bar.sold, measure, currency) }))
    .filter((bar) => bar.value !== null)
    .toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0))
  const top = measure === 'occupancy' ? 1 : Math.max(1, drawn[0]?.value ?? 0)
  if (drawn.length === 0)
    return (
      <Box sx={{ p: 4, fontSize: 'body2.fontSize' }}>
        <Muted>{t('app.dashboard.notMeasured')}</Muted>
      </Box>
    )
  return (
    <Box
      component="ul"
      aria-label={title}
      sx={{ listStyle: 'none', m: 0, p: 4, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2.5 }}
    >
      {drawn.slice(0, SHOWN).map(({ key, label, to, value }) => (
        <Text component="li" key={key} size="body2">
          <Box sx={{ display: 'flex', gap: 3 }}>
            <Box sx={{ flex: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
              {to ? (
                <Link component={RouterLink} to={to} color="inherit">
                  {label}
                </Link>
              ) : (
                label
              )}
            </Box>
            <Box component="span" sx={{ flex: 'none', fontVariantNumeric: 'tabular-nums' }}>
              {measureText(value, measure, currency, locale)}
            </Box>
          </Box>
          <Box sx={{ mt: 0.5, height: 6, borderRadius: 3, bgcolor: (theme) => theme.colours.tones.neutral.ground }}>
            <Box
              sx={{
                height: '100%',
                borderRadius: 3,
                width: `${Math.max(0, Math.min(1, (value ?? 0) / top)) * 100}%`,
                bgcolor: 'primary.main',
              }}
            />
          </Box>
        </Text>
      ))}
    </Box>
  )
}
