import type { Locator, Page } from '@playwright/test'
import { ANIMATIONS, LAYOUTS, MENUS, NAVBARS, DIRECTIONS, THEMES } from '../../src/providers/settings/choices'
import { connect, type Api } from '../support/e2e/api'
import { bringAxe, violationsIn } from '../support/e2e/axe'
import { button, heading } from '../support/e2e/screen'
import { expect, test } from '../support/e2e/test'
import { make } from '../support/factories'
import { ADMINISTRATOR } from '../support/e2e-administrator'
import { LONG_TEST_TIMEOUT_MS } from '../support/timeouts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const luminance = async (locator: Locator) => {
  const colour = await locator.evaluate((element) => getComputedStyle(element).color)
  const [r = 0, g = 0, b = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number)
  return (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255
}
const left = async (locator: Locator) => (await locator.boundingBox())?.x ?? NaN
const width = async (locator: Locator) => (await locator.boundingBox())?.width ?? NaN
/** Returns the left edges of the characters of an element's first text, without spaces. */
const edges = (locator: Locator) =>
  locator.evaluate((element) => {
    const text = element.firstChild
    const range = document.createRange()
    return Array.from(text?.textContent ?? '').flatMap((character, at) => {
      if (!text || character.trim() === '') return []
      range.setStart(text, at)
      range.setEnd(text, at + 1)
      return [range.getBoundingClientRect().left]
    })
  })
const inOrder = (places: number[]) =>
  places.length > 1 && places.every((place, at) => at === 0 || place > (places[at - 1] ?? NaN))
/** Found by its element, because an open dialog hides the page from assistive technology. */
const main = (page: Page) => page.locator('main')
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' })
const banner = (page: Page) => page.getByRole('banner')

async function openCustomizer(page: Page): Promise<Locator> {
  await button(page, 'Appearance').click()
  return page.getByRole('dialog', { name: 'Appearance' })
}

/** Selects an option in the open drawer. */
const choose = (drawer: Locator, group: string, option: string) =>
  drawer.getByRole('group', { name: group }).getByText(option, { exact: true }).click()

/** Stores the session and nothing else, so that a reload does not reset the choices of a test. */
async function keep(page: Page, { session }: Api): Promise<void> {
  await page.goto('/favicon.svg')
  await page.evaluate(({ tokens, user }) => {
    window.localStorage.setItem('auth_tokens', JSON.stringify(tokens))
    window.localStorage.setItem('auth_user', JSON.stringify(user))
  }, session)
}

test.beforeEach(({ page, api }) => keep(page, api))

test('R-156, R-158, R-159, R-160, R-161, R-162 every choice applies at once and after a reload', async ({ page }) => {
  await page.goto('/stations')
  await expect(heading(page, 'Stations')).toBeVisible()
  const drawer = await openCustomizer(page)
  const again = async () => {
    await page.reload()
    await expect(heading(page, 'Stations')).toBeVisible()
  }
  const title = main(page).locator('h1')

  await choose(drawer, 'Colour scheme', 'Dark')
  await expect.poll(() => luminance(title)).toBeGreaterThan(0.7)
  await choose(drawer, 'Colour scheme', 'Light')
  await expect.poll(() => luminance(title)).toBeLessThan(0.3)

  const link = page.locator('#side-panel').getByText('Vehicles', { exact: true })
  await choose(drawer, 'Semi-dark navigation', 'On')
  await expect.poll(() => luminance(link)).toBeGreaterThan(0.5)
  expect(await luminance(title)).toBeLessThan(0.3)

  const full = await width(main(page))
  await choose(drawer, 'Layout', 'Box')
  await expect.poll(() => width(main(page))).toBeLessThan(full - 50)

  await choose(drawer, 'Direction', 'Right to left')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect.poll(() => left(page.locator('#side-panel'))).toBeGreaterThan(await left(main(page)))

  await choose(drawer, 'Navigation position', 'Collapsible')
  await expect.poll(() => width(page.locator('#side-panel'))).toBeLessThan(80)
  const boxed = await width(main(page))
  await page.keyboard.press('Escape')
  await again()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  expect(await width(page.locator('#side-panel'))).toBeLessThan(80)
  await expect.poll(() => width(main(page))).toBe(boxed)
  await menu(page).getByRole('link', { name: 'Vehicles', exact: true }).hover()
  await expect.poll(() => width(menu(page))).toBe(260)
  await page.mouse.move(700, 500)
  await expect.poll(() => width(menu(page))).toBeLessThan(80)
  await button(page, 'Open menu').click()
  await expect.poll(() => width(page.locator('#side-panel'))).toBe(260)

  await choose(await openCustomizer(page), 'Navigation position', 'Horizontal')
  await page.keyboard.press('Escape')
  await again()
  await expect(banner(page).getByRole('navigation').getByRole('listitem')).toHaveCount(9)
  await expect(page.locator('#side-panel')).toHaveCount(0)
  await expect.poll(() => luminance(banner(page).getByText('Vehicles', { exact: true }))).toBeGreaterThan(0.5)

  const last = await openCustomizer(page)
  await button(last, 'Reset to defaults').click()
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr')
  await expect(page.locator('#side-panel')).toHaveCSS('width', '260px')
})

