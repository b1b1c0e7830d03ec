import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useEffect, useState } from 'react'
import type { Season } from '../../../../contract/entities/season'
import { addDays, today } from '../../../providers/format/dates'
import { lazyModule } from '../../../providers/lazyModule'
import { dayOf } from '../../../ui/addressValues'
import { DateBox } from '../../../ui/DateBox'
import { Muted } from '../../../ui/Muted'
import { onDemand } from '../../../ui/onDemand'
import { problemText } from '../../../ui/problemText'
import { useFormat } from '../../../ui/useFormat'
import { choiceKey } from '../../../kit/vocabularies'
import type { RuleDraft } from '../ruleSentence'
import { AffectedSales } from './AffectedSales'
import type { PreviewGridProps } from './PreviewGrid'
import { PREVIEW_DAYS, useAskedRule, usePreview } from './usePreview'

/** Height reserved while the grid loads. */
const GRID_HEIGHT = 300

const GridSkeleton = () => <Skeleton variant="rounded" height={GRID_HEIGHT} />

const GRID = lazyModule(async () => ({ default: (await import('./PreviewGrid')).PreviewGrid }))
const PreviewGrid = onDemand<PreviewGridProps>(GRID, GridSkeleton)

/** Prices by day with the current draft of the rule. */
export function PricePreview({ rule, seasons }: { rule: RuleDraft; seasons: readonly Season[] }) {
  const format = useFormat()
  const { t } = format
  // Preload the grid in parallel with the prices.
  useEffect(() => void GRID.fetch(), [])
  const [now] = useState(() => today(Date.now()))
  const [chosen, setChosen] = useState<string | null>(null)
  const from = chosen ?? firstDay(rule, seasons, now)
  const asked = useAskedRule(rule)
  const { data, error, isPlaceholderData } = usePreview(asked, from)
  const turn = (days: number) => setChosen(addDays(from, days))
  return (
    <Paper component="section" variant="outlined" aria-label={t('app.rule.preview')} sx={{ p: 4 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, mb: 3 }}>
        <Typography variant="h2" sx={{ flex: '1 1 160px' }}>
          {t('app.rule.preview')}
        </Typography>
        <Box sx={{ display: 'flex', gap: 2 }}>
          <Button variant="outlined" onClick={() => turn(-PREVIEW_DAYS)}>
            {t('app.rule.earlier')}
          </Button>
          <DateBox
            ariaLabel={t('app.rule.from')}
            value={from}
            onChange={(day) => dayOf(day) && setChosen(day)}
            sx={{ width: 196 }}
          />
          <Button variant="outlined" onClick={() => turn(PREVIEW_DAYS)}>
            {t('app.rule.later')}
          </Button>
        </Box>
      </Box>
      {error ? (
        <Alert severity="error">{problemText(error, format)}</Alert>
      ) : asked.rule === null ? (
        <Box sx={{ minHeight: GRID_HEIGHT }}>
          <Muted>{t('app.rule.tooLittle')}</Muted>
        </Box>
      ) : data === undefined ? (
        <GridSkeleton />
      ) : data.rows.length === 0 ? (
        <Box sx={{ minHeight: GRID_HEIGHT }}>
          <Muted>{t('app.rule.noWays')}</Muted>
        </Box>
      ) : (
        <Box aria-busy={isPlaceholderData} sx={{ opacity: isPlaceholderData ? 0.6 : 1, transition: 'opacity 120ms' }}>
          <PreviewGrid preview={data} asked={asked} />
          <Box sx={{ mt: 2, fontSize: 'caption.fontSize', color: 'text.secondary' }}>
            {t('app.rule.pricedFor', {
              count: data.assumed.party_size,
              category: t(choiceKey('passengerCategories', data.assumed.passenger_category)),
              time: data.assumed.depart_time,
              channel: t(choiceKey('channels', data.assumed.channel)),
              load: data.assumed.load_pct,
            })}
          </Box>
        </Box>
      )}
      {data && asked.rule !== null && <AffectedSales affected={data.affected} />}
    </Paper>
  )
}

/** Days shown before a rule begins, for comparison. */
const DAYS_BEFORE = 2

/** Returns the first day of a preview: shortly before the rule first applies, never before today. All `YYYY-MM-DD`. */
function firstDay(rule: RuleDraft, seasons: readonly Season[], today: string): string {
  const spans = seasons
    .flatMap(({ date_ranges }) => date_ranges)
    .filter(({ to }) => to >= today)
    .map(({ from }) => from)
    .sort()
  const starts = [rule.travel_date_from ?? '', spans[0] ?? ''].filter((day) => day > today).sort()
  const latest = starts.at(-1)
  const start = latest === undefined ? today : addDays(latest, -DAYS_BEFORE)
  return start > today ? start : today
}
