import { bringAxe, violationsIn } from '../support/e2e/axe'
import { button, heading } from '../support/e2e/screen'
import { startOwnServer, type OwnServer } from '../support/e2e/own-server'
import { expect, test } from '../support/e2e/test'
import { word } from '../support/e2e/words'

// Each test starts a server with an empty database.

let server: OwnServer
test.afterEach(async ({ page }) => {
  await page.goto('about:blank')
  await server.stop()
})

test('first user signs in with the printed password, which must be replaced at once and is then invalid', async ({
  page,
  request,
}) => {
  server = await startOwnServer()
  const [, username = '', password = ''] = /Sign in as "(.+)" with the password (\S+)/.exec(server.printed()) ?? []
  expect(username).toBe('admin')

  await page.goto(server.address)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(password)
  await button(page, 'Sign in').click()
  await expect(heading(page, 'Choose a new password')).toBeVisible()
  await page.getByLabel('New password', { exact: true }).fill('four words of my own')
  await page.getByLabel('Repeat new password').fill('four words of my own')
  await button(page, 'Set password and sign in').click()
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible()

  const again = await request.post(`${server.address}/api/auth/login/`, { data: { username, password } })
  expect(again.status()).toBe(401)
})

test('demo offers its users at one click each, and shows on every screen that it is a demo', async ({ page }) => {
  server = await startOwnServer('--demo')
  await bringAxe(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(`${server.address}/journeys`)
  await page.getByRole('button', { name: /Dispatcher$/ }).click()
  await expect(heading(page, 'Journeys')).toBeVisible()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect(page.getByRole('complementary', { name: word('app.demo.banner') })).toBeVisible()
  expect(await violationsIn(page)).toEqual([])
  // The result of the sign-in page is reused, because a late answer would shift the frame.
  expect(asked.filter((path) => path === '/api/demo/')).toHaveLength(1)
})
