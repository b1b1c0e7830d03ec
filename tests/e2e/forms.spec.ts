import type { Page } from '@playwright/test'
import type { Json } from '../support/api'
import { box, button, heading } from '../support/e2e/screen'
import { expect, test } from '../support/e2e/test'
import { make, unique } from '../support/factories'

const main = (page: Page) => page.getByRole('main')

test('form shows on the field what the schema does not accept, before anything is sent', async ({ office: page }) => {
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await page.goto('/stations/create')
  await box(main(page), 'Name').fill('Larnaca Airport')
  await box(main(page), 'Code').fill('x')
  await box(main(page), 'Contact phone').fill('12')
  await button(page, 'Create').click()
  const summary = page.getByRole('alert').filter({ hasText: 'fields need attention' })
  await expect(summary).toContainText('3 fields need attention.')
  await expect(box(main(page), 'Code')).toHaveAttribute('aria-invalid', 'true')
  await expect(box(main(page), 'Code')).toHaveAccessibleDescription(/Check the format|capital/)
  await expect(box(main(page), 'Time zone')).toHaveAccessibleDescription('Required')
  await button(summary, 'Code').click()
  await expect(box(main(page), 'Code')).toBeFocused()
  await expect(box(main(page), 'Name')).toHaveValue('Larnaca Airport')
  expect(sent).toEqual([])
})

test('form shows an error of the server on its field and keeps what was typed', async ({
  office: page,
  api,
  expectedFaults,
}) => {
  expectedFaults.push(/status of (409|422)/)
  const taken = await make(api, 'stations')
  const mine = await make(api, 'stations')
  await page.goto(`/stations/${String(mine['id'])}`)
  await box(main(page), 'Code').fill(String(taken['code']))
  await box(main(page), 'City').fill('Limassol')
  await button(page, 'Save').click()
  await expect(box(main(page), 'Code')).toHaveAttribute('aria-invalid', 'true')
  await expect(box(main(page), 'Code')).toHaveAccessibleDescription(/already|has this/)
  await expect(box(main(page), 'Code')).toHaveValue(String(taken['code']))
  await expect(box(main(page), 'City')).toHaveValue('Limassol')

  await box(main(page), 'Code').fill(unique('FREE'))
  await button(page, 'Save').click()
  await expect(page).toHaveURL(/\/show$/)
  await expect(main(page)).toContainText('Limassol')
})

/** Opens a station, types a city and an address, and changes the record elsewhere before saving. */
async function meetAnotherSave(page: Page, change: (station: Json) => Promise<void>, station: Json): Promise<void> {
  await page.goto(`/stations/${String(station['id'])}`)
  await box(main(page), 'City').fill('Limassol')
  await box(main(page), 'Address').fill('12 Harbour Street')
  await change(station)
  await button(page, 'Save').click()
}

test('form shows both versions of a stale edit and saves one’s own', async ({ office: page, api, expectedFaults }) => {
  expectedFaults.push(/status of 412/)
  const station = await make(api, 'stations', { city: 'Paphos' })
  const change = async ({ id, version }: Json) => {
    const other = { city: 'Nicosia', zone_code: 'North' }
    expect((await api.patch(`/stations/${String(id)}`, other, { ifMatch: `"${String(version)}"` })).status).toBe(200)
  }
  await meetAnotherSave(page, change, station)
  const dialog = page.getByRole('dialog', { name: 'Someone else changed this record' })
  const city = dialog.getByRole('radiogroup', { name: 'City' })
  await expect(city).toContainText('Limassol')
  await expect(city).toContainText('Nicosia')

  await button(dialog, 'Continue editing').click()
  await expect(dialog).toBeHidden()
  await expect(box(main(page), 'City')).toHaveValue('Limassol')
  await button(page, 'Save').click()
  await button(dialog, 'Keep mine').click()
  await expect(page).toHaveURL(/\/show$/)
  const { body } = await api.get(`/stations/${String(station['id'])}`)
  expect(body).toMatchObject({ city: 'Limassol', address: '12 Harbour Street', zone_code: 'North' })
})

test('form saves a choice field by field of a stale edit', async ({ office: page, api, expectedFaults }) => {
  expectedFaults.push(/status of 412/)
  const station = await make(api, 'stations', { city: 'Paphos' })
  const change = async ({ id }: Json) => {
    expect((await api.patch(`/stations/${String(id)}`, { city: 'Nicosia' }, { ifMatch: '*' })).status).toBe(200)
  }
  await meetAnotherSave(page, change, station)
  const dialog = page.getByRole('dialog', { name: 'Someone else changed this record' })
  await dialog
    .getByRole('radiogroup', { name: 'City' })
    .getByRole('radio', { name: /Nicosia/ })
    .check()
  await button(dialog, 'Save this choice').click()
  await expect(page).toHaveURL(/\/show$/)
  const { body } = await api.get(`/stations/${String(station['id'])}`)
  expect(body).toMatchObject({ city: 'Nicosia', address: '12 Harbour Street' })
})

test('deletion shows what prevents it before it is confirmed', async ({ office: page, api }) => {
  const type = await make(api, 'vehicle-types')
  const vehicle = await make(api, 'vehicles', { vehicle_type_id: type['id'] })
  await page.goto(`/vehicle-types/${String(type['id'])}/show`)
  await button(main(page), 'Delete').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('alert')).toContainText('still in use')
  await expect(button(dialog, 'Delete')).toHaveCount(0)
  await expect(dialog.getByRole('link', { name: String(vehicle['fleet_code']) })).toBeVisible()
  await button(dialog, 'Close').click()
  await expect(dialog).toBeHidden()
  expect((await api.get(`/vehicle-types/${String(type['id'])}`)).status).toBe(200)
})

test('form asks before unsaved changes are left, and restores them after a reload', async ({ office: page, api }) => {
  const station = await make(api, 'stations')
  await page.goto(`/stations/${String(station['id'])}`)
  await box(main(page), 'City').fill('Limassol')
  const asked = page.waitForEvent('dialog')
  const leave = page.getByRole('link', { name: 'Cancel', exact: true }).click()
  const question = await asked
  expect(question.message()).toContain('You have unsaved changes')
  await question.dismiss()
  await leave
  await expect(box(main(page), 'City')).toHaveValue('Limassol')

  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await button(page, 'Restore').click()
  await expect(box(main(page), 'City')).toHaveValue('Limassol')
  await button(page, 'Save').click()
  await expect(heading(page, 'Larnaca Airport')).toBeVisible()
  await expect(main(page)).toContainText('Limassol')
})
