// npm run build [-- server|console]: builds both targets, or the named one, even if they are up to date; with --if-stale
// builds only what is older than its sources.
import { build } from './lib/build.mjs'
import { print, seconds } from './lib/print.mjs'

const ALL = /** @type {const} */ (['server', 'console'])
const args = process.argv.slice(2)
const ifStale = args.includes('--if-stale')
const asked = args.filter((name) => name !== '--if-stale')
const unknown = asked.filter((name) => !ALL.some((target) => target === name))
if (unknown.length > 0) {
  print(`There is no "${unknown.join('", "')}" to build. Choose from: ${ALL.join(', ')}.`)
  process.exit(2)
}

for (const target of ALL) {
  if (asked.length > 0 && !asked.includes(target)) continue
  const started = performance.now()
  try {
    await build(target, { ifStale })
  } catch (error) {
    print(`The ${target} does not build. ${error instanceof Error ? error.message : String(error)}`)
    process.exit(1)
  }
  if (target === 'console') print(`Built the console in ${seconds(performance.now() - started)}.`)
}
