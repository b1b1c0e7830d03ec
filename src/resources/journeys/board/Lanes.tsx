import { memo, type RefObject } from 'react'
import { conflictOf, type Bar, type BoardModel } from './boardModel'
import { LaneLine, LaneName, type Axis } from './Lines'
import { LABEL_PX, ROW_PX } from './timelineStyles'
import { useWindow } from './useWindow'

interface LanesProps {
  model: BoardModel
  axis: Axis
  scroller: RefObject<HTMLElement | null>
  selected: string | null
  dragged: string | null
  /** Jobs that the plan assigns, by row. */
  ghosts: ReadonlyMap<string, readonly Bar[]>
  /** Position of the current time on the axis, in px; null = not in view. */
  nowAt: number | null
}

/** The visible lanes, each a vehicle or driver, with one column of their names. */
export const Lanes = memo(function Lanes({ model, axis, scroller, selected, dragged, ghosts, nowAt }: LanesProps) {
  const { first, last } = useWindow(scroller, ROW_PX)
  const { by, lanes, names } = model
  const chosen = selected === null ? undefined : model.barOf.get(selected)
  const moved = dragged === null ? undefined : model.barOf.get(dragged)
  const inSight = lanes.slice(first, last)
  return (
    <div className="lanes" style={{ height: lanes.length * ROW_PX }}>
      <div className="names" aria-hidden>
        {inSight.map((lane, index) => (
          <LaneName key={lane.row.id} lane={lane} index={first + index} by={by} names={names} />
        ))}
      </div>
      <div className="lines">
        {inSight.map((lane, index) => (
          <LaneLine
            key={lane.row.id}
            lane={lane}
            index={first + index}
            axis={axis}
            by={by}
            names={names}
            ghosts={ghosts.get(lane.row.id)}
            selected={chosen?.lane === lane ? selected : null}
            dragged={moved?.lane === lane ? dragged : null}
            verdict={moved && (conflictOf(model, moved.bar, lane) === null ? 'fits' : 'conflict')}
          />
        ))}
      </div>
      {nowAt !== null && <span className="now" aria-hidden style={{ insetInlineStart: LABEL_PX + nowAt }} />}
    </div>
  )
})
