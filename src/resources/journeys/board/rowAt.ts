import { ROW_PX } from './timelineStyles'

/** A place on the screen. */
export interface Place {
  x: number
  y: number
}

/**
 * The row of a timeline at a place, or null. Worked out from where its lines begin: to ask the page what lies at a place
 * has it look through every bar, in each frame of a drag.
 */
export function rowAt(timeline: HTMLElement, { x, y }: Place): HTMLElement | null {
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
