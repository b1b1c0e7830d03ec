import type { Page } from '@playwright/test'
import { invite, keepPortal, portal, PORTAL_PASSWORD, tokenOf } from '../support/e2e/portal'
import { box, button, heading } from '../support/e2e/screen'
import { expect, test } from '../support/e2e/test'
import { word } from '../support/e2e/words'
import { make, unique } from '../support/factories'
import type { Json } from '../support/api'

const text = (key: string, language = 'en') => word(`app.partner.${key}`, language)

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await box(page, text('login.email')).fill(email)
  await box(page, text('login.password')).fill(password)
  await button(page, text('login.submit')).click()
}

const stored = (page: Page) =>
  page.evaluate(() => ['partner_user', 'partner', 'partner_token'].map((key) => window.localStorage.getItem(key)))

test('R-11 R-12 R-14 partner pages are separate, and neither session opens the pages of the other', async ({
  page,
  api,
}) => {
  const scripts = new Set<string>()
  page.on('request', (request) => request.url().endsWith('.js') && scripts.add(request.url()))
  /** Counts fetched scripts that contain the staff console. */
  const staffScripts = async () => {
    const texts = await Promise.all([...scripts].map(async (url) => (await page.request.get(url)).text()))
    return texts.filter((script) => /\bStaffConsole:\s*\(\)/.test(script)).length
  }
  for (const [path, title] of [
    ['/partner-login', text('login.title')],
    ['/partner/accept-invitation/unknown', text('invite.failed')],
  ] as const) {
    await page.goto(path)
    await expect(heading(page, title)).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
  }
  expect(scripts.size).toBeGreaterThan(2)
  expect(await staffScripts()).toBe(0)
  const { session } = await portal(api)
  await page.evaluate(
    (tokens) => {
      window.localStorage.setItem('auth_tokens', tokens.staff)
      window.localStorage.setItem('auth_user', tokens.user)
    },
    { staff: JSON.stringify(api.session.tokens), user: JSON.stringify(api.session.user) },
  )
  await page.goto('/partner-dashboard')
  await expect(heading(page, text('login.title'))).toBeVisible()
  await expect(page).toHaveURL(/\/partner-login$/)
  await page.goto('/vehicles')
  await expect(heading(page, word('resources.vehicles.name_other'))).toBeVisible()
  expect(await staffScripts()).toBe(1)

  // Left first, because the calls of the staff console would fail without their token.
  await page.goto('/partner-login')
  await page.evaluate(
    (entries) => {
      window.localStorage.clear()
      for (const [key, value] of Object.entries(entries)) window.localStorage.setItem(key, value)
    },
    {
      partner_token: session.token,
      partner_user: JSON.stringify(session.user),
      partner: JSON.stringify(session.partner),
    },
  )
  await page.goto('/vehicles')
  await expect(page).toHaveURL(/\/login$/)
  await page.goto('/partner-dashboard')
  await expect(heading(page, text('nav.overview'))).toBeVisible()
})

test('R-85 R-104 R-106 a partner signs in, views the pages and signs out', async ({ page, api, expectedFaults }) => {
  expectedFaults.push(/status of 422/)
  const { partner, email } = await portal(api)
  const trip = await make(api, 'reservations', {
    partner_id: partner['id'],
    channel: 'partner',
    partner_reference: unique('SV-'),
  })
  await page.goto('/partner-login')
  await signIn(page, email, 'a password that is wrong')
  await expect(page.getByRole('alert')).toContainText('wrong')
  await expect(box(page, text('login.email'))).toHaveValue(email)
  await signIn(page, email, PORTAL_PASSWORD)
  await expect(heading(page, text('nav.overview'))).toBeVisible()
  await expect(page).toHaveTitle(/^Overview · Wayline$/)
  await expect(page.getByText(String(trip['reference']))).toBeVisible()
  expect((await stored(page)).map((value) => value !== null)).toEqual([true, true, true])

  await page
    .getByRole('navigation')
    .getByRole('link', { name: text('nav.trips'), exact: true })
    .click()
  await expect(page.getByRole('cell', { name: String(trip['reference']) })).toBeVisible()
  await box(page, text('trips.search')).fill('nothing like it')
  await expect(page.getByText(text('trips.notFound'), { exact: true })).toBeVisible()
  await page.reload()
  await expect(box(page, text('trips.search'))).toHaveValue('nothing like it')

  await page.getByRole('button', { name: text('session.account').replace('{{name}}', 'Rebecca Holt') }).click()
  await page.getByRole('menuitem', { name: text('session.refresh') }).click()
  await expect(page.getByText(text('session.renewed'))).toBeVisible()
  await page.getByRole('button', { name: text('session.account').replace('{{name}}', 'Rebecca Holt') }).click()
  await page.getByRole('menuitem', { name: text('session.signOut') }).click()
  await expect(heading(page, text('login.title'))).toBeVisible()
  expect(await stored(page)).toEqual([null, null, null])
})

