import type { Page } from '@playwright/test'
import type { Visit } from './browser'
import { ADMIN } from './product'

/** Measurements of one visit by figure name: milliseconds, kilobytes (of 1,000 bytes) or a plain number. */
export type Figures = Record<string, number>

const ROW = 'table:not([aria-busy=true]) tbody tr:has(td)'
const NEXT = 'button[aria-label="Go to next page"]'
const SEARCH = 'input[type=search], input[name=q]'
/** The name of one record on both sides. */
const SEARCHED = 'Customer 123'

/** Opens the console with an empty cache, and navigates it as users do. */
export async function walk(url: string, { page, loaded, workMs, shift }: Visit): Promise<Figures> {
  const figures: Figures = {}
  await page.goto(`${url}/customers`, { waitUntil: 'commit' })
  figures['sign-in usable, ms'] = await signInUsable(page)
  figures['requests until then'] = loaded.requests
  figures['scripts until then, kB'] = loaded.scriptBytes / 1000

  await page.waitForLoadState('networkidle')
  await page.fill('input[name=username]', ADMIN.username)
  await page.fill('input[name=password]', ADMIN.password)
  figures['from sign-in to first row, ms'] = await untilRows(page, 'submit', () => page.click('button[type=submit]'))
  figures['scripts until then, all, kB'] = loaded.scriptBytes / 1000
  figures['everything until then, kB'] = loaded.bytes / 1000

  const shifted = await shift()
  figures['next page, ms'] = await untilRows(page, 'click', () => page.click(NEXT))
  figures['layout shift of it'] = (await shift()) - shifted
  figures['search, ms'] = await untilRows(page, 'input', () => page.fill(SEARCH, SEARCHED))

  for (const resource of ['stations', 'customers', 'stations', 'customers', 'stations'] as const)
    await openList(page, resource)
  figures['warm route change, ms'] = await openList(page, 'customers')
  await openList(page, 'stations')
  const worked = await workMs()
  await openUnwatched(page, 'customers')
  figures['main thread of it, ms'] = (await workMs()) - worked
  return figures
}

const openList = (page: Page, resource: string) =>
  untilRows(page, 'click', () => page.locator(`a[href="/${resource}"]`).first().click())

/** Opens a list without pointer events and frame observation, because their work would count as the page's own. */
async function openUnwatched(page: Page, resource: string): Promise<void> {
  await page.evaluate(
    async ({ row, href }) => {
      const before = document.querySelector(row)?.textContent
      const shown = new Promise<void>((resolve) => {
        new MutationObserver((_, observer) => {
          const now = document.querySelector(row)?.textContent
          if (now === undefined || now === before) return
          observer.disconnect()
          resolve()
        }).observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true })
      })
      document.querySelector<HTMLElement>(`a[href="${href}"]`)?.click()
      await shown
      await new Promise<void>((resolve) => requestIdleCallback(() => requestIdleCallback(() => resolve())))
    },
    { row: ROW, href: `/${resource}` },
  )
}

/** Returns milliseconds from the start of the navigation. */
async function signInUsable(page: Page): Promise<number> {
  const usable = await page.waitForFunction(
    () => {
      const box = document.querySelector<HTMLInputElement>('input[name=username]')
      return box !== null && !box.disabled && box.getClientRects().length > 0 && performance.now()
    },
    undefined,
    { polling: 'raf' },
  )
  return Number(await usable.jsonValue())
}

/**
 * Does something and waits until the list shows other rows than before, then until the page is idle.
 * @param event the browser event at which the time starts
 * @returns milliseconds from the event to the frame that has the rows
 */
async function untilRows(page: Page, event: string, act: () => Promise<void>): Promise<number> {
  const before = await page.evaluate(
    ({ row, event: name }) => {
      window.addEventListener(name, () => performance.mark('began'), { capture: true, once: true })
      return document.querySelector<HTMLElement>(row)?.innerText
    },
    { row: ROW, event },
  )
  await act()
  const shown = await page.waitForFunction(
    ({ row, before: old }) => {
      const text = document.querySelector<HTMLElement>(row)?.innerText
      return text !== undefined && text !== old && performance.now()
    },
    { row: ROW, before },
    { polling: 'raf' },
  )
  return page.evaluate(
    async (end) => {
      const began = performance.getEntriesByName('began').at(-1)?.startTime ?? Number.NaN
      await new Promise<void>((resolve) => requestIdleCallback(() => requestIdleCallback(() => resolve())))
      return end - began
    },
    Number(await shown.jsonValue()),
  )
}
