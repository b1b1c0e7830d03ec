import { TOTP_STEP_S } from '../../contract/core/limits/second-factor'
import { bringAxe, violationsIn } from '../support/e2e/axe'
import { keepPortal, portal, PORTAL_PASSWORD } from '../support/e2e/portal'
import { box, button, heading } from '../support/e2e/screen'
import { expect, test } from '../support/e2e/test'
import { word } from '../support/e2e/words'
import { appCode } from '../support/totp'

const ANOTHER = 'three quiet buses waiting'

test('a user of a partner changes the password, signs in with two steps and ends another session', async ({
  office,
  api,
  browser,
  address,
  expectedFaults,
}) => {
  // 422 is a refused password, or the request for the code.
  expectedFaults.push(/status of 422/)
  const guest = await portal(api)
  await api.post('/partner/auth/login/', { email: guest.email, password: PORTAL_PASSWORD })
  const context = await browser.newContext({ baseURL: address, viewport: { width: 390, height: 844 } })
  const phone = await context.newPage()
  await bringAxe(phone)
  await keepPortal(phone, guest)
  await phone.goto('/partner-dashboard?section=docs')
  // More sections than the screen has room for.
  await expect(phone.getByRole('link', { name: word('app.partner.nav.docs'), exact: true })).toBeInViewport()
  await expect(phone.getByRole('link', { name: word('app.partner.nav.overview'), exact: true })).not.toBeInViewport()
  const account = phone.getByRole('button', {
    name: word('app.partner.session.account').replace('{{name}}', 'Rebecca Holt'),
  })
  await account.click()
  await phone.getByRole('menuitem', { name: word('app.account.title') }).click()
  await expect(heading(phone, word('app.account.title'))).toBeVisible()
  await expect(button(phone, word('app.account.sessions.endOthers'))).toBeVisible()
  expect(await violationsIn(phone)).toEqual([])

  const password = box(phone, word('app.account.newPassword'))
  await box(phone, word('app.account.currentPassword')).fill(PORTAL_PASSWORD)
  await password.fill('RebeccaHolt12')
  await button(phone, word('app.account.change')).click()
  await expect(phone.getByText(/little more than a name/)).toBeVisible()
  await password.fill(ANOTHER)
  await button(phone, word('app.account.change')).click()
  await expect(phone.getByText(word('app.account.changed'))).toBeVisible()
  // The password change has ended all other sessions.
  await expect(button(phone, word('app.account.sessions.endOthers'))).toBeHidden()

  await button(phone, word('app.account.step.turnOn')).click()
  await box(phone.getByRole('dialog'), word('app.account.currentPassword')).fill(ANOTHER)
  await button(phone, word('app.account.step.next')).click()
  const scan = phone.getByRole('dialog', { name: word('app.account.step.scanTitle') })
  const secret = await scan.locator('code').innerText()
  await box(scan, word('app.login.code')).fill(appCode(secret, new Date()))
  await button(scan, word('app.account.step.confirm')).click()
  await button(
    phone.getByRole('dialog', { name: word('app.account.step.codesTitle') }),
    word('app.account.user.done'),
  ).click()
  await expect(phone.getByText(/10 recovery codes left/)).toBeVisible()
  expect(await violationsIn(phone)).toEqual([])

  await account.click()
  await phone.getByRole('menuitem', { name: word('app.partner.session.signOut') }).click()
  await phone.getByLabel(word('app.partner.login.email')).fill(guest.email)
  await phone.getByLabel('Password').fill(ANOTHER)
  await button(phone, word('app.partner.login.submit')).click()
  await expect(heading(phone, word('app.login.codeTitle'))).toBeVisible()
  await phone.getByLabel(word('app.login.code')).fill('000000')
  await button(phone, word('ra.auth.sign_in')).click()
  await expect(phone.getByRole('alert')).toContainText('The code is wrong')
  // The code of the setup is used, so this is the code of the next half minute, which is accepted early.
  await phone.getByLabel(word('app.login.code')).fill(appCode(secret, new Date(Date.now() + TOTP_STEP_S * 1_000)))
  await button(phone, word('ra.auth.sign_in')).click()
  await expect(account).toBeVisible()

  await bringAxe(office)
  await office.goto(`/partners/${String(guest.partner['id'])}/show`)
  await office.getByRole('button', { name: new RegExp(`^${word('app.account.step.reset')}`) }).click()
  const reset = office.getByRole('dialog')
  await expect(reset).toContainText(guest.email)
  expect(await violationsIn(office)).toEqual([])
  await button(reset, word('app.account.step.reset')).click()
  await expect(reset).toBeHidden()
  await expect(office.getByRole('button', { name: new RegExp(`^${word('app.account.step.reset')}`) })).toBeHidden()
  await phone.reload()
  await expect(phone.getByLabel(word('app.partner.login.email'))).toBeVisible()
  await context.close()
})
