import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { scratchProject } from '../../support/scratch-project'
import { LONG_TEST_TIMEOUT_MS } from '../../support/timeouts'

/** Folder, file extension and runner of the tests of three stages. */
const PLACES = {
  unit: { folder: 'tests/unit', ending: 'test.mjs', runner: 'vitest' },
  'api-pglite': { folder: 'tests/api', ending: 'test.mjs', runner: 'vitest' },
  browser: { folder: 'tests/e2e', ending: 'spec.mjs', runner: '@playwright/test' },
} as const
type StageName = keyof typeof PLACES
const ALL = Object.keys(PLACES) as StageName[]

const PASSES = '() => expect(1).toBe(1)'
const FAILS = `() => expect('planted').toBe('right')`
/** Returns a test body that fails in the first run only. */
const failsOnce = (name: string) =>
  `() => { const isSecond = existsSync('${name}'); writeFileSync('${name}', ''); expect(isSecond).toBe(true) }`

/** Returns a test file of a stage from test bodies by name. */
function file(stage: StageName, name: string, tests: Record<string, string>): Record<string, string> {
  const { folder, ending, runner } = PLACES[stage]
  const lines = Object.entries(tests).map(([title, body]) => `test('${title}', ${body})`)
  const head = `import { expect, test } from '${runner}'\nimport { existsSync, readFileSync, writeFileSync } from 'node:fs'`
  return { [`${folder}/${name}.${ending}`]: [head, ...lines].join('\n') }
}

/** Runs `npm test -- STAGE…` on a project of these files. */
async function check(stages: readonly StageName[], ...files: Record<string, string>[]) {
  const { folder, run } = scratchProject(Object.assign({}, ...files) as Record<string, string>)
  const { code, output } = await run('scripts/test.mjs', ...stages)
  const flaky = JSON.parse(readFileSync(join(folder, 'test-results/flaky.json'), 'utf8')) as object[]
  const summary = output.split('\n').filter((line) => /^(failed in|flaky:|slow:|More than|\d+ passed)/.test(line))
  return { code, output, summary, flaky, reports: readdirSync(join(folder, 'test-results/reports')) }
}

test('a test that always fails makes a run of any stage red', { timeout: LONG_TEST_TIMEOUT_MS }, async () => {
  const files = ALL.map((stage) => file(stage, 'sums', { adds: PASSES, subtracts: FAILS }))
  const { code, summary, flaky, output, reports } = await check(ALL, ...files)
  expect(summary, output).toEqual([
    'failed in unit: tests/unit/sums.test.mjs › subtracts',
    'failed in api-pglite: tests/api/sums.test.mjs › subtracts',
    'failed in browser: tests/e2e/sums.spec.mjs › subtracts',
    '3 passed, 3 failed',
  ])
  expect(flaky).toEqual([])
  expect(code).toBe(1)
  // Running tests of a stage are found by its name.
  expect(reports).toEqual(expect.arrayContaining(ALL.map((stage) => `${stage}.pace.jsonl`)))
})

test(
  'a test that passes in its second run is named, and the run is green',
  { timeout: LONG_TEST_TIMEOUT_MS },
  async () => {
    const files = ALL.map((stage) => file(stage, 'sums', { adds: PASSES, subtracts: failsOnce(stage) }))
    const { code, summary, flaky, output } = await check(ALL, ...files)
    expect(summary, output).toEqual([
      'flaky: unit: tests/unit/sums.test.mjs › subtracts',
      'flaky: api-pglite: tests/api/sums.test.mjs › subtracts',
      'flaky: browser: tests/e2e/sums.spec.mjs › subtracts',
      '6 passed, 0 failed',
    ])
    expect(output).toContain(`Repeat it by: npx vitest run --project unit tests/unit/sums.test.mjs -t 'subtracts'`)
    expect(flaky).toHaveLength(3)
    expect(code).toBe(0)
  },
)

