import { useEffect, type RefObject } from 'react'
import type { BoardModel } from './boardModel'
import type { Axis } from './Lines'

/** Time without a scroll event after which a scroll has ended. */
const SCROLLED_MS = 120
/** Width that a time needs. */
const TIME_PX = 44

/** After a scroll, moves the text of bars that start before the visible area to its edge. */
export function useCutLabels(scroller: RefObject<HTMLElement | null>, model: BoardModel, axis: Axis): void {
  useEffect(() => {
    const area = scroller.current
    if (!area) return undefined
    const cut = () => {
      const at = axis.from + Math.abs(area.scrollLeft) / axis.pxPerMs
      for (const element of area.querySelectorAll<HTMLElement>('.bar')) {
        const bar = model.barOf.get(element.dataset['job'] ?? '')?.bar
        const isCut = bar !== undefined && Math.max(bar.from, axis.from) < at && bar.to > at
        element.toggleAttribute('data-cut', isCut)
        if (!isCut) continue
        const cutPx = (at - Math.max(bar.from, axis.from)) * axis.pxPerMs
        const hasRoom = (bar.done - at) * axis.pxPerMs > TIME_PX
        element.style.setProperty('--cut', hasRoom ? `${cutPx}px` : '100%')
      }
    }
    let timer = setTimeout(cut)
    const later = () => {
      clearTimeout(timer)
      timer = setTimeout(cut, SCROLLED_MS)
    }
    area.addEventListener('scroll', later, { passive: true })
    return () => {
      clearTimeout(timer)
      area.removeEventListener('scroll', later)
    }
  }, [scroller, model, axis])
}
