import type { Page } from '@playwright/test'

/** Duration of a frame at 60 Hz, and the tolerated jitter of the clock. */
const FRAME_MS = 1000 / 60
const UNREST_MS = 3

/** Rendering performance of a page during a movement. */
export interface Frames {
  /** Percentage of the frames that took longer than one and than two refreshes of the screen. */
  late: number
  lost: number
  /** Work of the main thread per frame, on average. */
  workMs: number
}

/** A movement on a page in each frame, by a function of the page itself. */
export interface Motion {
  /** Called in the page with the number of the frame; a property of `window`. */
  step: string
  frames: number
}

/** A string, because helpers that a compiler adds to functions are missing in the page. */
const RECORD = `async (move, count) => {
  const took = []
  await new Promise((resolve) => {
    let last = 0
    requestAnimationFrame(function next(now) {
      if (last > 0) took.push(now - last)
      last = now
      if (took.length >= count) return resolve()
      move(took.length)
      requestAnimationFrame(next)
    })
  })
  return took
}`

/** Moves something in each frame and measures the duration of the frames. @param workMs of the main thread so far */
export async function framesOf(page: Page, workMs: () => Promise<number>, { step, frames }: Motion): Promise<Frames> {
  const before = await workMs()
  const intervals = await page.evaluate<number[]>(`(${RECORD})(window['${step}'], ${frames})`)
  const longer = (refreshes: number) =>
    (intervals.filter((ms) => ms > refreshes * FRAME_MS + UNREST_MS).length / intervals.length) * 100
  return { late: longer(1), lost: longer(2), workMs: ((await workMs()) - before) / intervals.length }
}
