// A connection search next to a direct search of the same day, by calls to the product, as the timetable grows.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from '../scripts/lib/build.mjs'
import { print } from '../scripts/lib/print.mjs'
import { emptyDatabase, openCluster, query } from './lib/database'
import { writeFeed } from './lib/feed'
import { machine } from './lib/machine'
import { readOptions } from './lib/options'
import { figure, table } from './lib/report'
import { inTurn } from './lib/rounds'
import { startOurs, type Side } from './lib/sides'
import { median, pairedRatio } from './lib/statistics'

const options = readOptions(5)
const STOP_TIMES = [5_000, options.sized(25_000, 5_000), options.sized(100_000, 5_000)]
const CALLS = options.sized(20, 2)
const DAYS_AHEAD = 7
const DAY_MS = 86_400_000
const day = new Date(Date.now() + DAYS_AHEAD * DAY_MS).toISOString().slice(0, 10)

/** Stops of the feed: the first line serves the first two, and the third is two changes away. */
const STOPS = { origin: 'S0', direct: 'S20', far: 'S60' } as const
const vehicleType = `insert into vehicle_types (id, code, name, seats) values (gen_random_uuid(), 'COACH', '{"en": "Coach"}', 50)`

async function importFeed(databaseUrl: string, feed: string, folder: string): Promise<void> {
  const args = ['dist/server/cli/import-gtfs.js', feed, '--from', day, '--to', day]
  const env = { PATH: process.env.PATH, DATABASE_URL: databaseUrl, WAYLINE_DATA_DIR: join(folder, 'data') }
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error('The import failed.')
}

/** Returns the result rows of a search, which must not be empty. */
async function ask({ server, headers }: Side, path: string): Promise<unknown[]> {
  const answer = await fetch(`${server.url}/api${path}`, { headers })
  const rows = (await answer.json()) as unknown[]
  if (!answer.ok || rows.length === 0)
    throw new Error(`${path} was answered with ${answer.status} and nothing to take.`)
  return rows
}

/** Returns the median duration of the calls in ms. */
async function timed(side: Side, path: string): Promise<number> {
  const took: number[] = []
  for (let call = 0; call < CALLS; call += 1) {
    const started = performance.now()
    await ask(side, path)
    took.push(performance.now() - started)
  }
  return median(took)
}

if ((await ensureBuilt(['server'])) !== 0) throw new Error('The server does not build.')
const cluster = await openCluster(options.server)
const folder = mkdtempSync(join(tmpdir(), 'wayline-bench-connections-'))
try {
  const rows: string[][] = []
  for (const asked of STOP_TIMES) {
    const feed = join(folder, `${asked}.zip`)
    await writeFeed(feed, asked, day)
    const database = await emptyDatabase(cluster)
    try {
      await query(database.url, vehicleType)
      await importFeed(database.url, feed, folder)
      await query(database.url, 'vacuum (analyze)')
      const links = await query<{ external_id: string; record_id: string }>(
        database.url,
        `select external_id, record_id from import_links where kind = 'stations'`,
      )
      const station = (stop: string) => links.find((link) => link.external_id === stop)?.record_id ?? stop
      const [journeys] = await query<{ count: string }>(database.url, 'select count(*) from journeys')
      const ours = await startOurs(`product, ${asked} stop times`, database.url)
      try {
        const way = (to: string) => `?origin=${station(STOPS.origin)}&destination=${station(to)}&date=${day}&adult=1`
        const paths = {
          direct: `/departures/${way(STOPS.direct)}`,
          changing: `/connections/${way(STOPS.far)}`,
        }
        const names = ['direct', 'changing'] as const
        const measures = await inTurn(names, options.rounds, (name) => timed(ours, paths[name]))
        const [direct = [], changing = []] = names.map((name) => measures.get(name))
        rows.push([
          Number(journeys?.count).toLocaleString('en'),
          String((await ask(ours, paths.direct)).length),
          figure(median(direct), 1),
          String((await ask(ours, paths.changing)).length),
          figure(median(changing), 1),
          figure(pairedRatio(changing, direct)),
        ])
      } finally {
        await ours.server.stop()
      }
    } finally {
      await database.drop()
    }
  }
  print(machine(cluster.version))
  print(`${options.rounds} rounds of ${CALLS} calls each in turn, one at a time; medians in ms.\n`)
  table(['journeys a day', 'departures', 'direct', 'connections', 'with changes', 'ratio'], rows)
} finally {
  rmSync(folder, { recursive: true, force: true })
  await cluster.stop()
}
