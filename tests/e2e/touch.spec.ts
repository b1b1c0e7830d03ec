import type { Locator } from '@playwright/test'
import { addressOf, fillCompany, STAFF_PAGES } from '../support/e2e/pages'
import { expect, test } from '../support/e2e/test'
import { LONG_TEST_TIMEOUT_MS } from '../support/timeouts'

/** Minimum width and height of a touch target, px (WCAG 2.2, 2.5.5). */
const FINGER_PX = 44

test.use({ contextOptions: { hasTouch: true, reducedMotion: 'reduce' }, viewport: { width: 390, height: 844 } })

test('controls of every page are large enough for a finger on a phone, and no page is wider than the screen', async ({
  office: page,
  api,
  expectedFaults,
}) => {
  test.setTimeout(LONG_TEST_TIMEOUT_MS)
  expectedFaults.push(/status of 404/)
  const ids = await fillCompany(api)
  const found: Record<string, string[]> = {}
  for (const [route, shows] of Object.entries(STAFF_PAGES)) {
    await page.goto(addressOf(route, ids))
    await expect(page.getByRole('main').locator(shows).filter({ visible: true }).first()).toBeVisible()
    await expect(page.locator('.MuiSkeleton-root, [aria-busy=true], #loader')).toHaveCount(0)
    const small = await page.evaluate((finger) => {
      const tooSmall: string[] = []
      const controls = 'button:enabled, input:enabled, textarea:enabled, summary, [role=combobox], a.MuiButtonBase-root'
      for (const control of document.querySelectorAll<HTMLElement>(controls)) {
        // The area around a box belongs to the target, and so does a label.
        const target = control.closest('label, .MuiInputBase-root') ?? control
        const { width, height } = target.getBoundingClientRect()
        if (width <= 1 || !control.checkVisibility({ visibilityProperty: true })) continue
        if (Math.round(width) >= finger && Math.round(height) >= finger) continue
        const name = control.getAttribute('aria-label') ?? control.textContent
        tooSmall.push(`${control.tagName.toLowerCase()} "${name}" ${Math.round(width)} × ${Math.round(height)}`)
      }
      if (document.documentElement.scrollWidth > window.innerWidth) tooSmall.push('the page is wider than the window')
      return tooSmall
    }, FINGER_PX)
    if (small.length > 0) found[route] = small
  }
  expect(found).toEqual({})
})

/** Scrolls until the bottom of an element is at a distance above the bottom of the window, px, as far as the page allows. */
const scrollTo = (element: Locator, fromBottomPx: number) =>
  element.evaluate(
    (node, distance) => window.scrollBy(0, node.getBoundingClientRect().bottom - window.innerHeight + distance),
    fromBottomPx,
  )

/** Returns whether the "Back to top" button overlaps an element, both measured at the same moment. */
const isCovered = (element: Locator) =>
  element.evaluate((node) => {
    const up = document.querySelector('[aria-label="Back to top"]')
    if (!up?.checkVisibility({ visibilityProperty: true })) return false
    const [over, under] = [up.getBoundingClientRect(), node.getBoundingClientRect()]
    const overlapsInline = over.left < under.right && over.right > under.left
    return overlapsInline && over.top < under.bottom && over.bottom > under.top
  })

test('button to the top covers no button of a form', async ({ office: page, api }) => {
  await fillCompany(api)
  const up = page.getByRole('button', { name: 'Back to top' })
  await page.goto('/reservations/create?kind=private_hire')
  const send = page.getByRole('main').getByRole('button', { name: 'Send request', exact: true })
  await expect(send).toBeVisible()
  const isShown = async () => {
    await scrollTo(send, -100)
    return up.isVisible()
  }
  await expect.poll(isShown).toBe(true)
  for (const fromBottomPx of [20, 50, 76, 110]) {
    await scrollTo(send, fromBottomPx)
    await expect.poll(() => isCovered(send), `Send request ${fromBottomPx} px above the bottom`).toBe(false)
  }
  await expect.poll(isShown).toBe(true)
})