test('R-162 the header is fixed, floating or static', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 320 })
  const edges: Record<string, { top: number; inset: number }> = {}
  for (const navbar of NAVBARS) {
    await page.evaluate((value) => window.localStorage.setItem('navbar', value), navbar)
    await page.goto('/')
    await expect(heading(page, 'Dashboard')).toBeVisible()
    // The day appears under the title with the figures, and the layout is stable from then on.
    await expect(main(page).getByText(/\d{4} · First Administrator$/)).toBeVisible()
    await page.evaluate(() => window.scrollTo(0, 200))
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(200)
    const bar = await button(page, 'Close menu').boundingBox()
    edges[navbar] = { top: bar?.y ?? NaN, inset: bar?.x ?? NaN }
  }
  expect(edges['navbar-sticky']?.top).toBeGreaterThanOrEqual(0)
  expect(edges['navbar-floating']?.top).toBeGreaterThanOrEqual(0)
  expect(edges['navbar-floating']?.inset).toBeGreaterThan(edges['navbar-sticky']?.inset ?? NaN)
  expect(edges['navbar-static']?.top).toBeLessThan(-50)
})

test('R-163 the next page has the chosen transition without rebuilding a list, and none with reduced motion', async ({
  page,
  api,
}) => {
  await make(api, 'stations')
  await page.goto('/stations')
  await expect(heading(page, 'Stations')).toBeVisible()
  await page.evaluate(() => {
    const played: string[] = []
    Object.assign(window, { played })
    const own = Object.getOwnPropertyDescriptor(Element.prototype, 'animate') as { value: Element['animate'] }
    Element.prototype.animate = new Proxy(own.value, {
      apply: (animate, element: Element, [keyframes, options]: Parameters<Element['animate']>) => {
        played.push(JSON.stringify(keyframes))
        return animate.call(element, keyframes, options)
      },
    })
  })
  const played = () => page.evaluate(() => (window as unknown as { played: string[] }).played.splice(0))
  const go = async (name: string) => {
    await menu(page).getByRole('link', { name, exact: true }).click()
    await expect(heading(page, name)).toBeVisible()
  }
  await go('Vehicles')
  expect(await played()).toEqual([])

  await choose(await openCustomizer(page), 'Router transition', 'Slide left')
  expect(await played()).toEqual([])
  await page.keyboard.press('Escape')
  await go('Stations')
  const [slide = ''] = await played()
  expect(slide).toContain('translate(-96px')

  const search = page.getByRole('searchbox')
  await search.fill('nowhere at all')
  await expect(page).toHaveURL(/nowhere/)
  await expect(search).toBeFocused()
  expect(await played()).toEqual([])

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await go('Vehicles')
  expect(await played()).toEqual([])
})

