import { bringAxe, violationsIn } from '../support/e2e/axe'
import { button, filterBy, openList, rows, search } from '../support/e2e/screen'
import { expect, test } from '../support/e2e/test'
import { label, word } from '../support/e2e/words'
import { make, unique } from '../support/factories'

test('selection ends with the filter, the list and the page load, and a deletion affects what its dialog names', async ({
  office: page,
  api,
}) => {
  await bringAxe(page)
  const city = unique('SEL')
  const nameOf = (place: number) => `${city} stop ${String(place).padStart(2, '0')}`
  for (let place = 1; place <= 12; place += 1)
    await make(api, 'stations', { code: `${city}-${place}`, city, name: { en: nameOf(place) } })
  const bar = page.getByRole('toolbar')
  const select = (place: number) => page.getByLabel(`Select ${nameOf(place)}`, { exact: true }).check()

  await page.goto('/stations')
  await search(page, city, 12)
  await page.getByRole('combobox', { name: 'Rows per page' }).click()
  await page.getByRole('option', { name: '10', exact: true }).click()
  await expect(rows(page)).toHaveCount(10)

  await select(1)
  await select(2)
  await expect(bar).toContainText('2 items selected')
  await page.goBack()
  await expect(rows(page)).toHaveCount(12)
  await expect(bar).toContainText('2 items selected')
  await page.goForward()
  await expect(rows(page)).toHaveCount(10)
  await button(page, word('ra.action.unselect')).click()

  await filterBy(page, label('stations', 'status'), word('choices.activeStatuses.active'))
  await expect(rows(page)).toHaveCount(10)
  await select(3)
  await page.goBack()
  await expect(page.getByText(/^12 .+ match$/)).toBeVisible()
  await expect(bar).toBeHidden()
  await page.goForward()
  await expect(rows(page)).toHaveCount(10)
  await expect(bar).toBeHidden()

  await select(4)
  await openList(page, word('resources.customers.name_other'))
  await openList(page, word('resources.stations.name_other'))
  await expect(rows(page)).toHaveCount(10)
  await expect(bar).toBeHidden()

  await select(5)
  await page.reload()
  await expect(rows(page)).toHaveCount(10)
  await expect(bar).toBeHidden()

  await select(6)
  await select(7)
  await button(page, word('ra.navigation.next')).click()
  await expect(rows(page)).toHaveCount(2)
  await select(12)
  await expect(bar).toContainText('3 items selected')
  await expect(bar).toContainText('2 not on this page')
  const { rows: found } = await api.list('stations', { filter: { code: `${city}-7` } })
  await api.patch(`/stations/${String(found[0]?.['id'])}`, { status: 'inactive' }, { ifMatch: '*' })
  await button(bar, word('ra.action.delete')).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('alert')).toContainText(nameOf(7))
  await expect(dialog.getByRole('list').first()).toContainText(nameOf(6))
  await expect(dialog.getByRole('list').first()).toContainText(nameOf(12))
  expect(await violationsIn(page)).toEqual([])
  await button(dialog, 'Delete 2').click()
  await expect(dialog.getByText('Deleted: 2')).toBeVisible()
  await button(dialog, word('ra.action.close')).click()
  await expect(bar).toBeHidden()
  const left = await api.list('stations', { filter: { city }, range: [0, 49] })
  const codes = left.rows.map(({ code }) => code)
  expect(codes).toHaveLength(10)
  expect(codes).not.toContain(`${city}-6`)
  expect(codes).toContain(`${city}-7`)
  expect(codes).not.toContain(`${city}-12`)
})
