import type { Page } from '@playwright/test'

/** At 60 frames a second; a little more is the clock's own unrest. */
const FRAME_MS = 1000 / 60
const UNREST_MS = 3

/** How a page kept up with what moved on it. */
export interface Frames {
  /** Shares of the frames that took longer than one and than two refreshes of the screen, in percent. */
  late: number
  lost: number
  /** Main thread's work in an average frame. */
  workMs: number
}

/** Which way something is moved on a page in each frame, by a function of the page itself. */
export interface Motion {
  /** Called in the page with the number of the frame; kept as a name on `window`. */
  step: string
  frames: number
}

/** In the page's own words: what a compiler adds to a function is not there. */
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

/** Moves something in each frame and measures how long the frames take. @param workMs of the main thread so far */
export async function framesOf(page: Page, workMs: () => Promise<number>, { step, frames }: Motion): Promise<Frames> {
  const before = await workMs()
  const intervals = await page.evaluate<number[]>(`(${RECORD})(window['${step}'], ${frames})`)
  const longer = (refreshes: number) =>
    (intervals.filter((ms) => ms > refreshes * FRAME_MS + UNREST_MS).length / intervals.length) * 100
  return { late: longer(1), lost: longer(2), workMs: ((await workMs()) - before) / intervals.length }
}
