// The console in Chromium: the product on the real server, next to the smallest react-admin app with its data in memory.
import { ensureBuilt } from '../scripts/lib/build.mjs'
import { print } from '../scripts/lib/print.mjs'
import { openBrowser, visit, type Conditions } from './lib/browser'
import { walk, type Figures } from './lib/console-steps'
import { machine } from './lib/machine'
import { readOptions } from './lib/options'
import { startPeer } from './lib/peer'
import { startProduct, type Product } from './lib/product'
import { figure, table } from './lib/report'
import { inTurn } from './lib/rounds'
import { median, pairedRatio } from './lib/statistics'

const options = readOptions(5)
const CONDITIONS: readonly Conditions[] = [
  { name: 'as it is', slowdown: 1 },
  { name: 'processor 4× slower, 10 Mbit/s, 40 ms', slowdown: 4, network: { megabits: 10, latencyMs: 40 } },
]

const CUSTOMERS = 300
const STATIONS = 30
const AT_ONCE = 10

/** Creates the same records as the peer has in memory. */
async function fill(product: Product): Promise<void> {
  const headers = { ...(await product.signIn()), 'content-type': 'application/json' }
  const customers = Array.from({ length: CUSTOMERS }, (_, index) => ({
    resource: 'customers',
    body: {
      first_name: 'Maria',
      last_name: `Customer ${String(index).padStart(3, '0')}`,
      email: `customer${index}@example.com`,
      phone: `+35799${100_000 + index}`,
    },
  }))
  const stations = Array.from({ length: STATIONS }, (_, index) => ({
    resource: 'stations',
    body: { code: `ST${index}`, name: { en: `Station ${index}` }, timezone: 'Europe/Athens' },
  }))
  const records = [...customers, ...stations]
  for (let start = 0; start < records.length; start += AT_ONCE)
    await Promise.all(
      records.slice(start, start + AT_ONCE).map(async ({ resource, body }) => {
        const answer = await fetch(`${product.url}/api/${resource}/`, {
          method: 'POST',
          headers,
          body: JSON.stringify(body),
        })
        if (!answer.ok) throw new Error(`${resource}: ${answer.status} ${await answer.text()}`)
      }),
    )
}

if ((await ensureBuilt(['console'])) !== 0) throw new Error('The console does not build.')
const [product, peer, browser] = await Promise.all([startProduct({}), startPeer(), openBrowser()])
try {
  await fill(product)
  print(machine(`Chromium ${browser.version()}`, 'embedded database'))
  print(`${options.rounds} visits each in turn, each with an empty cache.\n`)
  for (const conditions of CONDITIONS.slice(0, options.sized(CONDITIONS.length, 1))) {
    const measures = await inTurn([peer.url, product.url], options.rounds, async (url) => {
      const visited = await visit(browser, conditions)
      try {
        return await walk(url, visited)
      } finally {
        await visited.close()
      }
    })
    const [limits = [], ours = []] = [measures.get(peer.url), measures.get(product.url)]
    const of = (name: string, all: Figures[]) => all.map((figures) => figures[name] ?? Number.NaN)
    table(
      [conditions.name, 'smallest react-admin', 'product', 'ratio'],
      Object.keys(ours[0] ?? {}).map((name) => [
        name,
        figure(median(of(name, limits)), 1),
        figure(median(of(name, ours)), 1),
        figure(pairedRatio(of(name, ours), of(name, limits))),
      ]),
    )
    print()
  }
} finally {
  await browser.close()
  await Promise.all([product.stop(), peer.stop()])
}
