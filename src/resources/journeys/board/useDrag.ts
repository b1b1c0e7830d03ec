import { useEffect, useRef, useState, type PointerEvent as ReactPointerEvent, type RefObject } from 'react'
import { ROW_PX } from './timelineStyles'

/** A place on the screen. */
interface Place {
  x: number
  y: number
}

/**
 * The row of a timeline at a place, or null. Worked out from where its lines begin: to ask the page what lies at a place
 * has it look through every bar, in each frame of a drag.
 */
function rowAt(timeline: HTMLElement, { x, y }: Place): HTMLElement | null {
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

/** How far a pointer moves before it drags. */
const START_PX = 5
/** How long a finger rests before it drags: until then it scrolls. */
const REST_MS = 350
/** So near its end a job is drawn out, not moved. */
const END_PX = 7
/** Near the edge of the area it scrolls on. */
const EDGE_PX = 48
const EDGE_STEP_PX = 14
/** The row that takes a job back. */
export const OPEN_ROW = 'open'

interface Settings {
  scroller: RefObject<HTMLElement | null>
  ghost: RefObject<HTMLElement | null>
  /** Whether a job may be moved. */
  mayMove: (jobId: string) => boolean
  /** What stands against a row, in words; null = nothing. */
  verdict: (jobId: string, rowId: string) => { name: string; reason: string | null }
  onDrop: (jobId: string, rowId: string) => void
  /** Whether the end of a job may be moved. */
  mayStretch: (jobId: string) => boolean
  /** What it would come to, in words. @param px how far the end was moved to later */
  stretched: (jobId: string, px: number) => { name: string; reason: string | null }
  onStretch: (jobId: string, px: number) => void
}

interface Ended {
  stop: () => void
}

/**
 * Moves a job to another row by pointer or finger, or its end to another time; what is under it says beforehand what comes
 * of it.
 */
export function useDrag({ scroller, ghost, mayMove, verdict, onDrop, mayStretch, stretched, onStretch }: Settings) {
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
    /** A row is its line and its name. */
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
    // A finger that drags does not scroll.
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
