// The dashboard in one call, at a hundred times as many reservations, next to the cheapest query that it contains: executed
// by bare pg, and as the smallest call that reads one row.
import pg from 'pg'
import { print } from '../scripts/lib/print.mjs'
import { filledDatabase, openCluster, query } from './lib/database'
import { machine } from './lib/machine'
import { readOptions } from './lib/options'
import { figure, table } from './lib/report'
import { inTurn } from './lib/rounds'
import { startOurs, type Side } from './lib/sides'
import { median, pairedRatio } from './lib/statistics'

const options = readOptions(5)
const SIZES = [options.sized(10_000, 1_000), options.sized(1_000_000, 2_000)]
const CALLS = options.sized(40, 2)
const RANGES = ['today', '30d', '90d']

/** The cheapest query of the dashboard. */
const ONE_ROW = { name: 'one_row', text: 'select timezone from company' }
/** Length of the longest span of days with stored figures; moving figures by multiples of it keeps the spans aligned. */
const SPAN_DAYS = 16

/** Returns the median duration of the calls in ms. */
async function timed(ask: () => Promise<unknown>): Promise<number> {
  const took: number[] = []
  for (let call = 0; call < CALLS; call += 1) {
    const started = performance.now()
    await ask()
    took.push(performance.now() - started)
  }
  return median(took)
}

async function call({ server, headers }: Side, path: string): Promise<void> {
  const answer = await fetch(`${server.url}/api${path}`, { headers })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`The call was answered with ${answer.status}.`)
}

const cluster = await openCluster(options.server)
const running: Side[] = []
try {
  const rows: string[][] = []
  for (const size of SIZES) {
    const databaseUrl = await filledDatabase(cluster, size)
    // The fill bypasses the triggers.
    await query(databaseUrl, 'select rebuild_figures()')
    // The filled company has sold for two years until 2026-03-01, so its figures are moved to the present.
    await query(databaseUrl, 'alter table day_figures drop constraint day_figures_pkey')
    const behind = `(current_date - date '2026-03-01')`
    await query(
      databaseUrl,
      `update day_figures set day = day + (${behind} + ${SPAN_DAYS - 1}) / ${SPAN_DAYS} * ${SPAN_DAYS}`,
    )
    await query(
      databaseUrl,
      'alter table day_figures add primary key (station_id, dimension, days, day, member, currency)',
    )
    await query(databaseUrl, 'vacuum (analyze)')
    const ours = await startOurs(`product, ${size} reservations`, databaseUrl)
    running.push(ours)
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    for (const range of RANGES) {
      const asks = {
        bare: () => client.query(ONE_ROW),
        row: () => call(ours, '/company/'),
        dashboard: () => call(ours, `/dashboard/?range=${range}`),
      }
      const names = ['bare', 'row', 'dashboard'] as const
      const measures = await inTurn(names, options.rounds, (name) => timed(asks[name]))
      const [bare = [], row = [], dashboard = []] = names.map((name) => measures.get(name))
      rows.push([
        `${ours.name}: ${range}`,
        ...[bare, row, dashboard].map((ms) => figure(median(ms), 1)),
        figure(pairedRatio(dashboard, row)),
      ])
    }
    await client.end()
  }
  print(machine(cluster.version))
  print(`${options.rounds} rounds of ${CALLS} calls each in turn, one at a time; medians in ms.\n`)
  table(['The dashboard', 'bare pg', 'one row', 'dashboard', 'ratio'], rows)
} finally {
  for (const { server } of running) await server.stop()
  await cluster.stop()
}
