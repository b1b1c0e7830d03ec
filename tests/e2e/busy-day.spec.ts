import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { EXPORT_AT_ONCE_MAX_ROWS } from '../../contract/core/limits/files'
import type { Json } from '../support/api'
import { make } from '../support/factories'
import type { Api } from '../support/e2e/api'
import { bringAxe, violationsIn } from '../support/e2e/axe'
import { busyDays, only, test } from '../support/e2e/busy-day'
import { countEffort } from '../support/e2e/effort'
import { box, button, choose, suggested } from '../support/e2e/screen'
import { expect } from '../support/e2e/test'
import { word } from '../support/e2e/words'

const id = (record: Json) => String(record['id'])
const grid = (page: Page) => page.getByRole('grid')
const rowOf = (page: Page, plate: string) => page.getByRole('row', { name: plate })
/** Returns the plate of the second visible vehicle. Rows without jobs are collapsed while others have some. */
const plateInSight = (page: Page) => grid(page).locator('.name b').nth(1).innerText()
/** Counts vehicles with a fully visible line between the unassigned jobs and the end of the board. */
const linesInSight = (page: Page) =>
  grid(page).evaluate((area) => {
    if (document.documentElement.scrollHeight > window.innerHeight) return 0
    const top = area.querySelector('.open')?.getBoundingClientRect().bottom ?? 0
    const bottom = Math.min(window.innerHeight, area.getBoundingClientRect().bottom)
    const lines = [...area.querySelectorAll('.lanes .line')].map((line) => line.getBoundingClientRect())
    return lines.filter((line) => line.top >= top - 1 && line.bottom <= bottom + 1).length
  })
const journey = async (api: Api, jobId: string) => (await api.get(`/journeys/${jobId}/`)).body
const jobsOf = async (api: Api, day: string, of: Json): Promise<Json[]> =>
  (await api.list('journeys', { filter: { service_date: day, ...of }, range: [0, 99] })).rows

