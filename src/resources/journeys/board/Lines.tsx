import { memo, type CSSProperties } from 'react'
import type { ToneName } from '../../../ui/theme/palette'
import { isolate } from '../../../providers/format/bidi'
import { useFormat } from '../../../ui/useFormat'
import { otherOf, type Bar, type Block, type BoardModel, type Lane } from './boardModel'
import { barText, blockText, clock, emptyText, shortLabel, shortName, writingOn } from './boardText'
import { ROW_PX } from './timelineStyles'
import type { BoardBy, BoardJob } from '../../../../contract/operations/board'
import { EMPTY_RUN_KMH } from '../../../../contract/core/limits/dispatch'

/** Time axis: maps instants to positions. */
export interface Axis {
  /** Start of the visible span, in ms. */
  from: number
  to: number
  /** IANA time zone of the displayed times. */
  zone: string
  pxPerMs: number
}

export const barId = (jobId: string) => `board-job-${jobId}`

const TONES: Partial<Record<BoardJob['status'], ToneName>> = {
  completed: 'neutral',
  in_progress: 'info',
  boarding: 'info',
  boarded: 'info',
  draft: 'neutral',
  pending: 'warning',
}
/** Maximum displayed duration of an empty run. */
const RUN_MS = 5_400_000
const MS_PER_KM = 3_600_000 / EMPTY_RUN_KMH

interface BarsProps {
  bars: readonly Bar[]
  blocks: readonly Block[]
  axis: Axis
  by: BoardBy
  /** Name of the row. */
  name: string | null
  /** Ids of jobs on this line; null while the selected or dragged job is on another line. */
  selected: string | null
  dragged: string | null
  /** Jobs that the plan assigns to the row. */
  ghosts?: readonly Bar[] | undefined
  names: BoardModel['names']
}

/** One element per bar: with hundreds in view, load and lateness are painted as its background. */
const Bars = memo(function Bars({ bars, blocks, axis, by, name, selected, dragged, ghosts, names }: BarsProps) {
  const format = useFormat()
  const { zone, pxPerMs } = axis
  const place = (from: number, to: number) => {
    const [start, end] = [Math.max(axis.from, from), Math.min(axis.to, to)]
    return { insetInlineStart: (start - axis.from) * pxPerMs, width: Math.max(6, (end - start) * pxPerMs - 1) }
  }
  const isInSight = (one: { from: number; to: number }) => one.from < axis.to && one.to > axis.from
  return (
    <>
      {blocks.filter(isInSight).map((block) => {
        const text = blockText(block, by, format)
        const span = `${clock(block.from, zone, format)} – ${clock(block.to, zone, format)}`
        return (
          <div
            key={block.key}
            role="gridcell"
            className="block"
            data-kind={block.kind}
            aria-label={`${text}, ${span}`}
            title={`${text}, ${span}`}
            style={place(block.from, block.to)}
          >
            <span>{text}</span>
          </div>
        )
      })}
      {bars.filter(isInSight).map((bar) => {
        const { job, from, done, to } = bar
        const at = place(from, to)
        const other = otherOf(job, by, names)?.label ?? null
        const text = barText(bar, name, other, zone, format)
        return (
          <div
            key={job.id}
            id={barId(job.id)}
            role="gridcell"
            className="bar"
            data-job={job.id}
            data-ends={job.source === 'journey' && job.status !== 'completed' ? '' : undefined}
            data-tone={toneOf(bar, name === null)}
            data-selected={selected === job.id ? '' : undefined}
            data-dragged={dragged === job.id ? '' : undefined}
            aria-selected={selected === job.id}
            aria-label={text}
            style={{ ...at, ...groundOf(bar, pxPerMs) }}
          >
            {writingOn(
              at.width - Math.max(0, Math.min(axis.to, to) - Math.max(done, axis.from)) * pxPerMs,
              clock(from, zone, format),
              shortLabel(job.label),
              other === null || by === 'driver' ? (other ?? '') : shortName(other),
            )}
          </div>
        )
      })}
      {bars
        .filter((bar) => bar.emptyKm > 0 && isInSight({ from: bar.from - RUN_MS, to: bar.from }))
        .map((bar) => (
          <span
            key={`${bar.job.id} empty`}
            aria-hidden
            className="run"
            data-tight={bar.isTight ? '' : undefined}
            title={emptyText(bar.emptyKm, format)}
            style={place(bar.from - Math.min(RUN_MS, bar.emptyKm * MS_PER_KM), bar.from)}
          />
        ))}
      {ghosts?.filter(isInSight).map((bar) => {
        const at = place(bar.from, bar.to)
        const time = clock(bar.from, zone, format)
        return (
          <div
            key={`${bar.job.id} ghost`}
            role="gridcell"
            className="ghost"
            data-suggested={bar.job.id}
            aria-label={format.t('app.board.plan.ghost', { job: `${time} ${shortLabel(bar.job.label)}`, name })}
            style={at}
          >
            {writingOn(at.width, time, shortLabel(bar.job.label))}
          </div>
        )
      })}
    </>
  )
})

