// npm test [-- stage…]: runs every check of the project, or the named ones; the last line is `N passed, N failed`.
import { mkdirSync, writeFileSync } from 'node:fs'
import { print, seconds } from './lib/print.mjs'
import { TEST_SEED } from './lib/test-seed.mjs'
import { describeSlow, watchLength } from './test/pace.mjs'
import { MOST_FLAKY, rerunFailed } from './test/rerun.mjs'
import { runningTests } from './test/runners.mjs'
import { STAGES, choose } from './test/stages.mjs'
import { describeFailure, inWords, none, sum } from './test/tally.mjs'

/** Above this number of skipped tests in a stage, only their count per file is printed. */
const NAMES_SHOWN = 20
const FLAKY_FILE = 'test-results/flaky.json'

const { stages, unknown } = choose(process.argv.slice(2))
if (unknown.length > 0) {
  print(`There is no stage "${unknown.join('", "')}". Choose from:`)
  for (const { name, about } of STAGES) print(`  ${name.padEnd(13)} ${about}`)
  process.exit(2)
}

/** @param {import('./test/stages.mjs').Stage} stage */
async function result(stage) {
  print(`\n── ${stage.name}: ${stage.about}`)
  const started = performance.now()
  const endWatch = watchLength(stage.name, { running: () => runningTests(stage.name), print })
  const tally = await stage.run().catch((/** @type {unknown} */ error) => {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    print(text)
    return { ...none(), failures: [{ file: null, name: 'the stage itself', errors: [text] }] }
  })
  endWatch()
  const took = seconds(performance.now() - started)
  print(`   ${stage.name} ${verdict(tally)} in ${took}: ${inWords(tally)}`)
  return { stage, tally, took }
}

print(`Property tests draw from seed ${TEST_SEED}; WAYLINE_TEST_SEED=N draws from another.`)
const first = []
for (const stage of stages) first.push(await result(stage))
const { results, flaky } = await rerunFailed(first)
mkdirSync('test-results', { recursive: true })
writeFileSync(FLAKY_FILE, JSON.stringify(flaky, null, 2))

const total = sum(results.map(({ tally }) => tally))
print()
for (const { stage, tally, took } of first) {
  print(`${stage.name.padEnd(13)} ${verdict(tally).padEnd(8)} ${took.padStart(8)}  ${inWords(tally)}`)
}
for (const { stage, tally } of results) printSkipped(stage.name, tally.skipped)
for (const line of describeSlow(total.slow)) print(line)
for (const { stage, tally } of results) {
  for (const failure of tally.failures) print(`failed in ${stage.name}: ${describeFailure(failure)}`)
}
for (const { stage, failure, again, command } of flaky) {
  print(`flaky: ${stage}: ${describeFailure(failure)}`)
  print(`    ${again === null ? 'It passed when it ran again.' : 'It had passed before.'} Repeat it by: ${command}`)
}
if (flaky.length > MOST_FLAKY) print(`More than ${MOST_FLAKY} flaky tests count as failed.`)

print(inWords(total))
process.exitCode = total.failures.length > 0 ? 1 : 0

/** @param {import('./test/tally.mjs').Tally} tally */
function verdict({ passed, failures }) {
  if (failures.length > 0) return 'FAILED'
  return passed > 0 ? 'ok' : 'skipped'
}

/**
 * @param {string} stage
 * @param {string[]} names `file › test`
 */
function printSkipped(stage, names) {
  if (names.length <= NAMES_SHOWN) {
    for (const name of names) print(`skipped in ${stage}: ${name}`)
    return
  }
  /** @type {Map<string, number>} */
  const perFile = new Map()
  for (const name of names) {
    const file = name.split(' › ')[0] ?? name
    perFile.set(file, (perFile.get(file) ?? 0) + 1)
  }
  for (const [file, count] of perFile) print(`skipped in ${stage}: ${file} (${count} tests)`)
}
