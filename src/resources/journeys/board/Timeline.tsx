import Box from '@mui/material/Box'
import { useCallback, useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { formatMinutes } from '../../../providers/format/durations'
import { useFormat } from '../../../ui/useFormat'
import { conflictOf, isOpen, stepFrom, type Bar, type BoardModel, type Step } from './boardModel'
import { clock, conflictText } from './boardText'
import { FROM_THE_LEFT, JobCard, useCard } from './JobCard'
import { Lanes } from './Lanes'
import { barId, type Axis } from './Lines'
import { OpenJobs } from './OpenJobs'
import { TimeAxis } from './TimeAxis'
import { AXIS_PX, ghostStyles, LABEL_PX, ROW_PX, timelineStyles } from './timelineStyles'
import { ZOOMS, type BoardState, type Zoom } from './useBoardState'
import { useCutLabels } from './useCutLabels'
import { OPEN_ROW, useDrag } from './useDrag'
import { useSteadyZoom } from './useSteadyZoom'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const HOUR_PX: Record<Zoom, number> = { quarter: 256, half: 128, hour: 64, day: 37, week: 14 }
const CLOCK_INTERVAL_MS = 60_000
/** Step in which the end of a job is dragged. */
const DELAY_STEP_MIN = 5
const MAX_DELAY_MIN = 2_880

interface TimelineProps {
  model: BoardModel
  state: BoardState
  mayEdit: boolean
  onAssign: (bar: Bar, rowId: string | null) => void
  /** Opens the list of candidates for a job. */
  onAsk: (bar: Bar) => void
  /** Called after the end of a job is moved, with its total delay in minutes; undefined = ask for the delay. */
  onDelay: (bar: Bar, minutes?: number) => void
  /** Jobs that the plan assigns, by row. */
  ghosts: ReadonlyMap<string, readonly Bar[]>
  onAccept: (jobId: string) => void
  /** Called when dragging starts or stops. */
  onDragging: (isDragging: boolean) => void
}

/** Vehicles or drivers across an hour, a day or a week; renders only what is in view. */
export function Timeline(props: TimelineProps) {
  const { model, state, mayEdit, onAssign, onAsk, onDelay, ghosts, onAccept, onDragging } = props
  const format = useFormat()
  const { t, locale } = format
  const { zone, from, to, zoom, selected, set, zoomTo } = state
  const scroller = useRef<HTMLDivElement>(null)
  const pane = useRef<HTMLDivElement>(null)
  const ghost = useRef<HTMLDivElement>(null)
  const now = useMinute()
  const axis = useMemo<Axis>(() => ({ from, to, zone, pxPerMs: HOUR_PX[zoom] / HOUR_MS }), [from, to, zone, zoom])
  const width = LABEL_PX + (to - from) * axis.pxPerMs
  const cardId = useId()
  const card = useCard(scroller)
  const mayStretch = (id: string) => {
    const job = model.barOf.get(id)?.bar.job
    return mayEdit && job?.source === 'journey' && job.status !== 'completed'
  }
  /** Returns the total delay in minutes after the end of a job is moved. */
  const delayAt = (bar: Bar, px: number) => {
    const later = Math.round(px / axis.pxPerMs / MINUTE_MS / DELAY_STEP_MIN) * DELAY_STEP_MIN
    return Math.min(MAX_DELAY_MIN, Math.max(0, bar.job.delay_min + later))
  }
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
      if (bar) onAssign(bar, rowId === OPEN_ROW ? null : rowId)
    },
    mayStretch,
    stretched: (id, px) => {
      const bar = model.barOf.get(id)?.bar
      if (!bar) return { name: '', reason: null }
      const minutes = delayAt(bar, px)
      const arrival = clock(bar.planned + minutes * MINUTE_MS, zone, format)
      return { name: `+${formatMinutes(minutes, locale)}`, reason: t('app.board.arrival', { time: arrival }) }
    },
    onStretch: (id, px) => {
      const bar = model.barOf.get(id)?.bar
      if (bar && delayAt(bar, px) !== bar.job.delay_min) onDelay(bar, delayAt(bar, px))
    },
  })
  const isDragging = dragged !== null
  useEffect(() => onDragging(isDragging), [isDragging, onDragging])
  useCutLabels(scroller, model, axis)
  useSteadyZoom(scroller, axis, (selected === null ? undefined : model.barOf.get(selected)?.bar.from) ?? null)

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
  // Initial scroll position: the selected job, otherwise the current time, otherwise the first job.
  const isFirst = useRef(true)
  useEffect(() => {
    if (!isFirst.current || !scroller.current) return
    isFirst.current = false
    if (selected !== null) reveal(selected)
    else {
      const starts = [...model.barOf.values()].map(({ bar }) => bar.from).filter((start) => start >= from)
      const first = Math.min(...starts)
      const at = now > from && now < to ? now : first
      const sign = getComputedStyle(scroller.current).direction === 'rtl' ? -1 : 1
      if (Number.isFinite(at)) scroller.current.scrollLeft = sign * Math.max(0, (at - HOUR_MS - from) * axis.pxPerMs)
    }
  }, [selected, reveal, model, now, from, to, axis])
  // A new plan scrolls to its first job.
  const planned = useRef(0)
  useEffect(() => {
    const bars = [...ghosts].flatMap(([rowId, ghostBars]) => ghostBars.map((bar) => ({ rowId, bar })))
    const [first] = bars.toSorted((a, b) => a.bar.from - b.bar.from)
    if (planned.current === 0 && first && scroller.current) {
      reveal(first.bar.job.id)
      const line = model.lanes.findIndex(({ row }) => row.id === first.rowId)
      const head = AXIS_PX + (pane.current?.parentElement?.offsetHeight ?? 0)
      bringIn(scroller.current, line * ROW_PX, ROW_PX, head)
    }
    planned.current = bars.length
  }, [ghosts, model, reveal])

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
      if (next) {
        choose(next.job.id)
        card.showNow(next.job.id)
      }
    } else if (event.key === '+' || event.key === '=') zoomTo(ZOOMS[Math.max(0, ZOOMS.indexOf(zoom) - 1)] ?? zoom)
    else if (event.key === '-') zoomTo(ZOOMS[Math.min(ZOOMS.length - 1, ZOOMS.indexOf(zoom) + 1)] ?? zoom)
    else if (event.key === 'd' && bar && mayStretch(bar.job.id)) onDelay(bar)
    else if (event.key === 'a' && bar && [...ghosts.values()].flat().includes(bar)) onAccept(bar.job.id)
    else if ((event.key === 'Enter' || event.key === 'm') && bar) onAsk(bar)
    else if (event.key === 'Delete' && bar && mayEdit && isOpen(bar.job)) onAssign(bar, null)
    else if (event.key === 'Escape' && bar) {
      choose(null)
      card.show(null)
    } else return
    event.preventDefault()
  }
  const nowAt = now > from && now < to ? (now - from) * axis.pxPerMs : null
  return (
    <>
      <Box
        ref={scroller}
        role="grid"
        tabIndex={0}
        aria-label={t(`app.board.grid.${model.by}`)}
        aria-rowcount={model.lanes.length}
        aria-activedescendant={selected !== null && model.barOf.has(selected) ? barId(selected) : undefined}
        aria-describedby={card.id === null ? undefined : cardId}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          card.show(null)
          onPointerDown(event)
        }}
        onPointerOver={card.onPointerOver}
        onPointerLeave={() => card.show(null)}
        onBlur={() => card.show(null)}
        onClick={(event) => {
          const target = event.target as HTMLElement
          const suggested = target.closest<HTMLElement>('[data-suggested]')?.dataset['suggested']
          if (suggested !== undefined) onAccept(suggested)
          const id = target.closest<HTMLElement>('[data-job]')?.dataset['job']
          if (id !== undefined) set({ job: id })
        }}
        onDoubleClick={(event) => {
          const id = (event.target as HTMLElement).closest<HTMLElement>('[data-job]')?.dataset['job']
          const bar = id === undefined ? undefined : model.barOf.get(id)?.bar
          if (bar) onAsk(bar)
        }}
        sx={timelineStyles}
        style={{ flex: 1, minHeight: 0, minWidth: 0, cursor: dragged === null ? undefined : 'grabbing' }}
      >
        <div style={{ width, minWidth: '100%' }}>
          <TimeAxis axis={axis} zoom={zoom} days={state.days.join(',')} locale={locale} nowAt={nowAt} />
          <OpenJobs model={model} axis={axis} pane={pane} selected={selected} dragged={dragged} />
          <Lanes
            model={model}
            axis={axis}
            scroller={scroller}
            selected={selected}
            dragged={dragged}
            ghosts={ghosts}
            nowAt={nowAt}
          />
        </div>
        <Box
          ref={ghost}
          aria-hidden
          sx={ghostStyles}
          style={{ ...FROM_THE_LEFT, display: dragged === null ? 'none' : 'block' }}
        >
          <b />
          <span />
        </Box>
      </Box>
      {card.id !== null && dragged === null && <JobCard id={card.id} model={model} zone={zone} cardId={cardId} />}
    </>
  )
}

/** Later is to the left in RTL languages. */
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

/** Scrolls a line into view below the sticky header. */
function bringIn(area: HTMLElement, top: number, height: number, head: number): void {
  if (top < area.scrollTop) area.scrollTop = top
  else if (top + height > area.scrollTop + area.clientHeight - head)
    area.scrollTop = top + height - area.clientHeight + head
}

function useMinute(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), CLOCK_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
