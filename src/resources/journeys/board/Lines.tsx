import { memo } from 'react'
import type { ToneName } from '../../../theme/palette'
import { useFormat } from '../../../ui/useFormat'
import type { Bar, Block, Lane } from './boardModel'
import { barText, blockText, clock, shortLabel } from './boardText'
import { ROW_PX } from './timelineLooks'
import type { BoardBy, BoardJob } from '../../../../contract/board'

/** The time axis: where an instant lies on it. */
export interface Axis {
  /** Of the span in sight, in ms. */
  from: number
  to: number
  /** IANA zone of the clock on it. */
  zone: string
  pxPerMs: number
}

/** What is drawn of the axis, in ms. */
interface Stretch {
  from: number
  to: number
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

interface BarsProps {
  bars: readonly Bar[]
  blocks: readonly Block[]
  axis: Axis
  stretch: Stretch
  by: BoardBy
  name: string | null
  selected: string | null
  dragged: string | null
  isOpenLine: boolean
}

function Bars({ bars, blocks, axis, stretch, by, name, selected, dragged, isOpenLine }: BarsProps) {
  const format = useFormat()
  const { zone, pxPerMs } = axis
  const place = (from: number, to: number) => {
    const [start, end] = [Math.max(axis.from, from), Math.min(axis.to, to)]
    return { insetInlineStart: (start - axis.from) * pxPerMs, width: Math.max(6, (end - start) * pxPerMs - 1) }
  }
  const isInSight = (one: { from: number; to: number }) => one.from < stretch.to && one.to > stretch.from
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
        const { job, from, planned, done, to, isClash } = bar
        const at = place(from, to)
        const text = barText(bar, name, zone, format)
        const tone = isClash ? 'danger' : job.delay_min > 0 ? 'warning' : (TONES[job.status] ?? 'accent')
        return (
          <div
            key={job.id}
            id={barId(job.id)}
            role="gridcell"
            className="bar"
            data-job={job.id}
            data-tone={isOpenLine && tone === 'accent' ? 'warning' : tone}
            data-selected={selected === job.id ? '' : undefined}
            data-dragged={dragged === job.id ? '' : undefined}
            aria-selected={selected === job.id}
            aria-label={text}
            title={text}
            style={at}
          >
            {to > done && <i className="tail" style={{ width: (to - done) * pxPerMs }} />}
            {done > planned && (
              <i
                className="lateness"
                style={{ insetInlineStart: (planned - from) * pxPerMs, width: (done - planned) * pxPerMs }}
              />
            )}
            {job.capacity > 0 && job.seats_taken > 0 && (
              <i
                className="fill"
                style={{ width: Math.min(1, job.seats_taken / job.capacity) * (done - from) * pxPerMs }}
              />
            )}
            {at.width > NAMED_PX && (
              <bdi dir="ltr">
                {at.width > TIMED_PX ? `${clock(from, zone, format)} ` : ''}
                {shortLabel(job.label)}
              </bdi>
            )}
          </div>
        )
      })}
    </>
  )
}

interface LaneLineProps {
  lane: Lane
  index: number
  axis: Axis
  stretch: Stretch
  by: BoardBy
  selected: string | null
  dragged: string | null
  verdict: 'fits' | 'conflict' | undefined
}

/** A vehicle or driver and what it does. */
export const LaneLine = memo(function LaneLine({ lane, index, verdict, ...rest }: LaneLineProps) {
  const { row, bars, blocks } = lane
  return (
    <div
      role="row"
      aria-rowindex={index + 1}
      className="line"
      data-row={row.id}
      data-verdict={verdict}
      data-idle={row.is_active ? undefined : ''}
      style={{ top: index * ROW_PX }}
    >
      <div role="rowheader" className="name" title={`${row.label} · ${row.detail}`}>
        <b dir={rest.by === 'vehicle' ? 'ltr' : 'auto'}>{row.label}</b>
        <small dir="ltr">{row.detail}</small>
      </div>
      <div className="track">
        <Bars {...rest} bars={bars} blocks={blocks} name={row.label} isOpenLine={false} />
      </div>
    </div>
  )
})

interface OpenLineProps {
  bars: readonly Bar[]
  index: number
  axis: Axis
  stretch: Stretch
  by: BoardBy
  selected: string | null
  dragged: string | null
}

const NO_BLOCKS: readonly Block[] = []

/** Jobs without. */
export const OpenLine = memo(function OpenLine({ bars, index, ...rest }: OpenLineProps) {
  return (
    <div role="row" className="line" data-row="open" style={{ top: index * ROW_PX }}>
      <div className="name" role="presentation" style={{ border: 0, background: 'transparent' }} />
      <div className="track">
        <Bars {...rest} bars={bars} blocks={NO_BLOCKS} name={null} isOpenLine />
      </div>
    </div>
  )
})
