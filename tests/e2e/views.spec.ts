import { bringAxe, violationsIn } from '../support/e2e/axe'
import { makeColleague } from '../support/e2e/colleague'
import { box, button, choose, filterBy, rows } from '../support/e2e/screen'
import { expect, keepSession, test } from '../support/e2e/test'
import { word } from '../support/e2e/words'

test('view is saved with its filter and columns, shared, linked to, and opens the list of a colleague', async ({
  office: page,
  api,
  browser,
  address,
  reader,
}) => {
  await bringAxe(page)
  const colleague = await makeColleague(api, address, 'manager')
  const administrators = (await api.list('users', { filter: { role: 'admin' } })).rows
  await page.goto('/users')
  await expect(rows(page).first()).toBeVisible()
  await filterBy(page, word('resources.users.fields.role'), word('choices.roles.admin'))
  await button(page, word('ra.action.select_columns')).click()
  await page.getByRole('checkbox', { name: word('resources.users.fields.locale') }).click()
  await page.keyboard.press('Escape')

  await button(page, word('app.view.label')).click()
  await page.getByRole('menuitem', { name: word('app.view.save') }).click()
  const dialog = page.getByRole('dialog', { name: word('app.view.saveTitle') })
  await box(dialog, word('app.view.name')).fill('Administrators')
  await choose(page, word('app.view.audience'), word('choices.viewAudiences.everyone'))
  await dialog.getByRole('checkbox', { name: word('app.view.isDefault') }).check()
  expect(await violationsIn(page)).toEqual([])
  await button(dialog, word('ra.action.save')).click()
  await expect(button(page, 'View: Administrators')).toBeVisible()
  await expect(page).toHaveURL(/[?&]view=[0-9a-f-]{36}/)
  const link = new URL(page.url())

  const context = await browser.newContext({ baseURL: address, viewport: { width: 1440, height: 900 } })
  const desk = await context.newPage()
  await keepSession(desk, colleague.session, reader)
  await desk.goto('/users')
  await expect(button(desk, 'View: Administrators')).toBeVisible()
  await expect(rows(desk)).toHaveCount(administrators.length)
  await expect(desk.getByRole('columnheader', { name: word('resources.users.fields.locale') })).toBeVisible()
  await desk.goto(`/users?view=${String(link.searchParams.get('view'))}`)
  await expect(button(desk, 'View: Administrators')).toBeVisible()
  await expect(rows(desk)).toHaveCount(administrators.length)
  await context.close()
})