test('R-78 R-80 an expired token is renewed once, and an ended session leads to the sign-in page', async ({
  page,
  api,
  expectedFaults,
}) => {
  expectedFaults.push(/status of 401/)
  const office = await portal(api)
  await keepPortal(page, office)
  let refused = 0
  await page.route('**/api/partner/dashboard/', async (route) => {
    if (route.request().headers()['authorization'] !== `Token ${office.session.token}`) return route.continue()
    refused += 1
    await route.fulfill({ status: 401, contentType: 'application/problem+json', body: '{"code":"token_expired"}' })
  })
  await page.goto('/partner-dashboard')
  await expect(page.getByText(text('overview.noNext'))).toBeVisible()
  expect(refused).toBe(1)
  const [, , token] = await stored(page)
  expect(token).not.toBe(office.session.token)
  await api.post('/partner/auth/logout/', { token })
  await page.reload()
  await expect(heading(page, text('login.title'))).toBeVisible()
  expect(await stored(page)).toEqual([null, null, null])
})

test('R-21 R-22 an invitation by staff can be accepted once', async ({
  office: page,
  api,
  expectedFaults,
  browser,
}) => {
  expectedFaults.push(/status of 4(10|04|14)/)
  const partner = await make(api, 'partners', { status: 'active' })
  const email = `${unique('nadia')}@example.org`
  await page.goto(`/partners/${String(partner['id'])}/show`)
  await button(page, text('access.invite')).click()
  const dialog = page.getByRole('dialog')
  await box(dialog, text('login.email')).fill(email)
  await button(dialog, text('access.invite')).click()
  const link = new URL(await dialog.getByRole('status', { name: word('app.account.user.linkTitle') }).innerText())
  await button(dialog, word('app.account.user.done')).click()
  await expect(page.getByText(email)).toBeVisible()

  const context = await browser.newContext({ baseURL: page.url() })
  const guest = await context.newPage()
  await guest.goto(link.pathname)
  await expect(guest.getByText(email)).toBeVisible()
  await box(guest, text('invite.firstName')).fill('Nadia')
  await box(guest, text('invite.lastName')).fill('Roldán')
  await box(guest, text('invite.password')).fill(PORTAL_PASSWORD)
  await button(guest, text('invite.submit')).click()
  await expect(heading(guest, text('nav.overview'))).toBeVisible()
  expect(guest.url()).not.toContain(tokenOf(link.pathname))
  await guest.goBack()
  expect(guest.url()).not.toContain(tokenOf(link.pathname))

  const origins = new Set<string>()
  guest.on('request', (request) => origins.add(new URL(request.url()).origin))
  const revoked = await invite(api, partner)
  await api.post(`/partners/${String(partner['id'])}/invitations/${revoked.id}/revoke/`)
  for (const [token, code] of [
    [tokenOf(link.pathname), 'invitation_used'],
    [revoked.token, 'invitation_revoked'],
    ['y'.repeat(43), 'invitation_unknown'],
    ['z'.repeat(5_000), 'invitation_unknown'],
    ['%00', 'invitation_unknown'],
    ['..%2F..%2Fstations', 'invitation_unknown'],
  ] as const) {
    await guest.goto(`/partner/accept-invitation/${token}`)
    await expect(guest.getByRole('alert')).toContainText(word(`errors.${code}`).slice(0, 30))
  }
  expect([...origins]).toEqual([link.origin])
  await context.close()
})

test('an API key is created, replaced and revoked, and shown to staff', async ({ page, api }) => {
  const office = await portal(api)
  await keepPortal(page, office)
  await page.goto('/partner-dashboard?section=credentials')
  await button(page, text('keys.create')).click()
  const dialog = page.getByRole('dialog')
  await box(dialog, text('keys.name')).fill('Staging')
  await box(dialog, text('keys.password')).fill(PORTAL_PASSWORD)
  await button(dialog, text('keys.create')).click()
  await expect(dialog.getByRole('status', { name: text('keys.secretTitle') })).toHaveText(/^tk_test_\w{32}$/)
  await button(dialog, text('keys.done')).click()
  await expect(page.getByText('Staging', { exact: true })).toBeVisible()
  await button(page, text('keys.rotate')).click()
  await box(dialog, text('keys.password')).fill(PORTAL_PASSWORD)
  await button(dialog, text('keys.rotate')).click()
  await button(dialog, text('keys.done')).click()
  await expect(page.getByText(word('choices.credentialStates.rotating'))).toBeVisible()
  await button(page, text('keys.revoke')).first().click()
  await button(dialog, text('keys.revoke')).click()
  await expect(page.getByText(word('choices.credentialStates.revoked'))).toBeVisible()
  const { body } = await api.get(`/partners/${String(office.partner['id'])}/access/`)
  expect((body['credentials'] as Json[]).map(({ state }) => state).sort()).toEqual(['revoked', 'rotating'])
})
