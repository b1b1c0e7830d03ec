import type { Page } from '@playwright/test'
import { bringAxe, violationsIn } from '../support/e2e/axe'
import { addressOf, fillCompany, PAGES_WITHOUT_FRAME, PARTNER_SECTIONS, STAFF_PAGES } from '../support/e2e/pages'
import { keepPortal, portal } from '../support/e2e/portal'
import { delayAnswers, MOST_SHIFT, shiftsOf, watchShifts } from '../support/e2e/shifts'
import { expect, test } from '../support/e2e/test'
import { smallControls } from '../support/e2e/touch'
import { make } from '../support/factories'
import { LONG_TEST_TIMEOUT_MS } from '../support/timeouts'

/** Delay of answers in milliseconds, long enough that drawing before the data arrives shows as a shift. */
const ANSWER_MS = 120
/** Enough rows to detect columns that change their width. */
const FULL_LIST_ROWS = 20

/** Returns what is wrong with the page that is open. */
type Check = (page: Page) => Promise<string[]>

const isWider = async (page: Page) =>
  (await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth))
    ? ['the page is wider than the window']
    : []

const moves: Check = async (page) => {
  const { sum, moved } = await shiftsOf(page)
  return sum > MOST_SHIFT ? [`layout shift of ${sum}`, ...moved] : []
}

/** What is checked on each page besides its layout shift. */
const SCREENS: readonly {
  name: string
  size: { width: number; height: number }
  hasTouch: boolean
  checks: Check[]
}[] = [
  {
    name: 'stays still and is accessible at 1440 px',
    size: { width: 1440, height: 900 },
    hasTouch: false,
    checks: [isWider, (page) => violationsIn(page)],
  },
  {
    name: 'stays still, fits and has controls for fingers at 390 px',
    size: { width: 390, height: 844 },
    hasTouch: true,
    checks: [isWider, smallControls],
  },
]

type Pages = readonly (readonly [name: string, address: string, shows: string])[]

/** Opens pages one by one with full loads. @returns what the checks found, by the name of the page */
async function walk(page: Page, pages: Pages, checks: readonly Check[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const [name, address, shows] of pages) {
    await page.goto(address)
    await expect(page.getByRole('main').locator(shows).filter({ visible: true }).first()).toBeVisible()
    await expect(page.locator('.MuiSkeleton-root, [aria-busy=true], #loader')).toHaveCount(0)
    const faults: string[] = []
    for (const check of [moves, ...checks]) faults.push(...(await check(page)))
    if (faults.length > 0) found[name] = faults
  }
  return found
}

for (const { name, size, hasTouch, checks } of SCREENS)
  test.describe(() => {
    test.use({ contextOptions: { hasTouch, reducedMotion: 'reduce' }, viewport: size })
    test.beforeEach(async ({ page }) => {
      test.setTimeout(LONG_TEST_TIMEOUT_MS)
      if (!hasTouch) await bringAxe(page)
      await watchShifts(page)
      await delayAnswers(page, ANSWER_MS)
    })

    test(`every page of the console ${name}`, async ({ office: page, api, expectedFaults }) => {
      expectedFaults.push(/status of 404/)
      const ids = await fillCompany(api)
      for (let row = 0; row < FULL_LIST_ROWS; row++) await make(api, 'reservations')
      const pages = Object.entries(STAFF_PAGES).map(([route, shows]) => [route, addressOf(route, ids), shows] as const)
      expect(await walk(page, pages, checks)).toEqual({})
    })

    test(`every page of the portal and of the sign-in ${name}`, async ({ page, api, expectedFaults }) => {
      expectedFaults.push(/status of (404|410)/)
      const outside = Object.entries(PAGES_WITHOUT_FRAME).map(
        ([route, shows]) => [route, route.replace(':token', 'unknown'), shows] as const,
      )
      const found = await walk(page, outside, checks)
      const theirs = await portal(api)
      await make(api, 'reservations', { partner_id: theirs.partner['id'], channel: 'partner' })
      await keepPortal(page, theirs)
      const sections = Object.entries(PARTNER_SECTIONS).map(
        ([section, shows]) => [section, `/partner-dashboard?section=${section}`, shows] as const,
      )
      expect({ ...found, ...(await walk(page, sections, checks)) }).toEqual({})
    })
  })
