import { useEffect, useRef, useState, type PointerEvent as ReactPointerEvent, type RefObject } from 'react'
import { ROW_PX } from './timelineStyles'

interface Point {
  x: number
  y: number
}

/**
 * Returns the row of a timeline at a position, or null. Calculated from the line positions, because `elementFromPoint` would
 * search all bars in each frame of a drag.
 */
function rowAt(timeline: HTMLElement, { x, y }: Point): HTMLElement | null {
  const { left, right, top, bottom } = timeline.getBoundingClientRect()
  if (x < left || x > right || y < top || y > bottom) return null
  const open = timeline.querySelector<HTMLElement>('.open')
  const lines = timeline.querySelector('.lines')
  if (!open || !lines) return null
  const head = open.getBoundingClientRect()
  if (y < head.bottom) return y < head.top ? null : open
  const index = Math.floor((y - lines.getBoundingClientRect().top) / ROW_PX)
  return lines.querySelector<HTMLElement>(`[aria-rowindex="${index + 1}"]`)
}

/** Pointer movement that starts a drag. */
const START_PX = 5
/** Press time before a finger drags; until then it scrolls. */
const REST_MS = 350
/** Distance from its end at which a job is stretched instead of moved. */
const END_PX = 7
/** Distance from the edge at which the area scrolls. */
const EDGE_PX = 48
const EDGE_STEP_PX = 14
/** Row that unassigns a job. */
export const OPEN_ROW = 'open'

interface DragOptions {
  scroller: RefObject<HTMLElement | null>
  ghost: RefObject<HTMLElement | null>
  mayMove: (jobId: string) => boolean
  /** Returns row name and conflict as text; null = no conflict. */
  verdict: (jobId: string, rowId: string) => { name: string; reason: string | null }
  onDrop: (jobId: string, rowId: string) => void
  mayStretch: (jobId: string) => boolean
  /** Returns the result as text. @param px distance by which the end moves to later */
  stretched: (jobId: string, px: number) => { name: string; reason: string | null }
  onStretch: (jobId: string, px: number) => void
}

interface Ended {
  stop: () => void
}

/** Moves a job to another row by pointer or finger, or its end to another time; the target shows the expected result. */
export function useDrag({ scroller, ghost, mayMove, verdict, onDrop, mayStretch, stretched, onStretch }: DragOptions) {
  const [dragged, setDragged] = useState<string | null>(null)
  const current = useRef<Ended | null>(null)
  useEffect(() => () => current.current?.stop(), [])

  const onPointerDown = (event: ReactPointerEvent) => {
    const bar = (event.target as HTMLElement).closest<HTMLElement>('[data-job]')
    const jobId = bar?.dataset['job']
    if (event.button !== 0 || !bar || jobId === undefined) return
    const isRtl = getComputedStyle(bar).direction === 'rtl'
    const { left, right } = bar.getBoundingClientRect()
    const fromEnd = isRtl ? event.clientX - left : right - event.clientX
    const isStretching = event.pointerType !== 'touch' && fromEnd < END_PX && mayStretch(jobId)
    if (!isStretching && !mayMove(jobId)) return
    current.current?.stop()
    const { pointerId, clientX, clientY, pointerType } = event
    let at = { x: clientX, y: clientY }
    let isDragging = false
    let over: string | undefined
    let frame = 0
    const listening = new AbortController()

    const width = bar.style.width
    const later = () => (at.x - clientX) * (isRtl ? -1 : 1)
    const rowUnder = () => (scroller.current ? rowAt(scroller.current, at)?.dataset['row'] : undefined)
    /** Marks a row, which consists of its line and its name. */
    const mark = (rowId: string | undefined) => {
      for (const part of scroller.current?.querySelectorAll('[data-over]') ?? []) part.removeAttribute('data-over')
      if (rowId === undefined) return
      for (const part of scroller.current?.querySelectorAll(`[data-row="${rowId}"]`) ?? [])
        part.setAttribute('data-over', '')
    }
    const show = () => {
      const label = ghost.current
      if (label) label.style.transform = `translate(${at.x + 12}px, ${at.y + 12}px)`
      if (isStretching) bar.style.width = `${Math.max(END_PX, right - left + later())}px`
      const rowId = isStretching ? undefined : rowUnder()
      if (!isStretching && rowId === over) return
      over = rowId
      mark(rowId)
      const check = isStretching ? stretched(jobId, later()) : rowId === undefined ? null : verdict(jobId, rowId)
      if (!label) return
      label.dataset['verdict'] = check === null ? '' : check.reason === null ? 'fits' : 'conflict'
      const [name, reason] = label.children
      if (name) name.textContent = check?.name ?? ''
      if (reason) reason.textContent = check?.reason ?? ''
    }
    const scrollOn = () => {
      const area = scroller.current
      if (!isDragging || !area || isStretching) return
      const { top, bottom } = area.getBoundingClientRect()
      const before = area.scrollTop
      if (at.y > bottom - EDGE_PX) area.scrollTop += EDGE_STEP_PX
      else if (at.y < top + EDGE_PX) area.scrollTop -= EDGE_STEP_PX
      if (area.scrollTop !== before) show()
      frame = requestAnimationFrame(scrollOn)
    }
    const start = () => {
      isDragging = true
      setDragged(jobId)
      frame = requestAnimationFrame(scrollOn)
    }
    const rest = pointerType === 'touch' ? setTimeout(start, REST_MS) : undefined
    const stop = () => {
      clearTimeout(rest)
      cancelAnimationFrame(frame)
      mark(undefined)
      isDragging = false
      bar.style.width = width
      setDragged(null)
      listening.abort()
      current.current = null
    }
    const move = (moved: PointerEvent) => {
      if (moved.pointerId !== pointerId) return
      at = { x: moved.clientX, y: moved.clientY }
      const isFar = Math.hypot(at.x - clientX, at.y - clientY) > START_PX
      if (!isDragging && isFar) {
        if (pointerType === 'touch') stop()
        else start()
      }
      if (isDragging) show()
    }
    const up = (lifted: PointerEvent) => {
      if (lifted.pointerId !== pointerId) return
      const wasDragging = isDragging
      const rowId = wasDragging && !isStretching ? rowUnder() : undefined
      stop()
      if (wasDragging && isStretching) onStretch(jobId, later())
      else if (rowId !== undefined) onDrop(jobId, rowId)
    }
    const key = (pressed: KeyboardEvent) => {
      if (pressed.key !== 'Escape' || !isDragging) return
      pressed.stopPropagation()
      stop()
    }
    // Prevents scrolling while a finger drags.
    const hold = (touched: TouchEvent) => {
      if (isDragging) touched.preventDefault()
    }
    const how = { capture: true, passive: false, signal: listening.signal }
    window.addEventListener('pointermove', move, how)
    window.addEventListener('pointerup', up, how)
    window.addEventListener('pointercancel', stop, how)
    window.addEventListener('keydown', key, how)
    window.addEventListener('touchmove', hold, how)
    current.current = { stop }
  }

  return { dragged, onPointerDown }
}
