import { bringAxe, violationsIn } from '../support/e2e/axe'
import { makeColleague } from '../support/e2e/colleague'
import { line } from '../support/e2e/desk'
import { countEffort } from '../support/e2e/effort'
import { box, button, heading } from '../support/e2e/screen'
import { expect, test } from '../support/e2e/test'
import { label, word } from '../support/e2e/words'
import { make, unique } from '../support/factories'

/* A till from its float to its difference; docs/workflows.md has the figures. */

// 422 is the refusal of an invalid code.
test.use({ expectedFaults: async ({}, use) => use([/status of 422/]) })

test('till is opened, counted and closed with a difference in five clicks and nine keys', async ({
  office: page,
  api,
}) => {
  await bringAxe(page)
  const { there } = await line(api)
  const booked = await make(api, 'reservations', {
    legs: [{ journey_id: there['id'], board_seq: 1, alight_seq: 2 }],
    passengers: [{ category: 'adult' }],
  })
  const name = unique('Counter ')
  const station = await make(api, 'stations')
  await make(api, 'tills', { name, station_id: station['id'] })
  await page.goto('/tills')
  await expect(heading(page, word('app.tills.title'))).toBeVisible()
  const row = page.getByRole('listitem').filter({ hasText: name })
  const dialog = page.getByRole('dialog')
  const count = async (notes: string) => {
    await box(dialog, '€10.00').click()
    await page.keyboard.type(notes)
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
  }
  const effort = await countEffort(page)
  await button(row, word('app.tills.open')).click()
  expect(await violationsIn(page)).toEqual([])
  await count('5')
  await expect(row).toContainText(word('app.tills.floatOf').replace('{{amount}}', '€50.00'))
  const paid = await api.post(`/reservations/${String(booked['id'])}/payments`, { amount_minor: 1000, method: 'cash' })
  expect(paid.status).toBe(201)
  await button(row, word('app.tills.count')).click()
  await expect(dialog).not.toContainText('€60.00')
  await count('4')
  await expect(row).toContainText('€20.00')
  await button(row, word('app.tills.close')).click()
  await page.keyboard.type('Lost')
  expect(await violationsIn(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  const { clicks, keystrokes } = await effort()
  expect(clicks).toBe(5)
  expect(keystrokes).toBe(9)
  const closed = page.getByRole('row').filter({ hasText: name })
  await expect(closed).toContainText('€40.00')
  await expect(closed).toContainText('€60.00')
  await expect(closed).toContainText('Lost')
  expect(await violationsIn(page)).toEqual([])
  await closed.getByRole('link', { name }).click()
  await expect(heading(page, name)).toBeVisible()
  await expect(button(page, word('app.tills.print'))).toBeVisible()
  expect(await violationsIn(page)).toEqual([])
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('navigation').first()).toBeHidden()
})

test('till is handed over, moves cash, and shows errors at the field', async ({ office: page, api, baseURL }) => {
  const name = unique('Window ')
  const station = await make(api, 'stations')
  await page.goto('/tills')
  await button(page, word('app.tills.add')).first().click()
  const dialog = page.getByRole('dialog')
  await box(dialog, label('tills', 'name')).fill(name)
  await box(dialog, label('tills', 'code')).fill('!')
  await button(dialog, word('ra.action.save')).click()
  await expect(box(dialog, label('tills', 'code'))).toHaveAttribute('aria-invalid', 'true')
  await box(dialog, label('tills', 'code')).fill(unique('WIN'))
  await button(dialog, word('ra.action.save')).click()
  await expect(dialog).toBeHidden()
  const [till] = (await api.list('tills', { filter: { q: name } })).rows
  await api.patch(`/tills/${String(till?.['id'])}`, { station_id: station['id'] }, { ifMatch: '*' })
  await page.reload()
  const row = page.getByRole('listitem').filter({ hasText: name })
  await button(row, word('app.tills.open')).click()
  await expect(button(dialog, word('app.tills.open'))).toBeDisabled()
  await box(dialog, '€10.00').fill('0')
  await button(dialog, word('app.tills.open')).click()
  await expect(dialog).toBeHidden()
  await button(row, word('app.tills.move')).click()
  await page.getByRole('combobox', { name: word('app.tills.where') }).click()
  await page.getByRole('option', { name: word('app.tills.moves.from_bank') }).click()
  await box(dialog, `${word('app.desk.payment.amount')} (EUR)`).fill('30')
  await button(dialog, word('app.tills.move')).click()
  await expect(dialog).toBeHidden()
  const { session } = await makeColleague(api, String(baseURL), 'agent')
  const colleague = String(session.user['username'])
  await button(row, word('app.tills.count')).click()
  await box(dialog, '€10.00').fill('3')
  await button(dialog, word('app.tills.count')).click()
  await expect(dialog).toBeHidden()
  await button(row, word('app.tills.handOver')).click()
  await page.getByRole('combobox', { name: word('app.tills.handTo') }).click()
  await page.getByRole('option', { name: colleague }).click()
  await button(dialog, word('app.tills.handOver')).click()
  await expect(dialog).toBeHidden()
  await expect(row).toContainText(colleague)
})
