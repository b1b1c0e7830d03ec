import { bringAxe, violationsIn } from '../support/e2e/axe'
import { countEffort } from '../support/e2e/effort'
import { box, button } from '../support/e2e/screen'
import { expect, test } from '../support/e2e/test'
import { word } from '../support/e2e/words'
import { make } from '../support/factories'

test('a payment link is sent from the reservation, paid by the customer on the page of the provider, and recorded as paid', async ({
  office: page,
  api,
  browser,
}) => {
  await bringAxe(page)
  const journey = await make(api, 'journeys', { capacity: 9 })
  await make(api, 'fares', { route_id: journey['route_id'], amount_minor: 2450 })
  const booking = await make(api, 'reservations', {
    lead_name: 'Ana Ruiz',
    lead_email: 'ana@example.com',
    legs: [{ journey_id: journey['id'], board_seq: 1, alight_seq: 3 }],
    passengers: [{ category: 'adult' }],
  })
  // Pricing rules of other tests apply to it, too.
  const amount = (Number(booking['total_minor']) / 100).toFixed(2)

  await page.goto(`/reservations/${String(booking['id'])}/show`)
  const send = button(page, word('app.desk.steps.payment_link'))
  await expect(send).toBeVisible()
  const effort = await countEffort(page)
  await send.click()
  const dialog = page.getByRole('dialog')
  await expect(box(dialog, `${word('app.desk.payment.amount')} (EUR)`)).toHaveValue(amount)
  await expect(box(dialog, word('app.mail.address'))).toHaveValue('ana@example.com')
  expect(await violationsIn(page)).toEqual([])
  await button(dialog, word('app.mail.send')).click()
  await expect(dialog.getByRole('status')).toContainText('/pay/')
  expect(await effort()).toEqual({ clicks: 2, keystrokes: 0 })
  const link = (await dialog.getByRole('status').textContent()) ?? ''
  expect(await violationsIn(page)).toEqual([])
  await button(dialog, word('app.account.user.done')).click()

  const phone = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const customer = await phone.newPage()
  await bringAxe(customer)
  await customer.goto(link)
  await expect(customer.getByRole('heading')).toContainText(String(booking['reference']))
  expect(await violationsIn(customer)).toEqual([])
  await customer.goto(`${link}?lang=ae`)
  expect(await violationsIn(customer)).toEqual([])
  await customer.goBack()
  await customer.getByRole('link', { name: word('app.pay.button').replace('{{amount}}', `€${amount}`) }).click()
  await expect(customer.getByRole('heading')).toHaveText(word('app.fakeProvider.title'))
  expect(await violationsIn(customer)).toEqual([])
  await customer
    .getByRole('link', { name: word('app.fakeProvider.events.now') })
    .first()
    .click()
  await expect(customer.getByRole('heading')).toHaveText(word('app.pay.paidTitle'))
  expect(await violationsIn(customer)).toEqual([])
  await phone.close()

  await expect(page.getByText(word('choices.paymentStatuses.paid')).first()).toBeVisible()
})
