import { bringAxe, violationsIn } from '../support/e2e/axe'
import { box, button, choose, heading } from '../support/e2e/screen'
import { expect, test } from '../support/e2e/test'
import { word } from '../support/e2e/words'
import { make, unique } from '../support/factories'

// Without a mail server a mail stays unsent and a resend is refused with 409; a wrong phone number is refused with 422.
test.use({ expectedFaults: async ({}, use) => use([/status of 409/, /status of 422/]) })

test('tickets are sent by email, and every email can be read in the outbox', async ({ office: page, api }) => {
  await bringAxe(page)
  const journey = await make(api, 'journeys', { capacity: 9 })
  const address = `${unique('ana').toLowerCase()}@example.com`
  const booking = await make(api, 'reservations', {
    lead_name: 'Ana Ruiz',
    lead_email: address,
    legs: [{ journey_id: journey['id'], board_seq: 1, alight_seq: 3 }],
    passengers: [{ category: 'adult' }],
  })
  const written = async () => (await api.list('mails', { filter: { entity_id: booking['id'] } })).rows.length
  await expect.poll(written).toBe(1)

  await page.goto(`/reservations/${String(booking['id'])}/show`)
  await expect(page.getByRole('link', { name: `Booking ${String(booking['reference'])} is confirmed` })).toBeVisible()
  await button(page, word('app.mail.emailTicket')).click()
  const dialog = page.getByRole('dialog')
  await expect(box(dialog, word('app.mail.address'))).toHaveValue(address)
  await choose(page, word('resources.mails.fields.language'), 'Deutsch')
  await button(dialog, word('app.mail.send')).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(word('app.mail.kept'))).toBeVisible()

  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: word('app.mail.outbox') }).click()
  await expect(heading(page, word('app.mail.outbox'))).toBeVisible()
  await button(page, word('choices.mailStatuses.kept')).click()
  const subject = `Ihre Tickets, Buchung ${String(booking['reference'])}`
  const link = page.getByRole('link', { name: subject })
  await expect(link).toBeVisible()
  expect(await violationsIn(page)).toEqual([])
  await link.click()
  await expect(heading(page, subject)).toBeVisible()
  await expect(page.getByText('Guten Tag Ana Ruiz,')).toBeVisible()
  await expect(button(page, `${String(booking['reference'])}.pdf`)).toBeVisible()
  expect(await violationsIn(page)).toEqual([])
  await button(page, word('app.mail.sendAgain')).click()
  await expect(page.getByText('Set SMTP_URL and MAIL_FROM.', { exact: false }).last()).toBeVisible()
})

test('settings of the company are changed, with each error shown at its field', async ({ office: page, api }) => {
  await bringAxe(page)
  // Without a country a phone number needs its country code.
  await api.patch('/company', { country: null }, { ifMatch: '*' })
  await page.goto('/company')
  const phone = box(page, word('app.company.fields.contact_phone'))
  await phone.fill('600')
  await button(page, word('app.company.addStep')).click()
  const last = page.getByRole('group', { name: /^Step/ }).last()
  await box(last, word('app.company.policy.hours')).fill('72')
  await box(last, word('app.company.policy.percent')).fill('12.5')
  await button(page, word('ra.action.save')).click()
  await expect(page.getByText(word('app.validation.phone')).last()).toBeVisible()
  await expect(phone).toHaveAttribute('aria-invalid', 'true')
  expect(await violationsIn(page)).toEqual([])
  await phone.fill('+34600111222')
  await button(page, word('ra.action.save')).click()
  await expect(page.getByText(word('app.company.saved'))).toBeVisible()
  const { body: company } = await api.get('/company')
  expect(company).toMatchObject({ contact_phone: '+34600111222' })
  expect(company['cancellation_policy']).toContainEqual({ hours_before: 72, percent_bp: 1250 })
  await page.reload()
  await expect(phone).toHaveValue('+34 600 11 12 22')

  const policy = (company['cancellation_policy'] as { hours_before: number }[]).filter(
    (step) => step.hours_before !== 72,
  )
  await api.patch('/company', { contact_phone: null, cancellation_policy: policy }, { ifMatch: '*' })
})
