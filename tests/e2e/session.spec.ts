import type { BrowserContext, Page } from '@playwright/test'
import { TOKEN_REFRESH_CHECK_MS } from '../../contract/core/limits/token-lifetimes'
import { pauseClock } from '../support/e2e/clock'
import {
  accessToken,
  json,
  storedSession,
  NOTHING_STORED,
  scriptApi,
  SOMEBODY,
  store,
  stored,
  type ScriptedApi,
} from '../support/e2e/scripted'
import { button, heading } from '../support/e2e/screen'
import { expect, test } from '../support/e2e/test'

/** Repetitions, because the events that a page receives when it closes depend on timing. */
const TIMES_LEFT = 5

const signOut = async (page: Page) => {
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
}

async function openTwoTabs(
  page: Page,
  context: BrowserContext,
  access: string,
): Promise<[ScriptedApi, ScriptedApi, Page]> {
  const other = await context.newPage()
  const apis = [await scriptApi(page), await scriptApi(other)] as const
  await store(page, stored(access))
  for (const [tab, api] of [
    [page, apis[0]],
    [other, apis[1]],
  ] as const) {
    await tab.goto('/vehicles')
    await expect(heading(tab, 'Vehicles')).toBeVisible()
    await expect.poll(() => [api.count('GET /vehicles/'), api.count('GET /reservations/')]).toEqual([1, 1])
  }
  return [...apis, other]
}

test('R-53 sign-out in another tab leaves the current screen without a request', async ({ page, context }) => {
  await context.clock.install()
  const [api, otherApi, other] = await openTwoTabs(page, context, accessToken(3600))
  // Without timers, the other tab follows by the storage event alone.
  await pauseClock(other)
  const before = otherApi.calls.length
  await signOut(page)
  await expect(heading(other, 'Vehicles')).toBeHidden()
  await expect(other).toHaveURL(/\/login$/)
  await context.clock.resume()
  await expect(heading(page, 'Sign in')).toBeVisible()
  await expect(heading(other, 'Sign in')).toBeVisible()
  expect(otherApi.calls.slice(before).filter((call) => call !== 'GET /demo/')).toEqual([])
  expect([api.count('POST /auth/logout/'), api.count('POST /token/refresh/')]).toEqual([1, 0])

  api.on('POST /auth/login/', (route) =>
    route.fulfill(json({ access: accessToken(3600), refresh: 'refresh-9', user: SOMEBODY })),
  )
  await page.getByLabel('Username').fill('ana')
  await page.getByLabel('Password').fill('a long password')
  await button(page, 'Sign in').click()
  await expect(heading(other, 'Vehicles')).toBeVisible()
})

test('R-52 two tabs that reach the threshold together refresh once', async ({ page, context }) => {
  const now = Date.now()
  await context.clock.install({ time: now })
  const [api, otherApi, other] = await openTwoTabs(page, context, accessToken(310, now))
  let number = 1
  for (const script of [api, otherApi])
    script.on('POST /token/refresh/', async (route, request) => {
      const { refresh } = request.postDataJSON() as { refresh: string }
      // A server without grace time: a used refresh token ends the session.
      if (refresh !== `refresh-${number}`) return route.fulfill(json({}, 401))
      number += 1
      await route.fulfill(json({ access: accessToken(3600, now), refresh: `refresh-${number}` }))
    })
  await context.clock.runFor(TOKEN_REFRESH_CHECK_MS)
  await expect
    .poll(async () => JSON.parse((await storedSession(page)).tokens ?? '{}') as unknown)
    .toMatchObject({
      refresh: 'refresh-2',
    })
  await context.clock.runFor(TOKEN_REFRESH_CHECK_MS)
  expect(api.count('POST /token/refresh/') + otherApi.count('POST /token/refresh/')).toBe(1)
  await expect(heading(page, 'Vehicles')).toBeVisible()
  await expect(heading(other, 'Vehicles')).toBeVisible()
})

test('page that is left while its token is renewed ends no session', async ({ page }) => {
  const api = await scriptApi(page)
  await store(page, stored(accessToken(-60)))
  api.on('POST /token/refresh/', () => new Promise<void>(() => undefined))
  for (let left = 1; left <= TIMES_LEFT; left += 1) {
    await page.goto('/vehicles', { waitUntil: 'commit' })
    await expect.poll(() => api.count('POST /token/refresh/')).toBe(left)
  }
  api.on('POST /token/refresh/', (route) => route.fulfill(json({ access: accessToken(3600) })))
  await page.goto('/vehicles')
  await expect(heading(page, 'Vehicles')).toBeVisible()
})

test('sign-out during reads causes no refresh, no call and no log entry', async ({ page }) => {
  const api = await scriptApi(page)
  await store(page, stored(accessToken(3600)))
  api.on('GET /vehicles/', () => new Promise<void>(() => undefined))
  await page.goto('/vehicles')
  await expect.poll(() => api.count('GET /vehicles/')).toBeGreaterThan(0)
  await signOut(page)
  await expect(heading(page, 'Sign in')).toBeVisible()
  await expect(page.getByText('Your session has ended')).toBeHidden()
  expect(await storedSession(page)).toEqual(NOTHING_STORED)
  // On a slow machine, reads without an answer are repeated before the sign-out.
  const later = api.calls.slice(api.calls.indexOf('POST /auth/logout/'))
  expect(later.filter((call) => call !== 'GET /demo/')).toEqual(['POST /auth/logout/'])
})

test('R-59, R-61 next user sees no data of the previous one', async ({ page }) => {
  const api = await scriptApi(page)
  await store(page, stored(accessToken(3600)))
  api.on('GET /auth/user/', (route) => route.fulfill(json({ ...SOMEBODY, last_name: 'Ruiz Ortega' })))
  const station = { id: SOMEBODY.id, version: 1, code: 'OFANA', name: { en: 'Station of Ana' }, status: 'active' }
  api.on('GET /stations/', (route) => route.fulfill(json([station], 200, { 'Content-Range': 'stations 0-0/1' })))
  await page.goto('/stations')
  await expect(page.getByText('Station of Ana').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Account of Ana Ruiz Ortega' })).toBeVisible()

  await signOut(page)
  const ben = { ...SOMEBODY, id: '0190a000-0000-7000-8000-000000000002', username: 'ben', first_name: 'Ben' }
  api.on('POST /auth/login/', (route) =>
    route.fulfill(json({ access: accessToken(3600), refresh: 'refresh-ben', user: ben })),
  )
  api.on('GET /auth/user/', (route) => route.fulfill(json(ben)))
  api.on('GET /stations/', () => new Promise<void>(() => undefined))
  await page.evaluate(() => {
    const seen = window as unknown as { seenOfAna: boolean }
    seen.seenOfAna = false
    new MutationObserver(() => {
      if (/Station of Ana|Ruiz Ortega/.test(document.body.textContent ?? '')) seen.seenOfAna = true
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  await page.getByLabel('Username').fill('ben')
  await page.getByLabel('Password').fill('a long password')
  await button(page, 'Sign in').click()
  await expect(page.getByRole('button', { name: /^Account of Ben/ })).toBeVisible()
  const asked = api.count('GET /stations/')
  await page.getByRole('link', { name: 'Stations', exact: true }).first().click()
  await expect.poll(() => api.count('GET /stations/')).toBeGreaterThan(asked)
  await expect(heading(page, 'Stations')).toBeVisible()
  expect(await page.evaluate(() => (window as unknown as { seenOfAna: boolean }).seenOfAna)).toBe(false)
})
