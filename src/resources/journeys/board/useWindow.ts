import { useEffect, useState, type RefObject } from 'react'

/** Lines drawn beyond what is in sight, so that a short scroll needs nothing new. */
const LINES_AHEAD = 6
/** Lines that come and go at once: few, so that no frame has much to draw. */
const STEP = 2
const UNSIZED_PX = 800

/** Lines `[first, last)`. */
interface Part {
  first: number
  last: number
}

/** Which lines of a scrolled area are in sight, in steps, so that most scrolling draws nothing anew. */
export function useWindow(scroller: RefObject<HTMLElement | null>, linePx: number): Part {
  const [part, setPart] = useState<Part>(() => partOf(0, UNSIZED_PX, linePx))
  useEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    const look = () => {
      const next = partOf(element.scrollTop, element.clientHeight || UNSIZED_PX, linePx)
      setPart((before) => (before.first === next.first && before.last === next.last ? before : next))
    }
    look()
    element.addEventListener('scroll', look, { passive: true })
    const sizes = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(look)
    sizes?.observe(element)
    return () => {
      element.removeEventListener('scroll', look)
      sizes?.disconnect()
    }
  }, [scroller, linePx])
  return part
}

function partOf(top: number, height: number, linePx: number): Part {
  const first = Math.floor(top / linePx / STEP) * STEP - LINES_AHEAD
  const last = Math.ceil((top + height) / linePx / STEP) * STEP + LINES_AHEAD
  return { first: Math.max(0, first), last }
}
