import { useEffect, useState, type RefObject } from 'react'

/** Rows and pixels drawn beyond what is in sight, so that a short scroll needs nothing new. */
const ROWS_AHEAD = 8
const PX_AHEAD = 400
const UNSIZED = { width: 1_280, height: 800 }

interface Part {
  /** Rows `[first, last)`. */
  first: number
  last: number
  /** Pixels along the line, from its beginning. */
  start: number
  end: number
}

/** Which part of a scrolled area is in sight, in steps, so that most scrolling draws nothing anew. */
export function useWindow(scroller: RefObject<HTMLElement | null>, rowPx: number): Part {
  const [part, setPart] = useState<Part>(() => partOf(0, 0, UNSIZED, rowPx))
  useEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    const look = () => {
      const { clientWidth: width, clientHeight: height } = element
      const next = partOf(
        element.scrollTop,
        Math.abs(element.scrollLeft),
        height > 0 ? { width, height } : UNSIZED,
        rowPx,
      )
      setPart((before) => (isSame(before, next) ? before : next))
    }
    look()
    element.addEventListener('scroll', look, { passive: true })
    const sizes = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(look)
    sizes?.observe(element)
    return () => {
      element.removeEventListener('scroll', look)
      sizes?.disconnect()
    }
  }, [scroller, rowPx])
  return part
}

function partOf(top: number, start: number, { width, height }: typeof UNSIZED, rowPx: number): Part {
  const down = (value: number, step: number) => Math.floor(value / step) * step
  const up = (value: number, step: number) => Math.ceil(value / step) * step
  return {
    first: Math.max(0, down(top / rowPx, ROWS_AHEAD) - ROWS_AHEAD),
    last: up((top + height) / rowPx, ROWS_AHEAD) + ROWS_AHEAD,
    start: Math.max(0, down(start, PX_AHEAD) - PX_AHEAD),
    end: up(start + width, PX_AHEAD) + PX_AHEAD,
  }
}

const isSame = (a: Part, b: Part) => a.first === b.first && a.last === b.last && a.start === b.start && a.end === b.end
