import type { Locator, Page } from '@playwright/test'

/** Counts what a person's hands do: every key that goes down and every click. */
export interface Effort {
  keys: number
  clicks: number
  type: (text: string) => Promise<void>
  /** `Control+Enter` is two keys. */
  press: (keys: string) => Promise<void>
  click: (target: Locator) => Promise<void>
}

export function effortOn(page: Page): Effort {
  const effort: Effort = {
    keys: 0,
    clicks: 0,
    type: async (text) => {
      effort.keys += text.length
      await page.keyboard.type(text)
    },
    press: async (keys) => {
      effort.keys += keys.split('+').length
      await page.keyboard.press(keys)
    },
    click: async (target) => {
      effort.clicks += 1
      await target.click()
    },
  }
  return effort
}