test.describe('on a day of 2,000 journeys', () => {
  test('workflows 4 and 5: the jobs of a broken vehicle and of an ill driver are reassigned', async ({
    office: page,
    api,
  }) => {
    const { today } = await busyDays(api)
    const disruptions = [
      ['vehicles', { q: 'B000' }, 'vehicle_id', 'Take out of service', 'Take out of service'],
      ['staff', { q: 'E0020' }, 'driver_id', 'Absent', 'Record absence'],
    ] as const
    for (const [resource, filter, field, open, apply] of disruptions) {
      const away = await only(api, resource, filter)
      const before = await jobsOf(api, today, { [field]: id(away) })
      expect(before.length).toBeGreaterThan(5)
      await page.goto(`/${resource}/${id(away)}/show`)
      await expect(page.getByRole('link', { name: open })).toBeVisible()
      const effort = await countEffort(page)
      await page.getByRole('link', { name: open }).click()
      await button(page, apply).click()
      await expect(page.getByText('All jobs are covered.')).toBeVisible()
      expect(await effort()).toEqual({ clicks: 2, keystrokes: 0 })
      expect(await jobsOf(api, today, { [field]: id(away) })).toEqual([])
      for (const job of before) expect((await journey(api, id(job)))[field]).not.toBeNull()
    }
  })

  test('workflow 7: a delay on the board names the job that it endangers', async ({ office: page, api }) => {
    await bringAxe(page)
    const { today } = await busyDays(api)
    const vehicle = await only(api, 'vehicles', { q: 'B030' })
    const [late] = (await jobsOf(api, today, { vehicle_id: id(vehicle) })).slice(3)
    await page.goto(`/journeys/board?date=${today}&job=${id(late as Json)}`)
    await expect(page.getByText('0 unassigned')).toBeVisible()
    await expect(page.locator('.bar[data-selected]')).toBeVisible()
    expect(await page.locator('[data-job]').count()).toBeLessThan(900)
    expect(await violationsIn(page)).toEqual([])
    expect(await linesInSight(page)).toBeGreaterThanOrEqual(20)
    const effort = await countEffort(page)
    await button(page, 'Delay').click()
    const dialog = page.getByRole('dialog')
    await button(dialog, '+45 min').click()
    await expect(dialog.getByRole('alert').getByRole('link').first()).toBeVisible()
    await button(dialog, 'Set delay').click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('45 min late')).toBeVisible()
    expect(await effort()).toEqual({ clicks: 3, keystrokes: 0 })
    expect((await journey(api, id(late as Json)))['delay_min']).toBe(45)
  })

  test('the unassigned jobs cover the names of a scrolled board', async ({ office: page, api }) => {
    const { tomorrow } = await busyDays(api)
    await page.goto(`/journeys/board?date=${tomorrow}`)
    const head = page.getByText('2000 unassigned')
    await expect(head).toBeVisible()
    const plate = await plateInSight(page)
    await expect(rowOf(page, plate)).toBeVisible()
    await grid(page).evaluate((area) => (area.scrollTop = 400))
    await expect(rowOf(page, plate)).toBeHidden()
    const isInFront = await head.evaluate((element) => {
      const { left, top, height } = element.getBoundingClientRect()
      return document.elementFromPoint(left + 4, top + height / 2)?.closest('.open') !== null
    })
    expect(isInFront).toBe(true)
  })

  test('workflow 8: a day without assignments is planned by drag, by keyboard and by suggestion, and undone', async ({
    office: page,
    api,
  }) => {
    const { tomorrow } = await busyDays(api)
    await bringAxe(page)
    const board = `/journeys/board?date=${tomorrow}`
    await page.goto(board)
    await expect(page.getByText('2000 unassigned')).toBeVisible()
    expect(await page.locator('[data-job]').count()).toBeLessThan(900)
    expect(await linesInSight(page)).toBeGreaterThanOrEqual(20)

    // By mouse: a job of an hour is assigned to a vehicle, and another job in that hour is refused.
    const jobId = String(await page.locator('.openLines [data-job]').first().getAttribute('data-job'))
    const plate = await plateInSight(page)
    const dragTo = async (from: string) => {
      const [start, end] = [
        await page.locator(`[data-job="${from}"]`).boundingBox(),
        await rowOf(page, plate).boundingBox(),
      ]
      if (!start || !end) throw new Error('They are not in sight.')
      await page.mouse.move(start.x + 10, start.y + 10)
      await page.mouse.down()
      await page.mouse.move(start.x + 30, start.y + 20, { steps: 3 })
      await page.mouse.move(end.x + 300, end.y + 10, { steps: 5 })
    }
    await dragTo(jobId)
    await page.mouse.up()
    await expect(page.getByText(`assigned to ${plate}.`)).toBeVisible()
    await expect.poll(async () => (await journey(api, jobId))['vehicle_id']).not.toBeNull()
    await dragTo(String(await page.locator('.openLines [data-job]').first().getAttribute('data-job')))
    await expect(page.getByText(/^Busy with/)).toBeVisible()
    await page.keyboard.press('Escape')
    await page.mouse.up()
    await page.keyboard.press('Control+z')
    await expect(page.getByText('1 assignment undone.')).toBeVisible()
    expect((await journey(api, jobId))['vehicle_id']).toBeNull()

    // By keyboard: selects the first job, lists its possible vehicles and assigns the nearest one.
    await page.goto(board)
    await expect(page.getByText('2000 unassigned')).toBeVisible()
    await grid(page).focus()
    const typing = await countEffort(page)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('option').first()).toContainText(/km away|free|location unknown/)
    expect(await violationsIn(page)).toEqual([])
    await page.keyboard.press('Enter')
    await expect(page.getByText('1999 unassigned')).toBeVisible()
    expect(await typing()).toEqual({ clicks: 0, keystrokes: 3 })
    await button(page, 'Undo').click()
    await expect(page.getByText('2000 unassigned')).toBeVisible()

    // By suggestion: the whole day in two clicks, of which this test applies one line.
    await button(page, 'Suggest plan').click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('button', { name: 'Assign 2000 journeys' })).toBeEnabled()
    await expect(dialog.getByRole('status')).toContainText('100Vehicles used100Minimum needed')
    await page.keyboard.press('Escape')
    const route = await only(api, 'routes', { q: 'L00O' })
    await page.goto(`/journeys/board?date=${tomorrow}&station_id=${String(route['origin_station_id'])}`)
    await expect(page.getByText('200 unassigned')).toBeVisible()
    expect(await violationsIn(page)).toEqual([])
    const planning = await countEffort(page)
    await button(page, 'Suggest plan').click()
    await expect(dialog.getByRole('status')).toContainText('10Vehicles used10Minimum needed')
    await dialog.getByRole('button', { name: 'Assign 200 journeys' }).click()
    await expect(page.getByText('200 journeys assigned.')).toBeVisible()
    expect(await planning()).toEqual({ clicks: 2, keystrokes: 0 })
    await expect(page.getByText('0 unassigned')).toBeVisible()
    await expect(page.locator('.lanes [data-job]').first()).toBeVisible()
    await button(page, 'Undo').click()
    await expect(page.getByText('200 unassigned')).toBeVisible()
  })

  test('a long list is exported in the background, announced and downloaded', async ({ office: page }) => {
    await bringAxe(page)
    await page.goto('/reservations')
    await expect(page.getByText(/^[\d,]+\+? reservations$/)).toBeVisible()
    await button(page, 'Export').click()
    const dialog = page.getByRole('dialog', { name: 'Export Reservations' })
    await expect(dialog).toContainText('You can close this')
    await expect(dialog.getByRole('status')).toContainText('Exported: ')
    const count = /Exported: ([\d,]+)/.exec(await dialog.getByRole('status').innerText())?.[1] ?? ''
    const exported = Number(count.replace(',', ''))
    expect(exported).toBeGreaterThan(EXPORT_AT_ONCE_MAX_ROWS)
    expect(await violationsIn(page)).toEqual([])
    await button(dialog, 'Close').click()

    await page.getByRole('button', { name: /Notifications/ }).click()
    await page.getByText('Reservations: file ready').first().click()
    await expect(page).toHaveURL(/\/tasks\?task=/)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: /^Download/ }).click()
    const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n')
    expect(lines).toHaveLength(exported + 1)
    expect(await violationsIn(page)).toEqual([])
  })

  test('workflows 9 and 12: a manifest, and the prices of Easter previewed before they are raised', async ({
    office: page,
    api,
  }) => {
    const { today, tomorrow } = await busyDays(api)
    const [departure] = await jobsOf(api, today, { q: 'L04O' })
    await page.goto(`/journeys/${id(departure as Json)}/show`)
    await expect(button(page, 'Print')).toBeVisible()
    const printing = await countEffort(page)
    const sheet = page.waitForEvent('popup')
    await button(page, 'Print').click()
    await page.getByRole('menuitem', { name: 'English' }).click()
    await (await sheet).close()
    const file = page.waitForEvent('download')
    await button(page, 'CSV').click()
    expect((await file).suggestedFilename()).toBe(`manifest-${String(departure?.['code'])}.csv`)
    expect(await printing()).toEqual({ clicks: 3, keystrokes: 0 })

    await make(api, 'seasons', {
      code: 'EASTER',
      name: { en: 'Easter' },
      date_ranges: [{ from: tomorrow, to: tomorrow }],
      priority: 900,
    })
    await page.goto('/pricing-rules/create')
    const raising = await countEffort(page)
    await choose(page, word('app.rule.job'), word('app.rule.jobs.farePercent'))
    await box(page, word('resources.pricing-rules.fields.percent_bp')).click()
    await page.keyboard.type('12.5')
    await button(page, word('app.rule.add')).click()
    await page.getByRole('menuitem', { name: word('app.rule.asks.season') }).click()
    await page.keyboard.type('Easter')
    await (await suggested(page, 'Easter')).click()
    await page.keyboard.press('Escape')
    const prices = page.getByRole('grid', { name: word('app.rule.preview') })
    await expect(prices.getByRole('gridcell', { name: /€10\.00 becomes €11\.25/ }).first()).toBeVisible()
    await expect(page.getByText('Existing bookings keep their price:')).toBeVisible()
    expect(await raising()).toEqual({ clicks: 6, keystrokes: '12.5'.length + 'Easter'.length + 1 })
  })
})
