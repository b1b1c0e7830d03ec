import type { Page } from '@playwright/test'

/** Highest tolerated layout shift: the share of the window that moves, weighted by distance. */
export const MOST_SHIFT = 0.02

interface Shifts {
  sum: number
  /** The moved elements, with the distance in px. */
  moved: string[]
}

/** Sums up the layout shifts that no user action caused, in every page opened from here on. */
export const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    interface Source {
      node: Node | null
      previousRect: DOMRect
      currentRect: DOMRect
    }
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: Source[] }
    const shifts: Shifts = { sum: 0, moved: [] }
    Object.assign(window, { shifts })
    const nameOf = (node: Node | null) => {
      const element = node instanceof Element ? node : node?.parentElement
      return `${element?.tagName.toLowerCase() ?? '?'} "${(element?.textContent ?? '').trim().slice(0, 24)}"`
    }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) {
        if (entry.hadRecentInput) continue
        shifts.sum += entry.value
        for (const { node, previousRect: before, currentRect: after } of entry.sources.slice(0, 2))
          shifts.moved.push(
            `${nameOf(node)} by ${Math.round(after.x - before.x)}, ${Math.round(after.y - before.y)} (${entry.value.toFixed(3)})`,
          )
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** Returns the layout shifts since the page was opened, including those of everything drawn so far. */
export const shiftsOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<Shifts>((resolve) => {
        requestAnimationFrame(() =>
          requestAnimationFrame(() => resolve((window as unknown as { shifts: Shifts }).shifts)),
        )
      }),
  )

/**
 * Delays every API response in every page opened from here on. It works inside the page, because a route of the browser's
 * would make it fetch each script again.
 */
export const delayAnswers = (page: Page, ms: number) =>
  page.addInitScript((wait) => {
    const ask = window.fetch
    window.fetch = async (...request) => {
      const answer = await ask(...request)
      if (new URL(answer.url).pathname.startsWith('/api/')) await new Promise((resolve) => setTimeout(resolve, wait))
      return answer
    }
  }, ms)
