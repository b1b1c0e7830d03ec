import type { Page } from '@playwright/test'
import { STORAGE_KEYS } from '../support/e2e/storage'
import {
  accessToken,
  json,
  storedSession,
  NOTHING_STORED,
  scriptApi,
  SOMEBODY,
  store,
  stored,
} from '../support/e2e/scripted'
import { button, heading } from '../support/e2e/screen'
import { expect, test } from '../support/e2e/test'

const MAIN_PATHS = [
  '/',
  '/dashboard',
  '/stations',
  '/vehicles',
  '/vehicle-types',
  '/routes',
  '/staff',
  '/customers',
  '/journeys',
  '/reservations',
  '/reservations/create',
  '/users',
  '/partners',
  '/seasons',
  '/addons',
  '/pricing-rules',
]
const LOGIN = /\/login$/

const signIn = async (page: Page) => {
  await page.getByLabel('Username').fill('ana')
  await page.getByLabel('Password').fill('a long password')
  await button(page, 'Sign in').click()
}
const loginAnswer = () => json({ access: accessToken(3600), refresh: 'refresh-1', user: SOMEBODY })

test('R-01 each main screen is shown in the layout to a signed-in user', async ({ page }) => {
  await scriptApi(page)
  await store(page, stored(accessToken(3600)))
  for (const path of MAIN_PATHS) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    await expect(page.getByRole('navigation').first(), path).toBeVisible()
    await expect(page.getByRole('banner'), path).toBeVisible()
    await expect(page.getByRole('contentinfo'), path).toBeVisible()
    expect(new URL(page.url()).pathname).toBe(path)
  }
})

test('R-03, R-32 each main path leads to the sign-in page without a request to the server', async ({ page }) => {
  const api = await scriptApi(page)
  await store(page, {})
  for (const path of MAIN_PATHS) {
    await page.goto(path)
    await expect(page, path).toHaveURL(LOGIN)
    await expect(heading(page, 'Sign in'), path).toBeVisible()
  }
  expect(api.calls.filter((call) => call !== 'GET /demo/')).toEqual([])
})

test('R-14 a partner session alone leads to the sign-in page of staff', async ({ page }) => {
  const api = await scriptApi(page)
  await store(page, {
    [STORAGE_KEYS.partnerUser]: { id: 'p' },
    [STORAGE_KEYS.partner]: { id: 'q' },
    [STORAGE_KEYS.partnerToken]: 'p'.repeat(40),
  })
  await page.goto('/vehicles')
  await expect(page).toHaveURL(LOGIN)
  expect(api.data()).toEqual([])
  expect(await page.evaluate((key) => localStorage.getItem(key), STORAGE_KEYS.partnerToken)).toHaveLength(40)
})

test('R-05, R-06, R-09, R-38, R-39, R-40, R-56 a user signs in, goes back, signs out and in again', async ({
  page,
  expectedFaults,
}) => {
  expectedFaults.push(/status of 401/)
  const api = await scriptApi(page)
  api.on('POST /auth/login/', (route) => route.fulfill(json({ code: 'credentials_wrong' }, 401)))
  await store(page, {})
  await page.goto('/vehicles?page=1')
  await expect(page).toHaveURL(LOGIN)
  await signIn(page)
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page.getByLabel('Username')).toHaveValue('ana')
  expect([api.count('POST /auth/login/'), api.count('POST /token/refresh/')]).toEqual([1, 0])

  let answerLogin: () => void = () => undefined
  const pressedTwice = new Promise<void>((resolve) => (answerLogin = resolve))
  api.on('POST /auth/login/', async (route) => {
    await pressedTwice
    await route.fulfill(loginAnswer())
  })
  await page.getByLabel('Password').press('Enter')
  await page.getByLabel('Password').press('Enter')
  answerLogin()
  await expect(heading(page, 'Vehicles')).toBeVisible()
  expect(new URL(page.url()).search).toContain('page=1')
  expect(api.count('POST /auth/login/')).toBe(2)
  const session = await storedSession(page)
  expect(JSON.parse(session.tokens ?? '{}')).toMatchObject({ refresh: 'refresh-1' })
  expect(JSON.parse(session.user ?? '{}')).toEqual(SOMEBODY)

  await page.goBack()
  await expect(heading(page, 'Sign in')).toBeHidden()
  await page.goForward()
  await expect(heading(page, 'Vehicles')).toBeVisible()

  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(heading(page, 'Sign in')).toBeVisible()
  expect(await storedSession(page)).toEqual(NOTHING_STORED)
  expect(api.count('POST /auth/logout/')).toBe(1)
  await signIn(page)
  await expect(heading(page, 'Dashboard').or(page.getByRole('heading', { level: 1 }))).toBeVisible()
  await expect(page).toHaveURL(/\/(dashboard)?$/)
})

