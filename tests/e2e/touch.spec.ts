import type { Locator } from '@playwright/test'
import { fillCompany } from '../support/e2e/pages'
import { expect, test } from '../support/e2e/test'

test.use({ contextOptions: { hasTouch: true, reducedMotion: 'reduce' }, viewport: { width: 390, height: 844 } })

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
