import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from '@playwright/test'

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** Brings the checker into every page that is opened from here on; the page's own policy admits no other script. */
export const bringAxe = (page: Page) => page.addInitScript({ path: AXE })

/**
 * What keeps people from using the page in sight, one line per rule with the first elements that break it.
 * @param without rules that do not apply to it
 */
export async function violationsIn(page: Page, without: readonly string[] = []): Promise<string[]> {
  // What is read again is dimmed until the answer is there.
  await page.waitForFunction(() =>
    [...document.querySelectorAll('[aria-busy=true]')].every((busy) => getComputedStyle(busy).opacity === '1'),
  )
  const { violations } = await page.evaluate(async (off) => {
    const { axe } = window as unknown as { axe: { run: (options: object) => Promise<AxeResults> } }
    // A colour is measured where it has come to rest.
    for (const animation of document.getAnimations())
      if (animation.effect?.getTiming().iterations === 1) animation.finish()
    const rules = Object.fromEntries(off.map((rule) => [rule, { enabled: false }]))
    return axe.run({ resultTypes: ['violations'], rules })
  }, without)
  return violations.map(({ id, impact, help, nodes }) => {
    const where = nodes.slice(0, 3).map(({ html, any }) => `${html.slice(0, 160)} ${any[0]?.message ?? ''}`)
    return `${impact ?? ''} ${id}: ${help} (${nodes.length}): ${where.join(' | ')}`
  })
}
