// node bench/run.mjs NAME [options]: measures the limit and the product in turn. See bench/README.md.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { print } from '../scripts/lib/print.mjs'
import { NAMES, record, writeResults } from './lib/results.mjs'

const folder = dirname(fileURLToPath(import.meta.url))
const [name = '', ...given] = process.argv.slice(2)
const options = given.filter((option) => option !== '--record')
const recorded = given.length > options.length || name === 'all'

/**
 * @param {string} benchmark
 * @returns {Promise<number>} its exit code
 */
async function measure(benchmark) {
  const child = spawn(process.execPath, ['--import', 'tsx', join(folder, `${benchmark}.ts`), ...options], {
    cwd: dirname(folder),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    process.stdout.write(text)
    output += text
  })
  const [code] = await once(child, 'close')
  if (code === 0 && recorded) record(benchmark, ['npm run bench --', benchmark, ...options].join(' '), output)
  return code ?? 1
}

if (name === 'results') writeResults()
else if (name === 'all' || NAMES.includes(name)) {
  const codes = []
  for (const benchmark of name === 'all' ? NAMES : [name]) codes.push(await measure(benchmark))
  if (recorded) writeResults()
  process.exitCode = Math.max(...codes)
} else {
  print(`There is no benchmark "${name}". Choose from: ${[...NAMES, 'all', 'results'].join(', ')}.`)
  process.exitCode = 2
}
