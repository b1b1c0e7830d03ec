import { memo, type CSSProperties } from 'react'
import type { ToneName } from '../../../ui/theme/palette'
import { useFormat } from '../../../ui/useFormat'
import type { Bar, Block, Lane } from './boardModel'
import { barText, blockText, clock, shortLabel } from './boardText'
import { ROW_PX } from './timelineStyles'
import type { BoardBy, BoardJob } from '../../../../contract/operations/board'

/** The time axis: where an instant lies on it. */
export interface Axis {
  /** Of the span in sight, in ms. */
  from: number
  to: number
  /** IANA zone of the clock on it. */
  zone: string
  pxPerMs: number
}

/** Id of the element that shows a job. */
export const barId = (jobId: string) => `board-job-${jobId}`

const TONES: Partial<Record<BoardJob['status'], ToneName>> = {
  completed: 'neutral',
  in_progress: 'info',
  boarding: 'info',
  boarded: 'info',
  draft: 'neutral',
  pending: 'warning',
}
/** Bars that are wide enough carry their name and time. */
const NAMED_PX = 34
const TIMED_PX = 96

const CHARACTER_PX = 7
const BESIDE_TEXT_PX = 8

/**
 * What is written on a bar; it reads from left to right in every language, whatever stands around it. Cut here, since bars
 * that clip their text have the browser keep a clip for each.
 */
function writingOn(width: number, time: string, label: string): string {
  if (width <= NAMED_PX) return ''
  const text = width > TIMED_PX ? `${time} ${label}` : label
  const room = Math.floor((width - BESIDE_TEXT_PX) / CHARACTER_PX)
  return `\u2066${text.length > room ? `${text.slice(0, room - 1)}…` : text}\u2069`
}

interface BarsProps {
  bars: readonly Bar[]
  blocks: readonly Block[]
  axis: Axis
  by: BoardBy
  /** Of the row. */
  name: string | null
  /** Ids of jobs of this line; null while the chosen or the dragged one lies elsewhere. */
  selected: string | null
  dragged: string | null
}

/** One element for each: hundreds are in sight, so what a bar tells of load and lateness is painted on its ground. */
const Bars = memo(function Bars({ bars, blocks, axis, by, name, selected, dragged }: BarsProps) {
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
        const { job, from, to } = bar
        const at = place(from, to)
        const text = barText(bar, name, zone, format)
        return (
          <div
            key={job.id}
            id={barId(job.id)}
            role="gridcell"
            className="bar"
            data-job={job.id}
            data-tone={toneOf(bar, name === null)}
            data-selected={selected === job.id ? '' : undefined}
            data-dragged={dragged === job.id ? '' : undefined}
            aria-selected={selected === job.id}
            aria-label={text}
            title={text}
            style={{ ...at, ...groundOf(bar, pxPerMs) }}
          >
            {writingOn(at.width, clock(from, zone, format), shortLabel(job.label))}
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

/** How far the parts of a bar's ground reach, in px: see `.bar` in timelineStyles. */
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
  verdict: 'fits' | 'conflict' | undefined
}

/** What a vehicle or driver does. */
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
}

/** The name beside a line, for the eye: lines carry theirs themselves. */
export const LaneName = memo(function LaneName({ lane: { row }, index, by }: LaneNameProps) {
  return (
    <div
      className="name"
      data-row={row.id}
      data-idle={row.is_active ? undefined : ''}
      title={`${row.label} · ${row.detail}`}
      style={{ top: index * ROW_PX }}
    >
      <b dir={by === 'vehicle' ? 'ltr' : 'auto'}>{row.label}</b>
      <small dir="ltr">{row.detail}</small>
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
}

const NO_BLOCKS: readonly Block[] = []

/** Jobs without. */
export const OpenLine = memo(function OpenLine({ index, ...rest }: OpenLineProps) {
  return (
    <div role="row" className="line" style={{ top: index * ROW_PX }}>
      <Bars {...rest} blocks={NO_BLOCKS} name={null} />
    </div>
  )
})
