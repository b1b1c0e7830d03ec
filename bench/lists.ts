// Pages of the reservations list: the same rows by node:http and pg alone, and by the product with all its features.
import { print } from '../scripts/lib/print.mjs'
import { filledDatabase, openCluster } from './lib/database'
import { SCENARIOS, type Ask } from './lib/list-scenarios'
import { CONNECTIONS, load } from './lib/load'
import { machine } from './lib/machine'
import { readOptions } from './lib/options'
import { LOAD_HEADS, figure, loadCells, table } from './lib/report'
import { inTurn } from './lib/rounds'
import { startBare, startOurs, type Side } from './lib/sides'
import { pairedRatio } from './lib/statistics'

const options = readOptions(5)
const LARGE = options.sized(1_000_000, 10_000)
/** The last page with an exact total starts below this number. */
const SMALL = 10_000
const ROUND_SECONDS = options.sized(1.5, 0.2)
/** Number of requests per scenario for which both responses are compared. */
const COMPARED = 5

/** @throws when the responses are not the same rows in the same order */
async function compare(limit: Side, ours: Side, ask: Ask): Promise<void> {
  const [expected, found] = await Promise.all([rowIds(limit, ask.bare), rowIds(ours, ask.product)])
  if (expected.join() !== found.join() || expected.length === 0)
    throw new Error(`${ask.product} has other rows than ${ask.bare}:\n${found.join()}\n${expected.join()}`)
}

async function rowIds({ server, headers }: Side, path: string): Promise<string[]> {
  const answer = await fetch(`${server.url}${path}`, { headers })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { id: string }[]).map((row) => row.id)
}

const cluster = await openCluster(options.server)
const running: Side[] = []
const started = (side: Side): Side => {
  running.push(side)
  return side
}
try {
  const [largeUrl, smallUrl] = [await filledDatabase(cluster, LARGE), await filledDatabase(cluster, SMALL)]
  const limit = started(await startBare('bare-lists', largeUrl))
  const large = started(await startOurs(`product, ${LARGE.toLocaleString('en')} rows`, largeUrl))
  const small = started(await startOurs('product, 10,000 rows', smallUrl))
  print(machine(cluster.version))
  print(
    `${CONNECTIONS} connections, ${options.rounds} rounds of ${ROUND_SECONDS} s each in turn; ratios to the limit.\n`,
  )
  const rows: string[][] = []
  const sizes: string[][] = []
  for (const { name, about, small: alsoSmall, asks: make } of SCENARIOS) {
    if (options.only.length > 0 && !options.only.includes(name)) continue
    const asks = await make(largeUrl)
    for (const ask of asks.slice(0, COMPARED)) await compare(limit, large, ask)
    const bareRequests = asks.map((ask) => ({ path: ask.bare }))
    const requests = asks.map((ask) => ({ path: ask.product }))
    const measures = await inTurn(alsoSmall ? [limit, large, small] : [limit, large], options.rounds, (side) =>
      load(side, side === limit ? bareRequests : requests, ROUND_SECONDS),
    )
    const limits = measures.get(limit) ?? []
    for (const [side, measured] of measures) rows.push([`${about}: ${side.name}`, ...loadCells(measured, limits)])
    if (alsoSmall) {
      const rates = (side: Side) => (measures.get(side) ?? []).map((measured) => measured.rate)
      sizes.push([about, figure(pairedRatio(rates(large), rates(small)))])
    }
  }
  table(['Pages of 25 reservations', ...LOAD_HEADS], rows)
  print()
  table(['A million rows, as quick as ten thousand', 'ratio'], sizes)
} finally {
  for (const { server } of running) await server.stop()
  await cluster.stop()
}
