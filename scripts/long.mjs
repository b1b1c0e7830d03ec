// npm run test:long [-- NAME…]: runs the checks of `npm test` with large numbers of cases; all of them take a night.
import { ensureBuilt } from './lib/build.mjs'
import { print, seconds } from './lib/print.mjs'
import { LONG_RUNS } from './test/long-runs.mjs'
import { playwright, vitest } from './test/runners.mjs'
import { describeFailure, inWords, sum } from './test/tally.mjs'

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !LONG_RUNS.some((run) => run.name === name))
if (unknown.length > 0) {
  print(`There is no long run "${unknown.join('", "')}". Choose from:`)
  for (const { name, about } of LONG_RUNS) print(`  ${name.padEnd(17)} ${about}`)
  process.exit(2)
}
if ((await ensureBuilt(['server', 'console'])) !== 0) process.exit(1)

/** Long runs have practically no time limit. */
const WITHOUT_END = { WAYLINE_TIMEOUT_FACTOR: '100' }

/** @param {import('./test/long-runs.mjs').LongRun} run */
async function execute({ name, about, file, settings, engine }) {
  print(`\n── ${name}: ${about}`)
  const started = performance.now()
  const env = { ...WITHOUT_END, ...settings, ...(engine && { WAYLINE_TEST_ENGINE: engine }) }
  const project = file.split('/')[1] ?? ''
  const tally =
    project === 'e2e' ? await playwright([file], env) : await vitest(project, { report: name, files: [file], env })
  print(`   ${name} in ${seconds(performance.now() - started)}: ${inWords(tally)}`)
  return { name, tally }
}

const results = []
for (const run of LONG_RUNS.filter(({ name }) => asked.length === 0 || asked.includes(name)))
  results.push(await execute(run))

print()
for (const { name, tally } of results)
  for (const failure of tally.failures) print(`failed in ${name}: ${describeFailure(failure)}`)
const total = sum(results.map(({ tally }) => tally))
print(inWords(total))
process.exitCode = total.failures.length > 0 ? 1 : 0
