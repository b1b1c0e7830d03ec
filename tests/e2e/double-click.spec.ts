import type { Locator } from '@playwright/test'
import { line } from '../support/e2e/desk'
import { button } from '../support/e2e/screen'
import { expect, test } from '../support/e2e/test'
import { make } from '../support/factories'

interface Point {
  x: number
  y: number
}

async function centreOf(element: Locator): Promise<Point> {
  const { x, y, width, height } = (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  return { x: x + width / 2, y: y + height / 2 }
}

/** Moves a button to a point of the window, and double-clicks it there. */
async function doubleClickAt(opener: Locator, to: Point): Promise<void> {
  await opener.evaluate((element) => (element.style.transform = ''))
  const from = await centreOf(opener)
  await opener.evaluate((element, { x, y }) => (element.style.transform = `translate(${x}px, ${y}px)`), {
    x: to.x - from.x,
    y: to.y - from.y,
  })
  await opener.dblclick()
}

/** Opens a dialog by double clicks next to it and at the positions of its buttons, and closes it each time. */
async function openByDoubleClicks(opener: Locator, name: string, confirm: string, dismissal: string): Promise<void> {
  const page = opener.page()
  const dialog = page.getByRole('dialog', { name })
  await opener.click()
  await expect(button(dialog, confirm)).toBeEnabled()
  const targets = [
    { x: 300, y: 300 },
    await centreOf(button(dialog, dismissal)),
    await centreOf(button(dialog, confirm)),
  ]
  await button(dialog, dismissal).click()
  await expect(dialog).toBeHidden()

  for (const target of targets) {
    await doubleClickAt(opener, target)
    await expect(dialog).toBeVisible()
    // This click fails when the double click has closed the dialog.
    await button(dialog, dismissal).click()
    await expect(dialog).toBeHidden()
  }
}

test('neither a double click nor Enter in the note confirms that a passenger is cancelled', async ({
  office: page,
  api,
}) => {
  const { there } = await line(api)
  const sale = await make(api, 'reservations', {
    lead_name: 'Ana Petrou',
    legs: [{ journey_id: there['id'], board_seq: 1, alight_seq: there['call_count'] }],
    passengers: [
      { category: 'adult', name: 'Ana Petrou' },
      { category: 'adult', name: 'Nikos Petrou' },
    ],
  })
  const path = `/reservations/${String(sale['id'])}`
  await page.goto(`${path}/show`)
  const opener = button(page, 'Cancel passenger').first()
  await openByDoubleClicks(opener, 'Cancel passenger', 'Cancel passenger', 'Keep passenger')

  await opener.evaluate((element) => (element.style.transform = ''))
  await opener.click()
  const dialog = page.getByRole('dialog', { name: 'Cancel passenger' })
  await dialog.getByRole('radio').first().check()
  await expect(button(dialog, 'Cancel passenger')).toBeEnabled()
  await dialog.getByLabel('Note (optional)').fill('No longer travels')
  await page.keyboard.press('Enter')
  await button(dialog, 'Keep passenger').click()
  expect((await api.get(path)).body['version']).toBe(sale['version'])
})

test('a double click opens the dialog to leave the waiting list and removes no party from it', async ({
  office: page,
  api,
}) => {
  const { there } = await line(api, 1)
  await make(api, 'reservations', {
    lead_name: 'Ana Petrou',
    legs: [{ journey_id: there['id'], board_seq: 1, alight_seq: there['call_count'] }],
    passengers: [{ category: 'adult', name: 'Ana Petrou' }],
  })
  const path = `/journeys/${String(there['id'])}`
  const joined = await api.post(`${path}/waiting-list`, {
    lead_name: 'Nikos Petrou',
    board_seq: 1,
    alight_seq: there['call_count'],
    passengers: [{ category: 'adult', name: null, needs: [] }],
  })
  expect(joined.status, JSON.stringify(joined.body)).toBe(201)
  await page.goto(`${path}/show`)
  const opener = button(page, 'Remove from list, Nikos Petrou')
  await openByDoubleClicks(opener, 'Remove from list', 'Remove from list', 'Cancel')
  expect((await api.get(`${path}/waiting-list`)).rows).toMatchObject([{ state: 'waiting' }])
})
