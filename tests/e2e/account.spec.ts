import { TOTP_STEP_S } from '../../contract/core/limits/second-factor'
import { bringAxe, violationsIn } from '../support/e2e/axe'
import { box, button, heading } from '../support/e2e/screen'
import { expect, test } from '../support/e2e/test'
import { word } from '../support/e2e/words'
import { unique } from '../support/factories'
import { appCode } from '../support/totp'

const PASSWORD = 'three quiet buses waiting'

test('an invited user chooses a password, signs in with two steps and ends the session', async ({
  office: page,
  browser,
  address,
  expectedFaults,
}) => {
  // 401 is the request for the code, 410 the used link.
  expectedFaults.push(/status of 401/, /status of 410/)
  await bringAxe(page)
  const email = `${unique('noor').toLowerCase()}@example.com`
  await page.goto('/users')
  await button(page, word('app.account.user.invite')).click()
  const invitation = page.getByRole('dialog', { name: word('app.account.user.inviteTitle') })
  await box(invitation, word('resources.users.fields.email')).fill(email)
  await box(invitation, word('resources.users.fields.first_name')).fill('Noor')
  expect(await violationsIn(page)).toEqual([])
  await button(invitation, word('app.account.user.invite')).click()
  const linkDialog = page.getByRole('dialog', { name: word('app.account.user.linkTitle') })
  const link = await linkDialog.getByRole('status').innerText()
  await button(linkDialog, word('app.account.user.done')).click()

  const context = await browser.newContext({ baseURL: address, viewport: { width: 390, height: 844 } })
  const phone = await context.newPage()
  await bringAxe(phone)
  await phone.goto(link)
  await expect(heading(phone, word('app.account.choosePassword'))).toBeVisible()
  expect(await violationsIn(phone)).toEqual([])
  await box(phone, word('app.login.newPassword')).fill(PASSWORD)
  await box(phone, word('app.login.newPasswordAgain')).fill(PASSWORD)
  await button(phone, word('app.account.setPassword')).click()
  await phone.getByRole('link', { name: word('app.account.toLogin') }).click()
  const enter = async () => {
    await phone.getByLabel('Username').fill(email)
    await phone.getByLabel('Password').fill(PASSWORD)
    await button(phone, 'Sign in').click()
  }
  await enter()
  await phone.getByRole('button', { name: 'Account of Noor' }).click()
  await phone.getByRole('menuitem', { name: word('app.account.title') }).click()
  await expect(heading(phone, word('app.account.title'))).toBeVisible()

  await button(phone, word('app.account.step.turnOn')).click()
  await box(phone.getByRole('dialog'), word('app.account.currentPassword')).fill(PASSWORD)
  await button(phone, word('app.account.step.next')).click()
  const scan = phone.getByRole('dialog', { name: word('app.account.step.scanTitle') })
  await expect(scan.getByRole('img', { name: word('app.account.step.qr') })).toBeVisible()
  const secret = await scan.locator('code').innerText()
  expect(await violationsIn(phone)).toEqual([])
  await box(scan, word('app.login.code')).fill(appCode(secret, new Date()))
  await button(scan, word('app.account.step.confirm')).click()
  const codes = phone.getByRole('dialog', { name: word('app.account.step.codesTitle') })
  const [recovery = ''] = (await codes.getByRole('status').innerText()).split('\n')
  await button(codes, word('app.account.user.done')).click()
  await expect(phone.getByText(/10 recovery codes left/)).toBeVisible()
  expect(await violationsIn(phone)).toEqual([])

  await phone.getByRole('button', { name: 'Account of Noor' }).click()
  await phone.getByRole('menuitem', { name: word('ra.auth.logout') }).click()
  await enter()
  await expect(heading(phone, word('app.login.codeTitle'))).toBeVisible()
  expect(await violationsIn(phone)).toEqual([])
  // The code of the setup is used, so this is the code of the next half minute, which is accepted early.
  await phone.getByLabel(word('app.login.code')).fill(appCode(secret, new Date(Date.now() + TOTP_STEP_S * 1000)))
  await button(phone, 'Sign in').click()
  await expect(phone.getByRole('button', { name: 'Account of Noor' })).toBeVisible()
  expect(recovery).toMatch(/^[A-Z2-9]{5}-[A-Z2-9]{5}$/)

  await page.getByRole('searchbox').fill(email)
  await page.getByRole('link', { name: email }).first().click()
  await expect(button(page, word('app.account.step.reset'))).toBeVisible()
  expect(await violationsIn(page)).toEqual([])
  await page.getByRole('button', { name: new RegExp(`^${word('app.account.sessions.end')}`) }).click()
  await expect(page.getByText(word('app.account.sessions.none'))).toBeVisible()
  await phone.reload()
  await expect(heading(phone, 'Sign in')).toBeVisible()
  await context.close()
})
