import type { Page } from '@playwright/test'
import { addressOf, fillCompany, PAGES_WITHOUT_FRAME, PARTNER_SECTIONS, STAFF_PAGES } from '../support/e2e/pages'
import { keepPortal, portal } from '../support/e2e/portal'
import { delayAnswers, MOST_SHIFT, shiftsOf, watchShifts } from '../support/e2e/shifts'
import { expect, test } from '../support/e2e/test'
import { make } from '../support/factories'
import { LONG_TEST_TIMEOUT_MS } from '../support/timeouts'

/** Delay of answers in milliseconds, long enough that drawing before the data arrives shows as a shift. */
const ANSWER_MS = 120
/** Enough rows to detect columns that change their width. */
const FULL_LIST_ROWS = 20

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

/** Opens pages one by one with full loads. @returns layout shifts beyond the limit, by the name of the page */
async function jumps(page: Page, pages: readonly (readonly [name: string, address: string, shows: string])[]) {
  const found: Record<string, unknown> = {}
  for (const [name, address, shows] of pages) {
    await page.goto(address)
    await expect(page.getByRole('main').locator(shows).filter({ visible: true }).first()).toBeVisible()
    await expect(page.locator('.MuiSkeleton-root, [aria-busy=true], #loader')).toHaveCount(0)
    const { sum, moved } = await shiftsOf(page)
    if (sum > MOST_SHIFT) found[name] = { sum, moved }
  }
  return found
}

for (const size of SIZES) {
  test(`no element shifts on a cold load of any page of the console at ${size.width} px`, async ({
    office: page,
    api,
    expectedFaults,
  }) => {
    test.setTimeout(LONG_TEST_TIMEOUT_MS)
    expectedFaults.push(/status of 404/)
    await page.setViewportSize(size)
    const ids = await fillCompany(api)
    for (let row = 0; row < FULL_LIST_ROWS; row++) await make(api, 'reservations')
    await watchShifts(page)
    await delayAnswers(page, ANSWER_MS)
    const pages = Object.entries(STAFF_PAGES).map(([route, shows]) => [route, addressOf(route, ids), shows] as const)
    expect(await jumps(page, pages)).toEqual({})
  })

  test(`no element shifts on a cold load of any page of the portal or the sign-in at ${size.width} px`, async ({
    page,
    api,
    expectedFaults,
  }) => {
    test.setTimeout(LONG_TEST_TIMEOUT_MS)
    expectedFaults.push(/status of (404|410)/)
    await page.setViewportSize(size)
    await watchShifts(page)
    await delayAnswers(page, ANSWER_MS)
    const outside = Object.entries(PAGES_WITHOUT_FRAME).map(
      ([route, shows]) => [route, route.replace(':token', 'unknown'), shows] as const,
    )
    const found = await jumps(page, outside)
    const theirs = await portal(api)
    await make(api, 'reservations', { partner_id: theirs.partner['id'], channel: 'partner' })
    await keepPortal(page, theirs)
    const sections = Object.entries(PARTNER_SECTIONS).map(
      ([section, shows]) => [section, `/partner-dashboard?section=${section}`, shows] as const,
    )
    expect({ ...found, ...(await jumps(page, sections)) }).toEqual({})
  })
}
