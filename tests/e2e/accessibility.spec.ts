import type { Page } from '@playwright/test'
import { CONSOLE_RESOURCES } from '../../contract/vocabulary'
import type { Client } from '../support/api'
import { bringAxe, graveViolations } from '../support/e2e/axe'
import { box, button, heading, openList } from '../support/e2e/screen'
import { STORAGE_KEYS } from '../support/e2e/storage'
import { expect, test } from '../support/e2e/test'
import { word } from '../support/e2e/words'
import { make } from '../support/factories'

const THEMES = ['light', 'dark'] as const

/** A page that has something of everything on its lists. */
async function fillCompany(api: Client): Promise<void> {
  await make(api, 'reservations')
  for (const resource of ['vehicles', 'staff', 'customers', 'seasons', 'pricing-rules', 'addons', 'partners'] as const)
    await make(api, resource)
}

async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('table').first()).toHaveAttribute('aria-busy', 'false')
}

test.describe(() => {
  test.beforeEach(({ page }) => bringAxe(page))

  for (const theme of THEMES) {
    test(`the sign-in page keeps nobody out (${theme})`, async ({ page }) => {
      await page.addInitScript(([key, value]) => window.localStorage.setItem(key, value), [
        STORAGE_KEYS.theme,
        theme,
      ] as const)
      await page.goto('/login')
      await expect(page.getByLabel('Username')).toBeVisible()
      expect(await graveViolations(page)).toEqual([])
    })

    test.describe(() => {
      test.use({ reader: { language: 'en', theme } })

      test(`the dashboard, every list, a record and its form keep nobody out (${theme})`, async ({
        office: page,
        api,
      }) => {
        test.setTimeout(120_000)
        await fillCompany(api)
        const found: Record<string, string[]> = {}
        const check = async (name: string) => {
          const violations = await graveViolations(page)
          if (violations.length > 0) found[name] = violations
        }
        await page.goto('/')
        await expect(page.getByRole('main').getByRole('link', { name: 'Airport to city' }).first()).toBeVisible()
        await check('dashboard')
        for (const resource of CONSOLE_RESOURCES) {
          await openList(page, word(`resources.${resource}.name_other`))
          await settled(page)
          await check(resource)
        }
        const station = await make(api, 'stations')
        await page.goto(`/stations/${String(station['id'])}/show`)
        await expect(page.getByRole('link', { name: 'Edit', exact: true })).toBeVisible()
        await check('a record')
        await page.goto(`/stations/${String(station['id'])}`)
        await expect(button(page, 'Save')).toBeVisible()
        await check('a form')
        await box(page.getByRole('main'), 'Code').fill('x')
        await button(page, 'Save').click()
        await expect(page.getByRole('alert')).toBeVisible()
        await check('a form with a fault')
        expect(found).toEqual({})
      })
    })
  }

  test.describe('in Arabic', () => {
    test.use({ reader: { language: 'ae', theme: 'light' } })

    test('the list of stations keeps nobody out', async ({ office: page, api }) => {
      await make(api, 'stations')
      await page.goto('/stations')
      await settled(page)
      expect(await graveViolations(page)).toEqual([])
    })
  })
})

test('a row of a list is reached and opened by the keyboard alone', async ({ office: page, api }) => {
  const { id, legal_name: name } = await make(api, 'partners', { legal_name: 'Keyboard Travel' })
  await page.goto('/partners')
  const link = page.getByRole('link', { name: String(name), exact: true })
  await expect(link).toBeVisible()
  await page.getByRole('checkbox', { name: `Select ${String(name)}` }).focus()
  await page.keyboard.press('Tab')
  await expect(link).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/${String(id)}/show$`))
  await expect(heading(page, String(name))).toBeVisible()
})
