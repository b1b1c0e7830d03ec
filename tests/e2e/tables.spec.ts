import { readFile } from 'node:fs/promises'
import { bringAxe, violationsIn } from '../support/e2e/axe'
import { button, heading, rows, search } from '../support/e2e/screen'
import { expect, test } from '../support/e2e/test'
import { make, unique } from '../support/factories'

const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

test('imports a table: checks it, corrects the refused rows, imports, and undoes it', async ({ office: page, api }) => {
  const stem = unique('IM')
  await bringAxe(page)
  const header = 'Code;Name;Zeitzone;Kind'
  const good = [1, 2, 3].map((place) => `${stem}-${place};Stop ${place};Asia/Nicosia;Flughafen`)
  await page.goto('/stations')
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await expect(heading(page, 'Import Stations')).toBeVisible()
  const chooser = page.getByLabel('Choose file').and(page.locator('input'))
  await chooser.setInputFiles(file('stops.csv', [header, ...good, `${stem}-4;Stop 4;Mars/Base;stop`].join('\n')))
  await expect(page.getByLabel('Import Zeitzone as')).toHaveValue('timezone')
  await button(page, 'Check').click()
  await expect(page.getByText('Import preview')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Results' })).toContainText('Line 5')
  expect(await violationsIn(page)).toEqual([])
  const download = page.waitForEvent('download')
  await button(page, 'Download refused rows').click()
  const rejected = await readFile(await (await download).path(), 'utf8')
  expect(rejected).toContain(`${stem}-4,Stop 4,Mars/Base,stop,5,`)

  await chooser.setInputFiles(file('rejected.csv', rejected.replace('Mars/Base', 'Asia/Nicosia')))
  await expect(page.getByText('rejected.csv')).toBeVisible()
  await button(page, 'Check').click()
  await button(page, 'Import 1 row').click()
  await expect(page.getByText('Import result')).toBeVisible()
  await expect(button(page, 'Undo this task')).toBeVisible()
  expect((await api.list('stations', { filter: { code: `${stem}-4` } })).rows).toHaveLength(1)
  await button(page, 'Undo this task').click()
  const question = page.getByRole('dialog', { name: 'Undo this task?' })
  expect(await violationsIn(page)).toEqual([])
  await button(question, 'Undo this task').click()
  await expect(page.getByRole('status').getByText('Deleted: 1')).toBeVisible()
  expect((await api.list('stations', { filter: { code: `${stem}-4` } })).rows).toHaveLength(0)

  await page.getByRole('link', { name: 'Earlier imports' }).click()
  await expect(heading(page, 'Background tasks')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Background tasks' })).toContainText('Import rejected.csv into Stations')
  expect(await violationsIn(page)).toEqual([])
})

test('changes all that match and shows what was refused, and undoes a save', async ({ office: page, api }) => {
  const stem = unique('BK')
  await bringAxe(page)
  for (let place = 0; place < 26; place += 1) await make(api, 'stations', { code: `${stem}-${place}`, city: stem })
  await page.goto('/stations')
  await search(page, stem, 26)
  await page.getByLabel('Select all', { exact: true }).check()
  await button(page, 'Select all 26 results').click()
  await button(page, 'Set status').click()
  await page.getByRole('menuitem', { name: 'Inactive' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Change 26 stations?')
  expect(await violationsIn(page)).toEqual([])
  await button(dialog, 'Change 26').click()
  await expect(dialog.getByText('Changed: 26')).toBeVisible()
  await button(dialog, 'Close').click()
  await expect(rows(page).first()).toContainText('Inactive')
  const { rows: inactive } = await api.list('stations', { filter: { city: stem, status: 'inactive' }, range: [0, 49] })
  expect(inactive).toHaveLength(26)

  await page.goto(`/stations/${String(inactive[0]?.['id'])}`)
  await page.getByLabel('City').fill('Elsewhere')
  await button(page, 'Save').click()
  const undo = page.locator('.MuiSnackbar-root').getByRole('button', { name: 'Undo' })
  // A message stays open while the pointer is over it.
  await undo.hover()
  await expect(page.getByRole('main').getByText('Elsewhere').first()).toBeVisible()
  await undo.click()
  await expect(page.getByText('It is as it was before.')).toBeVisible()
  await expect(page.getByRole('main').getByText(stem, { exact: true }).first()).toBeVisible()
})

test('deletes the chosen rows that are not referenced, and names the others before and after', async ({
  office: page,
  api,
}) => {
  const city = unique('CH')
  const used = await make(api, 'stations', { city })
  await make(api, 'stations', { city })
  await make(api, 'vehicles', { home_station_id: used['id'] })
  await page.goto('/stations')
  await search(page, city, 2)
  await page.getByLabel('Select all', { exact: true }).check()
  await button(page, 'Delete').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('alert')).toContainText('1 vehicle')
  await button(dialog, 'Delete 1').click()
  await expect(dialog.getByText('Refused: 1')).toBeVisible()
  await expect(dialog.getByRole('list', { name: 'Results' })).toContainText('1 vehicle')
  await button(dialog, 'Close').click()
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByRole('toolbar')).toBeHidden()
  expect((await api.list('stations', { filter: { city } })).rows.map(({ id }) => id)).toEqual([used['id']])
})