function toneOf({ isClash, job }: Bar, isOpenLine: boolean): ToneName {
  if (isClash) return 'danger'
  if (job.delay_min > 0) return 'warning'
  return TONES[job.status] ?? (isOpenLine ? 'warning' : 'accent')
}

/** Returns the widths of a bar's background layers in px; see `.bar` in timelineStyles. */
function groundOf({ job, from, planned, done, to }: Bar, pxPerMs: number): CSSProperties {
  const load = job.capacity > 0 ? Math.min(1, job.seats_taken / job.capacity) : 0
  const parts: Record<`--${string}`, string> = {
    '--load': `${load * (done - from) * pxPerMs}px`,
    ...(to > done && { '--turnaround': `${(to - done) * pxPerMs}px` }),
    ...(done > planned && {
      '--planned': `${(planned - from) * pxPerMs}px`,
      '--lateness': `${(done - planned) * pxPerMs}px`,
    }),
  }
  return parts
}

interface LaneLineProps {
  lane: Lane
  index: number
  axis: Axis
  by: BoardBy
  selected: string | null
  dragged: string | null
  ghosts: readonly Bar[] | undefined
  names: BoardModel['names']
  verdict: 'fits' | 'conflict' | undefined
}

/** Jobs and blocks of a vehicle or driver. */
export const LaneLine = memo(function LaneLine({ lane, index, verdict, ...rest }: LaneLineProps) {
  const { row, bars, blocks } = lane
  return (
    <div
      role="row"
      aria-rowindex={index + 1}
      className="line"
      data-row={row.id}
      data-verdict={verdict}
      style={{ top: index * ROW_PX }}
    >
      <div role="rowheader" className="heard">{`${row.label} · ${row.detail}`}</div>
      <Bars {...rest} bars={bars} blocks={blocks} name={row.label} />
    </div>
  )
})

interface LaneNameProps {
  lane: Lane
  index: number
  by: BoardBy
  names: BoardModel['names']
}

/** Returns the drivers of a vehicle, or the vehicles of a driver, on the displayed days. */
const crewOf = ({ bars }: Lane, by: BoardBy, names: BoardModel['names']): string[] => [
  ...new Set(bars.flatMap(({ job }) => otherOf(job, by, names)?.label ?? [])),
]

/** Visual row label; screen readers get the name from the line itself. */
export const LaneName = memo(function LaneName({ lane, index, by, names }: LaneNameProps) {
  const { row } = lane
  const crew = crewOf(lane, by, names)
  const beside = [row.detail, ...crew.map(by === 'vehicle' ? shortName : String)].join(' · ')
  return (
    <div
      className="name"
      data-row={row.id}
      data-idle={row.is_active ? undefined : ''}
      title={[row.label, row.detail, ...crew].map(isolate).join(' · ')}
      style={{ top: index * ROW_PX }}
    >
      <b dir={by === 'vehicle' ? 'ltr' : 'auto'}>{row.label}</b>
      <small dir="ltr">{beside}</small>
    </div>
  )
})

interface OpenLineProps {
  bars: readonly Bar[]
  index: number
  axis: Axis
  by: BoardBy
  selected: string | null
  dragged: string | null
  names: BoardModel['names']
}

const NO_BLOCKS: readonly Block[] = []

/** A line of unassigned jobs. */
export const OpenLine = memo(function OpenLine({ index, ...rest }: OpenLineProps) {
  return (
    <div role="row" className="line" style={{ top: index * ROW_PX }}>
      <Bars {...rest} blocks={NO_BLOCKS} name={null} />
    </div>
  )
})
