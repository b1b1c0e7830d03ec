// The dashboard in one call, at a hundred times as many reservations, beside the cheapest query that it is made of.
import { print } from '../scripts/lib/print.mjs'
import { filledDatabase, openCluster, query } from './lib/database'
import { machine } from './lib/machine'
import { readOptions } from './lib/options'
import { figure, table } from './lib/report'
import { startOurs, type Side } from './lib/sides'
import { median } from './lib/statistics'

const SIZES = [10_000, 1_000_000]
const CALLS = 40
const RANGES = ['today', '30d', '90d']

/** What no answer can do without: the company's row, over the same connection as a call. */
async function limitMs({ server, headers }: Side): Promise<number> {
  return timed(() => fetch(`${server.url}/api/company/`, { headers }))
}

async function timed(ask: () => Promise<Response>): Promise<number> {
  const took: number[] = []
  for (let call = 0; call < CALLS; call += 1) {
    const started = performance.now()
    const answer = await ask()
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`The call was answered with ${answer.status}.`)
    took.push(performance.now() - started)
  }
  return median(took)
}

const options = readOptions(5)
const cluster = await openCluster(options.server)
const running: Side[] = []
try {
  const rows: string[][] = []
  for (const size of SIZES) {
    const databaseUrl = await filledDatabase(cluster, size)
    // The fill writes past the triggers.
    await query(databaseUrl, 'select rebuild_figures()')
    // The filled company has sold for two years until 2026-03-01; the answer is of now.
    await query(databaseUrl, 'alter table day_figures drop constraint day_figures_pkey')
    await query(databaseUrl, `update day_figures set day = day + (current_date - date '2026-03-01')`)
    await query(databaseUrl, 'alter table day_figures add primary key (station_id, dimension, day, member, currency)')
    await query(databaseUrl, 'vacuum (analyze)')
    const ours = await startOurs(`product, ${size} reservations`, databaseUrl)
    running.push(ours)
    for (const range of RANGES) {
      const limits: number[] = []
      const products: number[] = []
      for (let round = 0; round < options.rounds; round += 1) {
        limits.push(await limitMs(ours))
        products.push(
          await timed(() => fetch(`${ours.server.url}/api/dashboard/?range=${range}`, { headers: ours.headers })),
        )
      }
      const [limit, product] = [median(limits), median(products)]
      rows.push([`${ours.name}: ${range}`, figure(limit, 1), figure(product, 1), figure(product / limit)])
    }
  }
  print(machine(cluster.version))
  print(`${options.rounds} rounds of ${CALLS} calls each in turn, one at a time; medians in ms.\n`)
  table(['The dashboard', 'one row', 'dashboard', 'ratio'], rows)
} finally {
  for (const { server } of running) await server.stop()
  await cluster.stop()
}
