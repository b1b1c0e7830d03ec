import type { Page } from '@playwright/test'

/** Minimum width and height of a touch target, px (WCAG 2.2, 2.5.5). */
const FINGER_PX = 44

/** Returns the controls of a page that are too small for a finger, with their sizes in px. */
export const smallControls = (page: Page): Promise<string[]> =>
  page.evaluate((finger) => {
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
    return tooSmall
  }, FINGER_PX)
