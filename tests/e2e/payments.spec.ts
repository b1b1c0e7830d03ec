import { readFile } from 'node:fs/promises'
import { bringAxe, violationsIn } from '../support/e2e/axe'
import { makeColleague } from '../support/e2e/colleague'
import { line } from '../support/e2e/desk'
import { box, button, filterBy, heading, rows, search } from '../support/e2e/screen'
import { expect, keepSession, test } from '../support/e2e/test'
import { label, word } from '../support/e2e/words'
import type { Client, Json } from '../support/api'
import { make } from '../support/factories'

/* Payments and refunds: search, details, export, and the totals on the dashboard. */

/** Sells a seat that is paid at a terminal, and refunds a part of it. */
async function paid(api: Client) {
  const { there } = await line(api)
  const booked = await make(api, 'reservations', {
    legs: [{ journey_id: there['id'], board_seq: 1, alight_seq: 2 }],
    passengers: [{ category: 'adult' }],
  })
  const path = `/reservations/${String(booked['id'])}`
  const moved = async (end: string, body: Json) =>
    (await api.post(`${path}/${end}`, { method: 'terminal', ...body })).body['payment'] as Json
  const payment = await moved('payments', { amount_minor: 1000, provider_reference: 'SLIP-4711' })
  const refund = await moved('refunds', { amount_minor: 300, reason: 'Came late', refund_of_id: payment['id'] })
  return { booked, payment, refund }
}

test('payments are filtered, sorted, exported and read, each with a link to its record', async ({
  office: page,
  api,
}) => {
  await bringAxe(page)
  const { booked, payment, refund } = await paid(api)
  const reference = String(booked['reference'])
  await page.goto('/')
  await page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: word('app.payments.title'), exact: true })
    .click()
  await expect(heading(page, word('resources.payments.name_other'))).toBeVisible()
  await expect(page.getByRole('columnheader', { name: label('payments', 'created_at') })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  await search(page, reference, 2)
  await expect(rows(page).first()).toContainText('-€3.00')
  await expect(rows(page).last()).toContainText('€10.00')
  expect(await violationsIn(page)).toEqual([])
  const amounts = page.getByRole('columnheader', { name: label('payments', 'signed_minor') })
  await amounts.getByRole('button').click()
  await expect(amounts).toHaveAttribute('aria-sort', 'ascending')
  await expect(rows(page).first()).toContainText('-€3.00')

  const download = page.waitForEvent('download')
  await button(page, 'Export').click()
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n')
  expect(lines[1]).toContain('-3')
  expect(lines[1]).toContain(word('choices.paymentKinds.refund'))

  await filterBy(page, label('payments', 'method'), word('choices.moneyMethods.cash'))
  await expect(page.getByText(/^No payments match/)).toBeVisible()
  await button(page, 'Clear all').click()
  await search(page, 'SLIP-4711', 1)
  await page.getByRole('link', { name: String(payment['reference']), exact: true }).click()
  await expect(heading(page, String(payment['reference']))).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByText('SLIP-4711')).toBeVisible()
  await expect(main.getByRole('link', { name: reference, exact: true })).toBeVisible()
  await expect(main.getByRole('link', { name: 'Edit' })).toHaveCount(0)
  await expect(button(main, word('app.payments.receipt'))).toBeVisible()
  expect(await violationsIn(page)).toEqual([])
  await main.getByRole('link', { name: String(refund['reference']), exact: true }).click()
  await expect(heading(page, String(refund['reference']))).toBeVisible()
  await expect(main.getByText('Came late').first()).toBeVisible()
  await main.getByRole('link', { name: String(payment['reference']), exact: true }).click()
  await main.getByRole('link', { name: reference, exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/reservations/${String(booked['id'])}/show`))
})

test('dashboard links to the payments of its takings, and to the debts', async ({ office: page, api }) => {
  await bringAxe(page)
  const { payment, refund } = await paid(api)
  await page.goto('/')
  const takings = page.getByRole('region', { name: word('app.dashboard.money.takings') })
  await expect(takings.getByText(word('app.dashboard.money.net'), { exact: true })).toBeVisible()
  expect(await violationsIn(page)).toEqual([])
  await takings.getByRole('link', { name: word('choices.moneyMethods.terminal') }).click()
  for (const { reference } of [payment, refund])
    await expect(page.getByRole('link', { name: String(reference), exact: true })).toBeVisible()
  const chip = `${label('payments', 'method')} ${word('choices.moneyMethods.terminal')}`
  await expect(button(page, chip)).toBeVisible()
})

test('a viewer reads payments, and is offered no receipt, takings or debts', async ({
  api,
  address,
  browser,
  reader,
}) => {
  const { payment } = await paid(api)
  const viewer = await makeColleague(api, address, 'viewer')
  const context = await browser.newContext({ baseURL: address, viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  const refused: string[] = []
  page.on('response', (answer) => {
    if (answer.status() === 403) refused.push(answer.url())
  })
  await keepSession(page, viewer.session, reader)
  await page.goto('/')
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await expect(page.getByRole('region', { name: word('app.dashboard.money.takings') })).toHaveCount(0)
  await page.goto('/payments')
  await box(page, 'Search payments').fill(String(payment['reference']))
  await expect(page).toHaveURL(/[?&]filter=/)
  await page.getByRole('link', { name: String(payment['reference']), exact: true }).click()
  await expect(heading(page, String(payment['reference']))).toBeVisible()
  await expect(button(page.getByRole('main'), word('app.payments.receipt'))).toHaveCount(0)
  expect(refused).toEqual([])
  await context.close()
})