for (const forged of [
  '//evil.example/x',
  'https://evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
])
  test(`R-07 sign-in stays on this site with ${JSON.stringify(forged)} stored as the target`, async ({ page }) => {
    const api = await scriptApi(page)
    api.on('POST /auth/login/', (route) => route.fulfill(loginAnswer()))
    await store(page, {})
    await page.goto('/login')
    const { origin } = new URL(page.url())
    await page.evaluate(
      (nextPathname) => history.replaceState({ ...history.state, usr: { nextPathname } }, '', '/login'),
      forged,
    )
    await page.reload()
    await signIn(page)
    await expect(page).toHaveURL(`${origin}/`)
  })

test('R-08 console shows Loading... while the session is being checked', async ({ page }) => {
  const api = await scriptApi(page)
  let answer: () => void = () => undefined
  const held = new Promise<void>((resolve) => (answer = resolve))
  api.on('POST /token/refresh/', async (route) => {
    await held
    await route.fulfill(json({ access: accessToken(3600), refresh: 'refresh-2' }))
  })
  await store(page, stored(accessToken(-10)))
  await page.goto('/vehicles')
  await expect(page.getByText('Loading...', { exact: true })).toBeVisible()
  await expect(heading(page, 'Sign in')).toBeHidden()
  await expect(heading(page, 'Vehicles')).toBeHidden()
  expect(new URL(page.url()).pathname).toBe('/vehicles')
  expect(api.data()).toEqual([])
  answer()
  await expect(heading(page, 'Vehicles')).toBeVisible()
  expect(api.count('POST /token/refresh/')).toBe(1)
})

test('R-17, R-23 an unknown page shows the error page, and a second sign-in the dashboard', async ({ page }) => {
  await scriptApi(page)
  await store(page, stored(accessToken(3600)))
  for (const path of [
    '/vehicles/zzz/deep',
    '/partner',
    '/partner/accept-invitation',
    '/pages/error500',
    '/index.html',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('alert'), path).toBeVisible()
    await expect(page.getByRole('navigation'), path).toHaveCount(0)
  }
  await page.goto('/login')
  await expect(page).toHaveURL(/\/(dashboard)?$/)
  await expect(page.getByRole('navigation').first()).toBeVisible()
})

test('R-28, R-74, R-75, R-76 an ended session leads to the sign-in page once, and back afterwards', async ({
  page,
  expectedFaults,
}) => {
  expectedFaults.push(/status of 401/)
  const api = await scriptApi(page)
  await store(page, stored(accessToken(3600)))
  await page.goto(`/journeys?filter=${encodeURIComponent('{"q":"a"}')}&page=1&perPage=10`)
  await expect(heading(page, 'Journeys')).toBeVisible()
  // The page's own reads must not count as reads that the end of the session causes.
  const own = ['GET /journeys/', 'GET /list-columns/', 'GET /reservations/', 'GET /saved-views/']
  await expect.poll(() => api.data().toSorted()).toEqual(own)
  const entries = await page.evaluate(() => history.length)

  api.on('GET /journeys/', (route) => route.fulfill(json({ code: 'token_invalid' }, 401)))
  api.on('POST /token/refresh/', (route) => route.fulfill(json({ code: 'token_invalid' }, 401)))
  await page.getByRole('searchbox').fill('x')
  await expect(heading(page, 'Sign in')).toBeVisible()
  await expect(page.getByText('Your session has ended. Sign in again.')).toBeVisible()
  expect(await storedSession(page)).toEqual(NOTHING_STORED)
  expect(api.count('POST /token/refresh/')).toBe(1)
  expect(api.data().length - own.length).toBeLessThanOrEqual(2)
  expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(entries + 1)

  await page.getByLabel('Username').fill('typed before')
  api.on('POST /auth/login/', (route) => route.fulfill(loginAnswer()))
  api.on('GET /journeys/', (route) => route.fulfill(json([], 200, { 'Content-Range': 'journeys */0' })))
  await expect(page.getByLabel('Username')).toHaveValue('typed before')
  await signIn(page)
  await expect(heading(page, 'Journeys')).toBeVisible()
  expect(new URL(page.url()).searchParams.get('perPage')).toBe('10')
})

test('R-20 server answers every page of the table with the console and an unknown call with a problem', async ({
  request,
}) => {
  for (const path of [...MAIN_PATHS, '/login', '/partner-login', '/partner-dashboard', '/pages/error404']) {
    const answer = await request.get(path)
    expect([answer.status(), answer.headers()['content-type']], path).toEqual([200, 'text/html; charset=utf-8'])
    expect(await answer.text()).toContain('<div id="root">')
  }
  for (const path of ['/api/nothing', '/api/vehicles/1/2/3/4']) {
    const answer = await request.get(path)
    expect([answer.status(), answer.headers()['content-type']], path).toEqual([404, 'application/problem+json'])
  }
})
