import type { Page } from '@playwright/test'

export interface Effort {
  clicks: number
  keystrokes: number
}

/** Counts what a person does on a page from here on: presses of the pointer, and keys. */
export async function countEffort(page: Page): Promise<() => Promise<Effort>> {
  await page.evaluate(() => {
    const effort = { clicks: 0, keystrokes: 0 }
    Object.assign(window, { effort })
    // Not on the window: there Playwright stops a press that would miss what it aims at, and tries again.
    document.addEventListener('click', (event) => event.isTrusted && event.detail > 0 && (effort.clicks += 1), true)
    document.addEventListener('keydown', (event) => event.isTrusted && (effort.keystrokes += 1), true)
  })
  return () => page.evaluate(() => ({ ...(window as unknown as { effort: Effort }).effort }))
}
