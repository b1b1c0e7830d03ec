import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'
import { useFormat } from '../../ui/useFormat'
import type { Bar } from './chartData'
import { measureText, valueOf, type Measure } from './sold'

const STEPS = [1, 2, 4, 5, 10]
const SMALLEST = 4

/** Returns the first round number from `most` up that is divisible by two: 7 → 10, 23 → 40, 310 → 400. */
function roundTop(most: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(most, SMALLEST)))
  const step = STEPS.find((candidate) => candidate * unit >= most && (candidate * unit) % 2 === 0) ?? 10
  return Math.max(SMALLEST, step * unit)
}

interface BarsProps {
  title: string
  bars: readonly Bar[]
  measure: Measure
  currency: string
}

const WIDTH = 560
const HEIGHT = 176
const BAR_MAX = 48
const PERCENT = 100

/** A bar for each day, the first at the line start: on the right in RTL languages. */
export function DayBars({ title, bars, measure, currency }: BarsProps) {
  const { locale } = useFormat()
  const { colours, direction } = useTheme()
  const values = bars.map(({ sold }) => valueOf(sold, measure, currency))
  const most = Math.max(0, ...values.map((value) => value ?? 0))
  const top = measure === 'occupancy' ? Math.min(1, roundTop(most * PERCENT) / PERCENT) : roundTop(most)
  const textOf = (value: number | null) => measureText(value, measure, currency, locale)
  const slot = WIDTH / bars.length
  const width = Math.min(BAR_MAX, slot * 0.72)
  const x = (index: number) => {
    const middle = slot * (index + 0.5)
    return (direction === 'rtl' ? WIDTH - middle : middle) - width / 2
  }
  return (
    <Box component="figure" sx={{ m: 0, p: 4, pb: 3, display: 'flex', flexDirection: 'column', height: '100%' }}>
      <Box
        sx={{
          flex: 1,
          minHeight: 0,
          display: 'grid',
          gridTemplate: '1fr auto / auto 1fr',
          columnGap: 2,
          rowGap: 2,
        }}
      >
        <Box
          aria-hidden
          sx={{
            display: 'flex',
            flexDirection: 'column',
            justifyContent: 'space-between',
            my: '-7px',
            fontSize: 'overline.fontSize',
            lineHeight: '14px',
            color: 'text.secondary',
            textAlign: 'right',
            fontVariantNumeric: 'tabular-nums',
          }}
        >
          {[top, top / 2, 0].map((value) => (
            <span key={value}>{textOf(value)}</span>
          ))}
        </Box>
        <Box
          component="svg"
          role="img"
          aria-label={`${title}: ${bars.map(({ label }, index) => `${label} ${textOf(values[index] ?? null)}`).join(', ')}`}
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          sx={{ width: '100%', height: '100%', minHeight: 0, overflow: 'visible' }}
        >
          {[0, 0.5, 1].map((share) => (
            <line
              key={share}
              x1={0}
              x2={WIDTH}
              y1={HEIGHT * share}
              y2={HEIGHT * share}
              stroke={colours.hairline}
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {bars.map(({ key, label, isBefore }, index) => {
            const value = values[index] ?? null
            const height = Math.min(1, (value ?? 0) / top) * HEIGHT
            return (
              <g key={key}>
                <rect
                  x={x(index)}
                  y={HEIGHT - height}
                  width={width}
                  height={height}
                  fill={colours.accent}
                  opacity={isBefore ? 0.35 : 1}
                />
                <rect x={x(index) - (slot - width) / 2} y={0} width={slot} height={HEIGHT} fill="transparent">
                  <title>{`${label}: ${textOf(value)}`}</title>
                </rect>
              </g>
            )
          })}
        </Box>
        <Dates bars={bars} />
      </Box>
    </Box>
  )
}

/** The first, middle and last date, below their bars. The outer two of many end where their bars end. */
function Dates({ bars }: Pick<BarsProps, 'bars'>) {
  const last = bars.length - 1
  const [isWide, share] = [bars.length > 2, PERCENT / bars.length]
  const middle = (index: number) => ({ insetInlineStart: `${(index + 0.5) * share}%`, transform: 'translateX(-50%)' })
  const place = (index: number) => {
    if (isWide && index === 0) return { insetInlineStart: 0 }
    return isWide && index === last ? { insetInlineEnd: 0 } : middle(index)
  }
  return (
    <Box aria-hidden sx={{ gridColumn: 2, position: 'relative', height: '14px', lineHeight: '14px' }}>
      {[...new Set([0, Math.floor(last / 2), last])].map((index) => (
        <Box
          component="span"
          key={index}
          sx={{
            position: 'absolute',
            whiteSpace: 'nowrap',
            fontSize: 'overline.fontSize',
            color: 'text.secondary',
            ...place(index),
          }}
        >
          {bars[index]?.label}
        </Box>
      ))}
    </Box>
  )
}
