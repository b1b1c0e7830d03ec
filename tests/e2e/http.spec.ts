import { ADMINISTRATOR } from '../support/e2e-administrator'
import { STORAGE_KEYS } from '../support/e2e/storage'
import { box, button, heading, openList } from '../support/e2e/screen'
import { expect, test } from '../support/e2e/test'
import { make, unique } from '../support/factories'

const main = 'main'

test('P-24, R-38, R-42, R-209, R-210 console keeps to the policy of the page from the sign-in to the last dialog', async ({
  page,
  api,
}) => {
  const violations: string[] = []
  const addresses: string[] = []
  const logged: string[] = []
  const credentials: (string | undefined)[] = []
  page.on('console', (message) => logged.push(message.text()))
  page.on('request', (request) => {
    addresses.push(request.url())
    if (request.url().includes('/locales/')) credentials.push(request.headers()['authorization'])
  })
  await page.exposeFunction('reportViolation', (text: string) => violations.push(text))
  await page.addInitScript((key) => {
    localStorage.setItem(key, localStorage.getItem(key) ?? 'en')
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      const { reportViolation } = window as unknown as { reportViolation: (text: string) => void }
      reportViolation(`${violatedDirective} ${blockedURI} ${sourceFile}`)
    })
  }, STORAGE_KEYS.language)
  const season = await make(api, 'seasons', { name: { en: '<img src=x onerror=alert(1)>' } })

  const shell = await page.goto('/seasons')
  const policy = shell?.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("script-src 'self';")
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy).toMatch(/style-src 'self' 'nonce-[\w+/=]{22,}'/)
  expect(policy).not.toContain('unsafe')

  await page.getByLabel('Username').fill(ADMINISTRATOR.username)
  await page.getByLabel('Password').fill(ADMINISTRATOR.password)
  const cookie = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/csrf/')
  await button(page, 'Sign in').click()
  await expect(heading(page, 'Seasons')).toBeVisible()
  expect((await cookie).ok()).toBe(true)
  expect((await page.context().cookies()).map(({ name }) => name)).toContain('csrftoken')

  await page.goto(`/seasons/${String(season['id'])}`)
  await expect(box(page.getByRole(main), 'Code')).toBeVisible()
  await box(page.getByRole(main), 'Code').fill(unique('CSP'))
  await button(page, 'Save').click()
  await expect(page).toHaveURL(/\/show$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('<img src=x')
  await button(page.getByRole(main), 'Delete').click()
  await button(page.getByRole('dialog'), 'Delete').click()
  await expect(heading(page, 'Seasons')).toBeVisible()
  await page.goto('/stations/create')
  await expect(box(page.getByRole(main), 'Code')).toBeVisible()
  for (const [path, name] of [
    ['/', 'Dashboard'],
    ['/journeys', 'Journeys'],
    ['/reservations/create', ''],
    ['/pages/error404', ''],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }), `${path} ${name}`).toBeVisible()
  }
  await page.evaluate((key) => localStorage.setItem(key, 'ae'), STORAGE_KEYS.language)
  await page.goto('/vehicles')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  const styled = await page.getByRole('banner').evaluate((element) => getComputedStyle(element).position)
  expect(styled).toBe('sticky')
  expect(violations).toEqual([])
  expect([...addresses, ...logged].filter((text) => text.includes(ADMINISTRATOR.password))).toEqual([])
  expect(new Set(credentials)).toEqual(new Set([undefined]))
})

test('P-24 each page has its own nonce and blocks an injected script', async ({ page, request, expectedFaults }) => {
  expectedFaults.push(/Content Security Policy|TrustedHTML|TrustedScript/)
  const nonces = await Promise.all(
    ['/login', '/login'].map(async (path) => {
      const answer = await request.get(path)
      const nonce = /'nonce-([^']+)'/.exec(answer.headers()['content-security-policy'] ?? '')?.[1] ?? ''
      expect(await answer.text()).toContain(`nonce="${nonce}"`)
      return nonce
    }),
  )
  expect(nonces[0]).not.toBe(nonces[1])
  for (const path of ['/login', '/favicon.svg', '/api/docs/', '/api/nothing']) {
    const headers = (await request.get(path)).headers()
    expect(headers, path).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    })
    expect(headers['content-security-policy'], path).toContain("frame-ancestors 'none'")
  }

  await page.goto('/login')
  await expect(heading(page, 'Sign in')).toBeVisible()
  const outcome = await page.evaluate(() => {
    const state = window as unknown as { smuggled?: boolean }
    const script = document.createElement('script')
    try {
      script.textContent = 'window.smuggled = true'
      document.body.append(script)
    } catch {
      // Trusted Types refuse the text of the script.
    }
    let markup = 'taken'
    try {
      document.createElement('div').innerHTML = '<b>x</b>'
    } catch {
      markup = 'refused'
    }
    return { ran: state.smuggled ?? false, markup }
  })
  expect(outcome).toEqual({ ran: false, markup: 'refused' })
})

