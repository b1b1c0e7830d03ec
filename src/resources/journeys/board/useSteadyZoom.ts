import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import type { Axis } from './Lines'
import { LABEL_PX } from './timelineStyles'

/**
 * Keeps the selected job where it is on the screen when the zoom changes, or the middle of the view when no selected job is
 * in view.
 * @param selectedFrom start of the selected job in ms; null without one
 */
export function useSteadyZoom(
  scroller: RefObject<HTMLElement | null>,
  { from, pxPerMs }: Axis,
  selectedFrom: number | null,
): void {
  const left = useRef(0)
  const drawn = useRef(pxPerMs)
  // Noted while scrolling: a narrower board moves its view before an effect can read it.
  useEffect(() => {
    const area = scroller.current
    const note = () => {
      left.current = Math.abs(area?.scrollLeft ?? 0)
    }
    area?.addEventListener('scroll', note, { passive: true })
    return () => area?.removeEventListener('scroll', note)
  }, [scroller])
  useLayoutEffect(() => {
    const area = scroller.current
    const before = drawn.current
    drawn.current = pxPerMs
    if (!area || before === pxPerMs) return
    const view = area.clientWidth - LABEL_PX
    const selectedAt = selectedFrom === null ? -1 : (selectedFrom - from) * before - left.current
    const offset = selectedAt >= 0 && selectedAt <= view ? selectedAt : view / 2
    const next = Math.max(0, ((left.current + offset) / before) * pxPerMs - offset)
    scrollFromStart(area, next)
    left.current = next
  }, [scroller, from, pxPerMs, selectedFrom])
}

/** Scrolls to a distance from the start of the line, which is on the right in RTL languages. */
function scrollFromStart(area: HTMLElement, px: number): void {
  area.scrollLeft = getComputedStyle(area).direction === 'rtl' ? -px : px
}
