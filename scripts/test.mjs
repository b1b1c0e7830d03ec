// npm test [-- stage…]: every check of the project, or the named ones; ends with `N passed, N failed`.
import { print, seconds } from './lib/print.mjs'
import { TEST_SEED } from './lib/test-seed.mjs'
import { STAGES, choose, inTurns } from './test/stages.mjs'
import { inWords, none, sum } from './test/tally.mjs'

/** More names than this of one stage are told as a number per file. */
const NAMES_SHOWN = 20

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
  const tally = await stage.run().catch((/** @type {unknown} */ error) => {
    const told = error instanceof Error ? (error.stack ?? error.message) : String(error)
    print(told)
    return { ...none(), failed: 1, faults: [told] }
  })
  const took = seconds(performance.now() - started)
  print(`   ${stage.name} ${verdict(tally)} in ${took}: ${inWords(tally)}`)
  return { stage, tally, took }
}

print(`Property tests draw from seed ${TEST_SEED}; WAYLINE_TEST_SEED=N draws from another.`)
const results = []
for (const turn of inTurns(stages)) results.push(...(await Promise.all(turn.map(result))))

print()
for (const { stage, tally, took } of results) {
  print(`${stage.name.padEnd(13)} ${verdict(tally).padEnd(8)} ${took.padStart(8)}  ${inWords(tally)}`)
}
for (const { stage, tally } of results) tellSkipped(stage.name, tally.skipped)
for (const { stage, tally } of results) for (const fault of tally.faults) print(`failed in ${stage.name}: ${fault}`)

const total = sum(results.map(({ tally }) => tally))
print(inWords(total))
process.exitCode = total.failed > 0 ? 1 : 0

/** @param {import('./test/tally.mjs').Tally} tally */
function verdict({ passed, failed }) {
  if (failed > 0) return 'FAILED'
  return passed > 0 ? 'ok' : 'skipped'
}

/**
 * @param {string} stage
 * @param {string[]} names `file › test`
 */
function tellSkipped(stage, names) {
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