test('R-156 the first paint has the chosen theme; system follows the operating system', async ({ page }) => {
  await page.evaluate(() => window.localStorage.setItem('theme', 'system'))
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.addInitScript(() => {
    const grounds = new Set<string>()
    Object.assign(window, { grounds })
    const look = () => {
      if (document.body) grounds.add(getComputedStyle(document.documentElement).backgroundColor)
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  await page.goto('/')
  await expect(heading(page, 'Dashboard')).toBeVisible()
  expect(await page.evaluate(() => [...(window as unknown as { grounds: Set<string> }).grounds])).toEqual([
    'rgb(11, 14, 20)',
  ])
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(() => luminance(heading(page, 'Dashboard'))).toBeLessThan(0.3)
})

test('R-161 numbers and signs keep their order when English is laid out from right to left', async ({ page, api }) => {
  const { reference } = await make(api, 'reservations')
  await page.evaluate(() => {
    window.localStorage.setItem('locale', 'en')
    window.localStorage.setItem('rtlClass', 'rtl')
  })
  await page.goto('/reservations')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  const row = main(page)
    .getByRole('row')
    .filter({ hasText: String(reference) })
  await expect(row).toBeVisible()
  // The day precedes its month, and the date is aligned with its column.
  const time = row.locator('time').first()
  expect(inOrder(await edges(time))).toBe(true)
  const cell = row.locator('td', { has: page.locator('time') }).first()
  // Measured in one step, because columns move while later content widens them.
  const gap = await cell.evaluate(
    (element) =>
      element.getBoundingClientRect().right - Number(element.querySelector('time')?.getBoundingClientRect().right),
  )
  expect(gap).toBeLessThan(16)
  // Texts of other screens: seats of a leg, a refunded amount, a range, a phone number.
  await cell.evaluate((element) => element.append(document.createElement('output')))
  const shown = cell.locator('output')
  for (const text of ['3 / 50', '-€40.00', '+5 %', '10:00 – 12:00', '+357 99 123456', '#12 (3)', '7 days.']) {
    await shown.evaluate((element, words) => (element.textContent = words), text)
    expect(inOrder(await edges(shown)), text).toBe(true)
  }
})

test('R-166 settings survive a sign-out, and apply to pages without the frame', async ({ page, baseURL }) => {
  // A separate session, because this test signs out.
  await keep(page, await connect(String(baseURL)))
  await page.goto('/')
  const drawer = await openCustomizer(page)
  await choose(drawer, 'Colour scheme', 'Dark')
  await choose(drawer, 'Direction', 'Right to left')
  await choose(drawer, 'Navigation position', 'Horizontal')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(heading(page, 'Sign in')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  expect(await luminance(heading(page, 'Sign in'))).toBeGreaterThan(0.7)
  await page.goto('/pages/error404')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await page.goto('/login')
  await page.getByLabel('Username').fill(ADMINISTRATOR.username)
  await page.getByLabel('Password').fill(ADMINISTRATOR.password)
  await button(page, 'Sign in').click()
  await expect(banner(page).getByRole('navigation').getByRole('listitem')).toHaveCount(9)
})

test('the customizer is accessible', async ({ page }) => {
  await bringAxe(page)
  await page.goto('/')
  const drawer = await openCustomizer(page)
  expect(await violationsIn(page)).toEqual([])
  await drawer.getByRole('radio', { name: 'Light' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(drawer.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await expect.poll(() => luminance(drawer.getByText('Colour scheme'))).toBeGreaterThan(0.7)
  expect(await violationsIn(page)).toEqual([])
})

const AXES = {
  theme: THEMES,
  menu: MENUS,
  semidark: ['false', 'true'],
  layout: LAYOUTS,
  rtlClass: DIRECTIONS,
  navbar: NAVBARS,
  animation: ANIMATIONS,
} as const
type Combination = Record<keyof typeof AXES, string>

function allCombinations(): Combination[] {
  return Object.entries(AXES).reduce<Combination[]>(
    (found, [name, values]) => found.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
    [{} as Combination],
  )
}

/** Returns a small set of combinations that contains every pair of choices. */
function pairwise(all: readonly Combination[]): Combination[] {
  const names = Object.keys(AXES) as (keyof typeof AXES)[]
  const pairsOf = (one: Combination) =>
    names.flatMap((a, i) => names.slice(i + 1).map((b) => `${a}=${one[a]} ${b}=${one[b]}`))
  const open = new Set(all.flatMap(pairsOf))
  const chosen: Combination[] = []
  while (open.size > 0) {
    const gain = (one: Combination) => pairsOf(one).filter((pair) => open.has(pair)).length
    const best = all.reduce((a, b) => (gain(b) > gain(a) ? b : a))
    pairsOf(best).forEach((pair) => open.delete(pair))
    chosen.push(best)
  }
  return chosen
}

test('R-165 every combination renders the dashboard (in pairs; all 2,160 with WAYLINE_ALL_LOOKS=1)', async ({
  page,
}) => {
  const all = allCombinations()
  expect(all).toHaveLength(2160)
  const combinations = process.env['WAYLINE_ALL_LOOKS'] ? all : pairwise(all)
  test.setTimeout(LONG_TEST_TIMEOUT_MS * Math.ceil(combinations.length / 100))
  await page.setViewportSize({ width: 1280, height: 800 })
  for (const combination of combinations) {
    await page.evaluate((values) => {
      for (const [key, value] of Object.entries(values)) window.localStorage.setItem(key, value)
    }, combination)
    await page.goto('/')
    await expect(heading(page, 'Dashboard'), JSON.stringify(combination)).toBeVisible()
    await expect(menu(page).getByRole('link', { name: 'Dashboard', exact: true })).toBeVisible()
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow, JSON.stringify(combination)).toBeLessThanOrEqual(0)
  }
})
