import type { BrowserContext, Page } from '@playwright/test'

/** How far ahead a page is paused: near enough that none of its calls times out. */
const NEAREST_MS = 1_000
const FARTHEST_MS = 64_000

/** Pauses the clock of all pages of the context. Requires `clock.install()` before they are opened. */
export async function pauseClock(page: Page): Promise<void> {
  const pause = async (aheadMs: number): Promise<void> => {
    const nowMs = await page.evaluate(() => Date.now())
    // A moment in the past is refused, but the page is paused from then on, so a later moment is accepted.
    await page.clock.pauseAt(nowMs + aheadMs).catch((error: unknown) => {
      if (aheadMs >= FARTHEST_MS) throw error
      return pause(2 * aheadMs)
    })
  }
  await pause(NEAREST_MS)
}

/** Presses two keys with no page time in between. Requires `clock.install()` before the page is opened. */
export async function pressSequence(page: Page, first: string, second: string): Promise<void> {
  await pauseClock(page)
  await page.keyboard.press(first)
  await page.keyboard.press(second)
  await page.clock.resume()
}

/** Only the timeouts of calls and messages are this long or longer. */
const SHORTEST_LIMIT_MS = 5_000
const LONGER = 30

/** Lengthens the timeouts of calls and messages in every page of the context opened from here on. */
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
