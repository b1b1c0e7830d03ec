import type { BrowserContext, Page } from '@playwright/test'

/** A page is stopped at a future moment, so near that no call of it times out. */
const NEAREST_MS = 1_000
const FARTHEST_MS = 64_000

/** Stops the time of all pages of the context. Requires `clock.install()` before they are opened. */
export async function pauseClock(page: Page): Promise<void> {
  const pause = async (aheadMs: number): Promise<void> => {
    const nowMs = await page.evaluate(() => Date.now())
    // A moment that has passed is refused, but the page stands still from then on, and a later moment is taken.
    await page.clock.pauseAt(nowMs + aheadMs).catch((error: unknown) => {
      if (aheadMs >= FARTHEST_MS) throw error
      return pause(2 * aheadMs)
    })
  }
  await pause(NEAREST_MS)
}

/** Presses two keys between which no time passes in the page. Requires `clock.install()` before it is opened. */
export async function pressSequence(page: Page, first: string, second: string): Promise<void> {
  await pauseClock(page)
  await page.keyboard.press(first)
  await page.keyboard.press(second)
  await page.clock.resume()
}

/** Only the limits of calls and messages are as long. */
const SHORTEST_LIMIT_MS = 5_000
const LONGER = 30

/** Lengthens the time limits of calls and messages in every page of the context that is opened from here on. */
export const lengthenLimits = (context: BrowserContext) =>
  context.addInitScript(
    ([shortest, factor]) => {
      const start = window.setTimeout.bind(window)
      Object.assign(window, {
        setTimeout: (work: TimerHandler, ms = 0, ...values: unknown[]) =>
          start(work, ms < shortest ? ms : ms * factor, ...values),
      })
    },
    [SHORTEST_LIMIT_MS, LONGER] as const,
  )
