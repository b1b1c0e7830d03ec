// The dispatch board of a day of 2,000 journeys: its response time next to a bare query, its frames next to an empty page.
import pg from 'pg'
import { ensureBuilt } from '../scripts/lib/build.mjs'
import { print } from '../scripts/lib/print.mjs'
import { busyDayAt } from '../tests/support/busy-day/day'
import { busyDayScript } from '../tests/support/busy-day/script'
import { bareSteps, boardSteps, signIn, type Figures } from './lib/board-steps'
import { openBrowser, visit } from './lib/browser'
import { emptyDatabase, openCluster, query } from './lib/database'
import { machine } from './lib/machine'
import { readOptions } from './lib/options'
import { figure, table } from './lib/report'
import { inTurn } from './lib/rounds'
import { startOurs, type Side } from './lib/sides'
import { median, pairedRatio } from './lib/statistics'

const options = readOptions(5)
const CALLS = options.sized(20, 2)
/** Scrolling there and back takes 160 frames. */
const FRAMES = options.sized(240, 20)
const DAY_MS = 86_400_000
const CONDITIONS = { name: 'as it is', slowdown: 1 }

/** The least that a response needs: the journeys of the day with the codes of their end stations. */
const JOURNEYS = `
  select j.id, j.version, j.code, j.departs_at, j.arrives_at, j.timezone, j.delay_min, j.service_status, j.vehicle_type_id,
    o.code as origin, d.code as destination, j.peak_load, j.capacity, j.vehicle_id, j.driver_id, j.co_driver_id
  from journeys j join stations o on o.id = j.origin_station_id join stations d on d.id = j.destination_station_id
  where j.departs_at >= $1 and j.departs_at < $2 order by j.departs_at, j.id`

async function timed(ask: () => Promise<unknown>): Promise<number> {
  const took: number[] = []
  for (let call = 0; call < CALLS; call += 1) {
    const started = performance.now()
    await ask()
    took.push(performance.now() - started)
  }
  return median(took)
}

async function answers({ server, headers, databaseUrl }: Side, from: string, to: string, rounds: number) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const path = `${server.url}/api/dispatch/board/?${new URLSearchParams({ from, to, by: 'vehicle', unassigned: 'false' }).toString()}`
  const measures = await inTurn(['bare', 'board'], rounds, (side) =>
    timed(async () => {
      if (side === 'bare') return JSON.stringify((await client.query(JOURNEYS, [from, to])).rows)
      const answer = await fetch(path, { headers })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`The board was answered with ${answer.status}: ${text}`)
      return text
    }),
  )
  await client.end()
  return measures
}

if ((await ensureBuilt(['console'])) !== 0) throw new Error('The console does not build.')
const cluster = await openCluster(options.server)
const database = await emptyDatabase(cluster)
const day = busyDayAt(new Date())
await query(database.url, busyDayScript(day))
await query(database.url, 'vacuum (analyze)')
const ours = await startOurs('product', database.url)
const browser = await openBrowser()
try {
  print(machine(cluster.version, `Chromium ${browser.version()}`))
  print(`2,000 journeys, 150 vehicles; ${options.rounds} rounds in turn.\n`)
  const to = new Date(Date.parse(day.midnight) + DAY_MS).toISOString()
  const asked = await answers(ours, day.midnight, to, options.rounds)
  const [bare = [], board = []] = [asked.get('bare'), asked.get('board')]
  table(
    ['Answer, one at a time', 'ms', 'ratio'],
    [
      ['the journeys alone, bare pg', figure(median(bare), 1), ''],
      ['the board', figure(median(board), 1), figure(pairedRatio(board, bare))],
    ],
  )
  print()
  const [empty, seen] = [await visit(browser, CONDITIONS), await visit(browser, CONDITIONS)]
  await signIn(seen.page, `${ours.server.url}/journeys/board?date=${day.today}`)
  const frames = await inTurn([empty, seen], options.rounds, ({ page, workMs }): Promise<Figures> => {
    const steps = page === seen.page ? boardSteps : bareSteps
    return page.bringToFront().then(() => steps(page, workMs, FRAMES))
  })
  const [limits = [], shown = []] = [frames.get(empty), frames.get(seen)]
  const of = (all: Figures[], name: string) => all.map((figures) => figures[name] ?? Number.NaN)
  table(
    ['In the browser', 'empty page', 'board'],
    Object.keys(shown[0] ?? {}).map((name) => [
      name,
      figure(median(of(limits, name)), 1),
      figure(median(of(shown, name)), 1),
    ]),
  )
} finally {
  await browser.close()
  await ours.server.stop()
  await cluster.stop()
}
