import { expect, type Locator, type Page } from '@playwright/test'

/** Returns the input with a label, whether or not the label is marked as required. */
export const box = (scope: Page | Locator, name: string) =>
  scope.getByLabel(new RegExp(`^${escaped(name)}(\\s*\\*)?$`)).and(scope.locator('input, textarea'))

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

export const button = (scope: Page | Locator, name: string) => scope.getByRole('button', { name, exact: true })

export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** Selects an option of a closed list. */
export async function choose(page: Page, name: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: new RegExp(`^${escaped(name)}`) }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Selects a record by typing part of its name or of its secondary text. */
export async function chooseRecord(page: Page, name: string, typed: string): Promise<void> {
  const input = page.getByRole('combobox', { name: new RegExp(`^${escaped(name)}`) })
  await input.click()
  await input.fill(typed)
  await (await suggested(page, typed)).click()
}

/** Types into an autocomplete input and selects the first match. */
export async function pick(input: Locator, typed: string): Promise<void> {
  await input.fill(typed)
  const option = await suggested(input.page(), typed)
  await option.click()
  await expect(option).toBeHidden()
}

/** Returns the first suggestion after the search responds: options that the search removes would shift the click target. */
export async function suggested(page: Page, text: string): Promise<Locator> {
  const options = page.getByRole('option')
  const fitting = options.filter({ hasText: text }).first()
  await expect(fitting).toBeVisible()
  await expect(options.filter({ hasNotText: text })).toHaveCount(0)
  return fitting
}

/** Searches the visible list and waits for the result. */
export async function search(page: Page, text: string, total: number): Promise<void> {
  await page.getByRole('searchbox').fill(text)
  await expect(page).toHaveURL((url) => url.searchParams.get('filter')?.includes(`"q":"${text}"`) ?? false)
  await expect(page.getByText(new RegExp(`^${total} .+ match$`))).toBeVisible()
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false')
}

/** Sets a filter with a closed list; a hidden filter is first added from the menu. */
export async function filterBy(page: Page, name: string, option: string): Promise<void> {
  const chip = page.getByRole('button', { name, exact: true, expanded: false })
  if (await chip.isVisible()) await chip.click()
  else {
    await button(page, 'More filters').click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  const editor = page.getByRole('dialog', { name })
  await editor.getByRole('checkbox', { name: option, exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(editor).toBeHidden()
}

/** Returns the rows of the visible table without its header. */
export const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') })

/** Opens a list from the menu, without reloading the console. */
export async function openList(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name, exact: true }).click()
  await expect(heading(page, name)).toBeVisible()
  await expect(page.getByRole('table').or(page.getByRole('status')).first()).toBeVisible()
}

/** Navigates to another page as a link does, without reloading the console. */
export const visit = (page: Page, path: string) =>
  page.evaluate((to) => {
    window.history.pushState({}, '', to)
    window.dispatchEvent(new PopStateEvent('popstate'))
  }, path)
