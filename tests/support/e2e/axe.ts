import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from '@playwright/test'

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const GRAVE = new Set(['serious', 'critical'])

/** Brings the checker into every page that is opened from here on; the page's own policy admits no other script. */
export const bringAxe = (page: Page) => page.addInitScript({ path: AXE })

/** What keeps people from using the page in sight, one line per rule with the first elements that break it. */
export async function graveViolations(page: Page): Promise<string[]> {
  const { violations } = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run: () => Promise<AxeResults> } }
    // A colour is measured where it has come to rest.
    for (const animation of document.getAnimations())
      if (animation.effect?.getTiming().iterations === 1) animation.finish()
    return axe.run()
  })
  return violations
    .filter(({ impact }) => impact && GRAVE.has(impact))
    .map(({ id, help, nodes }) => {
      const where = nodes.slice(0, 3).map(({ html, any }) => `${html.slice(0, 160)} ${any[0]?.message ?? ''}`)
      return `${id}: ${help} (${nodes.length}): ${where.join(' | ')}`
    })
}
