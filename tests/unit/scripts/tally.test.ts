import { describe, expect, test } from 'vitest'
import {
  describeFailure,
  inWords,
  none,
  orFailed,
  sum,
  tallyPlaywright,
  tallyUnhandled,
  tallyVitest,
} from '../../../scripts/test/tally.mjs'

const file = (name: string, status: string, ...statuses: string[]) => ({
  name: `/project/tests/unit/${name}`,
  status,
  assertionResults: statuses.map((each, index) => ({
    status: each,
    fullName: `test ${index}`,
    ...(each === 'failed' && { failureMessages: ['\u001b[31mexpected 1\u001b[39m\n  at a.ts'] }),
  })),
})

describe('the report of vitest', () => {
  test('lists what passed and failed, with errors, and names what did not run', () => {
    const testResults = [
      file('a.test.ts', 'failed', 'passed', 'failed', 'skipped'),
      file('b.test.ts', 'passed', 'passed', 'todo'),
    ]
    const tally = tallyVitest({ testResults }, '/project')
    expect(tally).toEqual({
      ...none(),
      passed: 2,
      failures: [
        { file: 'tests/unit/a.test.ts', name: 'test 1', errors: ['\u001b[31mexpected 1\u001b[39m\n  at a.ts'] },
      ],
      skipped: ['tests/unit/a.test.ts › test 2', 'tests/unit/b.test.ts › test 1'],
    })
    expect(tally.failures.map(describeFailure)).toEqual([
      'tests/unit/a.test.ts › test 1\n    expected 1\n      at a.ts',
    ])
  })

  test('counts a file that does not load as one failure', () => {
    const broken = { ...file('a.test.ts', 'failed'), message: 'no such module' }
    expect(tallyVitest({ testResults: [broken] }, '/project')).toEqual({
      ...none(),
      failures: [{ file: 'tests/unit/a.test.ts', name: '', errors: ['no such module'] }],
    })
  })
})

describe('errors outside of any test', () => {
  test('count as one failure each, with the file and the error, and cause no second run', () => {
    const errors = [
      { message: 'closed', stack: 'Error: closed\n  at a.ts', VITEST_TEST_PATH: '/project/tests/unit/a.test.ts' },
      { message: 'no worker' },
    ]
    expect(tallyUnhandled(errors, '/project')).toEqual({
      ...none(),
      failures: [
        { file: null, name: 'tests/unit/a.test.ts › unhandled error', errors: ['Error: closed\n  at a.ts'] },
        { file: null, name: 'unhandled error', errors: ['no worker'] },
      ],
    })
  })
})

describe('the report of Playwright', () => {
  const spec = (title: string, status: string) => ({
    title,
    file: 'a.spec.ts',
    tests: [{ status, results: [{ errors: status === 'unexpected' ? [{ message: 'not visible' }] : [] }] }],
  })

  test('counts the tests of nested groups and names them in full', () => {
    const inner = { title: 'in Arabic', specs: [spec('edits', 'unexpected'), spec('prints', 'skipped')] }
    const suites = [{ title: 'a.spec.ts', specs: [spec('signs in', 'expected')], suites: [inner] }]
    expect(tallyPlaywright({ suites }, 'tests/e2e')).toEqual({
      ...none(),
      passed: 1,
      failures: [{ file: 'tests/e2e/a.spec.ts', name: 'in Arabic › edits', errors: ['not visible'] }],
      skipped: ['tests/e2e/a.spec.ts › in Arabic › prints'],
    })
  })

  test('counts errors outside of tests, such as a server that does not start', () => {
    expect(tallyPlaywright({ suites: [], errors: [{ message: 'no server' }] }, 'tests/e2e')).toEqual({
      ...none(),
      failures: [{ file: null, name: 'outside of any test', errors: ['no server'] }],
    })
  })
})

describe('the end of a run', () => {
  const failure = { file: 'a.test.ts', name: 'adds', errors: [] }

  test('a crash counts as a failure even when no test failed', () => {
    const crashed = orFailed({ ...none(), passed: 3 }, 1)
    expect(crashed.passed).toBe(3)
    expect(crashed.failures.map(describeFailure)).toEqual(['no test failed, but it ended with exit code 1'])
    expect(orFailed({ ...none(), passed: 3, failures: [failure] }, 1).failures).toEqual([failure])
    expect(orFailed({ ...none(), passed: 3 }, 0).failures).toEqual([])
  })

  test('the last line has the skipped only when there are some', () => {
    const total = sum([
      { ...none(), passed: 2, failures: [failure] },
      { ...none(), passed: 3 },
    ])
    expect(inWords(total)).toBe('5 passed, 1 failed')
    expect(inWords(sum([total, { ...none(), skipped: ['one', 'two'] }]))).toBe('5 passed, 1 failed, 2 skipped')
  })
})
