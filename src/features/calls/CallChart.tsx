import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import type { ReactNode } from 'react'
import type { LogSummary } from '../../../contract/partner/logs'
import { dateFormat, numberFormat } from '../../providers/format/intl'
import { LineSkeleton } from '../../ui/LineSkeleton'
import { useFormat, type Format } from '../../ui/useFormat'
import { bucketsOf, type Bucket } from './buckets'
import { SecondaryText, Text } from '../../ui/Text'

const HEIGHT_PX = 88
/** Replaces the summary while it loads, so that the placeholder takes the same space. */
const EMPTY: LogSummary = { bucket: 'hour', points: [], throttled: 0, unrecorded: 0 }

interface CallChartProps {
  /** Undefined while loading. */
  summary: LogSummary | undefined
  hours: number
  now: number
}

/** Charts of calls, errors and response times, with the figures in a table below. */
export function CallChart({ summary: loaded, hours, now }: CallChartProps) {
  const format = useFormat()
  const { t, locale } = format
  const isLoading = loaded === undefined
  const summary = loaded ?? EMPTY
  const buckets = bucketsOf(summary, hours, now)
  const sum = (name: 'calls' | 'refused' | 'failed') => buckets.reduce((total, bucket) => total + bucket[name], 0)
  const count = (value: number) => numberFormat(locale).format(value)
  const most = Math.max(1, ...buckets.map(({ calls }) => calls))
  const slowest = Math.max(1, ...buckets.map(({ p95_ms }) => p95_ms))
  const figures = { calls: count(sum('calls')), refused: count(sum('refused')), failed: count(sum('failed')) }
  const onlyCounted = (['throttled', 'unrecorded'] as const).flatMap((name) =>
    summary[name] > 0 ? [t(`app.calls.${name}`, { calls: count(summary[name]) })] : [],
  )
  return (
    <Paper variant="outlined" sx={{ p: 4, display: 'grid', gap: 3 }}>
      <Box
        sx={{
          display: 'grid',
          gap: 6,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 1fr)' },
        }}
      >
        <Figure
          isLoading={isLoading}
          title={t('app.calls.chart')}
          text={[t('app.calls.chartText', figures), ...onlyCounted].join(' · ')}
        >
          {buckets.map((bucket) => (
            <Bar key={bucket.at} title={bucketText(bucket, summary, format)}>
              <Part value={bucket.failed / most} colour="danger" />
              <Part value={bucket.refused / most} colour="warning" />
              <Part value={(bucket.calls - bucket.refused - bucket.failed) / most} colour="info" />
            </Bar>
          ))}
        </Figure>
        <Figure
          isLoading={isLoading}
          title={t('app.calls.latency')}
          text={t('app.calls.latencyText', { most: count(Math.max(0, ...buckets.map(({ p95_ms }) => p95_ms))) })}
        >
          {buckets.map((bucket) => (
            <Bar key={bucket.at} title={bucketText(bucket, summary, format)}>
              <Part value={(bucket.p95_ms - bucket.p50_ms) / slowest} colour="neutral" />
              <Part value={bucket.p50_ms / slowest} colour="info" />
            </Bar>
          ))}
        </Figure>
      </Box>
      <Text component="details" size="body2">
        <Box component="summary" sx={{ cursor: 'pointer', color: 'text.secondary' }}>
          {t('app.calls.table')}
        </Box>
        <BucketTable summary={summary} format={format} />
      </Text>
    </Paper>
  )
}

interface FigureProps {
  isLoading: boolean
  title: string
  text: string
  children: ReactNode
}

function Figure({ isLoading, title, text, children }: FigureProps) {
  return (
    <Box component="figure" sx={{ m: 0, minWidth: 0 }}>
      <Box
        component="figcaption"
        sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, mb: 2, fontSize: 'body2.fontSize' }}
      >
        <Text component="span" weight="bold">
          {title}
        </Text>
        <SecondaryText component="span">{isLoading ? <LineSkeleton>{text}</LineSkeleton> : text}</SecondaryText>
      </Box>
      <Box
        role="img"
        aria-label={isLoading ? title : `${title}: ${text}`}
        aria-busy={isLoading}
        sx={{
          display: 'flex',
          alignItems: 'flex-end',
          gap: '2px',
          height: HEIGHT_PX,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        {children}
      </Box>
    </Box>
  )
}

const Bar = ({ title, children }: { title: string; children: ReactNode }) => (
  <Box
    title={title}
    sx={{ flex: 1, height: '100%', display: 'flex', flexDirection: 'column', justifyContent: 'flex-end' }}
  >
    {children}
  </Box>
)

const Part = ({ value, colour }: { value: number; colour: 'danger' | 'warning' | 'info' | 'neutral' }) => (
  <Box
    sx={{
      flex: 'none',
      height: `${value * 100}%`,
      minHeight: value > 0 ? 2 : 0,
      opacity: colour === 'neutral' ? 0.4 : 1,
      bgcolor: (theme) => theme.colours.tones[colour].ink,
    }}
  />
)

const timeText = (at: string, { bucket }: LogSummary, locale: string) =>
  dateFormat(locale, {
    day: 'numeric',
    month: 'short',
    ...(bucket === 'hour' ? { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } : { timeZone: 'UTC' }),
  }).format(new Date(at))

const bucketText = (bucket: Bucket, summary: LogSummary, { t, locale }: Format) =>
  `${timeText(bucket.at, summary, locale)}: ${t('app.calls.chartText', { calls: bucket.calls, refused: bucket.refused, failed: bucket.failed })}`

const COLUMNS = ['calls', 'refused', 'failed', 'p50_ms', 'p95_ms'] as const

function BucketTable({ summary, format: { t, locale } }: { summary: LogSummary; format: Format }) {
  return (
    <Box sx={{ overflowX: 'auto', maxHeight: 280 }} tabIndex={0} role="region" aria-label={t('app.calls.table')}>
      <Box
        component="table"
        sx={{
          width: '100%',
          mt: 2,
          borderCollapse: 'collapse',
          '& th, & td': { py: 1, textAlign: 'right', fontWeight: 400 },
          '& th:first-of-type': { textAlign: 'left' },
        }}
      >
        <thead>
          <tr>
            <th scope="col">{t('app.calls.when')}</th>
            {COLUMNS.map((name) => (
              <th key={name} scope="col">
                {t(`app.calls.figure.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {summary.points.map((point) => (
            <tr key={point.at}>
              <th scope="row">{timeText(point.at, summary, locale)}</th>
              {COLUMNS.map((name) => (
                <td key={name}>{numberFormat(locale).format(point[name])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  )
}
