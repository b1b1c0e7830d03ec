// node bench/run.mjs NAME [options]: measures the limit and the product in turn. See bench/README.md.
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from '../scripts/lib/child.mjs'
import { print } from '../scripts/lib/print.mjs'

const folder = dirname(fileURLToPath(import.meta.url))
const [name = '', ...options] = process.argv.slice(2)
const program = join(folder, `${name}.ts`)
if (!/^[a-z]+$/.test(name) || !existsSync(program)) {
  const names = readdirSync(folder).flatMap((file) => /^([a-z]+)\.ts$/.exec(file)?.[1] ?? [])
  print(`There is no benchmark "${name}". Choose from: ${names.join(', ')}.`)
  process.exit(2)
}
process.exitCode = await run(process.execPath, ['--import', 'tsx', program, ...options], { cwd: dirname(folder) })
