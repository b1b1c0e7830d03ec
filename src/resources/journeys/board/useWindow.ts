import { useEffect, useState, type RefObject } from 'react'

/** Lines rendered outside the visible area, so that a short scroll renders nothing. */
const LINES_AHEAD = 6
/** Lines added or removed at once; small, to limit the rendering work per frame. */
const STEP = 2
const UNSIZED_PX = 800

/** Range of lines, `[first, last)`. */
interface Part {
  first: number
  last: number
}

/** Returns the visible lines of a scrolled area, in steps, so that most scrolling renders nothing. */
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