test('four flaky tests make a run red', async () => {
  const tests = Object.fromEntries(['one', 'two', 'three', 'four'].map((name) => [name, failsOnce(name)]))
  const { code, summary, flaky, output } = await check(['unit'], file('unit', 'sums', tests))
  expect(
    summary.filter((line) => line.startsWith('flaky:')),
    output,
  ).toHaveLength(4)
  expect(summary.slice(-2)).toEqual(['More than 3 flaky tests count as failed.', '0 passed, 4 failed'])
  expect(flaky).toHaveLength(4)
  expect(code).toBe(1)
})

test('a wrong value in a race makes a run red without a second run', async () => {
  const { code, summary, output } = await check(['unit'], file('unit', 'races', { sells: failsOnce('sells') }))
  expect(summary, output).toEqual(['failed in unit: tests/unit/races.test.mjs › sells', '0 passed, 1 failed'])
  expect(output.match(/RUN {2}v/g)).toHaveLength(1)
  expect(code).toBe(1)
})

test('an error outside of any test makes a run red, and is named', async () => {
  const body = `async () => {
    void Promise.reject(new Error('planted rejection'))
    await new Promise((resolve) => setTimeout(resolve))
    expect(1).toBe(1)
  }`
  const { code, summary, output } = await check(['unit'], file('unit', 'sums', { adds: body, subtracts: PASSES }))
  expect(summary, output).toEqual([
    expect.stringMatching(/^failed in unit: tests\/unit\/sums\.test\.mjs › (adds › )?unhandled error$/),
    '2 passed, 1 failed',
  ])
  expect(output.slice(output.lastIndexOf('failed in unit'))).toContain('planted rejection')
  expect(code).toBe(1)
})

test(
  'the running test is known, and one that takes a quarter of its limit is named',
  { timeout: LONG_TEST_TIMEOUT_MS },
  async () => {
    const loop = 'const until = Date.now() + 2_000; while (Date.now() < until); expect(1).toBe(1)'
    const lines = `readFileSync(process.env.WAYLINE_TEST_PACE_FILE, 'utf8').trim().split('\\n')`
    const latest = `JSON.parse(${lines}.findLast((line) => line.includes('knows')))`
    const knows = `() => expect.poll(() => ${latest}).toMatchObject({ begunAt: expect.any(Number) })`
    const files = [
      file('unit', 'sums', { adds: PASSES, loops: `() => { ${loop} }, 7_500`, knows }),
      file('browser', 'sums', { adds: PASSES, loops: `() => { test.setTimeout(7_500); ${loop} }`, knows }),
    ]
    const { summary, output } = await check(['unit', 'browser'], ...files)
    expect(summary.filter((line) => line.startsWith('slow:')).sort(), output).toEqual([
      expect.stringMatching(/^slow: tests\/e2e\/sums\.spec\.mjs › loops: .* % of its limit of 7\.5 s$/),
      expect.stringMatching(/^slow: tests\/unit\/sums\.test\.mjs › loops: .* % of its limit of 7\.5 s$/),
    ])
    expect(summary.some((line) => line.endsWith('› knows'))).toBe(false)
  },
)

test('a stage that takes much longer than usual prints one notice while it runs', async () => {
  const lengths = pathToFileURL(resolve('scripts/test/usual-lengths.mjs')).href
  const { run } = scratchProject(
    {
      ...file('unit', 'sums', { adds: PASSES }),
      'shorten.mjs': `import { USUAL_S } from '${lengths}'\nUSUAL_S.unit = 0.001`,
    },
    { NODE_OPTIONS: '--import ./shorten.mjs' },
  )
  const { code, output } = await run('scripts/test.mjs', 'unit')
  const late = 'unit takes more than 3 times its usual 0.001 s.'
  expect(output.split(late), output).toHaveLength(2)
  expect(output.indexOf(late)).toBeLessThan(output.indexOf('1 passed, 0 failed'))
  expect(code).toBe(0)
})
