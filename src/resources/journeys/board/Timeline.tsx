import Box from '@mui/material/Box'
import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useFormat } from '../../../ui/useFormat'
import { conflictOf, isOpen, stepFrom, type Bar, type BoardModel, type Step } from './boardModel'
import { conflictText } from './boardText'
import { Lanes } from './Lanes'
import { barId, type Axis } from './Lines'
import { OpenJobs } from './OpenJobs'
import { TimeAxis } from './TimeAxis'
import { AXIS_PX, ghostStyles, LABEL_PX, ROW_PX, timelineStyles } from './timelineStyles'
import type { BoardState, Range } from './useBoardState'
import { OPEN_ROW, useDrag } from './useDrag'

const HOUR_MS = 3_600_000
const HOUR_PX: Record<Range, number> = { day: 64, week: 14 }
const LOOK_AGAIN_MS = 60_000

interface TimelineProps {
  model: BoardModel
  state: BoardState
  mayEdit: boolean
  onGive: (bar: Bar, rowId: string | null) => void
  /** Opens the list of those who could take the job. */
  onAsk: (bar: Bar) => void
}

/** Vehicles or drivers across a day or a week; only what is in sight is drawn. */
export function Timeline({ model, state, mayEdit, onGive, onAsk }: TimelineProps) {
  const format = useFormat()
  const { t, locale } = format
  const { zone, from, to, range, selected, set } = state
  const scroller = useRef<HTMLDivElement>(null)
  const pane = useRef<HTMLDivElement>(null)
  const ghost = useRef<HTMLDivElement>(null)
  const now = useMinute()
  const axis = useMemo<Axis>(() => ({ from, to, zone, pxPerMs: HOUR_PX[range] / HOUR_MS }), [from, to, zone, range])
  const width = LABEL_PX + (to - from) * axis.pxPerMs
  const laneOf = (id: string) => model.lanes.find(({ row }) => row.id === id)
  const { dragged, onPointerDown } = useDrag({
    scroller,
    ghost,
    mayMove: (id) => {
      const found = model.barOf.get(id)
      return mayEdit && found !== undefined && isOpen(found.bar.job)
    },
    verdict: (id, rowId) => {
      const bar = model.barOf.get(id)?.bar
      const lane = laneOf(rowId)
      if (!bar || !lane) return { name: t('app.board.unassigned'), reason: null }
      const conflict = conflictOf(model, bar, lane)
      const reason = conflict && conflictText(conflict, lane.row, model.by, zone, format)
      return { name: lane.row.label, reason }
    },
    onDrop: (id, rowId) => {
      const bar = model.barOf.get(id)?.bar
      if (bar) onGive(bar, rowId === OPEN_ROW ? null : rowId)
    },
  })

  const reveal = useCallback(
    (id: string) => {
      const found = model.barOf.get(id)
      const area = scroller.current
      if (!found || !area) return
      const vertical = found.lane ? area : pane.current
      const head = found.lane ? AXIS_PX + (pane.current?.parentElement?.offsetHeight ?? 0) : 0
      if (vertical) bringIn(vertical, found.line * ROW_PX, ROW_PX, head)
      const x = (found.bar.from - from) * axis.pxPerMs
      const sign = getComputedStyle(area).direction === 'rtl' ? -1 : 1
      const at = Math.abs(area.scrollLeft)
      if (x < at || x + 80 > at + area.clientWidth - LABEL_PX) area.scrollLeft = sign * Math.max(0, x - 80)
    },
    [model, from, axis],
  )
  // The board opens where work is: at the chosen job, else at the present.
  const isFirst = useRef(true)
  useEffect(() => {
    if (!isFirst.current || !scroller.current) return
    isFirst.current = false
    if (selected !== null) reveal(selected)
    else if (now > from && now < to) {
      const sign = getComputedStyle(scroller.current).direction === 'rtl' ? -1 : 1
      scroller.current.scrollLeft = sign * Math.max(0, (now - HOUR_MS - from) * axis.pxPerMs)
    }
  }, [selected, reveal, now, from, to, axis])

  const choose = (id: string | null) => {
    set({ job: id })
    if (id !== null) reveal(id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const bar = selected === null ? undefined : model.barOf.get(selected)?.bar
    const step = stepOf(event.key, getComputedStyle(event.currentTarget).direction === 'rtl')
    if (step) {
      const next = stepFrom(model, selected, step)
      if (next) choose(next.job.id)
    } else if ((event.key === 'Enter' || event.key === 'm') && bar) onAsk(bar)
    else if (event.key === 'Delete' && bar && mayEdit && isOpen(bar.job)) onGive(bar, null)
    else if (event.key === 'Escape' && bar) choose(null)
    else return
    event.preventDefault()
  }
  const nowAt = now > from && now < to ? (now - from) * axis.pxPerMs : null
  return (
    <Box
      ref={scroller}
      role="grid"
      tabIndex={0}
      aria-label={t(`app.board.grid.${model.by}`)}
      aria-rowcount={model.lanes.length}
      aria-activedescendant={selected !== null && model.barOf.has(selected) ? barId(selected) : undefined}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onClick={(event) => {
        const id = (event.target as HTMLElement).closest<HTMLElement>('[data-job]')?.dataset['job']
        if (id !== undefined) set({ job: id })
      }}
      onDoubleClick={(event) => {
        const id = (event.target as HTMLElement).closest<HTMLElement>('[data-job]')?.dataset['job']
        const bar = id === undefined ? undefined : model.barOf.get(id)?.bar
        if (bar) onAsk(bar)
      }}
      sx={timelineStyles}
      style={{ height: 'max(360px, calc(100dvh - 380px))', cursor: dragged === null ? undefined : 'grabbing' }}
    >
      <div style={{ width, minWidth: '100%' }}>
        <TimeAxis axis={axis} range={range} days={state.days.join(',')} locale={locale} nowAt={nowAt} />
        <OpenJobs model={model} axis={axis} pane={pane} selected={selected} dragged={dragged} />
        <Lanes model={model} axis={axis} scroller={scroller} selected={selected} dragged={dragged} nowAt={nowAt} />
      </div>
      <Box ref={ghost} aria-hidden sx={ghostStyles} style={{ display: dragged === null ? 'none' : 'block' }}>
        <b />
        <span />
      </Box>
    </Box>
  )
}

/** Time runs the way that lines are read. */
function stepOf(key: string, isRtl: boolean): Step | undefined {
  const steps: Record<string, Step> = {
    ArrowRight: isRtl ? 'earlier' : 'later',
    ArrowLeft: isRtl ? 'later' : 'earlier',
    ArrowUp: 'up',
    ArrowDown: 'down',
    Home: 'first',
    End: 'last',
  }
  return steps[key]
}

/** Scrolls so that a line is in sight below what stands above it. */
function bringIn(area: HTMLElement, top: number, height: number, head: number): void {
  if (top < area.scrollTop) area.scrollTop = top
  else if (top + height > area.scrollTop + area.clientHeight - head)
    area.scrollTop = top + height - area.clientHeight + head
}

function useMinute(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
