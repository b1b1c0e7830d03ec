import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scratchProject } from '../../support/scratch-project'
import { LONG_TEST_TIMEOUT_MS } from '../../support/timeouts'

const FILE = 'tests/unit/sales.test.mjs'
/** Runs of a planted race next to busy processes; zero except in `npm run test:long`, because they take minutes. */
const RACE_RUNS = Number(process.env['WAYLINE_STRESS_RUNS'] ?? 0)
const IDLE_RUNS = 20
const SAMPLES = 200

test('a stress run counts the passed runs, names the failed tests and prints how to repeat them', async () => {
  const { run } = scratchProject({
    [FILE]: `import { existsSync, writeFileSync } from 'node:fs'
      import { expect, test } from 'vitest'
      test('sells', () => {
        const isFirst = !existsSync('first')
        writeFileSync('first', '')
        expect(isFirst).toBe(true)
      })
      test('refunds', () => expect(1).toBe(1))`,
  })
  const { code, output } = await run('scripts/stress.mjs', FILE, '-t', 'sells', '--times', '2', '--load', '1')
  expect(output).toMatch(
    /^1: 1 passed, 0 failed in .*\n2: 0 passed, 1 failed in .*\n {3}tests\/unit\/sales\.test\.mjs › sells\n/m,
  )
  expect(output).toContain('1 of 2 runs passed beside 1 busy processes.')
  expect(output).toContain(`Repeat it by: npm run test:stress -- ${FILE} -t sells --times 2 --load 1`)
  expect(code).toBe(1)
})

if (RACE_RUNS > 0)
  test('a stress run finds a race that passes on an idle machine', { timeout: LONG_TEST_TIMEOUT_MS }, async () => {
    const { run } = scratchProject({ [FILE]: planted(await measureSaleMs()) })
    const stress = (times: number, load: number) =>
      run('scripts/stress.mjs', FILE, '--times', String(times), '--load', String(load))
    const idle = await stress(IDLE_RUNS, 0)
    expect(idle.output).toContain(`${IDLE_RUNS} of ${IDLE_RUNS} runs passed`)
    const busy = await stress(RACE_RUNS, 4)
    expect(busy.code, busy.output).toBe(1)
    expect(busy.output).toContain("expected [ 'sold', 'sold' ] to deeply equal [ 'sold out', 'sold' ]")
  })

/** A test of sales without a lock: the second one begins when the first has usually finished. */
const planted = (gapMs: number) => `
  import { readFile, writeFile } from 'node:fs/promises'
  import { expect, test } from 'vitest'
  async function sell() {
    const left = Number(await readFile('seats', 'utf8'))
    await writeFile('seats', String(Math.max(0, left - 1)))
    return left > 0 ? 'sold' : 'sold out'
  }
  test('the last seat is sold once', async () => {
    for (let round = 0; round < 10; round += 1) {
      await writeFile('seats', '1')
      const first = sell()
      await new Promise((resolve) => setTimeout(resolve, ${gapMs}))
      expect([await sell(), await first]).toEqual(['sold out', 'sold'])
    }
  })`

/** Returns twice the longest time of a sale on this machine. */
async function measureSaleMs(): Promise<number> {
  const { folder } = scratchProject({ seats: '1' })
  const file = join(folder, 'seats')
  let longest = 0
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const startedAt = performance.now()
    await writeFile(file, await readFile(file, 'utf8'))
    longest = Math.max(longest, performance.now() - startedAt)
  }
  return Math.ceil(longest * 2)
}
