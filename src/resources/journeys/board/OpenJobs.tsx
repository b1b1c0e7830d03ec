import { memo, type RefObject } from 'react'
import { useTranslate } from 'react-admin'
import type { BoardModel } from './boardModel'
import { OpenLine, type Axis } from './Lines'
import { OPEN_LINES, ROW_PX } from './timelineStyles'
import { OPEN_ROW } from './useDrag'
import { useWindow } from './useWindow'

interface OpenJobsProps {
  model: BoardModel
  axis: Axis
  /** Scroll container of the lines, separate from the board. */
  pane: RefObject<HTMLDivElement | null>
  selected: string | null
  dragged: string | null
}

/** Unassigned jobs, above the lanes. */
export const OpenJobs = memo(function OpenJobs({ model, axis, pane, selected, dragged }: OpenJobsProps) {
  const t = useTranslate()
  const { first, last } = useWindow(pane, ROW_PX)
  const { by, open, openCount, names } = model
  const label = t('app.board.open', { smart_count: openCount })
  const height = open.length * ROW_PX
  /** Returns the id if the job is on this line. */
  const here = (id: string | null, line: number) => {
    const found = id === null ? undefined : model.barOf.get(id)
    return found?.lane === null && found.line === line ? id : null
  }
  return (
    <div className="open" data-row={OPEN_ROW}>
      <div className="openHead">
        <div className="name">{label}</div>
      </div>
      <div
        ref={pane}
        role="rowgroup"
        tabIndex={0}
        aria-label={label}
        className="openLines"
        style={{ height: Math.min(height, OPEN_LINES * ROW_PX) }}
      >
        <div style={{ height }}>
          {open.slice(first, last).map((bars, index) => (
            <OpenLine
              key={first + index}
              bars={bars}
              index={first + index}
              axis={axis}
              by={by}
              names={names}
              selected={here(selected, first + index)}
              dragged={here(dragged, first + index)}
            />
          ))}
        </div>
      </div>
    </div>
  )
})
