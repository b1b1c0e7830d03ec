import { describe, expect, test } from 'vitest'
import { mayPassAgain, MOST_FILES, MOST_FLAKY, rerunFailed } from '../../../scripts/test/rerun.mjs'
import type { Stage } from '../../../scripts/test/stages.mjs'
import { none, type Failure, type Tally } from '../../../scripts/test/tally.mjs'

const FILE = 'tests/unit/a.test.ts'
const WRONG = 'AssertionError: expected 1 to be 2'
const LATE = 'Error: Test timed out in 300000ms.'

const failure = (name: string, file: string | null = FILE, error = WRONG): Failure => ({ file, name, errors: [error] })

/** Creates a stage with these failures in its first run. `again` gives the result of a repeated file. */
function failing(failures: Failure[], again: (file: string) => Partial<Tally> = () => ({ passed: 1 })) {
  const asked: string[][] = []
  const stage: Stage = {
    name: 'unit',
    about: 'pure code',
    run: async (files = []) => {
      asked.push([...files])
      return { ...none(), ...again(String(files[0])) }
    },
    command: (file, name) => `repeat ${file} ${name}`,
  }
  return { asked, stage, results: [{ stage, tally: { ...none(), passed: 10, failures } }] }
}

describe('a file with failed tests', () => {
  test('runs once more, alone, and a test that passes then counts as passed and is named as flaky', async () => {
    const { asked, results } = failing([
      failure('adds'),
      failure('subtracts'),
      failure('divides', 'tests/unit/b.test.ts'),
    ])
    const end = await rerunFailed(results)
    expect(asked).toEqual([[FILE], ['tests/unit/b.test.ts']])
    expect(end.results.map(({ tally }) => tally)).toEqual([{ ...none(), passed: 13 }])
    expect(end.flaky.map(({ failure: { name }, again, command }) => [name, again, command])).toEqual([
      ['adds', null, `repeat ${FILE} adds`],
      ['subtracts', null, `repeat ${FILE} subtracts`],
      ['divides', null, 'repeat tests/unit/b.test.ts divides'],
    ])
  })

  test('fails for good where the same test fails again', async () => {
    const { results } = failing([failure('adds'), failure('subtracts')], () => ({
      passed: 1,
      failures: [failure('adds')],
    }))
    const end = await rerunFailed(results)
    expect(end.results[0]?.tally).toEqual({ ...none(), passed: 11, failures: [failure('adds')] })
    expect(end.flaky.map((flaky) => flaky.failure.name)).toEqual(['subtracts'])
  })

  test('fails for good when its second run finds no test', async () => {
    for (const second of [{}, { failures: [failure('', FILE)] }, { passed: 1, failures: [failure('crash', null)] }]) {
      const { results } = failing([failure('adds')], () => second)
      expect(await rerunFailed(results)).toEqual({ results, flaky: [] })
    }
  })

  test('that did not load fails for good unless all of it passes', async () => {
    const { results } = failing([failure('')], () => ({ passed: 1, failures: [failure('adds')] }))
    expect((await rerunFailed(results)).results).toEqual(results)
    expect((await rerunFailed(failing([failure('')]).results)).results[0]?.tally).toEqual({ ...none(), passed: 11 })
  })

  test('names a test that passed before and fails alone', async () => {
    const { results } = failing([failure('adds')], () => ({ passed: 1, failures: [failure('subtracts')] }))
    const { flaky } = await rerunFailed(results)
    expect(flaky.map((one) => [one.failure.name, one.again?.name])).toEqual([
      ['adds', undefined],
      ['subtracts', 'subtracts'],
    ])
  })
})

describe('a run', () => {
  test(`fails with more than ${MOST_FLAKY} flaky tests`, async () => {
    const { results } = failing(Array.from({ length: MOST_FLAKY + 1 }, (_, index) => failure(`test ${index}`)))
    const end = await rerunFailed(results)
    expect(end.results).toEqual(results)
    expect(end.flaky).toHaveLength(MOST_FLAKY + 1)
  })

  test(`fails at once with more than ${MOST_FILES} files that fail`, async () => {
    const files = Array.from({ length: MOST_FILES + 1 }, (_, index) => failure('adds', `tests/unit/${index}.test.ts`))
    const { asked, results } = failing(files)
    expect(await rerunFailed(results)).toEqual({ results, flaky: [] })
    expect(asked).toEqual([])
  })

  test('without a failure runs nothing again', async () => {
    const { asked, results } = failing([])
    expect(await rerunFailed(results)).toEqual({ results, flaky: [] })
    expect(asked).toEqual([])
  })
})

test.each([
  ['a wrong value', FILE, WRONG],
  ['a race that timed out', 'tests/api/races.test.ts', LATE],
  [
    'a poll in a race',
    'tests/api/allocations.test.ts',
    'Error: expected 1 to be 2\n    at Proxy.__VITEST_POLL_CHAIN__ (a.js:1:1)',
  ],
])('a second run decides about %s', (_what, file, error) => {
  expect(mayPassAgain(failure('adds', file, error))).toBe(true)
})

test.each([
  ['a wrong value in a race', 'tests/api/races.test.ts', WRONG],
  ['a wrong value of money', 'tests/api/customer-credit.test.ts', WRONG],
  ['a counterexample of a property', FILE, 'Error: Property failed after 3 tests'],
  ['an error without a file, such as an unhandled error', null, LATE],
])('no second run decides about %s', (_what, file, error) => {
  expect(mayPassAgain(failure('adds', file, error))).toBe(false)
})
