// node scripts/run.mjs NAME [arguments]: runs server/cli/NAME.ts from an up-to-date build.
import { existsSync } from 'node:fs'
import { ensureBuilt } from './lib/build.mjs'
import { supervise } from './lib/child.mjs'
import { print } from './lib/print.mjs'

const [name = '', ...args] = process.argv.slice(2)
if (!existsSync(`server/cli/${name}.ts`)) {
  print(`There is no command "${name}" in server/cli.`)
  process.exit(2)
}
process.exitCode =
  (await ensureBuilt(['server'])) ||
  (await supervise(process.execPath, ['--enable-source-maps', `dist/server/cli/${name}.js`, ...args]))
