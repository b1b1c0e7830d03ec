import DownIcon from '@mui/icons-material/ArrowDownward'
import UpIcon from '@mui/icons-material/ArrowUpward'
import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import type { Figures } from '../../../contract/operations/dashboard-figures'
import { formatDate } from '../../providers/format/dates'
import { numberFormat } from '../../providers/format/intl'
import { formatMoney } from '../../providers/format/money'
import { useFormat } from '../../ui/useFormat'
import { changeOf, mainCurrency, MEASURES, measureText, pointsOf, valueOf, type Measure } from './sold'
import { SecondaryText, Text } from '../../ui/Text'

const TILE_PX = 118
/** Limits of displayed changes, as shares: smaller ones round to 0 %, larger ones are not meaningful. */
const SMALLEST_CHANGE = 0.005
const LARGEST_CHANGE = 10

/** Sales of the range, compared to the same weekdays before. @param figures undefined while loading */
export function KeyFigures({ figures }: { figures: Figures | undefined }) {
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr 1fr', lg: 'repeat(4, 1fr)' }, gap: 4 }}>
      {MEASURES.map((measure) =>
        figures ? (
          <Tile key={measure} measure={measure} figures={figures} />
        ) : (
          <Skeleton key={measure} variant="rounded" height={TILE_PX} />
        ),
      )}
    </Box>
  )
}

function Tile({ measure, figures }: { measure: Measure; figures: Figures }) {
  const { t, locale } = useFormat()
  const { now, before, from, to } = figures
  const currency = mainCurrency(now, before)
  const [value, past] = [valueOf(now, measure, currency), valueOf(before, measure, currency)]
  const others = measure === 'revenue' ? now.revenue.filter((part) => part.currency !== currency) : []
  const pastText = measureText(past, measure, currency, locale)
  // An unfinished day has sold less than a whole one.
  const isComparable = from !== to || measure === 'occupancy'
  const day = formatDate(figures.before_to, locale, { weekday: 'short', day: 'numeric', month: 'short' })
  return (
    <Paper variant="outlined" sx={{ p: { xs: 3, sm: 4 }, minHeight: TILE_PX, minWidth: 0 }}>
      <SecondaryText size="body2">{t(`app.dashboard.measure.${measure}`)}</SecondaryText>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          columnGap: 2,
          fontSize: { xs: 20, sm: 26 },
          fontWeight: 600,
          lineHeight: 1.4,
          letterSpacing: '-0.02em',
          fontVariantNumeric: 'tabular-nums',
        }}
      >
        {measureText(value, measure, currency, locale)}
        {isComparable && <Change measure={measure} value={value} past={past} />}
      </Box>
      {others.map((part) => (
        <Text key={part.currency} size="body2">
          {formatMoney(part.amount_minor, part.currency, locale)}
        </Text>
      ))}
      <SecondaryText size="caption">
        {from === to
          ? t('app.dashboard.beforeDay', { value: pastText, day })
          : t('app.dashboard.beforeDays', { value: pastText })}
      </SecondaryText>
    </Paper>
  )
}

interface ChangeProps {
  measure: Measure
  value: number | null
  past: number | null
}

/** A rise or fall as arrow and percentage; that of a share in percentage points. */
function Change({ measure, value, past }: ChangeProps) {
  const { t, locale } = useFormat()
  const isShare = measure === 'occupancy'
  const change = isShare ? pointsOf(value, past) : changeOf(value, past)
  if (change === null || Math.abs(change) < SMALLEST_CHANGE || change > LARGEST_CHANGE) return null
  const isGood = measure !== 'cancellations'
  const sign = { maximumFractionDigits: 0, signDisplay: 'always' } as const
  const tone = change > 0 === isGood ? 'success' : 'danger'
  const Arrow = change > 0 ? UpIcon : DownIcon
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.5,
        px: 1.5,
        borderRadius: 4,
        fontSize: 'caption.fontSize',
        fontWeight: 550,
        lineHeight: '20px',
        letterSpacing: 0,
        color: (theme) => theme.colours.tones[tone].ink,
        bgcolor: (theme) => theme.colours.tones[tone].ground,
      }}
    >
      <Arrow aria-hidden sx={{ fontSize: 'body2.fontSize' }} />
      {isShare
        ? t('app.dashboard.points', { number: numberFormat(locale, sign).format(change * 100) })
        : numberFormat(locale, { ...sign, style: 'percent' }).format(change)}
    </Box>
  )
}
