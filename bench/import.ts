// A timetable import: the product's import of a GTFS feed, next to PostgreSQL copying the same rows into the same tables.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from '../scripts/lib/build.mjs'
import { print } from '../scripts/lib/print.mjs'
import { emptyDatabase, openCluster, query } from './lib/database'
import { SERVICE_DATE, writeFeed } from './lib/feed'
import { machine } from './lib/machine'
import { readOptions } from './lib/options'
import { figure, table } from './lib/report'
import { median, pairedRatio } from './lib/statistics'

const options = readOptions(5)
const STOP_TIMES = [options.sized(50_000, 500), options.sized(500_000, 1_000)]
/** Ordered so that each table references only earlier ones. */
const TABLES = ['journeys', 'journey_calls', 'journey_legs']
const LOOK_EVERY_MS = 50

interface Measured {
  importS: number
  copyS: number
  /** Peak memory of the import. */
  peakMb: number
}

const vehicleType = `insert into vehicle_types (id, code, name, seats) values (gen_random_uuid(), 'COACH', '{"en": "Coach"}', 50)`

async function importFeed(
  databaseUrl: string,
  feed: string,
  folder: string,
): Promise<{ seconds: number; peakMb: number }> {
  const started = performance.now()
  const args = ['dist/server/cli/import-gtfs.js', feed, '--from', SERVICE_DATE, '--to', SERVICE_DATE]
  const env = { PATH: process.env.PATH, DATABASE_URL: databaseUrl, WAYLINE_DATA_DIR: join(folder, 'data') }
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-4_000)))
  let peakMb = Number.NaN
  const watch = setInterval(() => {
    peakMb = peakOf(child.pid) ?? peakMb
  }, LOOK_EVERY_MS)
  const [code] = (await once(child, 'exit')) as [number | null]
  clearInterval(watch)
  if (code !== 0) throw new Error(`The import failed.\n${said}`)
  return { seconds: (performance.now() - started) / 1000, peakMb }
}

/** Returns megabytes; undefined if the system does not report them. */
function peakOf(pid: number | undefined): number | undefined {
  try {
    const kib = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kib === undefined ? undefined : (Number(kib) * 1024) / 1_000_000
  } catch {
    return undefined
  }
}

/** Exports the imported rows, empties the tables and copies the rows back. @returns seconds of the last step */
async function copyAgain(databaseUrl: string): Promise<number> {
  const [server] = await query<{ folder: string }>(databaseUrl, `select current_setting('data_directory') as folder`)
  const fileOf = (name: string) => `'${server?.folder}/${name}.copy'`
  const columns = new Map<string, string>()
  for (const name of TABLES) {
    const rows = await query<{ names: string }>(
      databaseUrl,
      `select string_agg(quote_ident(attname), ', ' order by attnum) as names from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [name],
    )
    columns.set(name, rows[0]?.names ?? '')
    await query(databaseUrl, `copy ${name} (${columns.get(name)}) to ${fileOf(name)}`)
  }
  await query(databaseUrl, `truncate ${TABLES.join(', ')} cascade`)
  const started = performance.now()
  for (const name of TABLES) await query(databaseUrl, `copy ${name} (${columns.get(name)}) from ${fileOf(name)}`)
  return (performance.now() - started) / 1000
}

if ((await ensureBuilt(['server'])) !== 0) throw new Error('The server does not build.')
const cluster = await openCluster(null)
const folder = mkdtempSync(join(tmpdir(), 'wayline-bench-import-'))
try {
  print(machine(cluster.version))
  print(`${options.rounds} imports of each feed, each into an empty database.\n`)
  const rows: string[][] = []
  for (const asked of STOP_TIMES) {
    const feed = join(folder, `${asked}.zip`)
    const stopTimes = await writeFeed(feed, asked)
    const measured: Measured[] = []
    for (let round = 0; round < options.rounds; round += 1) {
      const database = await emptyDatabase(cluster)
      try {
        await query(database.url, vehicleType)
        const { seconds, peakMb } = await importFeed(database.url, feed, folder)
        measured.push({ importS: seconds, peakMb, copyS: await copyAgain(database.url) })
      } finally {
        await database.drop()
      }
    }
    const of = (key: keyof Measured) => measured.map((round) => round[key])
    rows.push([
      `${stopTimes.toLocaleString('en')} stop times`,
      figure(stopTimes / median(of('importS')), 0),
      figure(stopTimes / median(of('copyS')), 0),
      figure(pairedRatio(of('copyS'), of('importS'))),
      figure(median(of('peakMb')), 0),
    ])
  }
  table(['Feed', 'import, a second', 'COPY, a second', 'ratio', 'peak memory, MB'], rows)
} finally {
  rmSync(folder, { recursive: true, force: true })
  await cluster.stop()
}
