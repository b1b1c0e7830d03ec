import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { fitted, panned, zoomed, type MapView, type Size, type WorldPoint } from './projection'

const STEP_PX = 80
const STEP_FACTOR = 1.6
const WHEEL_FACTOR = 1.0015
/** Smaller movements are a click, not a drag. */
const DRAG_FROM_PX = 4
const START: Size = { width: 800, height: 480 }

type Point = Record<'x' | 'y', number>

/** Manages a map view that is moved by mouse, touch and keyboard. @param points initially visible points */
export function useMapView(points: readonly WorldPoint[]) {
  const [frame, setFrame] = useState<HTMLDivElement | null>(null)
  const [size, setSize] = useState(START)
  const [moved, setMoved] = useState<MapView | null>(null)
  const pointers = useRef(new Map<number, Point>())
  const dragged = useRef(0)
  const view = moved ?? fitted(points, size)

  useEffect(() => {
    if (!frame || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height })
    })
    observer.observe(frame)
    return () => observer.disconnect()
  }, [frame])

  const placeOf = (event: { clientX: number; clientY: number }): Point => {
    const box = frame?.getBoundingClientRect()
    return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) }
  }
  const zoom = (factor: number, at?: Point) => setMoved(zoomed(view, factor, size, at))

  // React registers passive wheel listeners, which cannot prevent the page from scrolling.
  useEffect(() => {
    if (!frame) return
    const turn = (event: WheelEvent) => {
      event.preventDefault()
      const box = frame.getBoundingClientRect()
      const at = { x: event.clientX - box.left, y: event.clientY - box.top }
      setMoved((before) => zoomed(before ?? fitted(points, size), WHEEL_FACTOR ** -event.deltaY, size, at))
    }
    frame.addEventListener('wheel', turn, { passive: false })
    return () => frame.removeEventListener('wheel', turn)
  }, [frame, points, size])

  const keys: Record<string, () => void> = {
    ArrowLeft: () => setMoved(panned(view, STEP_PX, 0)),
    ArrowRight: () => setMoved(panned(view, -STEP_PX, 0)),
    ArrowUp: () => setMoved(panned(view, 0, STEP_PX)),
    ArrowDown: () => setMoved(panned(view, 0, -STEP_PX)),
    '+': () => zoom(STEP_FACTOR),
    '=': () => zoom(STEP_FACTOR),
    '-': () => zoom(1 / STEP_FACTOR),
    '0': () => setMoved(null),
  }

  return {
    view,
    size,
    zoomIn: () => zoom(STEP_FACTOR),
    zoomOut: () => zoom(1 / STEP_FACTOR),
    fit: () => setMoved(null),
    zoomTo: (at: Point) => zoom(STEP_FACTOR ** 3, at),
    /** Returns whether the last press dragged the map. */
    wasDragged: () => dragged.current > DRAG_FROM_PX,
    frameProps: {
      ref: setFrame,
      onKeyDown: (event: KeyboardEvent) => {
        const act = event.target === event.currentTarget ? keys[event.key] : undefined
        if (!act) return
        event.preventDefault()
        act()
      },
      onPointerDown: (event: PointerEvent) => {
        pointers.current.set(event.pointerId, placeOf(event))
        if (pointers.current.size === 1) dragged.current = 0
      },
      onPointerMove: (event: PointerEvent) => {
        const before = pointers.current.get(event.pointerId)
        if (!before) return
        const now = placeOf(event)
        const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
        pointers.current.set(event.pointerId, now)
        dragged.current += Math.hypot(now.x - before.x, now.y - before.y)
        if (!other) return setMoved(panned(view, now.x - before.x, now.y - before.y))
        const apart = (place: Point) => Math.max(1, Math.hypot(place.x - other.x, place.y - other.y))
        const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }
        zoom(apart(now) / apart(before), middle)
      },
      onPointerUp: (event: PointerEvent) => void pointers.current.delete(event.pointerId),
      onPointerLeave: (event: PointerEvent) => void pointers.current.delete(event.pointerId),
      onPointerCancel: (event: PointerEvent) => void pointers.current.delete(event.pointerId),
    },
  }
}
