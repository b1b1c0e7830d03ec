import type { Page } from '@playwright/test'
import type { Json } from '../support/api'
import { make, unique } from '../support/factories'
import type { Api } from '../support/e2e/api'
import { bringAxe, violationsIn } from '../support/e2e/axe'
import { countEffort } from '../support/e2e/effort'
import { inDays } from '../support/e2e/real-timetable'
import { button } from '../support/e2e/screen'
import { expect, test } from '../support/e2e/test'

/** A day of its own, so that no other test's journeys stand on the board. */
const DAY = inDays(75)
/** Together with the shuttles 2,000 journeys. */
const [LINES, OF_LINE, SHUTTLES] = [5, 196, 20] as const
const id = (record: Json | undefined) => String(record?.['id'])

interface Line {
  stations: Json[]
  out: Json
  back: Json
}

async function line(api: Api): Promise<Line> {
  const stations = [await make(api, 'stations', { timezone: 'UTC' }), await make(api, 'stations', { timezone: 'UTC' })]
  const along = (ends: Json[]) =>
    make(api, 'routes', {
      stops: ends.map((station, index) => ({
        station_id: station['id'],
        arrive_offset_min: index * 45,
        depart_offset_min: index * 45,
        pickup_type: index === 0 ? 'regular' : 'none',
        drop_off_type: index === 0 ? 'none' : 'regular',
      })),
    })
  return { stations, out: await along(stations), back: await along(stations.toReversed()) }
}

const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}:00`

/** Has departures of one day made, so many minutes apart. */
async function generate(api: Api, route: Json, type: Json, count: number, everyMin: number): Promise<void> {
  const { status, body } = await api.post('/journeys/generate/', {
    route_id: route['id'],
    vehicle_type_id: type['id'],
    from: DAY,
    to: DAY,
    departure_times: Array.from({ length: count }, (_, index) => clock(360 + index * everyMin)),
  })
  if (status !== 202 || body['total'] !== count) throw new Error(`${status}: ${String(body['total'])}`)
}

const unfinished = async (api: Api) => {
  const lists = await Promise.all(
    ['queued', 'running'].map((state) => api.list('tasks', { filter: { kind: 'generation', state } })),
  )
  return lists.flatMap(({ rows }) => rows).length
}

const grid = (page: Page) => page.getByRole('grid')
const rowOf = (page: Page, plate: string) => page.getByRole('row', { name: plate })
const journey = async (api: Api, jobId: string) => (await api.get(`/journeys/${jobId}/`)).body

test('workflow 8: a day of 2,000 journeys is planned by drag, by keyboard and by suggestion, and taken back', async ({
  office: page,
  api,
}) => {
  test.setTimeout(120_000)
  const type = await make(api, 'vehicle-types')
  const shuttle = await line(api)
  await generate(api, shuttle.out, type, SHUTTLES, 30)
  await generate(api, shuttle.back, type, SHUTTLES, 30)
  for (let lines = 0; lines < LINES; lines += 1) {
    const busy = await line(api)
    for (const route of [busy.out, busy.back]) await generate(api, route, type, OF_LINE, 5)
  }
  await expect.poll(() => unfinished(api), { timeout: 60_000 }).toBe(0)
  const plates: string[] = []
  for (let index = 0; index < 4; index += 1) {
    const vehicle = await make(api, 'vehicles', { vehicle_type_id: type['id'], fleet_code: unique('AA') })
    plates.push(String(vehicle['registration_plate']))
    await make(api, 'staff', { last_name: unique('Aa') })
  }
  await bringAxe(page)
  const board = `/journeys/board?date=${DAY}&vehicle_type_id=${id(type)}`
  await page.goto(board)
  await expect(page.getByText('2000 not assigned')).toBeVisible()
  expect(await page.locator('[data-job]').count()).toBeLessThan(900)

  // By mouse: an hour of work goes to a vehicle, the next one in that hour does not.
  const job = page.locator('[data-job]').first()
  const jobId = String(await job.getAttribute('data-job'))
  const dragTo = async (from: string, plate: string) => {
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
  const [first = '', second = ''] = plates
  await dragTo(jobId, first)
  await page.mouse.up()
  await expect(page.getByText(`is given to ${first}.`)).toBeVisible()
  await expect.poll(async () => (await journey(api, jobId))['vehicle_id']).not.toBeNull()
  const clashing = String(await page.locator('.openLines [data-job]').first().getAttribute('data-job'))
  await dragTo(clashing, first)
  await expect(page.getByText(/^Busy with/)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await page.keyboard.press('Control+z')
  await expect(page.getByText('1 assignment is taken back.')).toBeVisible()
  expect((await journey(api, jobId))['vehicle_id']).toBeNull()

  // By keyboard: to the first job, who could take it, the nearest of them.
  await page.goto(board)
  await expect(page.getByText('2000 not assigned')).toBeVisible()
  await grid(page).focus()
  const typing = await countEffort(page)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option').first()).toContainText(/km away|free|place not known/)
  expect(await violationsIn(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page.getByText('1999 not assigned')).toBeVisible()
  expect(await typing()).toEqual({ clicks: 0, keystrokes: 3 })
  await button(page, 'Undo').click()
  await expect(page.getByText('2000 not assigned')).toBeVisible()

  // By suggestion: one line for the whole day in two clicks.
  await page.goto(`/journeys/board?date=${DAY}&station_id=${id(shuttle.stations[0])}`)
  await expect(page.getByText(`${2 * SHUTTLES} not assigned`)).toBeVisible()
  expect(await violationsIn(page)).toEqual([])
  const planning = await countEffort(page)
  await button(page, 'Suggest plan').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('status')).toContainText('4Vehicles used4Needed at least')
  await dialog.getByRole('button', { name: /^Assign \d+ journeys$/ }).click()
  await expect(page.getByText(`${2 * SHUTTLES} journeys are assigned.`)).toBeVisible()
  expect(await planning()).toEqual({ clicks: 2, keystrokes: 0 })
  await expect(page.getByText('0 not assigned')).toBeVisible()
  await expect(rowOf(page, second).getByRole('gridcell').first()).toBeVisible()
  await button(page, 'Undo').click()
  await expect(page.getByText(`${2 * SHUTTLES} not assigned`)).toBeVisible()
})
