import { ADMINISTRATOR } from '../support/e2e-administrator'
import { STORAGE_KEYS } from '../support/e2e/storage'
import { expect, test } from '../support/e2e/test'
import { make, unique } from '../support/factories'
import { button, heading } from '../support/e2e/screen'

const MOST_NAVIGATIONS = 5
const DEEP_LINK = `/stations?filter=${encodeURIComponent('{"q":"nowhere"}')}&page=1&perPage=10#main-content`

test.beforeEach(async ({ page }) => {
  await page.addInitScript((key) => window.localStorage.setItem(key, 'en'), STORAGE_KEYS.language)
})

test('deep link leads to the sign-in, and back to it with its query and position', async ({ page }) => {
  const asked: string[] = []
  let navigations = 0
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) navigations += 1
  })
  await page.goto(DEEP_LINK)
  await expect(heading(page, 'Sign in')).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  expect(navigations).toBeLessThanOrEqual(MOST_NAVIGATIONS)

  await page.getByLabel('Username').fill(ADMINISTRATOR.username)
  await page.getByLabel('Password').fill(ADMINISTRATOR.password)
  expect(asked.filter((path) => path.startsWith('/api/') && path !== '/api/demo/')).toEqual([])
  await button(page, 'Sign in').click()
  await expect(heading(page, 'Stations')).toBeVisible()
  await expect(page.getByRole('searchbox')).toHaveValue('nowhere')
  await expect(page).toHaveURL(/perPage=10.*#main-content$/)
  await expect(page.getByText('No stations match')).toBeVisible()
  expect(asked.filter((path) => path === '/api/stations/')).toHaveLength(1)
})

test.describe('sign-in with a wrong password', () => {
  test('shows the error and keeps the user name', async ({ page, expectedFaults }) => {
    expectedFaults.push(/status of 401/)
    await page.goto('/login')
    await page.getByLabel('Username').fill('nobody-here')
    await page.getByLabel('Password').fill('a password that is wrong')
    await button(page, 'Sign in').click()
    await expect(page.getByRole('alert')).toContainText('wrong')
    await expect(page.getByLabel('Username')).toHaveValue('nobody-here')
    await expect(button(page, 'Sign in')).toBeEnabled()
  })
})

test('user signs in by the e-mail address, and out again', async ({ page }) => {
  await page.goto('/users')
  await page.getByLabel('Username').fill(ADMINISTRATOR.email)
  await page.getByLabel('Password').fill(ADMINISTRATOR.password)
  await button(page, 'Sign in').click()
  await expect(page.getByRole('link', { name: ADMINISTRATOR.username, exact: true })).toBeVisible()
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(heading(page, 'Sign in')).toBeVisible()
  await page.goto('/stations')
  await expect(heading(page, 'Sign in')).toBeVisible()
})

test('user with a given password chooses a new one and is signed in', async ({ page, api }) => {
  const password = 'given by somebody else'
  const user = await make(api, 'users', { username: unique('newcomer'), password, role: 'manager' })
  await page.goto('/customers')
  await page.getByLabel('Username').fill(String(user['username']))
  await page.getByLabel('Password').fill(password)
  await button(page, 'Sign in').click()
  await expect(heading(page, 'Choose a new password')).toBeVisible()

  await page.getByLabel('New password', { exact: true }).fill('a few words of my own')
  await page.getByLabel('Repeat new password').fill('a few words of mine')
  await button(page, 'Set password and sign in').click()
  await expect(page.getByText('The passwords don’t match. Type the same password again.')).toBeVisible()

  await page.getByLabel('Repeat new password').fill('a few words of my own')
  await button(page, 'Set password and sign in').click()
  await expect(heading(page, 'Customers')).toBeVisible()
})

test('sign-in shows that the code of the console is missing, and opens it when the network is back', async ({
  page,
  expectedFaults,
}) => {
  expectedFaults.push(/Failed to load resource/, /could not start/)
  await page.route('**/assets/base-*.js', (route) => route.abort('internetdisconnected'))
  await page.goto('/stations')
  await page.getByLabel('Username').fill(ADMINISTRATOR.username)
  await page.getByLabel('Password').fill(ADMINISTRATOR.password)
  await button(page, 'Sign in').click()
  const notice = page.getByRole('alert').filter({ hasText: 'This page couldn’t be loaded' })
  await expect(notice).toBeVisible()
  await page.unrouteAll()
  await button(notice, 'Try again').click()
  await expect(heading(page, 'Stations')).toBeVisible()
})
