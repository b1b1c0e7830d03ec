import type { Api } from '../support/e2e/api'
import { bringAxe, violationsIn } from '../support/e2e/axe'
import { countEffort } from '../support/e2e/effort'
import { portal } from '../support/e2e/portal'
import { button, heading } from '../support/e2e/screen'
import { expect, test } from '../support/e2e/test'
import { word } from '../support/e2e/words'
import { make } from '../support/factories'

/* A partner's statement from its closing to its payment; docs/workflows.md has the figures. */

const PRICE_MINOR = 24_000
/** Longer than a month, so that a period up to the end of last month contains the trip. */
const TRAVELLED_DAYS_AGO = 40

/** Creates a partner that owes a trip of an earlier month. */
async function partnerInDebt(api: Api): Promise<{ id: string; name: string }> {
  const { partner } = await portal(api)
  const type = await make(api, 'vehicle-types')
  const startMs = Date.now() - TRAVELLED_DAYS_AGO * 86_400_000
  const at = (hours: number) => `${new Date(startMs + hours * 3_600_000).toISOString().slice(0, 19)}Z`
  const made = await api.post('/reservations', {
    kind: 'private_hire',
    lead_name: 'Ana Ruiz',
    passengers: [{ category: 'adult' }],
    hire: {
      pickup: { address: '12 Ledra Street' },
      dropoff: { address: '12 Ledra Street' },
      starts_at: at(0),
      ends_at: at(2),
      vehicle_type_id: type['id'],
      passengers: 1,
    },
    // Set by hand, so that pricing rules of other tests do not change it.
    price_override: { total_minor: PRICE_MINOR, reason: 'Agreed' },
    accept_warnings: true,
  })
  expect(made).toMatchObject({ status: 201, body: { total_minor: PRICE_MINOR } })
  const theirs = { reason: 'Sold by them', partner_id: partner['id'] }
  const path = `/reservations/${String(made.body['id'])}/hand-over`
  expect((await api.post(path, theirs, { ifMatch: '*' })).status).toBe(200)
  return { id: String(partner['id']), name: String(partner['trading_name']) }
}

for (const { language, width } of [
  { language: 'en', width: 1440 },
  { language: 'ae', width: 390 },
] as const)
  test.describe(`in ${language} at ${width} px`, () => {
    test.use({ reader: { language, theme: 'light' }, viewport: { width, height: 900 } })
    const text = (key: string) => word(`app.settlement.${key}`, language)

    test('a partner statement is closed and paid in four clicks', async ({ office: page, api }) => {
      await bringAxe(page)
      const { id, name } = await partnerInDebt(api)
      await page.goto(`/partners/${id}/show?view=statement`)
      await expect(heading(page, name)).toBeVisible()
      await expect(page.getByText(text('none'))).toBeVisible()
      const dialog = page.getByRole('dialog')
      const effort = await countEffort(page)
      await button(page, text('close')).click()
      await expect(button(dialog, text('closeAction'))).toBeEnabled()
      expect(await violationsIn(page)).toEqual([])
      await button(dialog, text('closeAction')).click()
      await expect(dialog).toBeHidden()
      const table = page.getByRole('region', { name: text('title') })
      const pay = table.getByRole('button', { name: text('payOf').replace(/\{\{number\}\}.*/, '') })
      await expect(table).toContainText(text('states.open'))
      await pay.click()
      await expect(button(dialog, text('pay'))).toBeEnabled()
      expect(await violationsIn(page)).toEqual([])
      await button(dialog, text('pay')).click()
      await expect(dialog).toBeHidden()
      await expect(table).not.toContainText(text('states.open'))
      await expect(pay).toBeHidden()
      expect(await effort()).toEqual({ clicks: 4, keystrokes: 0 })
      expect(await violationsIn(page)).toEqual([])
      const { rows } = await api.get(`/partners/${id}/statements`)
      expect(rows).toMatchObject([{ net_minor: PRICE_MINOR, paid_minor: PRICE_MINOR, state: 'paid' }])
    })
  })
