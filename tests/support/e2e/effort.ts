import type { Page } from '@playwright/test'

export interface Effort {
  clicks: number
  keystrokes: number
}

/** Counts the user's actions on a page from here on: clicks and keystrokes. */
export async function countEffort(page: Page): Promise<() => Promise<Effort>> {
  await page.evaluate(() => {
    const effort = { clicks: 0, keystrokes: 0 }
    Object.assign(window, { effort })
    // Listens on the document: on the window, Playwright cancels a click that would miss its target, and retries it.
    document.addEventListener('click', (event) => event.isTrusted && event.detail > 0 && (effort.clicks += 1), true)
    document.addEventListener('keydown', (event) => event.isTrusted && (effort.keystrokes += 1), true)
  })
  return () => page.evaluate(() => ({ ...(window as unknown as { effort: Effort }).effort }))
}
