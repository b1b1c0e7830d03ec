import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from '@playwright/test'

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** Injects axe into every page opened from here on; the page's content security policy blocks other scripts. */
export const bringAxe = (page: Page) => page.addInitScript({ path: AXE })

/**
 * Returns the accessibility violations on the page, one line per rule with the first elements that violate it.
 * @param without rules that do not apply to it
 */
export async function violationsIn(page: Page, without: readonly string[] = []): Promise<string[]> {
  // Content that is being reloaded is dimmed, so this waits for the response.
  await page.waitForFunction(() =>
    [...document.querySelectorAll('[aria-busy=true]')].every((busy) => getComputedStyle(busy).opacity === '1'),
  )
  const { violations } = await page.evaluate(async (off) => {
    const { axe } = window as unknown as { axe: { run: (options: object) => Promise<AxeResults> } }
    // Colours are measured after their animations have finished.
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
