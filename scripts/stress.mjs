// npm run test:stress -- FILE [-t NAME] [--times 20] [--load 4] [--freeze]: runs one test file many times in parallel with
// busy processes, and prints how many runs passed and how to repeat a failed one.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ensureBuilt } from './lib/build.mjs'
import { print, seconds } from './lib/print.mjs'
import { freezeAtTimes, keepBusy } from './test/load.mjs'
import { describeFailure, none, orFailed, tallyPlaywright, tallyVitest } from './test/tally.mjs'

const USAGE = 'npm run test:stress -- FILE [-t NAME] [--times 20] [--load 4] [--freeze]'
const REPORT = 'test-results/reports/stress.json'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    name: { type: 'string', short: 't' },
    times: { type: 'string', default: '20' },
    load: { type: 'string', default: '4' },
    freeze: { type: 'boolean', default: false },
  },
})
const [file] = positionals
const [times, load] = [Number(values.times), Number(values.load)]
if (file === undefined || !existsSync(file) || !(times > 0) || !(load >= 0)) {
  print(USAGE)
  process.exit(2)
}

const inBrowser = file.startsWith('tests/e2e/')
const project = file.split('/')[1] ?? ''
const args = inBrowser
  ? [
      'node_modules/@playwright/test/cli.js',
      'test',
      file,
      '--reporter=json',
      ...(values.name ? ['-g', values.name] : []),
    ]
  : [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      project,
      file,
      '--reporter=json',
      `--outputFile.json=${REPORT}`,
      ...(values.name ? ['-t', values.name] : []),
    ]

if ((await ensureBuilt(['server', 'console'])) !== 0) process.exit(1)
mkdirSync('test-results/reports', { recursive: true })
const end = keepBusy(load)
let failed = 0
for (let turn = 1; turn <= times; turn += 1) {
  const started = performance.now()
  const { passed, failures } = await runOnce()
  print(`${turn}: ${passed} passed, ${failures.length} failed in ${seconds(performance.now() - started)}`)
  for (const failure of failures) print(`   ${describeFailure(failure)}`)
  if (failures.length > 0 || passed === 0) failed += 1
}
end()
print(
  `${times - failed} of ${times} runs passed beside ${load} busy processes${values.freeze ? ', stopped at times' : ''}.`,
)
if (failed > 0) print(`Repeat it by: npm run test:stress -- ${process.argv.slice(2).join(' ')}`)
process.exitCode = failed > 0 ? 1 : 0

async function runOnce() {
  rmSync(REPORT, { force: true })
  const child = spawn(process.execPath, args, {
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: REPORT },
    stdio: 'ignore',
  })
  const thaw = values.freeze && child.pid !== undefined ? freezeAtTimes(child.pid, Math.random) : () => undefined
  const code = await new Promise((resolve) => child.once('close', (exitCode) => resolve(exitCode ?? 1)))
  thaw()
  if (!existsSync(REPORT)) return orFailed(none(), code)
  const report = JSON.parse(readFileSync(REPORT, 'utf8'))
  return orFailed(inBrowser ? tallyPlaywright(report, 'tests/e2e') : tallyVitest(report, process.cwd()), code)
}