test('server answers other clients by what they accept, and a missing file with 404', async ({ request }) => {
  for (const [path, status, type] of [
    ['/robots.txt', 200, 'text/plain'],
    ['/favicon.ico', 200, 'image/'],
    ['/login', 200, 'text/html'],
    ['/apple-touch-icon.png', 404, 'application/problem+json'],
    ['/wp-login.php', 404, 'application/problem+json'],
    ['/.well-known/assetlinks.json', 404, 'application/problem+json'],
    [
      '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200',
      404,
      'application/problem+json',
    ],
  ] as const) {
    const answer = await request.get(path)
    expect([path, answer.status()]).toEqual([path, status])
    expect(answer.headers()['content-type'], path).toContain(type)
  }
})

test('R-220 API documentation is shown within its own policy', async ({ page }) => {
  const violations: string[] = []
  await page.exposeFunction('reportViolation', (text: string) => violations.push(text))
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      const { reportViolation } = window as unknown as { reportViolation: (text: string) => void }
      reportViolation(`${violatedDirective} ${blockedURI}`)
    }),
  )
  await page.goto('/api/docs/')
  // The page renders all operations before its heading is visible.
  await expect(page.getByRole('heading', { name: /Wayline API/ })).toBeVisible()
  expect(violations).toEqual([])
})

test('R-212 form that is saved without a connection stays, shows the error, and is saved afterwards', async ({
  office: page,
  api,
  context,
  expectedFaults,
}) => {
  expectedFaults.push(/ERR_INTERNET_DISCONNECTED/)
  const station = await make(api, 'stations', { city: 'Paphos' })
  await page.goto(`/stations/${String(station['id'])}`)
  const city = box(page.getByRole(main), 'City')
  await city.fill('Limassol')
  await context.setOffline(true)
  await button(page, 'Save').click()
  await expect(page.getByRole('alert').first()).toContainText('The server isn’t responding')
  await expect(city).toHaveValue('Limassol')
  await context.setOffline(false)
  expect((await api.get(`/stations/${String(station['id'])}`)).body['city']).toBe('Paphos')
  await button(page, 'Save').click()
  await expect(page).toHaveURL(/\/show$/)
  expect((await api.get(`/stations/${String(station['id'])}`)).body['city']).toBe('Limassol')
})

test('A-26, R-211 list shows that it is being retried, and its rows once the server answers', async ({
  office: page,
  expectedFaults,
}) => {
  expectedFaults.push(/status of 503/)
  let release: () => void = () => undefined
  const noticed = new Promise<void>((resolve) => (release = resolve))
  let calls = 0
  await page.route('**/api/addons/?*', async (route) => {
    calls += 1
    if (calls < 3) return route.fulfill({ status: 503, body: '{}' })
    await noticed
    await route.continue()
  })
  await page.goto('/addons')
  const notice = page.getByText('The server isn’t responding. Trying again…')
  await expect(notice).toBeVisible()
  release()
  await expect(notice).toBeHidden()
  await expect(page.getByRole('table').or(page.getByRole('status')).first()).toBeVisible()
  expect(calls).toBe(3)
})

test('R-207 a change is shown at once in the list and on the record', async ({ office: page, api }) => {
  const station = await make(api, 'stations', { city: 'Paphos' })
  const code = String(station['code'])
  await page.goto('/stations')
  await openList(page, 'Stations')
  await page.getByRole('searchbox').fill(code)
  await page
    .getByRole('link', { name: new RegExp(code) })
    .or(page.getByRole('row', { name: new RegExp(code) }))
    .first()
    .click()
  await expect(page.getByRole(main)).toContainText('Paphos')
  await page.getByRole('link', { name: 'Edit' }).or(button(page, 'Edit')).first().click()
  await box(page.getByRole(main), 'City').fill('Nicosia')
  await button(page, 'Save').click()
  await expect(page).toHaveURL(/\/show$/)
  await expect(page.getByRole(main)).toContainText('Nicosia')
  await openList(page, 'Stations')
  await expect(page.getByRole('row', { name: new RegExp(code) }).first()).toContainText('Nicosia')
})
